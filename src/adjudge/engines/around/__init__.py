"""What wraps an engine: remembers, limits, pays for, repeats and corrects what it answers."""
