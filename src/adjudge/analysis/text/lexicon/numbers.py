"""Number words, English and German: small numbers, scales, ordinals, and the parts that fractions are made of."""

_SMALL = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_GERMAN = """
null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn
"""
_GERMAN_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"
_ORDINALS = """
first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth
eighteenth nineteenth twentieth
"""
_SCALES = """
hundred=1e2 hundreds=1e2 hundert=1e2 hunderte=1e2 hunderten=1e2 dozen=12 dozens=12 dutzend=12 dutzende=12 dutzenden=12 thousand=1e3 thousands=1e3 k=1e3 tsd=1e3 tausend=1e3 tausende=1e3 tausenden=1e3 zehntausende=1e4 zehntausenden=1e4
hunderttausende=1e5 hunderttausenden=1e5 lakh=1e5 lakhs=1e5 crore=1e7 crores=1e7
million=1e6 millions=1e6 m=1e6 mn=1e6 mln=1e6 mio=1e6 millionen=1e6 billion=1e9 billions=1e9 bn=1e9 b=1e9 mrd=1e9 milliarde=1e9
milliarden=1e9 trillion=1e12 trillions=1e12 tn=1e12 billionen=1e12
"""
_PARTS = """
half=2 halves=2 third=3 thirds=3 quarter=4 quarters=4 fourth=4 fourths=4 fifth=5 fifths=5 sixth=6 sixths=6 seventh=7 sevenths=7 eighth=8
eighths=8 ninth=9 ninths=9 tenth=10 tenths=10 hälfte=2 drittel=3 viertel=4 fünftel=5 zehntel=10
"""


def _table(block: str) -> dict[str, float]:
    return {word: float(value) for word, value in (entry.split("=") for entry in block.split())}


SMALL: dict[str, float] = {word: value for value, word in enumerate(_SMALL.split())}
ONES = tuple(word for word, value in SMALL.items() if 0 < value < 10)
TENS: dict[str, int] = {word: 20 + 10 * place for place, word in enumerate(_TENS.split())} | {"fourty": 40}
# What German number words are put together from; "ein" alone is an article.
GERMAN_ONES: dict[str, int] = {word: value for value, word in enumerate(_GERMAN.split())}
GERMAN_TENS: dict[str, int] = {word: 20 + 10 * place for place, word in enumerate(_GERMAN_TENS.split())} | {
    "dreissig": 30
}
SMALL |= TENS | GERMAN_TENS
SMALL |= {
    f"{one}und{ten}": high + low
    for one, low in GERMAN_ONES.items()
    for ten, high in GERMAN_TENS.items()
    if 0 < low < 10
}
SMALL |= {word: value for word, value in GERMAN_ONES.items() if value != 1}
SMALL |= {f"{word}einhalb": value + 0.5 for word, value in GERMAN_ONES.items() if 1 < value <= 12}
SMALL |= {"anderthalb": 1.5, "eineinhalb": 1.5}
ORDINALS: dict[str, int] = {word: value for value, word in enumerate(_ORDINALS.split(), start=1)}
SCALES: dict[str, float] = _table(_SCALES)
PARTS: dict[str, float] = _table(_PARTS)
