"""Findings and shares to calibrated shares: features, their weights, and the rules that overrule them."""
