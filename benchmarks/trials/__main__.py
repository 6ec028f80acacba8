"""Run trials and write their counts into docs/reliability.md: `python -m benchmarks.trials [names] [--scale 0.1]`.

Each trial writes out/trials/NAME.json. The page shows what those files say; a trial without a file keeps its section.
Exit code 1 if a trial found a fault.
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.trials import bombs, cost, kills, liar, load, orders
from benchmarks.trials.trial import Trial, section

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "out" / "trials"
PAGE = ROOT / "docs" / "reliability.md"
BEGIN, END = "<!-- trials -->", "<!-- /trials -->"

TRIALS: dict[str, tuple[str, str, int, Callable[[Trial], None]]] = {
    "kills-run": ("kills", "Killed runs (`kill -9` of `adjudge run`)", 100, kills.runs),
    "kills-serve": ("kills", "Killed services (`kill -9` of `adjudge serve` with a batch)", 30, kills.services),
    "kills-index": ("kills", "Killed imports (`kill -9` of `adjudge index add`)", 30, kills.imports),
    "liar": ("liar", "A lying language model server", 10_000, liar.lies),
    "orders": ("orders", "Orders hidden in claim or source", 400, orders.orders),
    "load": ("load", "Clients under load (seconds of load)", 600, load.sustained),
    "load-restart": ("load", "Queued jobs and a kill in the middle", 2_000, load.restart),
    "load-clients": ("load", "Slow clients and event streams", 500, load.slow_clients),
    "load-two": ("load", "Two processes on one store (jobs)", 200, load.two_processes),
    "load-postgres": ("load", "PostgreSQL in place of SQLite (jobs)", 200, load.postgres),
    "cost": ("cost", "Cost of growing texts", cost.COUNT, cost.costs),
    "bombs": ("bombs", "Bombs into `index add` and uploads", bombs.COUNT, bombs.bombs),
}
"""Name -> group, title, full size, the trial."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help=f"which to run, all by default: {', '.join(_choices())}")
    parser.add_argument("--scale", type=float, default=1.0, help="the share of the full size; default 1")
    parser.add_argument("--minutes", type=float, default=60.0, help="the longest that one trial may take; default 60")
    parser.add_argument("--page-only", action="store_true", help="only write the page from what was measured before")
    options = parser.parse_args()
    if unknown := set(options.names) - set(_choices()):
        sys.exit(f"There is no trial {', '.join(sorted(unknown))}. There are: {', '.join(_choices())}.")
    RESULTS.mkdir(parents=True, exist_ok=True)
    faulty = []
    for name, (group, _, full_size, run) in TRIALS.items():
        if options.page_only or (options.names and not {name, group} & set(options.names)):
            continue
        size = full_size if group in ("bombs", "cost") else max(1, round(options.scale * full_size))
        trial = Trial(name, size, options.minutes, full_size)
        run(trial)
        result = trial.as_json()
        (RESULTS / f"{name}.json").write_text(json.dumps(result, indent=1) + "\n")
        print(json.dumps(result, indent=1))
        if sum(trial.faults.values()):
            faulty.append(name)
    PAGE.write_text(with_results(PAGE.read_text(), found()))
    sys.exit(f"Faults were found by: {', '.join(faulty)}" if faulty else 0)


def found() -> dict[str, dict[str, Any]]:
    """The stored results by name."""
    paths = {name: RESULTS / f"{name}.json" for name in TRIALS}
    return {name: json.loads(path.read_text()) for name, path in paths.items() if path.exists()}


def with_results(page: str, results: dict[str, dict[str, Any]]) -> str:
    """The page with the sections of these results replaced; other sections are unchanged."""
    head, _, rest = page.partition(BEGIN)
    old, _, tail = rest.partition(END)
    parts = []
    for name in TRIALS:
        title = TRIALS[name][1]
        begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        kept = old.partition(begin)[2].partition(end)[0].strip("\n")
        text = section(title, results[name], f"make trials TRIALS={name}") if name in results else kept
        if text:
            parts.append(f"{begin}\n{text}\n{end}")
    return f"{head}{BEGIN}\n" + "\n\n".join(parts) + f"\n{END}{tail}"


def _choices() -> list[str]:
    return list(dict.fromkeys([*(group for group, *_ in TRIALS.values()), *TRIALS]))


if __name__ == "__main__":
    main()
