"""Evaluate protocols on every labelled file of a folder, and keep the figures for docs/results.md.

`python -m benchmarks.evaluate FOLDER [--protocol P ...] [--limit N] [--mutations TEXT ...]`. Each pair of protocol and
set goes into out/evaluations/PROTOCOL-SET and goes on where it was stopped; what another model, calibration or
selection left there is measured anew. After a change of rules say so: `make evaluate DATA=folder FRESH=1`. What is kept
holds figures, no texts.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from benchmarks.results_page import KEPT, ROOT
from benchmarks.results_page import main as write_page

PROTOCOLS = ("jury", "entailment", "trial", "factuality", "news")
OUT = ROOT / "out" / "evaluations"


def main() -> None:
    """Run the chosen evaluations, then write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", help="folder of *.jsonl.gz files")
    parser.add_argument("--protocol", action="append", choices=PROTOCOLS)
    parser.add_argument("--engine", default="offline")
    parser.add_argument("--limit", type=int, default=500, help="rows of each set; 0 for all")
    parser.add_argument("--only", action="append", help="only these sets")
    parser.add_argument("--mutations", type=Path, nargs="*", default=[], help="texts for the mutation bench")
    parser.add_argument("--fresh", action="store_true", default=bool(os.environ.get("FRESH")), help="measure all anew")
    options = parser.parse_args()
    fresh = ["--fresh"] if options.fresh else []
    KEPT.mkdir(parents=True, exist_ok=True)
    for protocol in options.protocol or PROTOCOLS:
        for path in sorted(options.folder.glob("*.jsonl.gz")) if options.folder else []:
            name = path.name.split(".")[0]
            if not options.only or name in options.only:
                limit = ["--limit", str(options.limit)] if options.limit else []
                evaluated(protocol, name, options.engine, [str(path), *limit, *fresh])
        if options.mutations:
            texts = ["--mutations", *map(str, options.mutations), "--per-kind", "25", *fresh]
            evaluated(protocol, "mutations", options.engine, texts)
    write_page()


def evaluated(protocol: str, name: str, engine: str, arguments: list[str]) -> None:
    """Run one evaluation and store its figures; a failure is printed and the others continue."""
    out = OUT / f"{protocol}-{name}"
    command = [sys.executable, "-m", "adjudge", "eval", *arguments, "--protocol", protocol, "--engine", engine]
    command += ["--out", str(out), "--quiet"]
    ran = subprocess.run(command, check=False, text=True, stderr=subprocess.PIPE)
    if ran.returncode and "holds an evaluation with another" in ran.stderr:
        ran = subprocess.run([*command, "--fresh"], check=False, text=True, stderr=subprocess.PIPE)
    if ran.returncode:
        print(f"{protocol} on {name}: {ran.stderr.strip()}", file=sys.stderr)
        return
    [found] = out.glob("results_*.json")
    content = json.loads(found.read_text())
    # Paths of one machine are no part of a result.
    content.pop("command", None)
    content["risk_coverage"].pop("points", None)
    (KEPT / f"{protocol}-{name}.json").write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    print(f"{protocol} on {name}: balanced accuracy {content['metrics']['balanced_accuracy']['value']}")


if __name__ == "__main__":
    main()
