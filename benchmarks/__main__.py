"""Run the benchmarks (all, or those named) and write their tables into docs/benchmarks.md.

Each benchmark is a function without arguments that gives a `Table`; results are kept as JSON in benchmarks/results/,
so that one benchmark can be run again without the others.
"""

import argparse
import json
import sys
from pathlib import Path

from benchmarks import encoders, factuality, jury, news, nli, service, start
from benchmarks.table import Table

RESULTS = Path(__file__).parent / "results"
PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
BENCHMARKS = {
    "start": start.measure,
    "jury-scripted": jury.scripted,
    "jury-latency": jury.latency,
    "jury-throughput": jury.throughput,
    "jury-resume": jury.resume,
    "nli-engine": nli.engine,
    "nli-loading": nli.loading,
    "nli-claims": nli.claims,
    "factuality": factuality.speed,
    "factuality-memory": factuality.memory,
    "encoders": encoders.measure,
    "news-index": news.index,
    "news-retrieval": news.retrieval,
    "news-labels": news.verdicts,
    "news-held-out": news.held_out,
    "news-hop": news.hop,
    "service-load": service.load,
    "service-streams": service.streams,
    "service-memory": service.memory,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"which to run: {', '.join(BENCHMARKS)}; all if none is named")
    names = parser.parse_args().names or list(BENCHMARKS)
    if unknown := set(names) - set(BENCHMARKS):
        sys.exit(f"There is no benchmark {', '.join(sorted(unknown))}. There are: {', '.join(BENCHMARKS)}.")
    RESULTS.mkdir(exist_ok=True)
    for name in names:
        print(f"{name} ...", flush=True)
        table = BENCHMARKS[name]()
        (RESULTS / f"{name}.json").write_text(json.dumps(table.as_json(), indent=1) + "\n")
        print(table.as_markdown())
    PAGE.write_text(_page())
    print(f"written: {PAGE}")


def _page() -> str:
    tables = [
        Table.from_json(json.loads(path.read_text()))
        for name in BENCHMARKS
        if (path := RESULTS / f"{name}.json").exists()
    ]
    head = (
        "# Benchmarks\n\n"
        "Written by `make bench`; not by hand. Seconds depend on the machine and on what else it does, ratios less so: "
        "each ratio was measured within one run.\n"
    )
    return head + "".join(f"\n{table.as_markdown()}" for table in tables)


if __name__ == "__main__":
    main()
