"""The mutation bench: a claim differs from its source only where it says so, and its label follows from the change."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.case import Document
from adjudge.evals.mutations.bench import MAKERS, mutations
from adjudge.evals.mutations.lexicon import ANTONYMS
from adjudge.evals.mutations.measure import SCHEME, mutation_table
from adjudge.evals.mutations.mutation import FAITHFUL_KINDS, Label, Mutation, MutationKind
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


def changed(text: str, kind: MutationKind) -> list[str]:
    return [one.claim for one in mutations([Document(text=text)], kinds=[kind])]


def test_every_kind_has_a_maker_and_every_kind_is_made_in_english() -> None:
    assert {kind for kind, _ in MAKERS} == set(MutationKind)
    assert {one.kind for one in made(ENGLISH)} == set(MutationKind)


def test_german_has_at_least_fourteen_kinds_of_mutation() -> None:
    found = {one.kind for one in made(GERMAN)}
    assert len(found - FAITHFUL_KINDS) >= 13
    assert {MutationKind.VERBATIM, MutationKind.ROUNDED, MutationKind.COARSER} <= found
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
        assert (one.claim == one.sentence) == (one.kind is MutationKind.VERBATIM)
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
        ("The mill did not sell 5 engines in May.", MutationKind.NUMBER),
        ("More than 50 people came to the fair.", MutationKind.NUMBER),
        ("The bridge opened before 1931.", MutationKind.DATE),
        ("The bridge was built between 1931 and 1934.", MutationKind.PERIOD),
        ("If it rains, many farmers leave the valley.", MutationKind.QUANTIFIER),
        ("Did most of the wells run dry?", MutationKind.QUANTIFIER),
        ("The tea may not help the patients.", MutationKind.HEDGE),
        ("It may rain in Brenn tomorrow.", MutationKind.NEGATION),
        ("All of the ships were old.", MutationKind.NEGATION),
        ("The fire was linked to the heat. The heat caused the fire.", MutationKind.CAUSE),
        ("Elena Ruiz met Anna Bell in Rome.", MutationKind.ROLES),
        ("Exactly 2,412 passengers came.", MutationKind.ROUNDED),
        ("The jet was Flight 9525 to Oslo.", MutationKind.ROUNDED),
        ("The haul was worth up to 2,412 dollars.", MutationKind.COARSER),
        ("The old house was sold in 2012.", MutationKind.ANTONYM),
        ("Around half of the wells were dry.", MutationKind.NEGATION),
        ("May was cold in Oslo that year.", MutationKind.HEDGE),
        ("The wire was cut so they could help.", MutationKind.HEDGE),
        ("It is part of the Balkans.", MutationKind.SCOPE),
        ("Clara Weiss was born in southern Norway.", MutationKind.SCOPE),
        ("The church stands in a village in southern Norway.", MutationKind.SCOPE),
        ("Half of the boats inspected had rust.", MutationKind.DENOMINATOR),
        ("Half of the boats, which had rust, were sold.", MutationKind.DENOMINATOR),
        ("He spent several years in Oslo.", MutationKind.QUANTIFIER),
        ("He trained before he was signed in 2009.", MutationKind.REORDERED),
        ("The roof fell after the storm.", MutationKind.CAUSE),
        # A bound that is moved outwards still holds.
        ("Members must reply within 20 days.", MutationKind.NUMBER),
        ("Members must reply within 20 days.", MutationKind.UNIT),
        ("The form is due in two weeks.", MutationKind.UNIT),
        ("The club lost players in the past 12 years.", MutationKind.NUMBER),
        ("Die Antwort muss binnen 20 Tagen bei der Stadt sein.", MutationKind.NUMBER),
        ("Die Antwort muss innerhalb von 20 Tagen bei der Stadt sein.", MutationKind.UNIT),
        ("Der Verein hat in den letzten 12 Jahren die Spieler verloren.", MutationKind.NUMBER),
        ("The pool is open from Tuesday to Sunday.", MutationKind.DATE),
        ("Das Bad ist von Dienstag bis Sonntag geöffnet.", MutationKind.DATE),
        ("She has won four medals since 1998.", MutationKind.PERIOD),
        ("She won four medals from 1998 to 2001.", MutationKind.PERIOD),
        ("The guard carried 3 tonnes of coal.", MutationKind.UNIT),
        ("Two in ten boats were painted.", MutationKind.NEGATION),
        # Case marks who did it, so the turned sentence says the same.
        ("Den Trainer kritisierte Weber am Freitag.", MutationKind.ROLES),
        ("Die Trainerin lobte Weber am Freitag.", MutationKind.ROLES),
        ("The board bought the house.", MutationKind.ROLES),
        # A list that runs beside another.
        ("Kenya and Ghana came first and second.", MutationKind.REORDERED),
        ("Kenya and Ghana sent 4 and 9 runners.", MutationKind.REORDERED),
        ("Paris und Berlin wurden in der Liga Erster und Zweiter.", MutationKind.REORDERED),
        ("Easter Monday was on 5 April 2021.", MutationKind.REORDERED),
        ("Critics mourned the attack in 2011.", MutationKind.REORDERED),
        # Names that are words, and words that are names.
        ("Brian May played the guitar at the palace.", MutationKind.DATE),
        ("Brian May played the guitar at the palace.", MutationKind.HEDGE),
        ("Ash Wednesday fell on the king's birthday.", MutationKind.DATE),
        ("He spoke about Northern Ireland to the press.", MutationKind.ANTONYM),
        # Another sense or part of speech.
        ("The class is for girls with special needs only.", MutationKind.SYNONYM),
        ("He picked up the parcel at noon.", MutationKind.SYNONYM),
        ("The firm runs assisted living in Leeds.", MutationKind.SYNONYM),
        ("She owns a coffee shop in Leeds.", MutationKind.SYNONYM),
        ("He chose to leave the band.", MutationKind.SYNONYM),
        ("The singer built a reputation in Leeds.", MutationKind.SYNONYM),
        ("Die Wache ist rund um die Uhr besetzt.", MutationKind.SYNONYM),
        ("Das gilt für die Städte wie etwa in Sachsen.", MutationKind.SYNONYM),
        ("Der Mann hat auf der Brache einen Unfall gebaut.", MutationKind.SYNONYM),
        ("The safe stood in the hall.", MutationKind.ANTONYM),
        ("A rose was on the table.", MutationKind.ANTONYM),
        ("The coat cost 900 won last week.", MutationKind.ANTONYM),
        ("The mill closed down in 1990.", MutationKind.ANTONYM),
        ("The dealer sold the school a bus.", MutationKind.ANTONYM),
        ("The dealer sold the bus to the school.", MutationKind.ANTONYM),
        ("Rents fell from 900 to 700 euros.", MutationKind.ANTONYM),
        ("An increased risk was found in Leeds.", MutationKind.ANTONYM),
        ("Der Wagen war im Winter in der Werkstatt.", MutationKind.ANTONYM),
        ("Das Schloss ist mit der Bahn zu erreichen.", MutationKind.ANTONYM),
        ("Die Frau stieg mit der Tasche aus.", MutationKind.ANTONYM),
        ("The village is linked to the coast by a road.", MutationKind.CAUSE),
        ("The clerk was linked to the theft.", MutationKind.CAUSE),
        ("Die Insel ist mit Rügen verbunden und das ist gut.", MutationKind.CAUSE),
        ("The parcel weighed 9 pounds.", MutationKind.UNIT),
        ("The table has four feet.", MutationKind.UNIT),
        ("He works 40 hours a week.", MutationKind.UNIT),
        ("About 30 percent of nurses who say the pay is low left the ward.", MutationKind.DENOMINATOR),
        ("Viele Tausend Gäste waren auf der Messe.", MutationKind.QUANTIFIER),
        ("Viele alte Häuser sind in der Stadt.", MutationKind.QUANTIFIER),
        ("Der Mann hat einen Hund gekauft.", MutationKind.NEGATION),
        ("Die Stadt hat Bäume gepflanzt.", MutationKind.NEGATION),
        ("Die Miete ist um 9 Prozent gestiegen.", MutationKind.NEGATION),
        ("Der Fahrer wurde schwer verletzt.", MutationKind.NEGATION),
        ("Der Sänger, angeblich müde, ging nach der Probe.", MutationKind.HEDGE),
        ("The singer, reportedly tired of the tour, went home.", MutationKind.HEDGE),
        ("The gift allowed them to buy a boat.", MutationKind.ANTONYM),
        ("The ruling opened the door to more suits.", MutationKind.ANTONYM),
        ("He lost his job after falling asleep at work.", MutationKind.ANTONYM),
        ("Der Rat nahm das Gesetz mit großer Mehrheit an.", MutationKind.ANTONYM),
        ("Vor allem die Kinder sind in der Stadt betroffen.", MutationKind.NEGATION),
        ("There are some nurses in the hall.", MutationKind.QUANTIFIER),
        ("The museum has many rooms in the east wing.", MutationKind.QUANTIFIER),
        ("Lots of nurses have joined the strike.", MutationKind.NEGATION),
        ("Half of those surveyed want a new pool.", MutationKind.DENOMINATOR),
        ("Ferry traffic grew by 9 percent.", MutationKind.POINTS),
        ("LISBON (Reuters) - The mayor said the pool was full.", MutationKind.PLACE),
        ("He sang in Bhojpuri at the fair.", MutationKind.PLACE),
        ("The clinic answers 911 calls at night.", MutationKind.ROUNDED),
        ("The bill passed by a vote of 227-205 members.", MutationKind.ROUNDED),
        ("He scored his seventh goal in just four games.", MutationKind.NUMBER),
        ("The ship was far (17 miles) from the coast.", MutationKind.NUMBER),
        ("Jo Ward The first group arrived in Leeds in 1860.", MutationKind.REORDERED),
        # What does not take the passive, or not without its other words.
        ("The aunt taught the girl chess.", MutationKind.VOICE),
        ("The dealer sold the school two buses.", MutationKind.VOICE),
        ("The owner closed the mill down.", MutationKind.VOICE),
        ("The council finally approved the plan.", MutationKind.VOICE),
        ("The charity supported the homeless.", MutationKind.VOICE),
        ("The hut was built by the river.", MutationKind.VOICE),
        ("The road was opened by Monday.", MutationKind.VOICE),
        # "About" does not fit after an article, and below a denial it may say more.
        ("The town did not sell 2,412 tickets.", MutationKind.ROUNDED),
        ("The lamps stand every 2,412 metres on the road.", MutationKind.ROUNDED),
    ],
)
def test_where_the_label_would_not_be_certain_nothing_is_made(sentence: str, kind: MutationKind) -> None:
    assert changed(sentence, kind) == []


@pytest.mark.parametrize(
    ("sentence", "kind", "claim"),
    [
        ("Elena Ruiz sued the mill in 2012.", MutationKind.ROLES, "The mill sued Elena Ruiz in 2012."),
        ("The council approved the plan.", MutationKind.VOICE, "The plan was approved by the council."),
        ("The plan was approved by the council.", MutationKind.VOICE, "The council approved the plan."),
        ("The council approved the plan.", MutationKind.NEGATION, "The council did not approve the plan."),
        ("Most of the wells were dry.", MutationKind.QUANTIFIER, "All of the wells were dry."),
        ("Die meisten Brunnen waren trocken.", MutationKind.QUANTIFIER, "Alle Brunnen waren trocken."),
        ("The bill rose by 3 percentage points.", MutationKind.POINTS, "The bill rose by 3 percent."),
        ("It opened on 14 March 2021 in Brenn.", MutationKind.COARSER, "It opened in March 2021 in Brenn."),
        ("The fair drew 2,412 guests.", MutationKind.ROUNDED, "The fair drew about 2,400 guests."),
        (
            "Der Markt zog 2.412 Gäste an und wurde groß.",
            MutationKind.ROUNDED,
            "Der Markt zog etwa 2.400 Gäste an und wurde groß.",
        ),
        ("The drug may help.", MutationKind.HEDGE, ""),
        ("It is the oldest school in western Norway.", MutationKind.SCOPE, "It is the oldest school in all of Norway."),
        ("Snow fell in northern Norway on Monday.", MutationKind.SCOPE, "Snow fell throughout Norway on Monday."),
        ("About 40% of adults with asthma had a cough.", MutationKind.DENOMINATOR, "About 40% of adults had a cough."),
        ("A third of children aged 6 to 9 were ill.", MutationKind.DENOMINATOR, "A third of children were ill."),
        ("Half of boats inspected had rust.", MutationKind.DENOMINATOR, "Half of boats had rust."),
        ("Half of the cows vaccinated were ill.", MutationKind.DENOMINATOR, "Half of the cows were ill."),
        ("The bridge was opened in 1931.", MutationKind.REORDERED, "In 1931, the bridge was opened."),
        ("The navy rescued the children.", MutationKind.VOICE, "The children were rescued by the navy."),
        ("The crowd attacked the police.", MutationKind.VOICE, "The police were attacked by the crowd."),
        ("He toured Kenya and Ghana in May.", MutationKind.REORDERED, "He toured Ghana and Kenya in May."),
        ("The mill bought the house in 1990.", MutationKind.SYNONYM, "The mill purchased the house in 1990."),
        ("Die Brücke wurde 1990 in Kiel gebaut.", MutationKind.SYNONYM, "Die Brücke wurde 1990 in Kiel errichtet."),
        ("Es kamen rund 900 Gäste auf die Messe.", MutationKind.SYNONYM, "Es kamen etwa 900 Gäste auf die Messe."),
        ("Die Miete ist um 9 Prozent gestiegen.", MutationKind.ANTONYM, "Die Miete ist um 9 Prozent gesunken."),
        ("The drug is safe for adults.", MutationKind.ANTONYM, "The drug is dangerous for adults."),
        ("Prices rose by 3 percent.", MutationKind.ANTONYM, "Prices fell by 3 percent."),
        ("Leipzig besiegte Bremen am 9. Mai 2021.", MutationKind.ROLES, "Bremen besiegte Leipzig am 9. Mai 2021."),
        (
            "Das Gesetz wurde im Bundestag angenommen.",
            MutationKind.NEGATION,
            "Das Gesetz wurde im Bundestag nicht angenommen.",
        ),
        ("Obesity is linked to heart disease.", MutationKind.CAUSE, "Obesity causes heart disease."),
        ("The guide costs 9 pounds.", MutationKind.UNIT, "The guide costs 9 euros."),
        ("Turnout rose by 6 percent.", MutationKind.POINTS, "Turnout rose by 6 percentage points."),
        ("Noise was correlated with stress.", MutationKind.CAUSE, "Noise caused stress."),
        (
            "Der Verein gewann das Spiel in der Stadt.",
            MutationKind.ANTONYM,
            "Der Verein verlor das Spiel in der Stadt.",
        ),
        ("Almost 900 guests came to the fair.", MutationKind.SYNONYM, "Nearly 900 guests came to the fair."),
        (
            "Der König starb am 9. Mai 1821 auf der Burg.",
            MutationKind.COARSER,
            "Der König starb im Mai 1821 auf der Burg.",
        ),
    ],
)
def test_what_is_made_of_a_sentence(sentence: str, kind: MutationKind, claim: str) -> None:
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
    assert changed(sentence, MutationKind.COARSER) == []


@pytest.mark.parametrize(
    ("sentence", "claims"),
    [
        ("The museum was founded on June 3, 1931.", {"The museum was founded in June 1931."}),
        ("The museum was founded in June 1931.", {"The museum was founded in 1931."}),
        ("Das Museum wurde am 3. Juni 1931 eröffnet.", {"Das Museum wurde im Juni 1931 eröffnet."}),
    ],
)
def test_a_coarser_date_of_one_event_still_holds_in_every_way_of_writing_dates(sentence: str, claims: set[str]) -> None:
    assert set(changed(sentence, MutationKind.COARSER)) == claims


@pytest.mark.parametrize(
    ("sentence", "part"),
    [
        ("The king reigned from 1901 to 1931.", "from 1901 to 19"),
        ("The siege lasted 12 weeks.", "weeks."),
        ("The family has lived in the tower since 1931.", "since 19"),
    ],
)
def test_a_period_is_made_longer_and_its_other_end_stays(sentence: str, part: str) -> None:
    claims = changed(sentence, MutationKind.PERIOD)
    assert claims
    assert all(part in claim and claim != sentence for claim in claims)


@pytest.mark.parametrize(
    "sentence",
    [
        "The king never reigned from 1901 to 1931.",
        "Three kings reigned from 1901 to 1931.",
        "The siege lasted 1 week.",
        "The family moved to the tower since 1931.",
    ],
)
def test_a_period_that_may_hold_when_it_is_longer_is_left_alone(sentence: str) -> None:
    assert changed(sentence, MutationKind.PERIOD) == []


def test_a_german_text_gets_german_places_and_words() -> None:
    for seed in range(20):
        for one in made("Der Hof liegt nördlich von Mailand und ist im Winter geschlossen.", seed=seed):
            assert not {"Milan", "Athens", "Warsaw", "Summer"} & set(one.claim.replace(".", "").split())


def test_a_mutated_count_grows_since_fewer_would_still_be_there() -> None:
    for seed in range(6):
        [one] = [one for one in made("The fair drew 40 guests in May.", seed=seed) if one.kind is MutationKind.NUMBER]
        assert int(one.edits[0].now) > 40


def test_antonyms_are_those_of_the_lexicon() -> None:
    """The inflected forms here and the stems there must not drift apart."""
    from adjudge.analysis.text.senses import Sense, sense
    from adjudge.analysis.text.words import stem

    told = ("rose", "won", "approved", "legal", "northern", "bought")
    pairs = [pair for _, table in ANTONYMS for pair in table.english.items() if pair[0] in told]
    assert len(pairs) == len(told)
    for first, second in pairs:
        assert sense(stem(first), stem(second)) is Sense.OPPOSITE, (first, second)


def test_a_withheld_verdict_is_neither_caught_nor_a_false_alarm() -> None:
    def one(kind: MutationKind, said: str, stance: Stance | None) -> Prediction:
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
            one(MutationKind.NUMBER, "UNFAITHFUL", Stance.CONTRADICTED),
            one(MutationKind.NUMBER, "UNDETERMINED", Stance.NOT_ENOUGH_INFO),
            one(MutationKind.NUMBER, "FAILED", None),
            one(MutationKind.NUMBER, "UNFAITHFUL", Stance.NOT_ENOUGH_INFO),
            one(MutationKind.SYNONYM, "UNDETERMINED", Stance.NOT_ENOUGH_INFO),
        ]
    )
    assert (found["catch_rate"], found["false_alarm_rate"], found["withheld"]) == (0.5, 0.0, 2)
    told = found["kinds"]["number"]
    assert (told["contradicted"], told["not_enough_info"], told["withheld"], told["failed"]) == (1, 1, 1, 1)
