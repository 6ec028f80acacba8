"""Words that may stand in each other's place, written in the very forms in which they are exchanged (English, German).

`SYNONYMS` and `ANTONYMS` are the inflected side of the lists in `analysis.lexicon`; a test holds the two together.
"""

from adjudge.analysis.lexicon.blocks import word_set


def _pairs(block: str, *, both_ways: bool = False) -> dict[str, str]:
    table: dict[str, str] = {}
    for entry in block.replace("\n", ";").split(";"):
        if entry.strip():
            first, second = (side.strip() for side in entry.split("/"))
            table.setdefault(first, second)
            if both_ways:
                table.setdefault(second, first)
    return table


SYNONYMS = _pairs(
    """
bought/purchased; buy/purchase; buys/purchases; began/started; begins/starts; built/constructed; builds/constructs
shop/store; shops/stores; doctor/physician; doctors/physicians; lawyer/attorney
almost/nearly; often/frequently; rapidly/quickly; rarely/seldom; approximately/about; chose/selected; picked/selected
child/kid; children/kids; car/automobile; cars/automobiles; huge/enormous; halted/stopped; assisted/helped
permitted/allowed; prohibited/banned; scientists/researchers; scientist/researcher; pupils/students; injured/wounded
usually/typically; jointly/together; demolished/destroyed; needs/requires; needed/required; wealthy/rich
etwa/ungefähr; rund/etwa; oft/häufig; kaufte/erwarb; gebaut/errichtet; erbaut/errichtet
beinahe/fast; begannen/starteten
"""
)
ANTONYMS = _pairs(
    """
rose/fell; rises/falls; rising/falling; risen/fallen; increased/decreased; increases/decreases; increasing/decreasing
grew/shrank; grows/shrinks; gained/lost; won/lost; wins/loses; approved/rejected; accepted/rejected; improved/worsened
strengthened/weakened; widened/narrowed; expanded/contracted; allowed/banned; permitted/prohibited; legal/illegal
bought/sold; buys/sells; opened/closed; opens/closes; praised/criticised; supported/opposed
northern/southern; eastern/western; largest/smallest; biggest/smallest; highest/lowest; oldest/youngest
fastest/slowest; longest/shortest; majority/minority; success/failure; profit/loss; guilty/innocent; safe/dangerous
common/rare; public/private; urban/rural; permanent/temporary; mandatory/voluntary; victory/defeat; winter/summer
started/finished; hired/fired; included/excluded; survived/died; surplus/deficit; imports/exports
stieg/sank; stiegen/sanken; gestiegen/gesunken; gewann/verlor; gewannen/verloren; kaufte/verkaufte; erlaubt/verboten
öffnete/schloss; geöffnet/geschlossen; größte/kleinste; größten/kleinsten; höchste/niedrigste; nördlich/südlich
östlich/westlich; gewinn/verlust; mehrheit/minderheit; erhöht/gesenkt; angenommen/abgelehnt; zugenommen/abgenommen
""",
    both_ways=True,
)
QUANTIFIERS = _pairs(
    """
most of/all of; many of/all of; some of/all of; several of/all of; few of/most of; half of/all of
most/all; many/all; some/all; several/all; few/most; a few/most; usually/always; often/always
sometimes/always; mostly/always
die meisten/alle; den meisten/allen; viele/alle; vielen/allen; einige/alle; einigen/allen; manche/alle; mehrere/alle
wenige/die meisten; oft/immer; häufig/immer; manchmal/immer; meist/immer
"""
)
HEDGES = _pairs(
    """
may/will; might/will; could/will; suggests/proves; suggest/prove; suggested/proved; indicates/proves; indicate/prove
indicated/proved; is expected to/is certain to; are expected to/are certain to; is likely to/is certain to
are likely to/are certain to; könnte/wird; könnten/werden; dürfte/wird; dürften/werden
deutet darauf hin, dass/beweist, dass; deuten darauf hin, dass/beweisen, dass
"""
)
HEDGE_ADVERBS = word_set(
    "possibly probably perhaps allegedly reportedly apparently presumably supposedly purportedly "
    "möglicherweise vermutlich wahrscheinlich angeblich mutmaßlich voraussichtlich vielleicht"
)
CAUSES = _pairs(
    """
is associated with/causes; are associated with/cause; was associated with/caused; were associated with/caused
is linked to/causes; are linked to/cause; was linked to/caused; were linked to/caused; has been linked to/has caused
have been linked to/have caused; has been associated with/has caused; have been associated with/have caused
is correlated with/causes; correlates with/causes; correlate with/cause; correlated with/caused; coincided with/caused
"""
)
SCOPES = _pairs(
    """
in mice/in people; in rats/in people; in animals/in people; in cell cultures/in people
in the laboratory/in everyday life
in laboratory tests/in everyday life; in parts of/in all of; in part of/in all of; in some parts of/in all of
part of the/all of the; parts of the/all of the; partly/completely; partially/completely; in some cases/in all cases
temporarily/permanently; among volunteers/among the whole population; in a small sample/in the whole population
bei mäusen/bei Menschen; an mäusen/an Menschen; bei ratten/bei Menschen
in tierversuchen/beim Menschen; im labor/im Alltag
in teilen von/in ganz; teilweise/vollständig; vorübergehend/dauerhaft; in einigen fällen/in allen Fällen
"""
)
COMPARISONS = _pairs(
    """
higher than/lower than; larger than/smaller than; bigger than/smaller than; faster than/slower than
older than/younger than; longer than/shorter than; taller than/shorter than; heavier than/lighter than
better than/worse than; stronger than/weaker than; warmer than/colder than
earlier than/later than; richer than/poorer than
cheaper than/more expensive than; above/below; more often than/less often than
höher als/niedriger als; größer als/kleiner als; älter als/jünger als; länger als/kürzer als
schneller als/langsamer als
schwerer als/leichter als; besser als/schlechter als; wärmer als/kälter als
teurer als/billiger als; früher als/später als
""",
    both_ways=True,
)
THRESHOLDS = _pairs(
    "more than/fewer than; less than/more than; fewer than/more than; over/under; under/over; at least/fewer than"
    ";mehr als/weniger als; weniger als/mehr als; mindestens/weniger als; über/unter; unter/über"
)
UNITS = _pairs(
    """
kilograms/tonnes; kilogram/tonne; tonnes/kilograms; tons/kilograms; kg/tonnes; grams/kilograms; mg/g; g/kg
kilometres/metres; kilometers/meters; metres/kilometres; meters/kilometers; km/m; miles/feet; feet/miles; cm/m; mm/cm
litres/millilitres; liters/gallons; gallons/litres; hectares/square kilometres; acres/square miles
hours/days; minutes/hours; seconds/minutes; days/weeks; weeks/months; months/years; years/months
dollars/euros; euros/dollars; pounds/euros; $/€; €/$; £/€
kilogramm/Tonnen; tonnen/Kilogramm; kilometer/Meter; meter/Kilometer; stunden/Tage; minuten/Stunden; tage/Wochen
wochen/Monate; monate/Jahre; jahre/Monate; tagen/Wochen; wochen/Monaten; euro/Dollar; dollar/Euro
hektar/Quadratkilometer
"""
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
PEOPLE = ("Martin Keller", "Anna Lindqvist", "Peter Novak", "Clara Winter", "Jonas Berg", "Helen Marsh", "Victor Adler")
"""Invented persons, to stand in the place of real ones."""
