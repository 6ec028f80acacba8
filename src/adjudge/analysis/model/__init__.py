"""The entailment model and its files: a passage and a sentence to three shares, and a doubt for each word."""
