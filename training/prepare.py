"""Prepare the training stream: rows and mutations, tokenised once and packed into one file.

In: a folder of labelled rows (`train/`). Out: `pairs.npz` (token ids, targets, sets) and `summary.json`.
It must not read any other data: what is trained on is what this file holds.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from contexts import contexts
from model import TOKENIZER
from mutations import mutate, texts_of
from near import near_words
from neighbours import neighbours
from rows import NOT_CONTRADICTED, TARGETS, Row, read_folder
from tokenizers import Encoding, Tokenizer

# How often a row of a set is seen in one round. Captions are plentiful and easy; encyclopaedic and
# scientific pairs are few, so they are repeated to keep every domain present.
RATES = {
    "snli": 0.3, "mnli": 1.56, "fever": 2.0, "feverous": 1.2, "fool_me_twice": 2.5, "counterfactual_snli": 0.4,
    "scitail": 0.4, "conjnli": 0.12, "factcg": 0.8, "check_covid": 3.0, "paws": 0.6, "boolq_claims": 0.5, "mpe": 0.1,
    "turned": 0.35, "mutations": 0.24, "neighbours": 0.75, "contexts": 0.3,
}  # fmt: skip
# The whole model sees each row at most once, and few that are made or easy: it has little time, learns from little.
WHOLE_RATES = {
    "mnli": 1.0, "snli": 0.15, "conjnli": 0.08, "fever": 1.0, "feverous": 0.6, "fool_me_twice": 1.0, "check_covid": 1.3,
    "paws": 0.5, "scitail": 0.2, "counterfactual_snli": 0.4, "factcg": 0.2, "boolq_claims": 0.2, "mpe": 0.03,
    "mutations": 0.06, "turned": 0.12, "neighbours": 0.0, "contexts": 0.0,
}  # fmt: skip
# The last stage sees more rows that stand on one word: numbers, bounds and names are what a first stage learns least.
LATER_RATES = RATES | {"mutations": 0.4, "factcg": 1.2, "paws": 0.9, "neighbours": 0.3, "contexts": 0.9}
LONG_SETS = frozenset({"factcg", "boolq_claims", "feverous", "fever", "mutations", "contexts"})
WINDOWED_SETS = LONG_SETS - {"mutations", "contexts"}
# Words are hidden in rows that people wrote; a made row stands on the one word that was exchanged.
MADE_SETS = frozenset({"mutations", "conjnli", "paws"})
TURNED_SETS = ("mnli", "snli", "counterfactual_snli", "fever")
SUPPORTED, CONTRADICTED = TARGETS["SUPPORTED"], TARGETS["CONTRADICTED"]
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]"}


def plain_brackets(text: str) -> str:
    """Treebank escapes turned back into brackets."""
    return re.sub("|".join(_BRACKETS), lambda found: _BRACKETS[found.group()], text)


def turned(sets: dict[str, list[Row]], *, share: float, rng: random.Random) -> list[Row]:
    """Pairs with claim and source exchanged: contradiction stays, and what followed does not become a contradiction."""
    targets = {CONTRADICTED: CONTRADICTED, SUPPORTED: NOT_CONTRADICTED}
    return [
        Row(row.claim, row.source, targets[row.target], "turned")
        for name in TURNED_SETS
        for row in sets.get(name, ())
        if row.target in targets and len(row.source.split()) < 40 and rng.random() < (1.0 if name == "mnli" else share)
    ]


def nearest(row: Row, *, words: int) -> Row:
    """The row with the part of its source that shares most with the claim, where the whole would be cut at its end."""
    tokens = row.source.split()
    if len(tokens) <= words:
        return row
    wanted = {word for word in re.findall(r"\w+", row.claim.lower()) if len(word) > 3 or word.isdigit()}
    hits = [len(wanted & set(re.findall(r"\w+", token.lower()))) for token in tokens]
    sums = np.cumsum([0, *hits])
    starts = [start for start in range(len(tokens)) if start == 0 or tokens[start - 1][-1] in ".!?"]
    best = max(starts, key=lambda start: (sums[min(start + words, len(tokens))] - sums[start], -start))
    return replace(row, source=" ".join(tokens[best : best + words]))


def encode(
    tokenizer: Tokenizer, rows: list[Row], *, pair_length: int, long_length: int
) -> dict[str, npt.NDArray[np.generic]]:
    """Token ids of all rows end to end, with offsets, the place where the claim begins, targets, and a label a token.

    A token's label is 1 where it is not borne out, 0 where it is, and -1 where that is not known.
    """
    ids: list[np.ndarray] = []
    labels: list[np.ndarray] = []
    first_parts: list[int] = []
    limits = [long_length if row.dataset in LONG_SETS else pair_length for row in rows]
    for limit in sorted(set(limits)):
        tokenizer.enable_truncation(max_length=limit, strategy="only_first")
        for start in range(0, len(rows), 2000):
            # Claims longer than the whole budget cannot be cut on the source side only.
            batch = [
                (row.source, " ".join(row.plain_claim.split()[: limit // 3])) for row in rows[start : start + 2000]
            ]
            chosen = [i for i in range(len(batch)) if limits[start + i] == limit]
            for i, coded in zip(chosen, tokenizer.encode_batch([batch[i] for i in chosen]), strict=True):
                ids.append(np.asarray([start + i, *coded.ids], dtype=np.int32))
                first_parts.append(coded.type_ids.index(1))
                labels.append(_token_labels(coded, rows[start + i]))
    order = np.argsort([int(part[0]) for part in ids], kind="stable")
    bodies = [ids[i][1:] for i in order]
    return {
        "ids": np.concatenate(bodies),
        "labels": np.concatenate([labels[i] for i in order]),
        "offsets": np.cumsum([0, *map(len, bodies)]).astype(np.int64),
        "firsts": np.asarray([first_parts[i] for i in order], dtype=np.int32),
        "targets": np.asarray([row.target for row in rows], dtype=np.int8),
    }


def _token_labels(coded: Encoding, row: Row) -> npt.NDArray[np.int8]:
    """A label for each token; a claim that is supported is borne out in every word."""
    marks = () if row.target == SUPPORTED else row.marks
    found = np.full(len(coded.ids), -1, dtype=np.int8)
    if marks is None:
        return found
    for place, (kind, (start, end)) in enumerate(zip(coded.type_ids, coded.offsets, strict=True)):
        if kind == 1 and end > start:
            found[place] = any(start < high and low < end for low, high in marks)
    return found


def main() -> None:
    """Read, mutate, tokenise, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of *.jsonl.gz rows")
    parser.add_argument("--out", type=Path, required=True, help="folder to write pairs.npz and summary.json to")
    parser.add_argument(
        "--mutations", type=int, default=140_000, help="mutated pairs to add, at most one a row (0: none)"
    )
    parser.add_argument(
        "--base", type=Path, default=None, help="folder of the published weights: mutate to near words too"
    )
    parser.add_argument("--neighbours", action="store_true", help="add pairs without a label, for a model to judge")
    parser.add_argument("--contexts", action="store_true", help="add labelled pairs with sentences around their source")
    parser.add_argument("--pair-length", type=int, default=128)
    parser.add_argument("--long-length", type=int, default=224)
    parser.add_argument("--seed", type=int, default=17)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    sets = read_folder(args.data)
    if args.mutations:
        most = min(args.mutations, sum(map(len, sets.values())))
        near = near_words(args.base, texts_of(sets)) if args.base else None
        sets["mutations"] = mutate(sets, count=most, seed=args.seed, near=near)
    sets["turned"] = turned(sets, share=0.15, rng=rng)
    if args.neighbours:
        sets["neighbours"] = neighbours(sets, rng=random.Random(args.seed))
    placed = contexts(sets, rng=random.Random(args.seed)) if args.contexts else []
    sets["contexts"] = [one.row for one in placed]
    rows: list[Row] = []
    starts: dict[str, int] = {}
    for name, members in sets.items():
        starts[name] = len(rows)
        for row in members:
            # Both spellings of brackets occur in the wild: half of the escaped rows are restored.
            if "-LRB-" in row.source + row.claim and rng.random() < 0.5:
                row = Row(plain_brackets(row.source), plain_brackets(row.claim), row.target, name, None)
            rows.append(nearest(row, words=args.long_length * 2 // 3) if name in WINDOWED_SETS else row)
    tokenizer = Tokenizer.from_file(str(TOKENIZER))
    tokenizer.no_padding()
    packed = encode(tokenizer, rows, pair_length=args.pair_length, long_length=args.long_length)
    # The row whose answer is learnt: another one where its source was put among others.
    packed["origins"] = np.arange(len(rows), dtype=np.int64)
    packed["origins"][starts["contexts"] :] = [starts[one.dataset] + one.at for one in placed]
    packed["natural"] = np.asarray([row.dataset not in MADE_SETS for row in rows])
    for key, rates in (("rates", RATES), ("whole_rates", WHOLE_RATES), ("later_rates", LATER_RATES)):
        packed[key] = np.asarray([rates.get(row.dataset, 1.0) for row in rows], dtype=np.float32)
    args.out.mkdir(parents=True, exist_ok=True)
    np.savez(args.out / "pairs.npz", allow_pickle=False, **packed)
    sizes = np.diff(packed["offsets"])
    summary: dict[str, dict[str, float]] = {}
    for name in sets:
        mask = np.asarray([row.dataset == name for row in rows])
        counts = np.bincount(packed["targets"][mask], minlength=6).tolist()
        summary[name] = {
            "rows": int(mask.sum()), "supported": counts[0], "contradicted": counts[1], "nei": counts[2],
            "not_supported": counts[3], "not_contradicted": counts[4], "unknown": counts[5],
            "rate": RATES.get(name, 1.0), "later_rate": LATER_RATES.get(name, 1.0),
            "mean_tokens": round(float(sizes[mask].mean()), 1),
        }  # fmt: skip
    (args.out / "summary.json").write_text(json.dumps(summary, indent=1))
    for name, line in summary.items():
        print(name, line)
    print(f"{len(rows)} rows, {int((sizes * packed['rates']).sum())} tokens a round")


if __name__ == "__main__":
    main()
