"""Words that say the same as others do once both sides change places: "A beat B" and "B lost to A".

Each line names what the first side has more of, did, or is; behind the stroke, the words of the other side.
"""

from adjudge.analysis.text.words import stem

_SCALES = """
deeper tiefer / shallower flacher seichter
larger bigger greater größer / smaller kleiner
older älter / younger newer jünger neuer
taller higher höher / shorter lower niedriger
longer länger / shorter briefer kürzer
faster quicker schneller outpace / slower langsamer
heavier schwerer / lighter leichter
richer wealthier reicher / poorer ärmer
stronger stärker / weaker schwächer
better besser / worse schlechter
earlier sooner früher / later später
warmer hotter wärmer heißer / colder cooler kälter
wider broader breiter / narrower schmaler
thicker dicker / thinner dünner
costlier dearer pricier expensive costly teurer / cheaper billiger günstiger
farther further weiter / closer nearer näher
louder lauter / quieter leiser
brighter heller / darker dimmer dunkler
safer sicherer / riskier
happier glücklicher / sadder unhappier
"""

_CONTESTS = """
beat defeat thrash trounce overcome outplay outscore / lose
"""

_RIVALS = """
exceed outpace surpass overtake outnumber outrank / trail
"""

_DEEDS = """
buy purchase acquire
hire employ recruit
criticise criticize attack condemn denounce
praise laud commend
arrest detain
sue
"""

_TRANSFERS = """
sell / buy purchase acquire
lend loan / borrow
teach / learn
give donate hand present send award grant pay / receive get
bequeath / inherit
"""

_PLACES = """
north nördlich / south südlich
east östlich / west westlich
northeast nordöstlich / southwest südwestlich
northwest nordwestlich / southeast südöstlich
ahead / behind
above oberhalb / below beneath underneath unterhalb
upstream / downstream
"""

_KIN = """
parent mother father / child son daughter
grandparent grandmother grandfather / grandchild grandson granddaughter
employer / employee
teacher / student pupil
predecessor / successor
ancestor / descendant
landlord / tenant
mentor / protégé
"""


def _directions(block: str) -> dict[tuple[str, str], int]:
    """For two words of one line, 1 if they stand on the same side of the stroke, else -1."""
    table: dict[tuple[str, str], int] = {}
    for line in block.strip().splitlines():
        sides = [[stem(word) for word in part.split()] for part in line.split("/")]
        placed = [(word, side) for side, words in enumerate(sides) for word in words]
        for one, here in placed:
            for other, there in placed:
                table.setdefault((one, other), 1 if here == there else -1)
    return table


def _stems(block: str) -> frozenset[str]:
    return frozenset(stem(word) for word in block.replace("/", " ").split())


DIRECTIONS: dict[tuple[str, str], int] = {
    pair: direction
    for block in (_RIVALS, _DEEDS, _SCALES, _CONTESTS, _TRANSFERS, _PLACES, _KIN)
    for pair, direction in _directions(block).items()
}
SCALES, PLACES, KIN = _stems(_SCALES), _stems(_PLACES), _stems(_KIN)
CONTESTS = frozenset(stem(word) for word in _CONTESTS.split("/")[0].split())
RIVALS = frozenset(stem(word) for word in _RIVALS.split("/")[0].split())
GIVING = frozenset(stem(word) for line in _TRANSFERS.strip().splitlines() for word in line.split("/")[0].split())
TAKING = frozenset(stem(word) for line in _TRANSFERS.strip().splitlines() for word in line.split("/")[1].split())
GENDERED = _stems("mother father son daughter grandmother grandfather grandson granddaughter")


def _same_way() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for (one, other), way in DIRECTIONS.items():
        if way == 1:
            table.setdefault(one, set()).add(other)
    return {word: frozenset(others - {word}) for word, others in table.items()}


SAME_WAY: dict[str, frozenset[str]] = _same_way()
"""For each word, those that say the same of the same sides."""
