"""What is measured, each in a module of its own; `python -m benchmarks` runs them and writes docs/benchmarks.md."""
