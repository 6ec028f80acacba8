"""How the cost of a verdict grows with its texts: a source of up to 1,000,000 characters, a claim of 10,000 words.

Processor time of each protocol on the offline engine, for texts that consist of one kind of thing. Cost may grow in
proportion to either text, not faster.
"""

from time import process_time

from tests.analysis.test_cost import UNITS

from adjudge import Case, Failure
from adjudge.agents.hearing import Hearing
from adjudge.check import finished, offline_engine, outcome_of
from adjudge.protocols.registry import PROTOCOLS, protocol_type
from benchmarks.trials.trial import Trial

SOURCES = (1_000, 10_000, 100_000, 1_000_000)
CLAIM = 200
WORDS = (10, 100, 1_000, 10_000)
SOURCE = 2_000
WORD = 6
"""Characters of a word, with its space."""
MARGIN = 3.0
"""A text ten times as long may cost ten times as much, times this tolerance: small times are not exact."""
CHEAP_S = 2.0
"""However it grew, this is cheap. Where a long sentence begins to be read in pieces, the cost takes a step: 1.7 s for
1,000 words by `factuality`, and less than that for 10,000."""
LEAST_S = 0.03
COUNT = len(PROTOCOLS) * len(UNITS) * (len(SOURCES) + len(WORDS))
REFUSALS = ("NotAClaim", "UnreadLanguage")


def costs(trial: Trial) -> None:
    """Measure every protocol on every kind of text at every size."""
    for fault in ("cost that grows faster than the text", "neither a verdict nor a refusal of the text"):
        trial.fault(fault, 0)
    most: dict[str, tuple[float, str]] = {}
    verdicts = 0
    for protocol in PROTOCOLS:
        deciding(protocol, UNITS["sentences"], CLAIM, SOURCE)  # loads the model
    for kind, unit in UNITS.items():
        for protocol in PROTOCOLS:
            for what, sizes in (("characters of source", SOURCES), ("words of claim", WORDS)):
                before = LEAST_S
                for size in sizes:
                    if not trial.goes_on():
                        break
                    claim, source = (CLAIM, size) if sizes is SOURCES else (WORD * size, SOURCE)
                    seconds, refusal = deciding(protocol, unit, claim, source)
                    example = f"{protocol}, {kind}, {size:,} {what}: {seconds:.2f} s after {before:.2f} s; {refusal}"
                    faster = seconds > CHEAP_S and seconds > MARGIN * 10 * max(before, LEAST_S)
                    trial.fault("cost that grows faster than the text", faster, example)
                    odd = bool(refusal) and refusal not in REFUSALS
                    trial.fault("neither a verdict nor a refusal of the text", odd, example)
                    for label in (f"by {protocol}", f"{size:,} {what}"):
                        most[label] = max(most.get(label, (0.0, "")), (seconds, f"{kind}, {protocol}, {size:,} {what}"))
                    verdicts += not refusal
                    before = seconds
                    trial.step()
    trial.counts = {
        "kinds of text, protocols": f"{len(UNITS)}, {len(PROTOCOLS)}",
        "verdicts; refused as no claim or in an unread language": f"{verdicts:,}; {trial.done - verdicts:,}",
        **{f"most expensive {label}": f"{seconds:.2f} s ({example})" for label, (seconds, example) in most.items()},
    }


def deciding(protocol: str, unit: tuple[str, str], claim: int, source: int) -> tuple[float, str]:
    """The processor time of a verdict, and the name of the error if there is none."""
    ours, theirs = (part * (size // len(part)) for part, size in zip(unit, (claim, source), strict=True))
    case = Case(claim=ours, documents=[theirs]) if ours.strip() and theirs.strip() else None
    if case is None:
        case = Case(claim=f"{ours}The mill closed.", documents=[f"{theirs}The mill opened."])
    began = process_time()
    outcome = finished(outcome_of(protocol_type(protocol)(), Hearing(case, offline_engine())))
    return process_time() - began, outcome.error if isinstance(outcome, Failure) else ""
