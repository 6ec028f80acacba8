"""One module per kind of difference: each takes a claim sentence beside its source sentences and gives findings."""
