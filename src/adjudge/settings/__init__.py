"""Environment and files, read at the edges only: what the command line and the servers start from."""
