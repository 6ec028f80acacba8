"""Checks over REST: posted, watched, waited for, stopped, deleted, exported; the same bytes as everywhere else."""

import gc
import json

import httpx2
import pytest

from adjudge import Case, check
from adjudge.errors import EngineBusy, EngineError, UnreadLanguage, UnusableReply
from adjudge.record import as_json
from adjudge.server.config import Config, RequestLimits
from adjudge.server.events import Log, Teller
from adjudge.server.queue import Live
from adjudge.server.routes.checks import waiting_time
from adjudge.store.jobs import Job
from tests.cli.support import adjudge
from tests.server.support import CASE, CLAIM, NO_RATE, SOURCE, Running, Sent, running
from tests.support.fake_llm import FakeLLM


def test_a_check_answers_at_once_and_is_decided_later(service: Running) -> None:
    response = service.client.post("/v1/checks", json={"case": CASE})
    assert response.status_code == 202
    check = response.json()
    assert response.headers["location"] == f"/v1/checks/{check['id']}" == check["links"]["self"]
    assert check["status"] in ("queued", "running")
    assert check["verdict"] is None
    done = service.until(check["id"], "finished")
    assert done["verdict"]["label"] == "Mutated"
    assert done["finished_at"]
    assert done["failure"] is None


def test_nothing_of_a_check_stays_in_memory(service: Running) -> None:
    ids = [service.check().json()["id"] for _ in range(3)]
    for id in ids:
        service.events(f"/v1/checks/{id}/events")
    service.client.get("/healthz")
    gc.collect()
    held = [one for one in gc.get_objects() if isinstance(one, Live | Log | Teller | Job)]
    assert [one.job.run_id for one in held if isinstance(one, Live)] == []
    assert held == []


def test_a_client_that_prefers_to_wait_gets_the_verdict(service: Running) -> None:
    response = service.check()
    assert response.status_code == 200
    assert response.headers["preference-applied"] == "wait"
    assert response.json()["verdict"]["stance"] == "CONTRADICTED"
    assert response.json() == service.client.get(response.headers["location"]).json()


@pytest.mark.parametrize(
    ("prefer", "seconds"),
    [("wait", 60), ("wait=5", 5), ('a, wait="7"', 7), ("wait=9999", 300), ("", None), ("return=minimal", None)],
)
def test_what_a_client_prefers(prefer: str, seconds: float | None) -> None:
    assert waiting_time(prefer, most=300) == seconds


def test_the_verdict_has_the_bytes_that_python_gives(service: Running) -> None:
    response = service.check()
    verdict = check(Case(claim=CLAIM, documents=[SOURCE]))
    assert response.content.endswith(f',"failure":null,"verdict":{as_json(verdict)}}}'.encode())
    assert service.client.get(f"{response.headers['location']}/card.json").content.decode() == as_json(verdict)


def test_a_case_that_cannot_be_judged_is_refused_before_it_is_queued(service: Running) -> None:
    before = len(service.client.get("/v1/runs").json()["runs"])
    wrong = {
        "CaseError: The claim is empty.": {"case": {"claim": " ", "documents": [{"text": "x"}]}},
        "CaseError: The case has no documents.": {"case": {"claim": "x"}},
        "CaseError: The document 'source' is empty.": {"case": {"claim": "x", "documents": [{"text": " "}]}},
        "CaseError: The case has 101 documents.": {"case": {"claim": "x", "documents": [{"text": "a"}] * 101}},
        "ConfigError: There is no protocol 'jurry'.": {"case": CASE, "protocol": "jurry"},
        "ConfigError: The protocol jury has no setting 'max_round'.": {"case": CASE, "settings": {"max_round": 1}},
        "ConfigError: max_rounds is 99.": {"case": CASE, "settings": {"max_rounds": 99}},
        "ConfigError: speakers is nobody.": {"case": CASE, "settings": {"speakers": "nobody"}},
        "ConfigError: rejudge_edit is 1.": {"case": CASE, "settings": {"rejudge_edit": 1}},
        "ConfigError: Unknown engine 'oflin'.": {"case": CASE, "engine": "oflin"},
        "InputError: case.claim: input should be a valid string": {"case": {"claim": 3, "documents": ["x"]}},
        "InputError: settings: input should be a valid dictionary": {"case": CASE, "settings": [1]},
        "InputError: unknown: extra inputs are not permitted": {"case": CASE, "unknown": 1},
    }
    for said, body in wrong.items():
        response = service.client.post("/v1/checks", json=body)
        assert response.status_code == 422
        assert response.headers["content-type"] == "application/problem+json"
        problem = response.json()
        assert f"{problem['error']}: {problem['detail']}".startswith(said)
        assert problem["hint"]
        assert problem["status"] == 422
    assert len(service.client.get("/v1/runs").json()["runs"]) == before


def test_documents_need_no_ids_and_may_be_several(service: Running) -> None:
    case = {"claim": CLAIM, "documents": [{"text": SOURCE, "kind": "study"}, {"text": "It is long.", "title": "B"}]}
    documents = service.check({"case": case}).json()["case"]["documents"]
    assert [document["id"] for document in documents] == ["source", "source-2"]


def test_no_client_names_a_path_or_an_address(service: Running) -> None:
    for settings in ({"index": "/etc"}, {"log": "/tmp/x"}):
        body = {"case": {"claim": "x"}, "protocol": "news", "settings": settings}
        assert service.client.post("/v1/checks", json=body).json()["error"] == "ConfigError"
    refused = service.client.post("/v1/checks", json={"case": CASE, "engine": "http://10.0.0.1/v1#x"}).json()
    assert "does not ask engines at addresses" in refused["detail"]


def test_an_engine_without_its_key_is_named(service: Running) -> None:
    problem = service.client.post("/v1/checks", json={"case": CASE, "engine": "gpt-4o-mini"}).json()
    assert (problem["error"], problem["status"]) == ("EngineUnavailable", 503)
    assert "OPENAI_API_KEY" in problem["detail"]


def test_the_same_key_is_the_same_check(service: Running) -> None:
    first = service.check(idempotency_key="k1").json()
    again = service.check(idempotency_key="k1")
    assert again.json() == first
    assert again.status_code == 200
    other = service.client.post(
        "/v1/checks", json={"case": CASE, "protocol": "trial"}, headers={"idempotency-key": "k1"}
    )
    assert other.status_code == 422
    assert "used for another request" in other.json()["detail"]
    assert service.check().json()["id"] != first["id"]


def test_a_check_is_a_run_of_the_command_line_too() -> None:
    with running() as service:
        id = service.check().json()["id"]
        stored = service.client.get(f"/v1/checks/{id}/card.json").text
    assert adjudge("runs", "show", id, "--json").out.strip() == stored
    assert adjudge("runs", "replay", id).code == 0
    assert adjudge("runs", "verify", id).code == 0


def test_a_run_of_the_command_line_is_a_check_too() -> None:
    printed = adjudge("check", CLAIM, "--source-text", SOURCE, "--json").out
    with running() as service:
        [line] = service.client.get("/v1/runs").json()["runs"]
        assert (line["kind"], line["label"], line["claim"]) == ("cli", "Mutated", CLAIM)
        check = service.client.get(f"/v1/checks/{line['id']}")
        assert check.content.endswith(f'"verdict":{printed.strip()}}}'.encode())
        assert [e.name for e in service.events(f"/v1/checks/{line['id']}/events")][-2:] == ["verdict", "end"]


def test_cards_are_files_and_escape_what_they_show(service: Running) -> None:
    case = {"claim": "<script>alert(1)</script> It opened in 1932.", "documents": [{"text": "It opened in 1931."}]}
    links = service.check({"case": case}).json()["links"]
    page = service.client.get(links["html"])
    assert "<script" not in page.text
    assert "&lt;script&gt;" in page.text
    assert "attachment" in page.headers["content-disposition"]
    assert "sandbox" in page.headers["content-security-policy"]
    text = service.client.get(links["markdown"])
    assert "<script" not in text.text
    assert text.headers["content-type"].startswith("text/markdown")


def test_a_deleted_check_is_gone(service: Running) -> None:
    id = service.check().json()["id"]
    assert service.client.delete(f"/v1/checks/{id}").status_code == 204
    for path in (f"/v1/checks/{id}", f"/v1/runs/{id}", f"/v1/checks/{id}/events", f"/v1/checks/{id}/card.html"):
        missing = service.client.get(path)
        assert (missing.status_code, missing.json()["error"]) == (404, "NotInStore")


def test_hostile_texts_go_in_and_out_as_they_are(service: Running) -> None:
    for claim in (
        "a\0b opened in 1932",
        "\ud800 opened in 1932",
        "👩‍👩‍👧 opened in 1932",
        "\u202eopened in 1932",
        "'; DROP TABLE runs;--",
    ):
        body = json.dumps({"case": {"claim": claim, "documents": [{"text": SOURCE}]}})
        response = service.client.post(
            "/v1/checks", content=body, headers={"prefer": "wait", "content-type": "application/json"}
        )
        assert response.status_code == 200, response.text
        assert response.json()["case"]["claim"] == claim
        told = service.events(response.json()["links"]["events"])
        assert next(e.data for e in told if e.name == "case")["claim"] == claim


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[" * 100_000, b"\xff\xfe", b"null", b'{"case": 1e999}', b'"' + b"x" * 100]
)
def test_what_is_no_request_is_refused(service: Running, body: bytes) -> None:
    response = service.client.post("/v1/checks", content=body, headers={"content-type": "application/json"})
    assert response.status_code in (400, 422)
    assert response.headers["content-type"] == "application/problem+json"


def test_an_engine_s_error_is_not_the_service_s_own() -> None:
    kinds = (EngineError, UnusableReply, EngineBusy, UnreadLanguage)
    assert [kind.http_status for kind in kinds] == [502, 502, 503, 422]


def test_a_long_text_is_refused_with_the_limit() -> None:
    with running(Config(limits=RequestLimits(rate_per_s=0, text_characters=1000))) as service:
        body = {"case": {"claim": "x", "documents": [{"text": "y" * 1000}]}}
        problem = service.client.post("/v1/checks", json=body).json()
        assert (problem["status"], problem["detail"]) == (422, "The texts have 1,001 characters.")


def test_stop_ends_a_check_and_keeps_what_was_answered() -> None:
    with FakeLLM(latency_s=0.3) as model:
        engine = f"{model.url}#fake"
        with running(Config(engines=(engine,), limits=NO_RATE)) as service:
            id = service.post({"case": CASE})["id"]
            service.until(id, "running")
            assert service.client.get("/v1/checks/last").json()["status"] == "running"
            stopped = service.client.post("/v1/checks/last/stop").json()
            assert stopped["status"] == "stopped"
            assert stopped["verdict"] is None
            calls = model.calls
            assert [e.name for e in service.events(f"/v1/checks/{id}/events")][-1] == "end"
            assert service.client.post(f"/v1/checks/{id}/stop").json()["status"] == "stopped"
            model.latency_s = 0.0
            assert model.calls <= calls + 4
            assert service.client.get("/healthz").status_code == 200


def test_a_full_queue_says_when_to_come_back_and_shows_positions() -> None:
    with FakeLLM(latency_s=1.0) as model:
        config = Config(engines=(f"{model.url}#fake",), limits=RequestLimits(rate_per_s=0, jobs=1, queue=2))
        with running(config) as service:
            ids = [service.post({"case": {**CASE, "claim": f"{CLAIM} {n}"}})["id"] for n in range(3)]
            assert [service.client.get(f"/v1/checks/{id}").json()["position"] for id in ids] == [None, 0, 1]
            refused = service.client.post("/v1/checks", json={"case": CASE})
            assert refused.status_code == 429
            assert int(refused.headers["retry-after"]) >= 1
            assert service.client.post(f"/v1/checks/{ids[1]}/stop").json()["status"] == "stopped"
            assert service.client.get(f"/v1/checks/{ids[2]}").json()["position"] == 0
            assert service.client.delete(f"/v1/checks/{ids[0]}").status_code == 204


def test_a_failed_check_says_why() -> None:
    from tests.support.fake_llm import Act

    with FakeLLM(script=[Act.UNAUTHORISED] * 100) as model:
        engine = f"{model.url}#fake"
        with running(Config(engines=(engine,), limits=NO_RATE)) as service:
            failed = service.check().json()
            assert (failed["status"], failed["verdict"]) == ("failed", None)
            assert failed["failure"]["error"] == "EngineUnavailable"
            assert service.client.get(f"/v1/checks/{failed['id']}").json() == failed
            names = [e.name for e in service.events(failed["links"]["events"])]
            assert names[-2:] == ["failure", "end"]


def test_two_clients_see_the_same(service: Running) -> None:
    id = service.post({"case": CASE, "protocol": "trial"})["id"]
    with httpx2.Client(base_url=service.url, timeout=60) as other:
        mine = service.events(f"/v1/checks/{id}/events")
        theirs = Running(service.url, other, service.server).events(f"/v1/checks/{id}/events")
    assert [e.data for e in mine if e.name == "verdict"] == [e.data for e in theirs if e.name == "verdict"]

    # Live they come in the order of arrival, from the store in the order of the questions.
    def said(events: list[Sent]) -> list[str]:
        shown = ({name: event.data[name] for name in ("agent", "reply", "quotes")} for event in events)
        return sorted(json.dumps(one, sort_keys=True) for one in shown)

    live, stored = ([event for event in one if event.name == "answer"] for one in (mine, theirs))
    assert said(live) == said(stored)
