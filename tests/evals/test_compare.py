"""Two evaluations side by side."""

import pytest

from adjudge.errors import DataError
from adjudge.evals.compare import compare, mcnemar
from adjudge.evals.prediction import Prediction

CLASSES = ("FAITHFUL", "UNFAITHFUL")


def predictions(said: str, gold: str = "FFFFUUUU") -> dict[str, Prediction]:
    names = {"F": "FAITHFUL", "U": "UNFAITHFUL", "x": "FAILED"}
    return {
        f"r{n}": Prediction(id=f"r{n}", dataset="d", document=f"d{n}", gold=names[g], said=names[s], strict=names[s])
        for n, (s, g) in enumerate(zip(said, gold, strict=True))
    }


def test_the_paired_difference_and_what_flipped() -> None:
    found = compare(predictions("FFUUUUFx"), predictions("FFFFUUUF"), CLASSES)
    assert found["metrics"]["accuracy"]["value"] == pytest.approx(3 / 8)
    assert found["mcnemar"] == {"a_only_right": 0, "b_only_right": 3, "p": 0.25}
    assert {one["id"]: one["change"] for one in found["flipped"]} == {
        "r2": "repaired", "r3": "repaired", "r6": "repaired", "r7": "wrong either way",
    }  # fmt: skip


def test_the_other_way_round_is_the_same_with_another_sign() -> None:
    one, other = predictions("FFUUUUFx"), predictions("FFFFUUUF")
    there, back = compare(one, other, CLASSES), compare(other, one, CLASSES)
    assert there["metrics"]["balanced_accuracy"]["value"] == -back["metrics"]["balanced_accuracy"]["value"]
    assert there["mcnemar"]["p"] == back["mcnemar"]["p"]


@pytest.mark.parametrize(("one", "other", "p"), [(0, 0, None), (5, 5, 1.0), (0, 6, 0.03125), (1, 9, 0.021484)])
def test_mcnemars_exact_test(one: int, other: int, p: float | None) -> None:
    assert mcnemar(one, other) == p


def test_many_discordant_cases_do_not_overflow() -> None:
    assert mcnemar(3000, 3000) == pytest.approx(1.0, abs=0.01)
    assert mcnemar(3000, 4000) == 0


def test_only_shared_rows_are_compared_and_the_rest_is_counted() -> None:
    a, b = predictions("FFFFUUUU"), predictions("FFFFUUUU")
    del a["r0"]
    assert compare(a, b, CLASSES)["rows"] == {"shared": 7, "only_a": 0, "only_b": 1, "other_texts": 0}


@pytest.mark.parametrize("change", [{"document": "other"}, {"texts": "other"}])
def test_rows_of_one_id_and_other_texts_are_left_out_and_counted(change: dict[str, str]) -> None:
    a = {id: one.model_copy(update={"texts": id}) for id, one in predictions("FFFFUUUU").items()}
    b = {**a, "r0": a["r0"].model_copy(update={**change, "gold": "UNFAITHFUL"})}
    assert compare(a, b, CLASSES)["rows"] == {"shared": 7, "only_a": 0, "only_b": 0, "other_texts": 1}
    with pytest.raises(DataError, match="with other texts"):
        compare(a, {id: one.model_copy(update=change) for id, one in a.items()}, CLASSES)


def test_nothing_in_common_or_another_label_is_an_error() -> None:
    with pytest.raises(DataError, match="no row in common"):
        compare({}, predictions("FFFFUUUU"), CLASSES)
    with pytest.raises(DataError, match="another label"):
        compare(predictions("FFFFUUUU"), predictions("FFFFUUUU", "UFFFUUUU"), CLASSES)
