"""Trials under attack: kills, a lying server, hidden orders, load, bombs. On loopback, bounded in count and time."""
