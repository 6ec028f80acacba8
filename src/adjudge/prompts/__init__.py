"""WHAT agents are told: a file per question kind and version, the jurors' briefs, and how a question fills one."""

from adjudge.prompts.loader import Messages, Prompt, brief_text, load, render

__all__ = ["Messages", "Prompt", "brief_text", "load", "render"]
