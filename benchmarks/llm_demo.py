"""The path through a real language model, on this machine: `make llm-demo MODEL=weights.gguf`.

Starts an OpenAI-compatible server in this process (`pip install xllamacpp`) with the weights that are named, evaluates
jury and entailment on twenty cases of examples/pairs.csv, prints both tables, and stops the server. Not part of
`make test`: a small model takes minutes, and what it says depends on the weights.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAIRS = ROOT / "examples" / "pairs.csv"
CASES = 20


def main() -> None:
    """Start, evaluate, stop."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path, help="a GGUF file with an instruction-tuned model")
    parser.add_argument("--cases", type=int, default=CASES)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--context", type=int, default=8192)
    parser.add_argument("--keep", type=Path, help="a folder for the results; a temporary one otherwise")
    options = parser.parse_args()
    if not options.weights.is_file():
        sys.exit(f"There are no weights at '{options.weights}'. Name a GGUF file: make llm-demo MODEL=weights.gguf")
    with tempfile.TemporaryDirectory() as folder, served(options.weights, options.threads, options.context) as url:
        for protocol in ("jury", "entailment"):
            out = (options.keep or Path(folder)) / protocol
            command = [sys.executable, "-m", "adjudge", "eval", str(PAIRS), "--label-col", "expected"]
            command += [
                "--protocol",
                protocol,
                "--engine",
                f"{url}#{options.weights.stem}",
                "--limit",
                str(options.cases),
            ]
            code = subprocess.run(
                [*command, "--concurrency", "1", "--timeout", "900", "--out", str(out)], check=False
            ).returncode
            if code:
                sys.exit(code)


@contextmanager
def served(weights: Path, threads: int, context: int) -> Iterator[str]:
    """The address of a server with these weights, for as long as it is needed."""
    try:
        import xllamacpp
    except ImportError:
        sys.exit("The local server is not installed: pip install xllamacpp")
    settings = xllamacpp.CommonParams()
    settings.model.path = str(weights)
    settings.cpuparams.n_threads = threads
    settings.n_ctx = context
    settings.n_parallel = 1
    settings.port = 0
    settings.verbosity = 0
    server = xllamacpp.Server(settings)
    try:
        yield f"{server.listening_address}/v1"
    finally:
        # The server ends with the last reference to it.
        del server


if __name__ == "__main__":
    main()
