"""A linter for statements: the sentences of a repository of documents, judged against their sources."""
