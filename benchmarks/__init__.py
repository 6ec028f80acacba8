"""Benchmarks, one module each; `python -m benchmarks` runs them and writes docs/benchmarks.md."""
