"""The guard: an OpenAI-compatible proxy that judges answers, sentence by sentence, against the context of the request."""
