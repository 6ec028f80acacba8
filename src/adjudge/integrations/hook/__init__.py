"""A hook for coding agents: the final message and the tool outputs before it in, the statements that the outputs do
not bear out, with reasons, out."""
