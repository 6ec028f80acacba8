"""MANY: pairs from files, and a run over them that can be stopped at any moment and goes on where it stopped."""
