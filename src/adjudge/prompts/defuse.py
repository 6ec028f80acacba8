"""Text under test, made safe to stand in a prompt.

In: any text. Out: the same text between two tags whose name no author of the text could know, because it comes from a
hash of the text. Ordinary text is not altered, so that quotes can be copied from it; what imitates our tags or a chat
template's marks loses its opening sign, and what no request can carry (null bytes, lone surrogates) becomes U+FFFD.
"""

import hashlib
import re

_LOOKALIKE = re.compile(
    r"<(?=\s*/?\s*[a-z_]+-[0-9a-f]{6,}\b)"  # our own tags, opening or closing
    r"|<(?=\s*/?\s*(?:system|assistant|user|instructions?|tool_call|tool_response|function_calls?|think)\s*>)"
    r"|<(?=\|)"  # <|im_start|> and its kin
    r"|<(?=<\s*/?\s*SYS\s*>)"
    r"|\[(?=\s*/?\s*(?:INST|AVAILABLE_TOOLS|TOOL_CALLS|SYSTEM_PROMPT)\s*\])",
    re.IGNORECASE,
)
_UNSENDABLE = re.compile("[\x00\ud800-\udfff]")
_INERT = {"<": "‹", "[": "⁅"}
_ATTRIBUTE = re.compile(r"[^\w .,:/()+-]")


def neutral(text: str) -> str:
    """The text with nothing in it that could pass for one of our tags or for a chat template's marks."""
    return _LOOKALIKE.sub(lambda match: _INERT[match.group()], _UNSENDABLE.sub("\ufffd", text))


def delimited(name: str, text: str, *, label: str = "") -> str:
    """The neutral text between tags named after it, with an optional `id` in the opening one."""
    inert = neutral(text)
    mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    tag = f"{name}-{mark}"
    identity = f' id="{attribute(label)}"' if label else ""
    return f"<{tag}{identity}>\n{inert}\n</{tag}>"


def attribute(text: str) -> str:
    """A short name that can stand in quotes on one line."""
    return _ATTRIBUTE.sub("_", text)[:120]
