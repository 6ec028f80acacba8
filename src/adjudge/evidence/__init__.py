"""FIND: passages of documents that are relevant to a claim."""
