"""MANY: pairs from files, and runs that can be interrupted at any time and resumed."""
