"""Make text under test safe to include in a prompt.

In: any text. Out: the same text between two tags whose name no author of the text could know, because it comes from a
hash of the text. Ordinary text is not altered, so that quotes can be copied from it; what imitates our tags or a chat
template's marks loses its opening sign, and what no request can carry (null bytes, lone surrogates) becomes U+FFFD.

A mark is known by its shape, in whatever letters it is written: a name in brackets that holds a bar or an underscore
(`<|im_start|>`, `[|system|]`, `<start_of_turn>`, `[TOOL_CALLS]`) or a colon (`<seed:bos>`), a name in double brackets
(`<<SYS>>`), a tilde between square brackets (`]~b]`), or one of the plain words that templates use (`<s>`, `</think>`,
`[INST]`). Line breaks inside a mark do not hide it, nor do spaces inside one of those words.
"""

import hashlib
import re
import unicodedata

_BARS = "|¦│┃ǀ∣❘❙⏐￨｜︱‖∥"
_ANGLES = "<＜﹤˂ᐸ⟨〈〈❬❮◁", ">＞﹥˃ᐳ⟩〉〉❭❯▷"
_SQUARES = "[［【⟦", "]］】⟧"
# Opening signs are the only characters that are ever replaced, apart from those that no request can carry.
_OPENING, _CLOSING = (re.escape(_ANGLES[side] + _SQUARES[side]) for side in (0, 1))
_UNSEEN = (
    r"\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""White space, what Unicode lets a display ignore, and the signs that are blank anyway."""
_LONGEST_MARK = 120

_OWN_TAG = re.compile(rf"[{_ANGLES[0]}](?=\s{{0,8}}/?\s{{0,8}}[a-z_]{{1,40}}-[0-9a-f]{{6,}}\b)", re.IGNORECASE)
_OPENING_BAR = re.compile(rf"[{_ANGLES[0]}](?=[{_UNSEEN}]{{0,8}}[{re.escape(_BARS)}])")
# Possessive, and never begun inside a run of opening signs: the time grows with the text alone.
_SQUARE, _GAP = rf"[{re.escape(_SQUARES[0] + _SQUARES[1])}]", rf"[{_UNSEEN}]{{0,4}}"
_TILDE = re.compile(rf"{_SQUARE}(?={_GAP}(?:[~～]{_GAP}!?{_GAP}\w?|\w{_GAP}[~～]){_GAP}{_SQUARE})")
_IN_BRACKETS = re.compile(
    rf"(?<![{_OPENING}])[{_OPENING}]++(?P<name>[^{_OPENING}{_CLOSING}]{{1,{_LONGEST_MARK}}}+)[{_CLOSING}]"
)
_NAME = re.compile(r"/?(?P<name>[\w▁.:-]+)(?: ?/)?(?P<attributes>(?: \w+)? ?=.*)?", re.DOTALL)
_BETWEEN_BARS = re.compile(rf"[{re.escape(_BARS)}][\w .:-]{{2,}}[{re.escape(_BARS)}]")

_WORDS = frozenset(
    """
    s bos eos bot eot sot eod sop eop eoh eoa eom bom escape pad unk mask gmask smask sep cls inst sys system user human
    role assistant model developer instruction instructions prompt message messages tool tools toolcall toolcalls
    toolresponse function functions functioncall functioncalls invoke parameter
    parameters think thinking thought thoughts reasoning img image args
    turn endofturn startofturn endoftext endofprompt unused reserved extra ctrl boi eoi fim prefix suffix middle
    """.split()  # noqa: SIM905
)
_JOINING = frozenset(("start", "end", "begin", "of", "im", "token", "id", "call", "response", "result", "channel"))
_LOOKALIKES = str.maketrans(
    {
        lookalike: letter
        for letter, lookalikes in {
            "a": "аАαΑɑᴀ", "b": "вВΒʙ", "c": "сСᴄϲ", "d": "ԁᴅժ", "e": "еЕεΕᴇ", "f": "ꜰϝ", "g": "ɡɢց", "h": "һНнΗʜհ",
            "i": "іІιΙıɪ", "j": "јЈᴊյ", "k": "кКκΚᴋ", "l": "ӏʟ", "m": "мМΜᴍ", "n": "пηΝɴո", "o": "оОοΟᴏօ", "p": "рРρΡᴘ",
            "q": "ԛզ", "r": "гʀ", "s": "ѕЅꜱ", "t": "тТτΤᴛ", "u": "υᴜս", "v": "νѵᴠ", "w": "ԝωᴡ", "x": "хХχΧ",
            "y": "уУγΥʏ", "z": "Ζᴢ",
        }.items()
        for lookalike in lookalikes
    }
)  # fmt: skip
_SPACES = frozenset(" \u00a0\u2002\u2003\u2009\u202f\u3000")
_UNSEEN_RUN = re.compile(rf"[{_UNSEEN}]+")
_UNSENDABLE = re.compile("[\x00\ud800-\udfff]")
_INERT = {
    **dict.fromkeys(_ANGLES[0], "‹"),
    **dict.fromkeys(_SQUARES[0], "⁅"),
    **dict.fromkeys(_SQUARES[1], "⁆"),
}
_INERT_SIGNS = str.maketrans(_INERT)
_RESTORED = str.maketrans({"‹": "<", "⁅": "[", "⁆": "]"})
_ATTRIBUTE = re.compile(r"[^\w .,:/()+-]")


def neutral(text: str) -> str:
    """The text with nothing in it that could pass for one of our tags or for a chat template's marks."""
    text = _UNSENDABLE.sub("\ufffd", text)
    for pattern in (_OWN_TAG, _OPENING_BAR, _TILDE):
        text = pattern.sub(lambda match: _INERT[match.group()], text)
    return _IN_BRACKETS.sub(_without_mark, text)


def restored(words: str) -> str:
    """Words that were copied from a neutral text, with the opening signs that it lost."""
    return words.translate(_RESTORED)


def _without_mark(match: re.Match[str]) -> str:
    signs = match.group()[: match.start("name") - match.start()]
    rest = match.group()[len(signs) :]
    return signs.translate(_INERT_SIGNS) + rest if _is_mark(signs, match["name"]) else match.group()


def _is_mark(signs: str, name: str) -> bool:
    angled = signs[-1] in _ANGLES[0]
    if any(bar in name for bar in _BARS):
        return angled or _BETWEEN_BARS.fullmatch(_skeleton(name)) is not None
    skeleton = _skeleton(name)
    if "".join(skeleton.split()).strip("/") in _WORDS:
        return True
    found = _NAME.fullmatch(skeleton)
    if found is None:
        return False
    word = found["name"].strip("._-:▁")
    if not word or not any(map(str.isalpha, word)):
        return False
    if "_" in (found["name"] if angled else word) or "▁" in word:
        return True
    if angled and (":" in word or signs[-2:-1] in tuple(_ANGLES[0])):
        return True
    parts = [part.rstrip("0123456789") for part in re.split(r"[.:-]+", word)]
    return all(part in _WORDS or (len(parts) > 1 and part in _JOINING) for part in parts)


def _skeleton(name: str) -> str:
    """The name in plain small letters: full-width and other look-alikes as what they look like, nothing unseen."""
    letters = unicodedata.normalize("NFKC", _spaced(name).translate(_LOOKALIKES)).casefold().translate(_LOOKALIKES)
    return "".join(letter for letter in unicodedata.normalize("NFD", letters) if not unicodedata.combining(letter))


def _spaced(name: str) -> str:
    """The name without unseen characters and line breaks; other spaces inside it are one space."""
    return _UNSEEN_RUN.sub(lambda run: " " if set(run.group()) & _SPACES else "", name).strip()


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
