"""`python -m adjudge` is the `adjudge` command."""

from adjudge.cli import main

if __name__ == "__main__":
    main()
