"""MANY: pairs from files, and runs over them that can be stopped at any time and resumed."""
