"""Evaluations over REST: started on a table, watched, stopped, resumed after a restart, with the same report as
`adjudge eval`."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from adjudge.server.config import Config
from adjudge.settings.environment import Environment
from tests.cli.support import adjudge
from tests.server.support import NO_RATE, Running, running

ROWS = [
    {"claim": f"The bridge opened in {year}.", "source": f"The bridge opened in {year + year % 2}.", "label": label}
    for year in range(1900, 1930)
    for label in ("SUPPORTS" if year % 2 == 0 else "REFUTES",)
]
TABLE = "".join(json.dumps(row) + "\n" for row in ROWS)


def started(service: Running, name: str, table: str = TABLE, **more: object) -> Any:
    upload = service.client.post("/v1/uploads", files={"file": ("years.jsonl", table.encode())}).json()
    body = {"name": name, "upload": upload["id"], "protocol": "entailment", **more}
    return service.client.post("/v1/evaluations", json=body)


def until(service: Running, name: str, *statuses: str) -> Any:
    for _ in range(600):
        found = service.client.get(f"/v1/evaluations/{name}").json()
        if found["status"] in statuses:
            return found
        time.sleep(0.05)
    raise AssertionError(found)


def test_an_evaluation_is_watched_to_its_report(service: Running, tmp_path: Path) -> None:
    response = started(service, "years")
    assert response.status_code == 202, response.text
    told = service.events("/v1/evaluations/years/events")
    assert (told[-1].name, told[-1].data["status"]) == ("end", "finished")
    last = [event.data for event in told if event.name == "progress"][-1]
    assert (last["asked"], last["done"], last["failed"]) == (30, 30, 0)
    assert last["right"] >= 27
    assert sum(one["count"] for one in last["bins"]) + last["undetermined"] == 30
    [line] = [one for one in service.client.get("/v1/evaluations").json() if one["name"] == "years"]
    assert (line["dataset"], line["protocol"], line["rows"]["asked"]) == ("years", "entailment", 30)
    assert "<h2>Figures</h2>" in service.client.get("/v1/evaluations/years/report.html").text
    # The same rows on the command line give the same predictions.
    data = tmp_path / "years.jsonl"
    data.write_text(TABLE)
    assert adjudge("eval", str(data), "--protocol", "entailment", "--out", str(tmp_path / "out"), "--quiet").code == 0
    folder = service.server.service.config.evaluations_path / "years"
    assert (folder / "predictions.jsonl").read_bytes() == (tmp_path / "out" / "predictions.jsonl").read_bytes()
    assert service.client.post("/v1/evaluations/years/resume").status_code == 409
    assert started(service, "years").status_code == 409
    assert service.client.delete("/v1/evaluations/years").status_code == 204
    assert not folder.exists()


def test_an_evaluation_that_was_stopped_goes_on_in_another_service(tmp_path: Path) -> None:
    config = Config(environment=Environment(home=tmp_path), limits=NO_RATE)
    many = "".join(
        json.dumps({**row, "claim": f"{row['claim']} It has {n} arches."}) + "\n" for n in range(40) for row in ROWS
    )
    with running(config) as service:
        assert started(service, "many", many).status_code == 202
        until(service, "many", "running")
        for _ in range(400):
            if service.client.get("/v1/evaluations/many").json()["done"] > 5:
                break
            time.sleep(0.02)
        stopped = service.client.post("/v1/evaluations/many/stop").json()
        assert stopped["status"] == "stopped"
        assert 5 < stopped["done"] < 1200
        assert [one["name"] for one in service.client.get("/v1/evaluations/unfinished").json()] == ["many"]
    with running(config) as service:
        before = service.client.get("/v1/evaluations/many").json()
        assert (before["status"], before["done"] >= stopped["done"]) == ("stopped", True)
        resumed = service.client.post("/v1/evaluations/many/resume")
        assert (resumed.status_code, resumed.json()["done"] >= stopped["done"]) == (202, True)
        assert service.client.post("/v1/evaluations/many/stop").json()["asked"] == 1200


@pytest.mark.parametrize(
    ("more", "status", "said"),
    [
        ({"name": "../evil"}, 422, "is not a valid name for an evaluation"),
        ({"name": "x" * 65}, 422, "name"),
        ({"upload": "0" * 24}, 404, "no such upload"),
        ({"protocol": "news"}, 422, "does not judge pairs"),
        ({"protocol": "jry"}, 422, "jry"),
        ({"label_col": "gold"}, 422, "no column 'gold'"),
        ({"label_map": ["SUPPORTS"]}, 422, "maps no label"),
        ({"limit": 0}, 422, "limit"),
        ({"settings": {"rounds": 1}}, 422, "no setting 'rounds'"),
    ],
)
def test_what_cannot_be_evaluated_is_refused_and_leaves_nothing(
    service: Running, more: dict[str, object], status: int, said: str
) -> None:
    response = started(service, **{"name": "wrong", **more})
    assert response.status_code == status, response.text
    assert said in response.json()["detail"]
    assert str(service.server.service.config.environment.home) not in response.text
    assert not (service.server.service.config.evaluations_path / "wrong").exists()


def test_unknown_labels_are_named_with_what_to_do(service: Running) -> None:
    table = TABLE.replace("REFUTES", "wrongish")
    response = started(service, "odd", table)
    assert (response.status_code, "wrongish" in response.json()["detail"]) == (422, True)
    assert "label_map: wrongish=" in response.json()["hint"]
    assert started(service, "odd", table, label_map=["wrongish=CONTRADICTED"]).status_code == 202
    assert until(service, "odd", "finished")["confusion"].keys() == {"CONTRADICTED", "SUPPORTED"}


def test_an_evaluation_of_the_command_line_is_shown_and_not_deleted(service: Running, tmp_path: Path) -> None:
    data, folder = tmp_path / "years.jsonl", service.server.service.config.evaluations_path / "cli-made"
    data.write_text(TABLE)
    assert (
        adjudge("eval", str(data), "--protocol", "entailment", "--limit", "4", "--out", str(folder), "--quiet").code
        == 0
    )
    found = service.client.get("/v1/evaluations/cli-made").json()
    assert (found["status"], found["done"], found["request"]) == ("finished", 4, None)
    assert service.client.delete("/v1/evaluations/cli-made").status_code == 404
    assert folder.exists()
    assert service.client.get("/v1/evaluations/none").status_code == 404
