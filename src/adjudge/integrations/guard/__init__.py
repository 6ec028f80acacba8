"""The guard: an OpenAI-compatible proxy that judges answers, sentence by sentence, against their request's context."""
