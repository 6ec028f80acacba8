"""Which language a text is in, by its commonest words; which script, where it is not the Latin one.

A guess with a price: too few such words, and it says nothing.

Only words that the other languages here do not have are counted, so that a name or a loan word weighs nothing. German
shows in a short text too, where nothing speaks for another language: "Der Umsatz wuchs".
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.lexicon.morphology import STOP_WORDS

_COMMON = {
    "English": "the of and is are with that for from this which by were been have has had not it they his her its "
    "their would there than who what when be as at or but did does can we you she he to on into about after over "
    "people said born became more first one two new these those them him our during because between until per",
    "German": "der das und ist sind mit dass für von aus wurde wurden nicht ein eine einen einem einer eines auch auf "
    "sich wird werden dem den des als nach bei sie er wir ich haben wie oder aber zum zur über noch nur zwischen seit "
    "im die an was hatte hatten waren kein keine keinen keiner ihre ihren ihrer seine seinen seinem seiner diese "
    "dieser dieses diesem durch gegen ohne unter vor vom beim dort mehr sehr weil wenn kann muss soll sollte jahr "
    "jahre jahren prozent millionen milliarden menschen etwa rund wegen bereits gibt kam kamen stieg stiegen "
    "sanken fiel liegt steht leitet leitete gewann verlor begann endete starb kauft kaufte verkaufte baute zeigt "
    "zeigte lebt wohnt wohnte spielt spielte arbeitet kostet kostete dauert dauerte sagte trat schloss blieb "
    "erhielt wuchs hielt ließ zwei drei neue neuen alten ersten zweiten weniger viele meisten worden baut",
    "French": "le les et est sont avec que pour dans cette qui par une des du au aux ne pas été avait ont sur plus ce "
    "ses leur il elle ils nous vous mais où comme entre depuis la de en",
    "Spanish": "el los las y es son con para este esta que por una del al la de en fue han más se su sus lo como pero "
    "donde entre desde muy también él ella",
    "Italian": "il gli e è sono con che per questo questa una della delle dei del nel nella non fu hanno più si suo "
    "loro lo come ma dove tra anche dal al la",
    "Dutch": "de het en zijn met dat voor van deze die door een niet werd hebben heeft ook op zich wordt worden als "
    "naar bij zij hij wij maar waar tussen sinds an was waren",
}
_WORD = re.compile(r"[^\W\d_]+")
_NOT_LATIN = re.compile(r"[^\x00-\u024f\u1e00-\u1eff]")
_GERMAN_SHAPE = re.compile(r"\w{0,40}[äöüß]\w{0,40}|\w{3,40}(?:lich(?:e[mnrs]?)?|iert(?:en?)?)")
_GERMAN_NOUN = re.compile(r"[A-ZÄÖÜ]\w{0,40}(?:ung|ungen|heit|heiten|keit|keiten|schaft|schaften|[äöüß]\w*)|[ÄÖÜ]\w+")
_OPENING = re.compile(r"(?:^|[.!?:]\s|\n)[\s\"'„“»(]{0,4}$")
_GERMAN_HINTS = word_set("die war hat bis am um es so ab lag sank")
_IN_NAMES = word_set("der das und des von dem den im zum zur bei mit auf aus er")
_NAME = re.compile(r"(\b[A-ZÄÖÜ]\w{1,40}) (?:von|zu|zur|zum|im|am|an|ob)(?: de[rmn])?(?= [A-ZÄÖÜ])")
_NEVER_GERMAN = frozenset({"a", "was"})
_SAMPLE = 4000
OTHER = "a language other than English and German"
_BEYOND_WESTERN = "\u0100"
_UNIT_SIGNS = str.maketrans("", "", "²³µμ")
"""Letters of units, which say nothing of a language: "Area (km²): 160"."""
_HINT, _TELLING, _PLAIN = 1, 2, 3
_ENOUGH, _ENOUGH_ALONE = 4, 3
"""Two telling words show a language; where no other shows, German needs one that is in no name, or a hint beside."""
_MARGIN = 2
_LEAST_SHARE = 0.1
"""Share of the words that must show another language than English or German: names alone ("El Paso") show fewer."""


def _distinctive() -> dict[str, str]:
    counts = Counter(word for words in _COMMON.values() for word in set(words.split()))
    return {word: name for name, words in _COMMON.items() for word in words.split() if counts[word] == 1}


_LANGUAGE_OF = _distinctive()


@lru_cache(maxsize=1024)
def language(text: str) -> str:
    """The language's English name, or nothing where the text does not show it."""
    sample = _NAME.sub(r"\1", text[:_SAMPLE])
    if script := _script(sample):
        return script
    found = list(_WORD.finditer(sample))
    points = _points(sample, found)
    words = frozenset(word.group() for word in found)
    if points["German"] and _hinted(words):
        points["German"] += _HINT
    (best, most), (_, runner_up) = [*points.most_common(2), ("", 0), ("", 0)][:2]
    if best not in ("", "English", "German") and most < _LEAST_SHARE * _TELLING * len(found):
        return ""
    alone = best == "German" and not runner_up and words.isdisjoint(_NEVER_GERMAN)
    if most >= max(_ENOUGH_ALONE if alone else _ENOUGH, _MARGIN * runner_up):
        return best
    if not _is_foreign(words, points):
        return ""
    return best if best and max(sample) < _BEYOND_WESTERN else OTHER


def _is_foreign(words: frozenset[str], points: Mapping[str, int]) -> bool:
    """Whether a foreign word or letter is there and no small English word: true of none of 17,393 English claims."""
    if points["English"] or points["German"] or any(word.lower() in STOP_WORDS for word in words if len(word) > 1):
        return False
    foreign = [
        word for word in words if word.islower() and (word in _LANGUAGE_OF or not word.translate(_UNIT_SIGNS).isascii())
    ]
    return len(foreign) > _LEAST_SHARE * len(words)


def leaning(text: str) -> str:
    """The language or script that more words show than any other, however few they are; nothing where none does."""
    sample = _NAME.sub(r"\1", text[:_SAMPLE])
    if script := _script(sample):
        return script
    (best, most), (_, runner_up) = [*_points(sample, _WORD.finditer(sample)).most_common(2), ("", 0), ("", 0)][:2]
    return best if most > runner_up else ""


def _points(text: str, words: Iterable[re.Match[str]]) -> Counter[str]:
    points: Counter[str] = Counter()
    for word in words:
        points[_shown_by(text, word)] += _PLAIN if _plainly_german(word.group()) else _TELLING
    del points[""]
    return points


def _script(text: str) -> str:
    """The script that most letters are of, where that is not the Latin one: which language it is need not be known."""
    letters = "".join(_WORD.findall(text))
    other = _NOT_LATIN.findall(letters)
    if not other or 2 * len(other) <= len(letters):
        return ""
    names = Counter(unicodedata.name(letter, "another script").split()[0] for letter in other)
    script = names.most_common(1)[0][0].capitalize()
    return "Chinese or Japanese" if script in ("Cjk", "Hiragana", "Katakana") else script


def _shown_by(text: str, word: re.Match[str]) -> str:
    """The language that has this word. With a capital inside a sentence it is a name: "Der Spiegel", "El Paso"."""
    form = word.group()
    if form.islower() and _GERMAN_SHAPE.fullmatch(form):
        return "German"
    found = "German" if form == "Die" else _LANGUAGE_OF.get(form.lower(), "")
    inside = not _OPENING.search(text[max(0, word.start() - 4) : word.start()])
    return "" if found != "English" and inside and not form.islower() else found


def _plainly_german(word: str) -> bool:
    """Whether the word is German and stands in no name that others use: "wurde", not the "und" of "Sturm und Drang"."""
    return _LANGUAGE_OF.get(word) == "German" and word not in _IN_NAMES


def _hinted(words: frozenset[str]) -> bool:
    """Whether a word speaks for German that others have too ("hat"), or a noun does that is no mere name."""
    in_names = not words.isdisjoint(_IN_NAMES)
    return not words.isdisjoint(_GERMAN_HINTS) or (in_names and any(map(_GERMAN_NOUN.fullmatch, words)))
