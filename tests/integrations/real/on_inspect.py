"""The scorer and the solver in real Inspect evaluations, with its mock model."""

from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalLog
from inspect_ai.model import Model, ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import match

from adjudge.integrations.inspect_ai import faithfulness, protocol
from tests.integrations.texts import ANSWER, SOURCE


def scripted(*answers: str) -> Model:
    """Inspect's mock model; without a usage it would load a tokeniser from the network."""
    outputs = [ModelOutput.from_content("mockllm/model", one) for one in answers]
    for one in outputs:
        one.usage = ModelUsage()
    return get_model("mockllm/model", custom_outputs=outputs, memoize=False)


def evaluated(task: Task, tmp_path: Path, answers: list[str]) -> EvalLog:
    (log,) = eval(task, model=scripted(*answers), log_dir=str(tmp_path), display="none", max_samples=1)
    assert log.status == "success", log.error
    return log


def values(log: EvalLog) -> dict[str, tuple[float, int | None, int | None]]:
    return {
        one.name: (one.metrics["mean"].value, one.scored_samples, one.unscored_samples) for one in log.results.scores
    }


def sample(answer: str, context: Any) -> Sample:
    return Sample(input=f"When was the bridge built? ({answer[:8]})", metadata={"context": context})


def test_a_sample_without_a_verdict_is_unscored_and_stays_in_the_denominator(tmp_path: Path) -> None:
    answers = ["Lima is the capital of Peru.", ANSWER, "", ANSWER, "Who knows?"]
    contexts = [SOURCE, [SOURCE, "Boats are blue."], SOURCE, None, SOURCE]
    samples = [sample(*pair) for pair in zip(answers, contexts, strict=True)]
    log = evaluated(Task(dataset=samples, scorer=faithfulness()), tmp_path, answers)
    assert values(log) == {
        "supported": (pytest.approx(0.75), 2, 3),
        "supported_of_all": (pytest.approx(1.5 / 4), 4, 1),
    }
    scores = [one.scores["faithfulness"] for one in log.samples]
    wrong = scores[1].metadata["sentences"][0]
    assert (wrong["label"], wrong["words"]["text"]) == ("incorrect", "1618")
    assert [one.reason for one in scores] == [None, None, "scoring_failed", "scoring_failed", "nothing_to_check"]
    assert scores[3].explanation.startswith("No verdict: The answer has no context.")


def test_a_context_may_be_data_of_another_key(tmp_path: Path) -> None:
    answer = "The old bridge was built in 1608."
    samples = [Sample(input="When?", metadata={"rows": {"old bridge": {"built": 1608}}})]
    log = evaluated(Task(dataset=samples, scorer=faithfulness(context="rows")), tmp_path, [answer])
    assert values(log)["supported"][0] == 1


def test_epochs_are_reduced(tmp_path: Path) -> None:
    task = Task(dataset=[sample(ANSWER, SOURCE)], scorer=faithfulness(), epochs=2)
    log = evaluated(task, tmp_path, [ANSWER, "Lima is the capital of Peru."])
    assert values(log)["supported"][0] == pytest.approx(0.75)


def test_a_protocol_is_a_solver_that_is_scored_on_labelled_claims(tmp_path: Path) -> None:
    source = "The bridge opened in 1931."
    samples = [
        Sample(input="The bridge opened in 1931.", target="SUPPORTED", metadata={"context": source}),
        Sample(input="The bridge opened in 1932.", target="CONTRADICTED", metadata={"context": [source]}),
        Sample(input="The bridge opened in 1932.", target="CONTRADICTED", metadata={}),
    ]
    task = Task(dataset=samples, solver=protocol("entailment"), scorer=match(location="exact"))
    log = evaluated(task, tmp_path, [])
    assert [one.output.completion for one in log.samples] == ["SUPPORTED", "CONTRADICTED", ""]
    assert log.results.scores[0].metrics["accuracy"].value == pytest.approx(2 / 3)
    assert log.samples[1].metadata["adjudge"]["label"] == "CONTRADICTED"
    assert log.samples[2].output.error == log.samples[2].metadata["adjudge"]["error"] != ""


def test_an_unknown_engine_ends_the_evaluation(tmp_path: Path) -> None:
    task = Task(dataset=[sample(ANSWER, SOURCE)], scorer=faithfulness(engine="nonsense"))
    (log,) = eval(task, model=scripted(ANSWER), log_dir=str(tmp_path), display="none")
    assert log.status == "error"
    assert "Unknown engine 'nonsense'" in log.error.message
