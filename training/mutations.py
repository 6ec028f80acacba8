"""Hard pairs with labels by construction, made from the rows of `train/`.

In: the rows, by set. Out: new rows: edits of supported pairs and of sentences that stand in their passage, by the
rules of `rules.py`. It must not read any other data.
"""

from __future__ import annotations

import argparse
import collections
import difflib
import random
import re
from collections.abc import Iterator
from pathlib import Path

import edits
from near import near_words
from rows import NOT_SUPPORTED, Row, read_folder
from rules import NEI, RULES, SUPPORTED, Others, Seed, monotone, news

_PASSAGES = ("fever", "feverous", "factcg", "boolq_claims", "fool_me_twice", "check_covid")
_SENTENCE_END = re.compile(r"(?<=[a-z0-9)\]\"'] \.)\s+|(?<=[a-z0-9)\]\"'][.!?])\s+(?=[\"'(]?[A-Z0-9])")


_MOST_EDITS = 4
_SHORTENED = 0.35
"""Claims are seldom a whole sentence of their source: so many lose an aside before they are edited."""
_TRIES = 25
"""For each mutation wanted: small data has fewer, and then there are fewer."""


def sentences(text: str) -> list[str]:
    """Sentences long enough to be claims."""
    return [part.strip() for part in _SENTENCE_END.split(text) if 5 <= len(part.split()) <= 45]


def _outer_denials(sets: dict[str, list[Row]], rng: random.Random, count: int) -> list[Row]:
    """Denial from outside swaps support and contradiction and leaves open pairs open; so does "not" on those."""
    rows = [
        row
        for key in ("snli", "mnli", "fever", "counterfactual_snli")
        for row in sets.get(key, ())
        if row.target <= NEI
    ]
    made: list[Row] = []
    while rows and len(made) < count:
        row = rng.choice(rows)
        if row.target == NEI and rng.random() < 0.6 and (text := edits.negated(row.claim)):
            made.append(Row(row.source, text, NEI, "mutations"))
        else:
            made.append(Row(row.source, edits.denied(row.claim, rng), (1, 0, 2)[row.target], "mutations"))
    return made


def _denied_sources(sets: dict[str, list[Row]], rng: random.Random, count: int) -> list[Row]:
    """A denied source no longer supports what the plain one did; what was open stays open, denied or not."""
    rows = [
        row
        for key in ("snli", "mnli", "counterfactual_snli", "scitail")
        for row in sets.get(key, ())
        if row.target in (SUPPORTED, NEI) and len(row.source.split()) <= 30
    ]
    made: list[Row] = []
    while rows and len(made) < count:
        row = rng.choice(rows)
        source = edits.negated(row.source)
        if source is None:
            continue
        if row.target == SUPPORTED:
            made.append(Row(source, row.claim, NOT_SUPPORTED, "mutations"))
        else:
            claim = edits.negated(row.claim) if rng.random() < 0.5 else row.claim
            made.append(Row(source, claim or row.claim, NEI, "mutations"))
    return made


def marked(before: str, after: str, claim: str) -> tuple[tuple[int, int], ...] | None:
    """Where words of `claim` took part in the edit that made `after` of `before`; None if the edit left no trace in it.

    Edited claims are compared with what they were; where the source was edited, the words that it lost are looked up
    in the claim.
    """
    old, new, words = before.split(), after.split(), claim.split()
    edits_made = [
        code for code in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if code[0] != "equal"
    ]
    if not edits_made or len(edits_made) > _MOST_EDITS:
        return None
    touched: set[int] = set()
    for _, low, high, start, end in edits_made:
        if after == claim:
            # Where words were only taken out, the word before the gap carries the mark.
            touched |= set(range(start, end)) or {max(0, start - 1)}
        else:
            lost = {_bare(word) for word in old[low:high]}
            touched |= {at for at, word in enumerate(words) if _bare(word) in lost}
    if not touched or len(touched) > max(4, len(words) // 2):
        return None
    places, at = [], 0
    for word in words:
        places.append((at, at + len(word)))
        at += len(word) + 1
    return tuple(places[number] for number in sorted(touched))


def _marks_of(seed: Seed, source: str, claim: str, label: int) -> tuple[tuple[int, int], ...] | None:
    if label == SUPPORTED:
        return ()
    if claim != seed.claim and source == seed.source:
        return marked(seed.claim, claim, claim)
    if claim == seed.claim and source != seed.source:
        return marked(seed.source, source, claim)
    return None


def _bare(word: str) -> str:
    return word.strip(".,;:!?\"'()").lower()


def _among_neighbours(source: str, passages: list[str], rng: random.Random) -> str:
    """The source between one to three sentences of another passage, as in a window cut from an article."""
    others = sentences(rng.choice(passages))
    start = rng.randrange(max(1, len(others)))
    near = others[start : start + rng.randint(1, 3)]
    place = rng.randint(0, len(near))
    return " ".join([*near[:place], source, *near[place:]])


def mutate(sets: dict[str, list[Row]], *, count: int, seed: int, near: dict[str, list[str]] | None = None) -> list[Row]:
    """`count` mutated rows, the same for the same rows and seed; `near` words are exchanged where they are given."""
    rng = random.Random(seed)
    paired = {key: [r for r in rows if r.target == SUPPORTED and len(r.source.split()) < 150]
              for key, rows in sets.items() if key not in ("boolq_claims", "conjnli")}  # fmt: skip
    passages = [r.source for key in _PASSAGES for r in sets.get(key, ()) if 15 < len(r.source.split()) < 150]
    captions = [r.source for key in ("snli", "counterfactual_snli", "mnli", "paws", "scitail", "conjnli")
                for r in sets.get(key, ()) if 6 <= len(r.source.split()) <= 40]  # fmt: skip
    pool = sorted({m.group() for text in passages for m in edits.names(text)})
    words: dict[str, list[str]] = collections.defaultdict(list)
    for found in sorted({word for text in passages + captions for word in re.findall(r"(?<!\w)[a-z]{5,}(?!\w)", text)}):
        words[found[-2:]].append(found)
    additions = sorted({added for text in passages for added in edits.additions(text)})
    others = Others(pool, words, additions, near or {})
    # Square roots keep the large caption sets from crowding out the encyclopaedic ones.
    keys = [key for key in paired if paired[key]]
    weights = [len(paired[key]) ** 0.5 * (3 if key in _PASSAGES else 1) for key in keys]
    made = _outer_denials(sets, rng, count // 25) + _denied_sources(sets, rng, count // 25)
    seen: set[tuple[str, str]] = set()
    for _ in range(_TRIES * count):
        if len(made) >= count:
            break
        draw = rng.random()
        if draw < 0.5:
            row = rng.choice(paired[rng.choices(keys, weights)[0]])
            start = Seed(row.source, row.claim, verbatim=False, others=others)
        else:
            source = rng.choice(passages if draw < 0.8 else captions)
            inner = sentences(source) if draw < 0.8 else [source]
            if not inner:
                continue
            claim = rng.choice(inner)
            if rng.random() < _SHORTENED:
                claim = edits.shortened(claim)
            start = Seed(source, claim, verbatim=claim in source, others=others)
        rule = rng.choices(list(RULES), list(RULES.values()))[0]
        for source, claim, label in rule(start, rng):
            marks = _marks_of(start, source, claim, label)
            if len(source.split()) < 60 and rule not in (monotone, news) and rng.random() < 0.3:
                # Retrieved windows carry neighbours that do not matter.
                source = _among_neighbours(source, passages, rng)
            if (source, claim) not in seen and source.strip():
                seen.add((source, claim))
                made.append(Row(source, claim, label, "mutations", marks))
    rng.shuffle(made)
    return made[:count]


def texts_of(sets: dict[str, list[Row]]) -> Iterator[str]:
    """The sources whose words are known to one another."""
    return (row.source for key in (*_PASSAGES, "mnli") for row in sets.get(key, ()))


def main() -> None:
    """Print how many rows of which label the rules make, and a few of them to read."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of *.jsonl.gz rows")
    parser.add_argument("--base", type=Path, default=None, help="folder of the published weights, for near words")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("--seed", type=int, default=17)
    args = parser.parse_args()
    sets = read_folder(args.data)
    rows = mutate(
        sets, count=args.count, seed=args.seed, near=near_words(args.base, texts_of(sets)) if args.base else None
    )
    print(collections.Counter(row.target for row in rows))
    for row in rows[: args.show]:
        print(f"{row.target} | {row.source} || {row.claim}")


if __name__ == "__main__":
    main()
