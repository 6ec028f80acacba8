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
from model import LONGEST, TOKENIZER
from rows import CONTRADICTED, NEI, NOT_SUPPORTED, SUPPORTED, Row, Span, read_folder
from tokenizers import Encoding, Tokenizer

# How often a row of a set is seen in one round. Written claims teach most and are few; captions are plentiful and easy;
# sets that word overlap alone decides, or that rules made, count little.
RATES = {
    "written": 2.0, "written_summaries": 0.8, "written_de": 1.0, "written_summaries_de": 0.5,
    "mnli": 0.5, "mnli_ni": 0.1, "snli": 0.06, "counterfactual_snli": 0.1, "mpe": 0.03,
    "fever": 0.35, "fever_rte": 0.6, "feverous": 0.35, "fool_me_twice": 1.0, "check_covid": 1.5, "liar_plus": 0.2,
    "scifact": 0.5, "citation_integrity": 0.5, "clinifact": 0.4, "contractnli": 0.5, "folio": 0.4,
    "infotabs": 0.25, "tabfact": 0.05, "boolq_claims": 0.2, "factcheck_gpt": 0.25, "scitail": 0.1, "paws": 0.25,
    "conjnli": 0.04, "help_connectives": 0.03, "dnc_megaveridicality": 0.05,
    "ragtruth_qa": 0.35, "mtrag_human": 0.1, "factcg": 0.2, "wice_tokens": 0.5, "gofigure_xsum": 0.3,
    "begin": 0.1, "faithdial_audit": 0.1, "halueval_qa": 0.1, "q2_wow": 0.3, "xquad_de": 0.1, "pawsx_de": 0.1,
}  # fmt: skip
DEFAULT_RATE = 1.0
# Answers and summaries of several sentences are also learnt sentence by sentence, as they are judged in use.
SENTENCE_SETS = frozenset({"ragtruth_qa", "mtrag_human", "written_summaries", "written_summaries_de"})
WHOLE_SETS = frozenset({"written_summaries", "written_summaries_de"})
# Short labelled pairs whose source is now and then put among other sources of their set: in use, one sentence of a
# paragraph decides and the others are beside the point.
SURROUNDED_SETS = frozenset({"fever_rte", "fool_me_twice", "check_covid", "feverous", "fever", "mnli", "infotabs"})
SURROUNDED_SHARE, MOST_NEIGHBOURS = 0.2, 3
# Decided claims read against a source without the evidence: the model has to learn to abstain.
WITHOUT_EVIDENCE_SHARE = 0.15
# Words are hidden in rows that people wrote; a made row stands on the one word that was exchanged.
MADE_SETS = frozenset({"conjnli", "paws", "pawsx_de", "help_connectives"})
LONGEST_CLAIM = 128
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


def without_evidence(row: Row) -> Row | None:
    """A decided row whose source has lost the sentences that decide it: nothing is said any more."""
    if row.target not in (SUPPORTED, CONTRADICTED) or not row.evidence:
        return None
    gone: list[Span] = []
    for piece in row.evidence:
        start = row.source.find(piece)
        if start < 0:
            return None
        gone.append((start, start + len(piece)))
    kept = [row.source[a:b] for a, b in sentences(row.source) if not any(a < d and c < b for c, d in gone)]
    if len(" ".join(kept).split()) < 40:
        return None
    return replace(row, source=" ".join(kept), target=NEI, marks=None, evidence=())


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
        if rng.random() < WITHOUT_EVIDENCE_SHARE and (lost := without_evidence(row)):
            yield window(lost, words=WINDOW_WORDS)


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


def encode(tokenizer: Tokenizer, rows: list[Row], *, length: int) -> dict[str, npt.NDArray[np.generic]]:
    """Token ids of all rows end to end, with offsets, the place where the claim begins, targets, and a label a token.

    A token's label is 1 where the source does not support it, 0 where it does, and -1 where that is not known.
    """
    ids: list[npt.NDArray[np.int32]] = []
    labels: list[npt.NDArray[np.int8]] = []
    firsts: list[int] = []
    begin, end = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    for start in range(0, len(rows), 2000):
        batch = rows[start : start + 2000]
        sources = tokenizer.encode_batch([row.source for row in batch], add_special_tokens=False)
        claims = tokenizer.encode_batch([row.claim for row in batch], add_special_tokens=False)
        for row, source, claim in zip(batch, sources, claims, strict=True):
            read = claim.ids[:LONGEST_CLAIM]
            room = length - 3 - len(read)
            body = [begin, *source.ids[:room], end, *read, end]
            first = len(body) - len(read) - 1
            found = np.full(len(body), -1, dtype=np.int8)
            found[first:-1] = _labels(claim, row)[: len(read)]
            ids.append(np.asarray(body, dtype=np.int32))
            labels.append(found)
            firsts.append(first)
    return {
        "ids": np.concatenate(ids),
        "labels": np.concatenate(labels),
        "offsets": np.cumsum([0, *map(len, ids)]).astype(np.int64),
        "firsts": np.asarray(firsts, dtype=np.int32),
        "targets": np.asarray([row.target for row in rows], dtype=np.int8),
    }


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
    parser.add_argument("--length", type=int, default=LONGEST, help="word pieces of a pair")
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
    packed = encode(tokenizer, rows, length=args.length)
    packed["natural"] = np.asarray([row.dataset not in MADE_SETS for row in rows])
    packed["rates"] = rates_of(rows)
    args.out.mkdir(parents=True, exist_ok=True)
    np.savez(args.out / "pairs.npz", allow_pickle=False, **packed)
    sizes = np.diff(packed["offsets"])
    summary: dict[str, dict[str, float]] = {}
    names = np.asarray([row.dataset for row in rows])
    for name in sorted(set(names)):
        mask = names == name
        counts = np.bincount(packed["targets"][mask], minlength=4).tolist()
        summary[str(name)] = {
            "rows": int(mask.sum()), "supported": counts[0], "contradicted": counts[1], "nei": counts[2],
            "not_supported": counts[3], "rate": RATES.get(str(name), DEFAULT_RATE),
            "mean_tokens": round(float(sizes[mask].mean()), 1),
            "tokens_a_round": int((sizes[mask] * packed["rates"][mask]).sum()),
        }  # fmt: skip
    (args.out / "summary.json").write_text(json.dumps(summary, indent=1))
    for key, line in summary.items():
        print(key, line)
    print(f"{len(rows)} rows, {int((sizes * packed['rates']).sum())} tokens a round")


if __name__ == "__main__":
    main()
