"""What the combiner looks at."""

from adjudge.analysis.compare.comparison import compare
from adjudge.analysis.judge import combine
from adjudge.analysis.judge.features import features
from adjudge.analysis.model.nli import Judgement

RAILWAY = "The railway is building a new bridge at Lund. Work began in March. The council pays a third of the cost."
CONTRADICTED = Judgement(0.05, 0.6, 0.35)


def off_topic(claim: str, source: str) -> float:
    return features(compare(claim, [("source", source)]), [[CONTRADICTED]])["off_topic"]


def test_a_source_of_several_sentences_without_a_word_of_the_claim_is_off_topic() -> None:
    assert off_topic("The zoo keeps three lions from Kenya.", RAILWAY) == 1.0


def test_a_source_that_shares_a_word_with_the_claim_is_on_topic() -> None:
    assert off_topic("The zoo is building a house for its lions.", RAILWAY) == 0.0


def test_one_sentence_may_describe_another_scene_and_is_left_to_the_model() -> None:
    assert off_topic("A man plays the violin.", "Two dogs run across a wet field.") == 0.0


def test_a_suspected_contradiction_by_a_source_about_something_else_is_no_contradiction() -> None:
    combiner = combine.shipped()
    assert combiner is not None
    comparison = compare("The zoo keeps three lions from Kenya.", [("source", RAILWAY)])
    assert combiner.probabilities(features(comparison, [[CONTRADICTED]])).strongest == "unclear"
