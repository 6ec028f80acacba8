"""Sentences to typed facts with their places: numbers as intervals, dates as periods, names, negations, degrees."""
