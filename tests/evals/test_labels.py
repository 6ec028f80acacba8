"""Label words: mapped, or an error that lists them; two classes or three."""

import pytest

from adjudge import Stance
from adjudge.errors import DataError
from adjudge.evals.labels import FAILED, THREE, TWO, UNDETERMINED, Gold, parse_mapping, scheme


@pytest.mark.parametrize(
    ("words", "classes"),
    [
        ({"faithful", "unfaithful"}, TWO),
        ({"faithful", "mutated"}, TWO),
        ({"1", "0"}, TWO),
        ({"true", "false"}, TWO),
        ({"supported", "contradicted", "nei"}, THREE),
        ({"entailment", "neutral", "contradiction"}, THREE),
        ({"faithful", "mutated", "ambiguous"}, THREE),
        ({"supports", "refutes"}, THREE[:2]),
        ({"supported"}, THREE[:2]),
    ],
)
def test_the_classes_follow_from_the_words(words: set[str], classes: tuple[Gold, ...]) -> None:
    assert scheme(words).classes == classes


def test_unknown_words_are_listed() -> None:
    with pytest.raises(DataError, match="2 label words are not known: 'gut', 'schlecht'") as caught:
        scheme({"gut", "schlecht", "supported"})
    assert "--map gut=" in caught.value.hint


def test_unknown_words_can_be_mapped() -> None:
    found = scheme({"gut", "schlecht"}, parse_mapping(["Gut=faithful", "schlecht=UNFAITHFUL"]))
    assert found.of == {"gut": Gold.FAITHFUL, "schlecht": Gold.UNFAITHFUL}


@pytest.mark.parametrize("entry", ["gut", "gut=fine", "="])
def test_a_mapping_that_says_nothing_is_an_error(entry: str) -> None:
    with pytest.raises(DataError, match="maps no label"):
        parse_mapping([entry])


def test_not_enough_information_is_never_faithful() -> None:
    two, three = scheme({"faithful", "unfaithful"}), scheme({"supported", "nei", "contradicted"})
    assert two.said(Stance.NOT_ENOUGH_INFO) == "UNFAITHFUL"
    assert three.said(Stance.NOT_ENOUGH_INFO) == "NOT_ENOUGH_INFO"
    assert scheme({"supports", "refutes"}).said(Stance.NOT_ENOUGH_INFO) == UNDETERMINED


def test_an_abstention_is_undetermined_and_a_failure_is_failed() -> None:
    for found in (scheme({"faithful", "unfaithful"}), scheme({"supported", "nei", "contradicted"})):
        assert found.said(Stance.NOT_ENOUGH_INFO, abstained=True) == UNDETERMINED
        assert found.said(None) == FAILED


def test_three_classes_can_be_read_as_two() -> None:
    found = scheme({"supported", "nei", "contradicted"}, two=True)
    assert found.of == {"supported": Gold.FAITHFUL, "nei": Gold.UNFAITHFUL, "contradicted": Gold.UNFAITHFUL}


def test_data_that_say_mutated_mean_the_label_whatever_its_stance() -> None:
    own = scheme({"faithful", "mutated", "ambiguous"})
    assert own.said(Stance.NOT_ENOUGH_INFO, label="Mutated") == "CONTRADICTED"
    assert own.said(Stance.NOT_ENOUGH_INFO, label="Ambiguous") == "NOT_ENOUGH_INFO"
    assert scheme({"supported", "refuted", "nei"}).said(Stance.NOT_ENOUGH_INFO, label="Mutated") == "NOT_ENOUGH_INFO"
