"""MCP servers: analyzer, searcher, verifier, one that offers every protocol; and the client that orchestrates them."""
