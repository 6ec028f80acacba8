"""Words that can replace each other, in the exact forms in which they are exchanged (English, German).

`SYNONYMS` and `ANTONYMS` are the inflected side of the lists in `analysis.text.lexicon`; a test holds the two together.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from adjudge.analysis.text.lexicon.blocks import word_set


@dataclass(frozen=True, slots=True)
class ExchangeTable:
    """What may be exchanged for what, for each language: "Winter" is a word of both, but "summer" of one."""

    english: dict[str, str] = field(default_factory=dict)
    german: dict[str, str] = field(default_factory=dict)

    def of(self, *, german: bool) -> dict[str, str]:
        """The pairs of one language."""
        return self.german if german else self.english


class Use(StrEnum):
    """How a word must stand to have the sense in which it is exchanged; `standing` tells."""

    NOUN = "the whole of a noun phrase's noun"
    VERB = "a verb"
    OBJECT = "a verb with its object, or in the passive"
    CHANGE = "a verb of more and less"
    ADVERB = "an adverb"
    AMOUNT = "before a number"
    PREDICATE = "an adjective after its verb"
    ATTRIBUTE = "an adjective before its noun"
    SUPERLATIVE = "after the article"
    BUILDING = "said of a building"


def _pairs(block: str, *, both_ways: bool = False) -> dict[str, str]:
    table: dict[str, str] = {}
    for entry in block.replace("\n", ";").split(";"):
        if entry.strip():
            first, second = (side.strip() for side in entry.split("/"))
            table.setdefault(first, second)
            if both_ways:
                table.setdefault(second, first)
    return table


def _table(english: str, german: str = "", *, both_ways: bool = False) -> ExchangeTable:
    return ExchangeTable(_pairs(english, both_ways=both_ways), _pairs(german, both_ways=both_ways))


SYNONYMS: tuple[tuple[Use, ExchangeTable], ...] = (
    (
        Use.NOUN,
        _table(
            """shop/store; shops/stores; doctor/physician; doctors/physicians; lawyer/attorney; child/kid; children/kids
            car/automobile; cars/automobiles; scientists/researchers; scientist/researcher; pupils/students"""
        ),
    ),
    (
        Use.OBJECT,
        _table(
            """bought/purchased; chose/selected; halted/stopped; assisted/helped; permitted/allowed; prohibited/banned
            demolished/destroyed; needed/required; buys/purchases"""
        ),
    ),
    (Use.VERB, _table("began/started; begins/starts", "kaufte/erwarb; begannen/starteten")),
    (Use.BUILDING, _table("built/constructed; builds/constructs", "gebaut/errichtet; erbaut/errichtet")),
    (Use.ADVERB, _table("often/frequently; rapidly/quickly; rarely/seldom; usually/typically")),
    (Use.ADVERB, _table("", "oft/häufig; beinahe/fast")),
    (Use.ATTRIBUTE, _table("huge/enormous; wealthy/rich")),
    (Use.AMOUNT, _table("approximately/about; almost/nearly", "etwa/ungefähr; rund/etwa")),
)
ANTONYMS: tuple[tuple[Use, ExchangeTable], ...] = (
    (
        Use.CHANGE,
        _table(
            "rose/fell; rises/falls; risen/fallen; increased/decreased; increases/decreases; grew/shrank; "
            "grows/shrinks",
            "stieg/sank; stiegen/sanken; gestiegen/gesunken; zugenommen/abgenommen",
            both_ways=True,
        ),
    ),
    (
        Use.CHANGE,
        _table("improved/worsened; strengthened/weakened; widened/narrowed", both_ways=True),
    ),
    (
        Use.OBJECT,
        _table(
            """won/lost; wins/loses; gained/lost; approved/rejected; rejected/approved; accepted/rejected
            allowed/banned; permitted/prohibited; prohibited/permitted; praised/criticised; criticised/praised
            supported/opposed; opposed/supported; hired/fired; included/excluded; excluded/included; bought/sold
            sold/bought; buys/sells; sells/buys"""
        ),
    ),
    (
        Use.VERB,
        _table(
            "opened/closed; opens/closes; closed/opened; closes/opens; started/finished",
            "gewann/verlor; gewannen/verloren; kaufte/verkaufte; öffnete/schloss",
        ),
    ),
    (Use.VERB, _table("", "erlaubt/verboten; verboten/erlaubt; erhöht/gesenkt; gesenkt/erhöht; abgelehnt/angenommen")),
    (Use.VERB, _table("", "angenommen/abgelehnt; geöffnet/geschlossen; geschlossen/geöffnet")),
    (
        Use.SUPERLATIVE,
        _table(
            """largest/smallest; biggest/smallest; highest/lowest; oldest/youngest; fastest/slowest; longest/shortest
            majority/minority""",
            "größte/kleinste; größten/kleinsten; höchste/niedrigste; mehrheit/minderheit",
            both_ways=True,
        ),
    ),
    (
        Use.NOUN,
        _table(
            "success/failure; profit/loss; victory/defeat; surplus/deficit; deficit/surplus; winter/summer; "
            "summer/winter",
            "gewinn/verlust",
        ),
    ),
    (Use.NOUN, _table("imports/exports; exports/imports")),
    (
        Use.PREDICATE,
        _table(
            """legal/illegal; illegal/legal; safe/dangerous; dangerous/safe; common/rare; rare/common; guilty/innocent
            mandatory/voluntary; voluntary/mandatory; permanent/temporary; temporary/permanent"""
        ),
    ),
    (
        Use.ATTRIBUTE,
        _table(
            """northern/southern; eastern/western; rising/falling; increasing/decreasing; urban/rural
            mandatory/voluntary; permanent/temporary""",
            both_ways=True,
        ),
    ),
    (Use.ADVERB, _table("", "nördlich/südlich; östlich/westlich", both_ways=True)),
)
QUANTIFIERS = _table(
    """
most of/all of; many of/all of; some of/all of; several of/all of; few of/most of; half of/all of
most/all; many/all; some/all; several/all; few/most; a few/most; usually/always; often/always
sometimes/always
""",
    """
die meisten/alle; den meisten/allen; viele/alle; vielen/allen; einige/alle; einigen/allen; manche/alle; mehrere/alle
wenige/die meisten; oft/immer; häufig/immer; manchmal/immer; meist/immer
""",
)
HEDGES = _table(
    """
may/will; might/will; could/will; suggests/proves; suggest/prove; suggested/proved; indicates/proves; indicate/prove
indicated/proved; is expected to/is certain to; are expected to/are certain to; is likely to/is certain to
are likely to/are certain to
""",
    """
könnte/wird; könnten/werden; dürfte/wird; dürften/werden
deutet darauf hin, dass/beweist, dass; deuten darauf hin, dass/beweisen, dass
""",
)
HEDGE_ADVERBS = word_set(
    "possibly probably perhaps allegedly reportedly apparently presumably supposedly purportedly "
    "möglicherweise vermutlich wahrscheinlich angeblich mutmaßlich voraussichtlich vielleicht"
)
CAUSES = _table(
    """
is associated with/causes; are associated with/cause; was associated with/caused; were associated with/caused
is linked to/causes; are linked to/cause; was linked to/caused; were linked to/caused; has been linked to/has caused
have been linked to/have caused; has been associated with/has caused; have been associated with/have caused
is correlated with/causes; are correlated with/cause; was correlated with/caused; were correlated with/caused
correlates with/causes; correlate with/cause; correlated with/caused; coincided with/caused
"""
)
EFFECTS = word_set(
    """risk risks rate rates lower higher better worse increased reduced fewer more less disease diseases cancer
    pressure death deaths mortality obesity depression diabetes asthma dementia stroke strokes symptom symptoms
    infection infections illness decline rise fall drop growth weight stress anxiety poverty crime unemployment
    warming shortages marks scores performance sales prices inflation damage pain fever allergies insomnia accidents
    injuries floods drought droughts übergewicht krebs krankheit krankheiten diabetes asthma depressionen demenz armut
    stress todesfällen schlafmangel bluthochdruck unfällen entzündungen arbeitslosigkeit kriminalität"""
)
"""What can be caused: a bridge links an island to the mainland and causes neither."""
SCOPES = _table(
    """
in mice/in people; in rats/in people; in animals/in people; in cell cultures/in people
in the laboratory/in everyday life
in laboratory tests/in everyday life; in parts of/in all of; in part of/in all of; in some parts of/in all of
part of the/all of the; parts of the/all of the; partly/completely; partially/completely; in some cases/in all cases
temporarily/permanently; among volunteers/among the whole population; in a small sample/in the whole population
""",
    """
bei mäusen/bei Menschen; an mäusen/an Menschen; bei ratten/bei Menschen
in tierversuchen/beim Menschen; im labor/im Alltag
in teilen von/in ganz; teilweise/vollständig; vorübergehend/dauerhaft; in einigen fällen/in allen Fällen
""",
)
COMPARISONS = _table(
    """
higher than/lower than; larger than/smaller than; bigger than/smaller than; faster than/slower than
older than/younger than; longer than/shorter than; taller than/shorter than; heavier than/lighter than
better than/worse than; stronger than/weaker than; warmer than/colder than
earlier than/later than; richer than/poorer than
cheaper than/more expensive than; above/below; more often than/less often than
""",
    """
höher als/niedriger als; größer als/kleiner als; älter als/jünger als; länger als/kürzer als
schneller als/langsamer als
schwerer als/leichter als; besser als/schlechter als; wärmer als/kälter als
teurer als/billiger als; früher als/später als
""",
    both_ways=True,
)
THRESHOLDS = _table(
    "more than/fewer than; less than/more than; fewer than/more than; over/under; under/over; at least/fewer than",
    # "Unter 30 Bewerbern" is among them, "über 5 Brücken" across them.
    "mehr als/weniger als; weniger als/mehr als; mindestens/weniger als",
)
LARGER_UNITS = _table(
    """
kilogram/tonne; kilograms/tonnes; kg/tonnes; grams/kilograms; mg/g; g/kg; metres/kilometres; meters/kilometers; m/km
feet/miles; cm/m; mm/cm; litres/gallons; liters/gallons; hectares/square kilometres; acres/square miles
hours/days; minutes/hours; seconds/minutes; days/weeks; weeks/months; months/years; years/decades
""",
    """
kilogramm/Tonnen; meter/Kilometer; stunden/Tage; minuten/Stunden; tage/Wochen; wochen/Monate; monate/Jahre
jahre/Jahrzehnte; tagen/Wochen; monaten/Jahren; jahren/Jahrzehnten; hektar/Quadratkilometer
""",
)
SMALLER_UNITS = _table(
    "tonnes/kilograms; tons/kilograms; kilometres/metres; kilometers/meters; km/m; miles/feet; years/months",
    "tonnen/Kilogramm; kilometer/Meter; jahre/Monate; jahren/Monaten",
)
"""Less of it may follow from more; only a measure taken as a whole ("weighs", "lasted") says that it is no less."""
CURRENCIES = _table(
    "dollars/euros; euros/dollars; pounds/euros; $/€; €/$; £/€",
    "euro/Dollar; dollar/Euro; $/€; €/$; £/€",
)
_VERBS = """
approve approved approved; reject rejected rejected; sue sued sued; defeat defeated defeated; beat beat beaten
acquire acquired acquired; buy bought bought; hire hired hired; dismiss dismissed dismissed
criticise criticised criticised
criticize criticized criticized; accuse accused accused; arrest arrested arrested; replace replaced replaced
succeed succeeded succeeded; overtake overtook overtaken; attack attacked attacked; invade invaded invaded
support supported supported; fund funded funded; teach taught taught; praise praised praised
win won won; sign signed signed
build built built; open opened opened; close closed closed; found founded founded; sell sold sold; write wrote written
publish published published; destroy destroyed destroyed; repair repaired repaired; cancel cancelled cancelled
discover discovered discovered; design designed designed; invent invented invented; paint painted painted
ban banned banned; finance financed financed; organise organised organised; launch launched launched
rescue rescued rescued; warn warned warned; employ employed employed; lead led led; inspect inspected inspected
"""
PAST_FORMS: dict[str, tuple[str, str]] = {
    past: (base, participle)
    for base, past, participle in (one.split() for one in _VERBS.strip().replace("\n", ";").split(";"))
}
"""Past tense to base form and participle."""
ONE_WAY = word_set(
    """sued defeated beat acquired bought hired dismissed criticised criticized accused arrested replaced succeeded
    overtook attacked invaded supported funded taught praised rescued warned employed financed besiegte verklagte
    kritisierte verhaftete übernahm ersetzte überholte lobte entließ"""
)
"""Verbs whose subject and object cannot change places without another meaning."""
TWO_OBJECTS = word_set("taught sold bought wrote built painted designed won hired")
"""Verbs that also say for whom: "taught the boy chess"."""
AGENTS = word_set(
    """council board government parliament senate court police army navy company firm mill bank union party team club
    committee commission ministry agency authority regulator school university hospital church city town county state
    village club association federation group consortium developer operator owner builder architect engineer artist
    author writer painter director manager president chairman chairwoman minister mayor governor king queen prince
    princess emperor pope bishop general captain commander judge lawyer prosecutor doctor surgeon nurse teacher
    professor scientist researcher inventor explorer journalist editor publisher player coach striker goalkeeper
    champion driver farmer worker workers farmers teachers doctors nurses scientists researchers engineers players
    soldiers rebels protesters students inspectors officers officials police firefighters coastguard ministers
    lawmakers voters residents villagers critics man woman men women boy girl uncle aunt father mother brother sister
    son daughter husband wife neighbour"""
)
"""Nouns for those who can do something to each other: a shop buys no director, a river builds no house."""
PEOPLE = ("Martin Keller", "Anna Lindqvist", "Peter Novak", "Clara Winter", "Jonas Berg", "Helen Marsh", "Victor Adler")
"""Invented persons, to stand in the place of real ones."""
