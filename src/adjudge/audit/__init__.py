"""A linter for statements: judge the sentences of a repository of documents against their sources."""
