"""The mutation bench: a claim differs from its source only where it says so, and its label follows from the change."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.case import Document
from adjudge.evals.mutations.bench import MAKERS, mutations
from adjudge.evals.mutations.lexicon import ANTONYMS, SYNONYMS
from adjudge.evals.mutations.measure import SCHEME, mutation_table
from adjudge.evals.mutations.mutation import FAITHFUL_KINDS, Kind, Label, Mutation
from adjudge.evals.prediction import Prediction
from adjudge.verdict import Stance
from tests.evals.texts import ENGLISH, GERMAN

PIECES = [
    *ENGLISH.split(". "),
    *GERMAN.split(". "),
    "Did it open in 1931?",
    'He said "5 men left".',
    "If it rains, 5 leave.",
]


def made(text: str, **options: int) -> list[Mutation]:
    return list(mutations([Document(id="text", text=text)], **options))


def changed(text: str, kind: Kind) -> list[str]:
    return [one.claim for one in mutations([Document(text=text)], kinds=[kind])]


def test_every_kind_has_a_maker_and_every_kind_is_made_in_english() -> None:
    assert {kind for kind, _ in MAKERS} == set(Kind)
    assert {one.kind for one in made(ENGLISH)} == set(Kind)


def test_german_has_at_least_fourteen_kinds_of_mutation() -> None:
    found = {one.kind for one in made(GERMAN)}
    assert len(found - FAITHFUL_KINDS) >= 13
    assert {Kind.VERBATIM, Kind.ROUNDED, Kind.COARSER} <= found
    assert {one.language for one in made(GERMAN)} == {"de"}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=8), st.integers(0, 5))
def test_the_edits_are_the_only_change(pieces: list[str], seed: int) -> None:
    text = ". ".join(piece.rstrip(".") for piece in pieces) + "."
    for one in made(text, seed=seed):
        assert one.rebuilt == one.claim
        assert one.sentence in text
        for edit in one.edits:
            assert one.claim[edit.start : edit.end] == edit.now
            assert one.sentence[edit.source_start : edit.source_end] == edit.was
        assert (one.claim == one.sentence) == (one.kind is Kind.VERBATIM)
        assert one.label is one.kind.label


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_survived(text: str) -> None:
    for one in made(text):
        assert one.rebuilt == one.claim


def test_the_same_seed_gives_the_same_claims_and_another_seed_others() -> None:
    assert made(ENGLISH, seed=3) == made(ENGLISH, seed=3)
    assert made(ENGLISH, seed=3) != made(ENGLISH, seed=4)


def test_a_text_beside_it_changes_nothing() -> None:
    one, other = Document(id="a", text=ENGLISH), Document(id="b", text=GERMAN)
    assert [*mutations([one]), *mutations([other])] == list(mutations([one, other]))


def test_a_mutated_claim_is_not_said_in_another_place_of_the_source() -> None:
    for one in made(ENGLISH) + made(GERMAN):
        if one.label is Label.MUTATED:
            assert one.claim not in one.source


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("The mill did not sell 5 engines in May.", Kind.NUMBER),
        ("More than 50 people came to the fair.", Kind.NUMBER),
        ("The bridge opened before 1931.", Kind.DATE),
        ("The bridge was built between 1931 and 1934.", Kind.PERIOD),
        ("If it rains, many farmers leave the valley.", Kind.QUANTIFIER),
        ("Did most of the wells run dry?", Kind.QUANTIFIER),
        ("The tea may not help the patients.", Kind.HEDGE),
        ("It may rain in Brenn tomorrow.", Kind.NEGATION),
        ("All of the ships were old.", Kind.NEGATION),
        ("The fire was linked to the heat. The heat caused the fire.", Kind.CAUSE),
        ("Elena Ruiz met Anna Bell in Rome.", Kind.ROLES),
        ("Exactly 2,412 passengers came.", Kind.ROUNDED),
        ("The jet was Flight 9525 to Oslo.", Kind.ROUNDED),
        ("The haul was worth up to 2,412 dollars.", Kind.COARSER),
        ("The old house was sold in 2012.", Kind.ANTONYM),
        ("Around half of the wells were dry.", Kind.NEGATION),
        ("May was cold in Oslo that year.", Kind.HEDGE),
        ("The wire was cut so they could help.", Kind.HEDGE),
        ("It is part of the Balkans.", Kind.SCOPE),
        ("Clara Weiss was born in southern Norway.", Kind.SCOPE),
        ("The church stands in a village in southern Norway.", Kind.SCOPE),
        ("Half of the boats inspected had rust.", Kind.DENOMINATOR),
        ("Half of the boats, which had rust, were sold.", Kind.DENOMINATOR),
        ("He spent several years in Oslo.", Kind.QUANTIFIER),
        ("He trained before he was signed in 2009.", Kind.REORDERED),
        ("The roof fell after the storm.", Kind.CAUSE),
        # A bound that is moved outwards still holds.
        ("Members must reply within 20 days.", Kind.NUMBER),
        ("Members must reply within 20 days.", Kind.UNIT),
        ("The form is due in two weeks.", Kind.UNIT),
        ("The club lost players in the past 12 years.", Kind.NUMBER),
        ("Die Antwort muss binnen 20 Tagen bei der Stadt sein.", Kind.NUMBER),
        ("Die Antwort muss innerhalb von 20 Tagen bei der Stadt sein.", Kind.UNIT),
        ("Der Verein hat in den letzten 12 Jahren die Spieler verloren.", Kind.NUMBER),
        ("The pool is open from Tuesday to Sunday.", Kind.DATE),
        ("Das Bad ist von Dienstag bis Sonntag geöffnet.", Kind.DATE),
        ("She has won four medals since 1998.", Kind.PERIOD),
        ("She won four medals from 1998 to 2001.", Kind.PERIOD),
        ("The guard carried 3 tonnes of coal.", Kind.UNIT),
        ("Two in ten boats were painted.", Kind.NEGATION),
        # Case marks who did it, so the turned sentence says the same.
        ("Den Trainer kritisierte Weber am Freitag.", Kind.ROLES),
        ("Die Trainerin lobte Weber am Freitag.", Kind.ROLES),
        ("The board bought the house.", Kind.ROLES),
        # A list that runs beside another.
        ("Kenya and Ghana came first and second.", Kind.REORDERED),
        ("Kenya and Ghana sent 4 and 9 runners.", Kind.REORDERED),
        ("Paris und Berlin wurden in der Liga Erster und Zweiter.", Kind.REORDERED),
        ("Easter Monday was on 5 April 2021.", Kind.REORDERED),
        ("Critics mourned the attack in 2011.", Kind.REORDERED),
        # Names that are words, and words that are names.
        ("Brian May played the guitar at the palace.", Kind.DATE),
        ("Brian May played the guitar at the palace.", Kind.HEDGE),
        ("Ash Wednesday fell on the king's birthday.", Kind.DATE),
        ("He spoke about Northern Ireland to the press.", Kind.ANTONYM),
        # Another sense or part of speech.
        ("The class is for girls with special needs only.", Kind.SYNONYM),
        ("He picked up the parcel at noon.", Kind.SYNONYM),
        ("The firm runs assisted living in Leeds.", Kind.SYNONYM),
        ("She owns a coffee shop in Leeds.", Kind.SYNONYM),
        ("He chose to leave the band.", Kind.SYNONYM),
        ("The singer built a reputation in Leeds.", Kind.SYNONYM),
        ("Die Wache ist rund um die Uhr besetzt.", Kind.SYNONYM),
        ("Das gilt für die Städte wie etwa in Sachsen.", Kind.SYNONYM),
        ("Der Mann hat auf der Brache einen Unfall gebaut.", Kind.SYNONYM),
        ("The safe stood in the hall.", Kind.ANTONYM),
        ("A rose was on the table.", Kind.ANTONYM),
        ("The coat cost 900 won last week.", Kind.ANTONYM),
        ("The mill closed down in 1990.", Kind.ANTONYM),
        ("The dealer sold the school a bus.", Kind.ANTONYM),
        ("The dealer sold the bus to the school.", Kind.ANTONYM),
        ("Rents fell from 900 to 700 euros.", Kind.ANTONYM),
        ("An increased risk was found in Leeds.", Kind.ANTONYM),
        ("Der Wagen war im Winter in der Werkstatt.", Kind.ANTONYM),
        ("Das Schloss ist mit der Bahn zu erreichen.", Kind.ANTONYM),
        ("Die Frau stieg mit der Tasche aus.", Kind.ANTONYM),
        ("The village is linked to the coast by a road.", Kind.CAUSE),
        ("The clerk was linked to the theft.", Kind.CAUSE),
        ("Die Insel ist mit Rügen verbunden und das ist gut.", Kind.CAUSE),
        ("The parcel weighed 9 pounds.", Kind.UNIT),
        ("The table has four feet.", Kind.UNIT),
        ("He works 40 hours a week.", Kind.UNIT),
        ("About 30 percent of nurses who say the pay is low left the ward.", Kind.DENOMINATOR),
        ("Viele Tausend Gäste waren auf der Messe.", Kind.QUANTIFIER),
        ("Viele alte Häuser sind in der Stadt.", Kind.QUANTIFIER),
        ("Der Mann hat einen Hund gekauft.", Kind.NEGATION),
        ("Die Stadt hat Bäume gepflanzt.", Kind.NEGATION),
        ("Die Miete ist um 9 Prozent gestiegen.", Kind.NEGATION),
        ("Der Fahrer wurde schwer verletzt.", Kind.NEGATION),
        ("Der Sänger, angeblich müde, ging nach der Probe.", Kind.HEDGE),
        ("The singer, reportedly tired of the tour, went home.", Kind.HEDGE),
        ("The gift allowed them to buy a boat.", Kind.ANTONYM),
        ("The ruling opened the door to more suits.", Kind.ANTONYM),
        ("He lost his job after falling asleep at work.", Kind.ANTONYM),
        ("Der Rat nahm das Gesetz mit großer Mehrheit an.", Kind.ANTONYM),
        ("Vor allem die Kinder sind in der Stadt betroffen.", Kind.NEGATION),
        ("There are some nurses in the hall.", Kind.QUANTIFIER),
        ("The museum has many rooms in the east wing.", Kind.QUANTIFIER),
        ("Lots of nurses have joined the strike.", Kind.NEGATION),
        ("Half of those surveyed want a new pool.", Kind.DENOMINATOR),
        ("Ferry traffic grew by 9 percent.", Kind.POINTS),
        ("LISBON (Reuters) - The mayor said the pool was full.", Kind.PLACE),
        ("He sang in Bhojpuri at the fair.", Kind.PLACE),
        ("The clinic answers 911 calls at night.", Kind.ROUNDED),
        ("The bill passed by a vote of 227-205 members.", Kind.ROUNDED),
        ("He scored his seventh goal in just four games.", Kind.NUMBER),
        ("The ship was far (17 miles) from the coast.", Kind.NUMBER),
        ("Jo Ward The first group arrived in Leeds in 1860.", Kind.REORDERED),
        # What does not take the passive, or not without its other words.
        ("The aunt taught the girl chess.", Kind.VOICE),
        ("The dealer sold the school two buses.", Kind.VOICE),
        ("The owner closed the mill down.", Kind.VOICE),
        ("The council finally approved the plan.", Kind.VOICE),
        ("The charity supported the homeless.", Kind.VOICE),
        ("The hut was built by the river.", Kind.VOICE),
        ("The road was opened by Monday.", Kind.VOICE),
        # "About" does not fit after an article, and below a denial it may say more.
        ("The town did not sell 2,412 tickets.", Kind.ROUNDED),
        ("The lamps stand every 2,412 metres on the road.", Kind.ROUNDED),
    ],
)
def test_where_the_label_would_not_be_certain_nothing_is_made(sentence: str, kind: Kind) -> None:
    assert changed(sentence, kind) == []


@pytest.mark.parametrize(
    ("sentence", "kind", "claim"),
    [
        ("Elena Ruiz sued the mill in 2012.", Kind.ROLES, "The mill sued Elena Ruiz in 2012."),
        ("The council approved the plan.", Kind.VOICE, "The plan was approved by the council."),
        ("The plan was approved by the council.", Kind.VOICE, "The council approved the plan."),
        ("The council approved the plan.", Kind.NEGATION, "The council did not approve the plan."),
        ("Most of the wells were dry.", Kind.QUANTIFIER, "All of the wells were dry."),
        ("Die meisten Brunnen waren trocken.", Kind.QUANTIFIER, "Alle Brunnen waren trocken."),
        ("The bill rose by 3 percentage points.", Kind.POINTS, "The bill rose by 3 percent."),
        ("It opened on 14 March 2021 in Brenn.", Kind.COARSER, "It opened in March 2021 in Brenn."),
        ("The fair drew 2,412 guests.", Kind.ROUNDED, "The fair drew about 2,400 guests."),
        (
            "Der Markt zog 2.412 Gäste an und wurde groß.",
            Kind.ROUNDED,
            "Der Markt zog etwa 2.400 Gäste an und wurde groß.",
        ),
        ("The drug may help.", Kind.HEDGE, ""),
        ("It is the oldest school in western Norway.", Kind.SCOPE, "It is the oldest school in all of Norway."),
        ("Snow fell in northern Norway on Monday.", Kind.SCOPE, "Snow fell throughout Norway on Monday."),
        ("About 40% of adults with asthma had a cough.", Kind.DENOMINATOR, "About 40% of adults had a cough."),
        ("A third of children aged 6 to 9 were ill.", Kind.DENOMINATOR, "A third of children were ill."),
        ("Half of boats inspected had rust.", Kind.DENOMINATOR, "Half of boats had rust."),
        ("Half of the cows vaccinated were ill.", Kind.DENOMINATOR, "Half of the cows were ill."),
        ("The bridge was opened in 1931.", Kind.REORDERED, "In 1931, the bridge was opened."),
        ("The navy rescued the children.", Kind.VOICE, "The children were rescued by the navy."),
        ("The crowd attacked the police.", Kind.VOICE, "The police were attacked by the crowd."),
        ("He toured Kenya and Ghana in May.", Kind.REORDERED, "He toured Ghana and Kenya in May."),
        ("The mill bought the house in 1990.", Kind.SYNONYM, "The mill purchased the house in 1990."),
        ("Die Brücke wurde 1990 in Kiel gebaut.", Kind.SYNONYM, "Die Brücke wurde 1990 in Kiel errichtet."),
        ("Es kamen rund 900 Gäste auf die Messe.", Kind.SYNONYM, "Es kamen etwa 900 Gäste auf die Messe."),
        ("Die Miete ist um 9 Prozent gestiegen.", Kind.ANTONYM, "Die Miete ist um 9 Prozent gesunken."),
        ("The drug is safe for adults.", Kind.ANTONYM, "The drug is dangerous for adults."),
        ("Prices rose by 3 percent.", Kind.ANTONYM, "Prices fell by 3 percent."),
        ("Leipzig besiegte Bremen am 9. Mai 2021.", Kind.ROLES, "Bremen besiegte Leipzig am 9. Mai 2021."),
        ("Das Gesetz wurde im Bundestag angenommen.", Kind.NEGATION, "Das Gesetz wurde im Bundestag nicht angenommen."),
        ("Obesity is linked to heart disease.", Kind.CAUSE, "Obesity causes heart disease."),
        ("The guide costs 9 pounds.", Kind.UNIT, "The guide costs 9 euros."),
        ("Turnout rose by 6 percent.", Kind.POINTS, "Turnout rose by 6 percentage points."),
        ("Noise was correlated with stress.", Kind.CAUSE, "Noise caused stress."),
        ("Der Verein gewann das Spiel in der Stadt.", Kind.ANTONYM, "Der Verein verlor das Spiel in der Stadt."),
        ("Almost 900 guests came to the fair.", Kind.SYNONYM, "Nearly 900 guests came to the fair."),
        ("Der König starb am 9. Mai 1821 auf der Burg.", Kind.COARSER, "Der König starb im Mai 1821 auf der Burg."),
    ],
)
def test_what_is_made_of_a_sentence(sentence: str, kind: Kind, claim: str) -> None:
    found = changed(sentence, kind)
    assert found == ([claim] if claim else found)


@pytest.mark.parametrize(
    "sentence",
    [
        "Imports in April 2018 rose by 8 percent.",
        "Imports rose in April 2018.",
        "All schools were shut on 2 June 2020.",
        "The school was closed on 2 June 2020.",
        "The highest price on 2 June 2020 was bad.",
        "The first branch in April 2018 was opened by the mayor.",
        "The maker sold 90 boats in April 2018.",
        "The town opened only one pool in April 2018.",
        "The maker sold the most boats in April 2018.",
        "Die Einfuhren sind im April 2018 um 8 Prozent gestiegen.",
        "Alle Schulen waren am 2. Juni 2020 geschlossen.",
        "Der höchste Preis wurde am 2. Juni 2020 beschlossen.",
        "Die Werft verkaufte im April 2018 die meisten Boote.",
        "Die erste Filiale wurde im April 2018 in der Stadt eröffnet.",
    ],
)
def test_only_the_date_of_one_event_is_told_without_its_day(sentence: str) -> None:
    """What was counted, highest or true of all on one day need not be so in its month."""
    assert changed(sentence, Kind.COARSER) == []


def test_a_german_text_gets_german_places_and_words() -> None:
    for seed in range(20):
        for one in made("Der Hof liegt nördlich von Mailand und ist im Winter geschlossen.", seed=seed):
            assert not {"Milan", "Athens", "Warsaw", "Summer"} & set(one.claim.replace(".", "").split())


def test_a_mutated_count_grows_since_fewer_would_still_be_there() -> None:
    for seed in range(6):
        [one] = [one for one in made("The fair drew 40 guests in May.", seed=seed) if one.kind is Kind.NUMBER]
        assert int(one.edits[0].now) > 40


def test_synonyms_and_antonyms_are_those_of_the_lexicon() -> None:
    """The inflected forms here and the stems there must not drift apart."""
    from adjudge.analysis.text.senses import Sense, sense
    from adjudge.analysis.text.words import stem

    for _, table in SYNONYMS:
        for first, second in table.english.items():
            assert sense(stem(first), stem(second)) in (Sense.SYNONYM, Sense.SAME), (first, second)
    told = ("rose", "won", "approved", "legal", "northern", "bought")
    pairs = [pair for _, table in ANTONYMS for pair in table.english.items() if pair[0] in told]
    assert len(pairs) == len(told)
    for first, second in pairs:
        assert sense(stem(first), stem(second)) is Sense.OPPOSITE, (first, second)


def test_a_withheld_verdict_is_neither_caught_nor_a_false_alarm() -> None:
    def one(kind: Kind, said: str, stance: Stance | None) -> Prediction:
        gold = SCHEME.of[kind.label.value.lower()]
        return Prediction(
            id=f"{kind}{said}{stance}",
            dataset="mutations",
            document="text",
            kind=kind.value,
            gold=gold.value,
            said=said,
            strict=said,
            stance=stance,
        )

    found = mutation_table(
        [
            one(Kind.NUMBER, "UNFAITHFUL", Stance.CONTRADICTED),
            one(Kind.NUMBER, "UNDETERMINED", Stance.NOT_ENOUGH_INFO),
            one(Kind.NUMBER, "FAILED", None),
            one(Kind.NUMBER, "UNFAITHFUL", Stance.NOT_ENOUGH_INFO),
            one(Kind.SYNONYM, "UNDETERMINED", Stance.NOT_ENOUGH_INFO),
        ]
    )
    assert (found["catch_rate"], found["false_alarm_rate"], found["withheld"]) == (0.5, 0.0, 2)
    told = found["kinds"]["number"]
    assert (told["contradicted"], told["not_enough_info"], told["withheld"], told["failed"]) == (1, 1, 1, 1)
