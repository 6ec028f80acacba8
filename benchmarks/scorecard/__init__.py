"""One yardstick: every protocol on a fixed sample of every labelled set, in groups, beside baselines and peers."""
