"""Juries of one's own over REST: kept, given as a run file that runs, and heard on a case that replays to the byte."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from adjudge.server.config import Config
from adjudge.settings.environment import Environment
from tests.cli.support import adjudge
from tests.server.support import CASE, NO_RATE, Running, running
from tests.support.fake_llm import FakeLLM

PAIRS = Path(__file__).parents[2] / "examples" / "pairs.csv"
OWN = {
    "jurors": [{"name": "literal"}, {"name": "Harbour master", "brief": "You know ships.\nYou doubt.", "lens": "all"}],
    "rubric": [{"axis": "years", "question": "Are all years right?"}],
    "max_rounds": 0,
    "dissent_threshold": 1,
}


def test_a_jury_is_kept_read_changed_and_forgotten(service: Running) -> None:
    shown = service.client.get("/v1/juries").json()
    assert [one["name"] for one in shown["usual"]["jurors"]] == ["literal", "context", "steelman", "sceptic"]
    assert all(one["brief"] for one in shown["usual"]["jurors"])
    assert "all" in shown["lenses"]
    assert service.client.put("/v1/juries/harbour", json=OWN).status_code == 200
    assert service.client.get("/v1/juries").json()["names"] == ["harbour"]
    assert service.client.get("/v1/juries/harbour").json()["jurors"][1]["brief"] == "You know ships.\nYou doubt."
    assert service.client.put("/v1/juries/harbour", json={**OWN, "max_rounds": 3}).json()["max_rounds"] == 3
    assert service.client.delete("/v1/juries/harbour").status_code == 204
    assert service.client.get("/v1/juries/harbour").status_code == 404
    assert service.client.delete("/v1/juries/harbour").status_code == 404


def test_a_designed_jury_hears_a_case_and_is_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(Config(environment=Environment(home=tmp_path), limits=NO_RATE)) as service:
        check = service.check({"case": CASE, "jury": OWN}).json()
        usual = service.client.get("/v1/juries").json()["usual"]
        as_usual = service.check({"case": CASE, "jury": usual}).json()["verdict"]
        plain = service.check().json()["verdict"]
    entries = check["verdict"]["transcript"]["entries"]
    assert {one["agent"] for one in entries} >= {"literal", "Harbour master", "foreperson"}
    assert [line["axis"] for line in check["verdict"]["result"]["rubric"]] == ["years"]
    assert as_usual == plain  # what ships, sent as a design, is what ships
    monkeypatch.setenv("ADJUDGE_HOME", str(tmp_path))
    assert adjudge("runs", "verify", check["id"]).code == 0


def test_each_juror_can_have_a_model_of_its_own(tmp_path: Path) -> None:
    with FakeLLM() as llm:
        name = f"{llm.url}#some-model"
        config = Config(environment=Environment(home=tmp_path), engines=("offline", name), limits=NO_RATE)
        design = {**OWN, "jurors": [{"name": "literal"}, {"name": "Harbour master", "model": name}]}
        with running(config) as service:
            check = service.check({"case": CASE, "jury": design, "engine": "offline"}).json()
        assert check["status"] == "finished", check
        engines = {one["agent"]: one["engine"] for one in check["verdict"]["transcript"]["entries"]}
        assert (engines["literal"], engines["Harbour master"], engines["parser"]) == ("offline", name, "offline")
        assert len(llm.requests) >= 1


def test_the_run_file_of_a_jury_runs(service: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service.client.put("/v1/juries/harbour", json=OWN)
    response = service.client.get("/v1/juries/harbour/run.yaml")
    assert 'filename="harbour.yaml"' in response.headers["content-disposition"]
    assert "You know ships.\n" in response.text
    (tmp_path / "harbour.yaml").write_text(response.text)
    shutil.copy(PAIRS, tmp_path / "pairs.csv")
    monkeypatch.setenv("ADJUDGE_HOME", str(tmp_path / "home"))
    out = tmp_path / "verdicts.jsonl"
    assert adjudge("run", str(tmp_path / "harbour.yaml"), "--out", str(out), "--quiet").code == 0
    assert len(out.read_text().splitlines()) == 28
    assert "Harbour master" in out.read_text()


def changed(**more: Any) -> dict[str, Any]:
    return {**OWN, **more}


@pytest.mark.parametrize(
    ("design", "said"),
    [
        (changed(jurors=[]), "jurors"),
        (changed(jurors=[{"name": "a"}, {"name": "a"}]), "Two agents have the name 'a'"),
        (changed(jurors=[{"name": "parser"}]), "cannot be called 'parser'"),
        (changed(jurors=[{"name": "<b>"}]), "jurors.0.name"),
        (changed(jurors=[{"name": "a", "lens": "magnifying"}]), "There is no lens 'magnifying'"),
        (changed(rubric=[{"axis": "x", "question": "a?"}] * 2), "two axes called 'x'"),
        (changed(rubric=[{"axis": "x", "question": " "}]), "The axis 'x' has no question"),
        (changed(max_rounds=9), "max_rounds"),
        (changed(rounds=1), "rounds"),
    ],
)
def test_a_jury_that_makes_no_sense_is_refused_by_name(service: Running, design: dict[str, Any], said: str) -> None:
    for response in (
        service.client.put("/v1/juries/wrong", json=design),
        service.client.post("/v1/checks", json={"case": CASE, "jury": design}),
    ):
        assert response.status_code == 422, response.text
        assert said in response.json()["detail"]
    assert "wrong" not in service.client.get("/v1/juries").json()["names"]


def test_a_jury_goes_with_no_other_protocol_and_a_model_needs_its_key(
    service: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    for more in ({"protocol": "trial"}, {"settings": {"max_rounds": 1}}):
        response = service.client.post("/v1/checks", json={"case": CASE, "jury": OWN, **more})
        assert (response.status_code, "A custom jury" in response.json()["detail"]) == (422, True)
    response = service.client.post("/v1/checks", json={"case": CASE, "jury": changed(parser_model="openai:some-model")})
    assert (response.status_code, "OPENAI_API_KEY" in response.json()["detail"]) == (503, True)
    response = service.client.post("/v1/checks", json={"case": CASE, "jury": changed(agents_model="http://x:1/v1#m")})
    assert (response.status_code, "addresses that a client names" in response.json()["detail"]) == (422, True)
    assert service.client.put("/v1/juries/UP", json=OWN).status_code == 422
    assert service.client.get("/v1/juries/..%2Fx").status_code in (404, 422)
