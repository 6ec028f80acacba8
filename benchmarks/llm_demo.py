"""The path through a real language model, on this machine: `make llm-demo MODEL=weights.gguf CASES=20`.

Starts an OpenAI-compatible server in this process (`pip install xllamacpp`) with the weights that are named, evaluates
jury and entailment on cases of examples/pairs.csv, tells every answer, prints both tables and what the debates were
worth, and stops the server. Not part of `make test`: a small model takes minutes, and what it says depends on the
weights.

It may be stopped at any time: the same command goes on. The port is always the same, so that answers are found again,
and the first four cases of twenty are the four of CASES=4: what is answered once is not asked again.
"""

import argparse
import csv
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, zip_longest
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAIRS = ROOT / "examples" / "pairs.csv"
OUT = ROOT / "out" / "llm-demo"
PROTOCOLS = ("jury", "entailment")
CASES = 20
PORT = 18437
SLOTS = 1
"""Answers at a time. One after the other is the fastest on a CPU: jurors' prompts begin alike, and what the server has
read for one it need not read for the next (four votes took 24 seconds in one slot, 90 in five slots at once)."""
LONGEST_REPLY = 700
"""Tokens: a small model that does not find the end of its JSON would fill the context."""


def main() -> None:
    """Start the server, run the evaluations and stop it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path, help="a GGUF file with an instruction-tuned model")
    # What is named to make (CASES=4) is in the environment of what it runs.
    told = os.environ.get
    parser.add_argument("--cases", type=int, default=told("CASES", CASES))
    parser.add_argument("--protocol", action="append", choices=PROTOCOLS)
    parser.add_argument("--port", type=int, default=told("PORT", PORT), help="another port begins anew")
    parser.add_argument("--threads", type=int, default=told("THREADS", os.cpu_count()))
    parser.add_argument("--context", type=int, default=16384, help="tokens of all answers that are under way")
    parser.add_argument("--timeout", type=int, default=1800, help="seconds for one answer, waiting included")
    parser.add_argument(
        "--max-calls", type=int, default=told("MAX_CALLS"), help="stop after so many calls; the same command goes on"
    )
    parser.add_argument("--out", type=Path, default=OUT, help="the folder for results and answers")
    options = parser.parse_args()
    if not options.weights.is_file():
        sys.exit(f"There are no weights at '{options.weights}'. Name a GGUF file: make llm-demo MODEL=weights.gguf")
    data = options.out / f"pairs-{options.cases}.csv"
    options.out.mkdir(parents=True, exist_ok=True)
    write_cases(data, options.cases)
    with served(options.weights, options.port, options.threads, options.context) as url:
        for protocol in options.protocol or PROTOCOLS:
            out = options.out / f"{options.weights.stem}-{protocol}-{options.cases}"
            arguments = [str(data), "--protocol", protocol, "--engine", f"{url}#{options.weights.stem}"]
            arguments += ["--concurrency", str(SLOTS), "--timeout", str(options.timeout)]
            arguments += ["--out", str(out), "--verbose"]
            arguments += ["--max-calls", str(options.max_calls)] if options.max_calls else []
            adjudge("eval", *arguments)
            if protocol == "jury":
                adjudge("eval", "debate", str(out))


def write_cases(path: Path, count: int) -> None:
    """The first rows of a fixed order in which labels alternate, so that a larger sample contains the smaller one."""
    with PAIRS.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    labels = dict.fromkeys(row["expected"] for row in rows)
    by_label = [[row for row in rows if row["expected"] == label] for label in labels]
    turns = [row for row in chain.from_iterable(zip_longest(*by_label)) if row]
    if not 1 <= count <= len(turns):
        sys.exit(f"There are {len(turns)} cases; {count} were asked for.")
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(turns[:count])


def adjudge(*arguments: str) -> None:
    """Run a command; if it fails, exit with its exit code."""
    environment = os.environ | {"ADJUDGE_MAX_TOKENS": str(LONGEST_REPLY)}
    code = subprocess.run([sys.executable, "-m", "adjudge", *arguments], check=False, env=environment).returncode
    if code:
        sys.exit(code)


@contextmanager
def served(weights: Path, port: int, threads: int, context: int) -> Iterator[str]:
    """Run a server with these weights and yield its address."""
    try:
        import xllamacpp
    except ImportError:
        sys.exit("The local server is not installed: pip install xllamacpp")
    require_free(port)
    settings = xllamacpp.CommonParams()
    settings.model.path = str(weights)
    settings.cpuparams.n_threads = threads
    settings.n_ctx = context
    settings.n_parallel = SLOTS
    # Small models repeat a sentence for ever; what they say again within a few words becomes less likely.
    settings.sampling.dry_multiplier = 0.8
    settings.sampling.dry_allowed_length = 8
    settings.sampling.dry_penalty_last_n = 256
    settings.port = port
    settings.verbosity = 0
    server = xllamacpp.Server(settings)
    try:
        yield f"{server.listening_address}/v1"
    finally:
        # The server ends with the last reference to it.
        del server


def require_free(port: int) -> None:
    """Refuse a port on which another server would answer instead."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            sys.exit(f"Port {port} is taken. Name another: make llm-demo MODEL=... PORT=18438")


if __name__ == "__main__":
    main()
