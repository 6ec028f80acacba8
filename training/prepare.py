"""Prepare the training stream: labelled rows cut to what the model can read, tokenised once, packed into one file.

In: folders of labelled rows (`train/`, and `corpus/` as `corpus.py` unpacks it). Out: `pairs.npz` (token ids, targets,
word labels, rates) and `summary.json`. It must not read any other data: the model is trained on what this file holds.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from model import TOKENIZER
from packing import LONGEST_CLAIM, LONGEST_SOURCE, marked
from rows import NEI, NOT_SUPPORTED, SUPPORTED, Row, Span, read_folder
from stream import CLAIMS_AT_ONCE
from tokenizers import Encoding, Tokenizer

# How often a source of a set is seen in one round, with all its claims. Written claims teach most and are few; captions
# are plentiful and easy; sets that word overlap alone decides, or that rules made, count little. German is left out:
# two stages did not bring it near the 0.55 at which its answers would be used.
RATES = {
    "written": 1.3, "written_thinned": 0.25, "written_summaries": 3.0,
    "written_de": 0.0, "written_de_thinned": 0.0, "written_summaries_de": 0.0,
    "mnli": 0.25, "mnli_ni": 0.1, "snli": 0.12, "counterfactual_snli": 0.3, "mpe": 0.03,
    "fever": 0.4, "fever_rte": 1.0, "feverous": 0.25, "fool_me_twice": 1.5, "check_covid": 1.5, "liar_plus": 0.1,
    "scifact": 0.6, "citation_integrity": 0.5, "clinifact": 0.2, "contractnli": 0.3, "folio": 0.4,
    "infotabs": 0.35, "tabfact": 0.06, "boolq_claims": 0.15, "factcheck_gpt": 0.3, "scitail": 0.1, "paws": 0.5,
    "conjnli": 0.04, "help_connectives": 0.06, "dnc_megaveridicality": 0.05,
    "ragtruth_qa": 0.6, "mtrag_human": 0.1, "factcg": 0.2, "wice_tokens": 0.3, "gofigure_xsum": 0.3,
    "begin": 0.1, "faithdial_audit": 0.1, "halueval_qa": 0.1, "q2_wow": 0.3, "xquad_de": 0.0, "pawsx_de": 0.0,
}  # fmt: skip
DEFAULT_RATE = 1.0
# Answers and summaries of several sentences are also learnt sentence by sentence, as they are judged in use.
SENTENCE_SETS = frozenset({"ragtruth_qa", "mtrag_human", "written_summaries", "written_summaries_de"})
WHOLE_SETS = frozenset({"written_summaries", "written_summaries_de"})
# Short labelled pairs whose source is now and then put among other sources of their set: in use, one sentence of a
# paragraph decides and the others are beside the point.
SURROUNDED_SETS = frozenset({"fever_rte", "fool_me_twice", "check_covid", "feverous", "fever", "mnli", "infotabs"})
SURROUNDED_SHARE, MOST_NEIGHBOURS = 0.2, 3
# Claims read against their source without some of its sentences: the model has to learn to abstain.
THINNED_SETS = frozenset({"written", "written_de"})
THINNED_SENTENCES, THINNED_TIMES = 0.3, 2
# Words are hidden in rows that people wrote; a made row stands on the one word that was exchanged.
MADE_SETS = frozenset({"conjnli", "paws", "pawsx_de", "help_connectives"})
WINDOW_WORDS = 230
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]"}
_SENTENCE = re.compile(r"[^\n]+?(?:[.!?][\"')\]]*(?=\s+[\"'(\[]?[A-ZÄÖÜ0-9*-])|\n|$)")


def sentences(text: str) -> list[Span]:
    """The spans of the sentences and lines of a text; rough, but the same for every row."""
    return [(m.start(), m.end()) for m in _SENTENCE.finditer(text) if m.group().strip()]


def by_sentence(row: Row) -> Iterator[Row]:
    """One row for each sentence of an answer whose wrong words are marked; unmarked unfaithful answers give none."""
    if row.marks is None:
        return
    for start, end in sentences(row.claim):
        text = row.claim[start:end].strip()
        start = row.claim.index(text, start)
        inside = [(max(a, start) - start, min(b, start + len(text)) - start) for a, b in row.marks]
        marks = tuple((a, b) for a, b in inside if a < b)
        if len(text.split()) >= 4:
            yield replace(row, claim=text, marks=marks, target=NOT_SUPPORTED if marks else SUPPORTED)


def window(row: Row, *, words: int) -> Row:
    """The row with the part of its source that shares most with the evidence, or with the claim where none is given."""
    tokens = row.source.split()
    if len(tokens) <= words:
        return row
    wanted = _content(" ".join(row.evidence) or row.claim)
    hits = [bool(wanted & _content(token)) for token in tokens]
    sums = np.cumsum([0, *hits])
    starts = [start for start in range(len(tokens)) if start == 0 or tokens[start - 1][-1] in ".!?:;"]
    best = max(starts, key=lambda start: (sums[min(start + words, len(tokens))] - sums[start], -start))
    return replace(row, source=" ".join(tokens[best : best + words]))


def _content(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.lower()) if len(word) > 3 or word.isdigit()}


def thinned(members: list[Row], rng: random.Random) -> Iterator[Row]:
    """The claims about one source, read against it without some of its sentences.

    Where all sentences that decide a claim are gone, nothing is said any more; where some are, the claim is left out.
    """
    source = members[0].source
    spans = sentences(source)
    gone = set(rng.sample(range(len(spans)), max(1, round(THINNED_SENTENCES * len(spans)))))
    short = " ".join(source[a:b].strip() for number, (a, b) in enumerate(spans) if number not in gone)
    if len(short.split()) < 40:
        return
    for row in members:
        places = [source.find(piece) for piece in row.evidence]
        if -1 in places or (row.target != NEI and not places):
            continue
        needed = {
            number
            for piece, start in zip(row.evidence, places, strict=True)
            for number, (a, b) in enumerate(spans)
            if a < start + len(piece) and start < b
        }
        if row.target == NEI or not needed & gone:
            yield replace(row, source=short)
        elif needed <= gone:
            yield replace(row, source=short, target=NEI, marks=None, evidence=())


def surrounded(row: Row, members: list[Row], rng: random.Random) -> Row:
    """The row with its source among those of other rows of its set."""
    others = [rng.choice(members).source for _ in range(rng.randint(1, MOST_NEIGHBOURS))]
    others = [source for source in others if source != row.source and len(source.split()) < 60]
    others.insert(rng.randint(0, len(others)), row.source)
    return replace(row, source=" ".join(others))


def examples(name: str, members: list[Row], rng: random.Random) -> Iterator[Row]:
    """What is learnt from one data set."""
    for row in members:
        # Both spellings of brackets occur in the wild: half of the escaped rows are restored.
        if "-LRB-" in row.source + row.claim and rng.random() < 0.5:
            row = replace(row, source=_plain(row.source), claim=_plain(row.claim))
        if name in SURROUNDED_SETS and rng.random() < SURROUNDED_SHARE:
            row = surrounded(row, members, rng)
        if name in SENTENCE_SETS:
            yield from (window(one, words=WINDOW_WORDS) for one in by_sentence(row))
        if name not in SENTENCE_SETS or name in WHOLE_SETS:
            yield window(row, words=WINDOW_WORDS)
    if name in THINNED_SETS:
        by_source: dict[str, list[Row]] = {}
        for row in members:
            by_source.setdefault(row.source, []).append(row)
        for claims in by_source.values():
            for _ in range(THINNED_TIMES):
                yield from (replace(row, dataset=f"{name}_thinned") for row in thinned(claims, rng))


def rates_of(rows: list[Row]) -> npt.NDArray[np.float32]:
    """How often each row is seen in a round; supported sentences of answers no more often than the others."""
    counts = Counter((row.dataset, row.target == SUPPORTED) for row in rows)

    def rate(row: Row) -> float:
        chosen = RATES.get(row.dataset, DEFAULT_RATE)
        if row.dataset in SENTENCE_SETS and row.target == SUPPORTED:
            most = max(counts[row.dataset, False], counts[row.dataset, True] // 3)
            chosen *= min(1.0, most / counts[row.dataset, True])
        return chosen

    return np.asarray([rate(row) for row in rows], dtype=np.float32)


def _plain(text: str) -> str:
    return re.sub("|".join(_BRACKETS), lambda found: _BRACKETS[found.group()], text)


def encode(tokenizer: Tokenizer, rows: list[Row]) -> dict[str, npt.NDArray[np.generic]]:
    """Word pieces of all sources, each once, and of all claims, end to end with offsets; for each claim its source and
    target, for each of its tokens a label.

    A token's label is 1 where the source does not support it, 0 where it does, and -1 where that is not known.
    """
    numbers = {source: number for number, source in enumerate(dict.fromkeys(row.source for row in rows))}
    sources = [marked(found.ids, LONGEST_SOURCE) for found in _encoded(tokenizer, list(numbers))]
    claims: list[npt.NDArray[np.int64]] = []
    labels: list[npt.NDArray[np.int8]] = []
    for row, found in zip(rows, _encoded(tokenizer, [row.claim for row in rows]), strict=True):
        claims.append(marked(found.ids, LONGEST_CLAIM))
        label = np.full(len(claims[-1]), -1, dtype=np.int8)
        label[1:-1] = _labels(found, row)[: LONGEST_CLAIM - 2]
        labels.append(label)
    return {
        "sources": np.concatenate(sources).astype(np.int32),
        "source_offsets": np.cumsum([0, *map(len, sources)]).astype(np.int64),
        "claims": np.concatenate(claims).astype(np.int32),
        "claim_offsets": np.cumsum([0, *map(len, claims)]).astype(np.int64),
        "labels": np.concatenate(labels),
        "source_of": np.asarray([numbers[row.source] for row in rows], dtype=np.int64),
        "targets": np.asarray([row.target for row in rows], dtype=np.int8),
    }


def _encoded(tokenizer: Tokenizer, texts: list[str]) -> Iterator[Encoding]:
    for start in range(0, len(texts), 2000):
        yield from tokenizer.encode_batch(texts[start : start + 2000], add_special_tokens=False)


def _labels(claim: Encoding, row: Row) -> npt.NDArray[np.int8]:
    if row.marks is None:
        return np.full(len(claim.ids), -1, dtype=np.int8)
    marked = [any(start < high and low < end for low, high in row.marks) for start, end in claim.offsets]
    return np.asarray(marked, dtype=np.int8)


def main() -> None:
    """Read, cut, tokenise, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--data", type=Path, action="append", required=True, help="folder of *.jsonl.gz rows; repeatable"
    )
    parser.add_argument("--out", type=Path, required=True, help="folder to write pairs.npz and summary.json to")
    parser.add_argument("--seed", type=int, default=17)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    rows: list[Row] = []
    for folder in args.data:
        for name, members in read_folder(folder).items():
            rows += examples(name, members, rng)
    tokenizer = Tokenizer.from_file(str(TOKENIZER))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    packed = encode(tokenizer, rows)
    packed["natural"] = np.asarray([row.dataset not in MADE_SETS for row in rows])
    packed["rates"] = rates_of(rows)
    args.out.mkdir(parents=True, exist_ok=True)
    np.savez(args.out / "pairs.npz", allow_pickle=False, **packed)
    summary: dict[str, dict[str, float]] = {}
    names = np.asarray([row.dataset for row in rows])
    source_sizes = np.diff(packed["source_offsets"])[packed["source_of"]]
    sizes = np.diff(packed["claim_offsets"])
    about_it = np.bincount(packed["source_of"])[packed["source_of"]]
    cost = packed["rates"] * (sizes + source_sizes / np.clip(about_it, 1, CLAIMS_AT_ONCE))
    for name in sorted(set(names)):
        mask = names == name
        counts = np.bincount(packed["targets"][mask], minlength=4).tolist()
        summary[str(name)] = {
            "rows": int(mask.sum()), "supported": counts[0], "contradicted": counts[1], "nei": counts[2],
            "not_supported": counts[3], "rate": RATES.get(str(name), DEFAULT_RATE),
            "mean_tokens": round(float((sizes + source_sizes)[mask].mean()), 1),
            "claims_a_round": int(packed["rates"][mask].sum()), "tokens_a_round": int(cost[mask].sum()),
        }  # fmt: skip
    (args.out / "summary.json").write_text(json.dumps(summary, indent=1))
    for key, line in summary.items():
        print(key, line)
    print(f"{len(rows)} rows, {int(cost.sum())} tokens a round")


if __name__ == "__main__":
    main()
