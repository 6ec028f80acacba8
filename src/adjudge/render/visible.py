"""Text from users and models, made safe to look at: what would act on a terminal or hide in a page becomes a sign.

Control characters, ANSI escapes, direction overrides, invisible characters and lone surrogates are shown; line feeds
and tabs stay. Joiners stay too: emoji and several scripts need them.
"""

import re

_SPACE = re.compile("[ \t\r\n]+")
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 without tab and line feed, DEL, C1
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f"  # direction marks, overrides, isolates
    "\u180e\u200b\u2028\u2029\u2060-\u2065\ufeff\ufff9-\ufffb"  # no width at all
    "\ud800-\udfff\U000e0000-\U000e007f]"  # lone surrogates, tag characters
)

_TYPEWRITER = str.maketrans(
    {"…": "...", "–": "-", "—": "-", "·": "|", "→": "->", "×": "x", "“": '"', "”": '"', "‘": "'", "’": "'"}
)


def visible(text: str, *, ascii_only: bool = False) -> str:
    """The text with every acting or hidden character as a sign.

    With `ascii_only` typography becomes that of a typewriter, and all else beyond ASCII is escaped.

    >>> visible("a\\x1b[31mb")
    'a␛[31mb'
    """
    shown = _HIDDEN.sub(_code_point if ascii_only else _sign, text.replace("\r\n", "\n"))
    return shown.translate(_TYPEWRITER).encode("ascii", "backslashreplace").decode() if ascii_only else shown


def one_line(text: str, *, limit: int = 400) -> str:
    """White space as single spaces, and no longer than `limit`: for headings, table cells and lists."""
    # A cell never needs more than its limit, whatever the length of the text; spaces may shrink it further.
    line = _SPACE.sub(" ", text[: 4 * limit]).strip()
    return line if len(line) <= limit and len(text) <= 4 * limit else line[: limit - 1].rstrip() + "…"


def _code_point(found: re.Match[str]) -> str:
    return f"<U+{ord(found.group()):04X}>"


def _sign(found: re.Match[str]) -> str:
    code = ord(found.group())
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"‹U+{code:04X}›"
