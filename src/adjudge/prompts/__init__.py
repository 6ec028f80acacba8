"""WHAT agents are told: a prompt file for each kind of question and version, the jurors' briefs, and the loader."""

from adjudge.prompts.loader import Messages, Prompt, brief_text, load, render

__all__ = ["Messages", "Prompt", "brief_text", "load", "render"]
