"""The adapters in the real frameworks, offline and without a key: `make test-integrations WORK=folder`.

`make test` does not collect these modules, since it has none of the frameworks. Each has an environment of its own.
"""
