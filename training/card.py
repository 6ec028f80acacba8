"""Write the model card from what was measured.

In: the model's folder (`model.json`) and the figures of `accuracy.py` (benchmarks/results/accuracy.json). Out:
`MODEL_CARD.md` beside the model. Every figure in the card comes from those files; the prose around them is here.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
MODEL = ROOT / "src" / "adjudge" / "analysis" / "model"
FIGURES = ROOT / "benchmarks" / "results" / "accuracy.json"
LICENCES = {
    "snli": "CC BY-SA 4.0", "mnli": "OANC, CC BY", "mnli_ni": "OANC, CC BY", "fever": "CC BY-SA 3.0",
    "feverous": "CC BY-SA 3.0", "fever_rte": "CC BY-SA 3.0", "fool_me_twice": "Apache-2.0",
    "counterfactual_snli": "Apache-2.0", "scitail": "Apache-2.0", "conjnli": "MIT", "factcg": "MIT",
    "check_covid": "MIT", "paws": "free use with attribution", "boolq_claims": "CC BY-SA 3.0", "mpe": "CC BY-SA 4.0",
    "written": "own work, Apache-2.0 (training/corpus), and passages under CC BY-SA, MIT, CC BY",
    "written_summaries": "as written", "written_de": "own work", "written_summaries_de": "own work",
    "infotabs": "Apache-2.0", "tabfact": "MIT", "help_connectives": "CC BY-SA 4.0", "ragtruth_qa": "MIT",
    "factcheck_gpt": "Apache-2.0", "dnc_megaveridicality": "MIT", "citation_integrity": "MIT",
    "faithdial_audit": "MIT", "begin": "CC BY", "xquad_de": "CC BY-SA 4.0", "pawsx_de": "free use with attribution",
    "contractnli": "CC BY 4.0", "clinifact": "MIT", "scifact": "CC BY 4.0", "halueval_qa": "MIT",
    "folio": "CC BY-SA 4.0", "liar_plus": "CC0", "q2_wow": "Apache-2.0", "mtrag_human": "Apache-2.0",
    "wice_tokens": "ODC-BY", "gofigure_xsum": "Apache-2.0",
}  # fmt: skip

OPENING = """# Model card: the entailment model of the offline engine

An encoder over a source passage and claims about it. For each claim it answers with three probabilities, in this order:
SUPPORTED, CONTRADICTED, NEI (not enough information), and with a doubt for each word: how likely the passage does not
support it. It is meant for checking whether a sentence follows from a passage of up to about 250 words; longer sources
are read in windows.

## How to call it
- Files: `model.onnx` (matrices of four bits, unpacked to int8 on loading), `tokenizer.json`, `model.json`. Needs
  onnxruntime, tokenizers and numpy. `nli.py` beside it does what follows.
- The graph computes one run of tokens. Inputs, int64 [tokens]: `ids`, `places`, `types`; and for each layer the keys
  and values of the tokens before it, float32 [heads, tokens before, 64]: `layers.N.key.past`, `layers.N.value.past`.
- First the passage: `[CLS] passage [SEP]`, at most {longest_source} pieces, `places` from 0 on, `types` 0, nothing
  before it. The outputs `layers.N.key.present` and `layers.N.value.present` are the `past` of every claim about it.
- Then each claim: `[CLS] claim [SEP]`, at most {longest_claim} pieces; `places` go on where the passage ended and
  `types` are 1, but both are 0 for `[CLS]`. Outputs: `logits`, float32 [3], take the softmax; `tokens`, float32
  [tokens], take the sigmoid of the claim's pieces. The probabilities are not calibrated; the package calibrates its
  verdicts.
- `model.onnx` SHA-256: `{sha256}`

## Where it comes from
- Base: all-mpnet-base-v2 (Apache-2.0), 12 layers of width 768, uncased English word pieces. Of its layers the heads and
  inner units worth most were kept, 44 of 85 million parameters; word vectors are put together from small books (two
  bits a number).
- Trained with its matrices rounded to four bits at every step, on two CPU cores: {stages}.
- Rows that say only "not supported" are learnt with the summed probability of CONTRADICTED and NEI.
- Written on {date}.

## Training data
| set | pairs | seen per round | licence |
|---|---|---|---|
"""

LIMITS = """
Nothing under `dev/` was trained on, but `dev/` steered the mix of sets, so the figures are somewhat flattering.

## Limits
- English. German is in the training data, but the engine does not use the model for German yet.
- It knows the world a little, and may let that colour what a passage says.
- Weakest on written claims: statements about another entity of the source, reversed order or outcome, comparisons.
"""


def main() -> None:
    """Read the figures, write the card."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, default=MODEL)
    parser.add_argument("--figures", type=Path, default=FIGURES)
    args = parser.parse_args()
    card: dict[str, Any] = json.loads((args.model / "model.json").read_text())
    figures: dict[str, Any] = json.loads(args.figures.read_text())
    training = card["training"]
    steps = [*training.get("earlier", []), training]
    told = [f"{one['step']:,} steps, {one['tokens'] / 1e6:.1f} million tokens" for one in steps]
    opening = OPENING.format(
        longest_source=card["longest_source"],
        longest_claim=card["longest_claim"],
        sha256=card["sha256"],
        stages="; then ".join(told),
        date=card["date"],
    )
    rows = [
        f"| {name} | {int(one['rows']):,} | {one['rate']} | {LICENCES.get(name.removesuffix('_thinned'), '')} |"
        for name, one in card["data"].items()
    ]
    measured = ["## Balanced accuracy of the model alone", "", "| set | rows | majority | model |", "|---|---|---|---|"]
    measured += [
        f"| {name} | {one['rows']:,} | {one['majority_balanced']:.2f} | {one['model']['balanced']:.3f} |"
        for name, one in figures.items()
    ]
    text = opening + "\n".join(rows) + "\n" + LIMITS + "\n" + "\n".join(measured) + "\n"
    (args.model / "MODEL_CARD.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
