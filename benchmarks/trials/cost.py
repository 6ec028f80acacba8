"""How the cost of a comparison grows with its texts: a source of up to 1,000,000 characters, a claim of up to 10,000
words.

Processor time of the offline comparison, for texts that consist of one kind of thing. Cost may grow in proportion to
either text, not faster.
"""

from tests.analysis.test_cost import UNITS, comparing_s

from benchmarks.trials.trial import Trial

SOURCES = (1_000, 10_000, 100_000, 1_000_000)
CLAIM = 200
WORDS = (10, 100, 1_000, 10_000)
SOURCE = 2_000
WORD = 6
"""Characters of a word, with its space."""
MARGIN = 3.0
"""A text ten times as long may cost ten times as much, times this tolerance: small times are not exact."""
NOISE_S = 0.1
COUNT = len(UNITS) * (len(SOURCES) + len(WORDS))


def costs(trial: Trial) -> None:
    """Measure every kind of text at every size."""
    trial.fault("cost that grows faster than the text", 0)
    most: dict[str, tuple[float, str]] = {}
    for kind, unit in UNITS.items():
        for what, sizes in (("source", SOURCES), ("claim", WORDS)):
            before = 0.0
            for size in sizes:
                if not trial.goes_on():
                    break
                claim, source = (CLAIM, size) if what == "source" else (WORD * size, SOURCE)
                seconds = comparing_s(unit, claim, source)
                faster = seconds > NOISE_S and seconds > MARGIN * 10 * max(before, NOISE_S / 10)
                example = f"{kind}, {what} of {size}: {seconds:.2f} s after {before:.2f} s"
                trial.fault("cost that grows faster than the text", faster, example)
                label = f"{size:,} {'characters of source' if what == 'source' else 'words of claim'}"
                most[label] = max(most.get(label, (0.0, "")), (seconds, kind))
                before = seconds
                trial.step()
    trial.counts = {
        "kinds of text": f"{len(UNITS)}",
        **{f"most expensive, {label}": f"{seconds:.2f} s ({kind})" for label, (seconds, kind) in most.items()},
    }
