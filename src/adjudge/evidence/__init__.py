"""FIND: passages of documents that speak about a claim."""
