"""The offline answers of the entailment pipeline's agents, and the text analysis under them."""

import asyncio
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge import Case, check
from adjudge.analysis.text.language import language
from adjudge.engines.offline import Offline
from adjudge.engines.offline.coreference import resolved
from adjudge.engines.offline.languages import languages_differ
from adjudge.engines.offline.reading import Reader
from adjudge.engines.offline.reliability import rated
from adjudge.errors import UnreadLanguage
from adjudge.questions.base import Question, Reply, Source
from adjudge.questions.entailment import (
    Audit,
    AuditVerdict,
    EntailmentVerdict,
    Extraction,
    ExtractStatements,
    JudgeEntailment,
    RateReliability,
    Statement,
)
from adjudge.results.entailment import Band, band

ORCHARD = (
    "Hollis Farm was founded by Nora Pell in 1952.",
    "She planted 300 pear trees.",
    "Most of the trees may flower in April.",
    "The farm sells juice only if the harvest is good.",
)


def ask(question: Question[Reply]) -> Reply:
    reply = asyncio.run(Offline().ask(question)).reply
    assert question.problems(reply) == []
    return reply


def judged(claim: str, *texts: str) -> EntailmentVerdict:
    statements = tuple(Statement(id=n, text=text) for n, text in enumerate(texts, start=1))
    reply = ask(JudgeEntailment(claim=claim, statements=statements))
    assert isinstance(reply, EntailmentVerdict)
    return reply


def extracted(claim: str, *texts: str) -> list[str]:
    sources = tuple(Source(id=f"s{n}", text=text) for n, text in enumerate(texts))
    reply = ask(ExtractStatements(claim=claim, excerpt=sources))
    assert isinstance(reply, Extraction)
    return [statement.text for statement in reply.statements]


def audited(claim: str, text: str, verdict: EntailmentVerdict) -> Audit:
    reply = ask(AuditVerdict(claim=claim, excerpt=(Source(id="source", text=text),), judge_verdict=verdict))
    assert isinstance(reply, Audit)
    return reply


def test_all_sentences_of_a_short_excerpt_are_extracted_in_order() -> None:
    assert extracted("Nora Pell planted pear trees.", " ".join(ORCHARD)) == list(ORCHARD)


def test_of_a_long_excerpt_the_sentences_about_the_claim_are_extracted_with_what_they_refer_to() -> None:
    filler = [f"The weather in week {n} was mild and rather dull." for n in range(1, 60)]
    text = " ".join([*filler[:30], *ORCHARD[:2], *filler[30:]])
    found = extracted("300 pear trees were planted.", text)
    assert set(ORCHARD[:2]) <= set(found)
    assert len(found) <= 25
    assert [text.index(one) for one in found] == sorted(text.index(one) for one in found)


def test_numbers_and_data_are_no_statements() -> None:
    assert extracted("There are 12 trees.", '12 13 14\n\n{"trees": 12, "verdict": "SUPPORTED"}') == []


@settings(max_examples=40, deadline=None)
@given(st.text(min_size=1, max_size=200), st.text(min_size=1, max_size=80))
def test_extracted_statements_are_always_in_the_excerpt(text: str, claim: str) -> None:
    assert all(one in text for one in extracted(claim, text))


@pytest.mark.parametrize(
    ("claim", "label", "bands"),
    [
        ("Nora Pell planted 300 pear trees.", "SUPPORTED", {Band.EXPLICIT}),
        ("Hollis Farm was founded in 1952.", "SUPPORTED", {Band.EXPLICIT}),
        ("Nora Pell planted 500 pear trees.", "CONTRADICTED", {Band.EXPLICIT, Band.STRONG}),
        ("Hollis Farm was not founded by Nora Pell.", "CONTRADICTED", {Band.EXPLICIT, Band.STRONG}),
        ("All of the trees may flower in April.", "NOT ENOUGH INFO", {Band.PARTIAL}),
        ("Most of the trees will flower in April.", "NOT ENOUGH INFO", {Band.PARTIAL}),
    ],
)
def test_verdicts_keep_to_the_calibration_bands(claim: str, label: str, bands: set[Band]) -> None:
    verdict = judged(claim, *ORCHARD)
    assert (verdict.verdict.value, band(verdict.confidence) in bands) == (label, True)


def test_an_overstatement_is_never_supported_and_an_understatement_may_be() -> None:
    assert judged("All patients recovered.", "Most patients recovered.").verdict == "NOT ENOUGH INFO"
    assert judged("The dam will hold the flood.", "The dam may hold the flood.").verdict == "NOT ENOUGH INFO"
    assert judged("Noise caused the headaches.", "Noise was linked to the headaches.").verdict == "NOT ENOUGH INFO"
    assert judged("Some patients recovered.", "Most patients recovered.").verdict == "SUPPORTED"


def test_a_reference_is_put_back_to_its_one_name() -> None:
    texts = ("Orla Finch opened the bakery.", "She sold 40 cakes.")
    assert judged("Orla Finch sold 40 cakes.", *texts).verdict == "SUPPORTED"
    assert [one.text for one in resolved(["Larkwell Ltd grew.", "The company has 500 staff."])] == [
        "Larkwell Ltd grew.",
        "Larkwell Ltd has 500 staff.",
    ]


def test_a_reference_to_one_of_two_names_is_not_enough_info() -> None:
    verdict = judged("Orla Finch sold 40 cakes.", "Orla Finch met Maeve Stone.", "She sold 40 cakes.")
    assert verdict.verdict == "NOT ENOUGH INFO"
    assert "'Orla Finch' or 'Maeve Stone'" in verdict.reasoning[0]


def test_what_refers_to_nothing_is_left_as_it_is() -> None:
    for text in ("It is clear that pears ripen.", "He was born in Ohio.", "Pears ripen.", "In May, it rained."):
        assert resolved([text])[0].text == text
    assert resolved(["The Elbe ferry sank.", "It was raised."])[1].text == "It was raised."


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=60), max_size=5))
def test_any_statements_can_be_resolved(texts: list[str]) -> None:
    assert len(resolved(texts)) == len(texts)


@settings(max_examples=40, deadline=None)
@given(st.text(min_size=1, max_size=80), st.lists(st.text(min_size=1, max_size=80), max_size=4))
def test_any_judgement_cites_statements_that_exist(claim: str, texts: list[str]) -> None:
    with suppress(UnreadLanguage):
        judged(claim, *texts)


def test_the_auditor_names_the_words_that_limit_a_supported_claim() -> None:
    claim, text = "The farm sells juice.", "The farm sells juice only if the harvest is good."
    supported = EntailmentVerdict(
        agent="ENTAILMENT_JUDGE", reasoning=("Statement 1 says so.",), verdict="SUPPORTED", confidence=90
    )
    reply = audited(claim, text, supported)
    assert reply.final_verdict == "NOT ENOUGH INFO"
    assert -20 <= reply.confidence_adjustment < 0
    assert "if the harvest is good'" in reply.auditor_reasoning[0]
    contradicted = supported.model_copy(update={"verdict": "CONTRADICTED"})
    assert audited(claim, text, contradicted).final_verdict == "UNCHANGED"


def test_the_auditor_leaves_a_plain_agreement_alone() -> None:
    claim = "Hollis Farm was founded in 1952."
    reply = audited(claim, " ".join(ORCHARD), judged(claim, *ORCHARD))
    assert (reply.final_verdict, reply.confidence_adjustment, reply.auditor_reasoning) == ("UNCHANGED", 0, ())


@pytest.mark.parametrize(
    ("described", "rating"),
    [
        ("randomised controlled trial", "HIGH"),
        ("Meta-analysis of 12 trials", "HIGH"),
        ("official statistics", "HIGH"),
        ("regional newspaper", "MEDIUM"),
        ("a cohort study", "MEDIUM"),
        ("blog post", "LOW"),
        ("press release about a randomised trial", "LOW"),
        ("peer-reviewed study; social media", "LOW"),
        ("stone tablet", "MEDIUM"),
        ("not given", "LOW"),
    ],
)
def test_reliability_is_read_off_the_words_of_the_source_type(described: str, rating: str) -> None:
    reply = ask(RateReliability(source_type=described))
    assert reply == rated(described)
    assert (rated(described).reliability, rated(described).source_type) == (rating, described)


def test_what_is_not_known_is_rated_with_little_confidence() -> None:
    assert rated("not given").confidence < rated("stone tablet").confidence < rated("newspaper").confidence
    assert rated("press release about a randomised trial").confidence < rated("press release").confidence


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The ferry is full and it will not sail.", "English"),
        ("Die Fähre ist voll und wird nicht fahren.", "German"),
        ("Le bateau est plein et il ne part pas.", "French"),
        ("Nora Pell, 1952", ""),
        ("", ""),
    ],
)
def test_a_language_shows_in_its_commonest_words(text: str, name: str) -> None:
    assert language(text) == name


def test_languages_differ_only_where_both_show() -> None:
    assert languages_differ("Der Turm ist nicht hoch.", "The tower is high.") == ("German", "English")
    assert languages_differ("Turm 300", "The tower is high.") is None


def test_not_enough_information_is_as_sure_as_the_reading_is_that_the_passage_is_silent() -> None:
    claim, passage = "The zoo keeps three lions from Kenya.", "The zoo keeps three lions."
    reading = asyncio.run(Reader().read(claim, (Source(id="statements", text=passage),)))
    verdict = judged(claim, passage)
    assert verdict.verdict == "NOT ENOUGH INFO"
    assert verdict.confidence == round(39 * reading.weights().unclear)
    assert band(verdict.confidence) is Band.WEAK


@pytest.mark.parametrize(
    ("claim", "label"),
    [
        ("The plant closed Unit 4 after the flood.", "SUPPORTED"),
        ("The plant closed Unit 9 after the flood.", "CONTRADICTED or NOT ENOUGH INFO"),
    ],
)
def test_what_is_said_of_all_numbered_units_is_said_of_one_of_them(claim: str, label: str) -> None:
    source = "The plant closed all six units, numbered 1 to 6, after the flood."
    verdict = check(Case(claim=claim, documents=[source]), protocol="entailment")
    assert verdict.label in label


@pytest.mark.parametrize("protocol", ["jury", "entailment", "trial", "factuality"])
@pytest.mark.parametrize(
    ("claim", "stance"),
    [
        ("Unit 4 was restarted.", "SUPPORTED"),
        ("Unit 4 was not restarted.", "CONTRADICTED"),
        ("Unit 4 was demolished.", "not SUPPORTED"),
        ("Only Unit 4 was restarted.", "not SUPPORTED"),
        ("Unit 7 was restarted.", "not SUPPORTED"),
    ],
)
def test_every_protocol_draws_the_conclusion_for_one_member(claim: str, stance: str, protocol: str) -> None:
    source = "All six units, numbered 1 to 6, were restarted in May."
    said = check(Case(claim=claim, documents=[source]), protocol=protocol).stance.value
    if protocol == "factuality" and stance == "CONTRADICTED":
        stance = "not SUPPORTED"
    assert said == stance if not stance.startswith("not") else said != "SUPPORTED"
