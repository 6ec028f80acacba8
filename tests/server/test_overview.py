"""The overview: running and recent runs, outcomes by day where the reader is, agreement with reviewers."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from adjudge.server.config import Config
from adjudge.settings.environment import Environment
from tests.server.support import CASE, NO_RATE, SOURCE, Running, running

TRUE = {"claim": SOURCE, "documents": [{"text": SOURCE}]}


def review(service: Running, id: str, judgement: str, reviewer: str, stance: str | None = None) -> None:
    body = {"judgement": judgement, "reviewer": reviewer} | ({"stance": stance} if stance else {})
    assert service.client.post(f"/v1/runs/{id}/reviews", json=body).status_code == 201


def test_an_empty_store_has_days_without_cases(tmp_path: Path) -> None:
    with running(Config(environment=Environment(home=tmp_path), limits=NO_RATE)) as service:
        found = service.client.get("/v1/overview", params={"days": 3}).json()
    today = datetime.now(UTC).date()
    assert [day["day"] for day in found["days"]] == [str(today - timedelta(days=back)) for back in (2, 1, 0)]
    assert all(day["outcomes"] == {} and day["failed"] == 0 for day in found["days"])
    assert (found["running"], found["recent"], found["reviewers"]) == ([], [], [])
    assert found["reviews"]["total"] == {"reviewed": 0, "agreed": 0}
    assert (found["reviews"]["bins"], found["reviews"]["ece"]) == ([], None)


def test_outcomes_and_reviews_are_counted(tmp_path: Path) -> None:
    with running(Config(environment=Environment(home=tmp_path), limits=NO_RATE)) as service:
        wrong = service.check().json()
        right = service.check({"case": TRUE, "protocol": "entailment"}).json()
        review(service, wrong["id"], "disagree", "Ada")
        review(service, wrong["id"], "agree", "Ada")  # her newest opinion counts
        review(service, wrong["id"], "correct", "Ben", "SUPPORTED")
        review(service, right["id"], "correct", "Ben", "SUPPORTED")  # what the verdict says already
        found = service.client.get("/v1/overview", params={"days": 2}).json()
        ada = service.client.get("/v1/overview", params={"reviewer": "Ada"}).json()["reviews"]
    assert [line["id"] for line in found["recent"]] == [right["id"], wrong["id"]]
    assert found["days"][-1]["outcomes"] == {"Supported": 1, "Contradicted": 1}
    assert found["reviewers"] == ["Ada", "Ben"]
    reviews = found["reviews"]
    assert reviews["total"] == {"reviewed": 3, "agreed": 2}
    assert reviews["by_protocol"] == {
        "entailment": {"reviewed": 1, "agreed": 1},
        "jury": {"reviewed": 2, "agreed": 1},
    }
    assert sum(one["count"] for one in reviews["bins"]) == 3
    assert (ada["total"], len(ada["bins"])) == ({"reviewed": 1, "agreed": 1}, 1)
    said = wrong["verdict"]["confidence"]["value"]
    assert ada["bins"][0] == {"count": 1, "said": round(said, 4), "right": 1.0}
    assert abs(ada["ece"] - (1 - said)) < 0.001


def test_a_day_is_the_readers_day(service: Running) -> None:
    service.check()
    for ahead in (-840, 0, 840):
        days = service.client.get("/v1/overview", params={"days": 1, "utc_offset": ahead}).json()["days"]
        assert days[0]["day"] == str((datetime.now(UTC) + timedelta(minutes=ahead)).date())
        midnight = (datetime.now(UTC) + timedelta(minutes=ahead)).time()
        if midnight > datetime(2026, 1, 1, 0, 10).time():
            assert sum(days[0]["outcomes"].values()) >= 1


def test_what_cannot_be_asked_for_is_refused(service: Running) -> None:
    for wrong in ({"days": 0}, {"days": 400}, {"utc_offset": 9999}, {"reviewer": "x" * 300}):
        response = service.client.get("/v1/overview", params=wrong)
        assert response.status_code == 422, wrong
        assert next(iter(wrong)) in response.json()["detail"]


def test_what_runs_is_named_until_it_is_done(service: Running) -> None:
    rows = "claim,truth\n" + "\n".join(f'"It opened in {n}.","{SOURCE} {n * 7}"' for n in range(1000, 1200))
    upload = service.client.post("/v1/uploads", files={"file": ("many.csv", rows.encode())}).json()
    batch = service.client.post("/v1/batches", json={"upload": upload["id"]}).json()
    assert batch["id"] in [line["id"] for line in service.client.get("/v1/overview").json()["running"]]
    service.client.post(f"/v1/batches/{batch['id']}/stop")
    assert service.client.get("/v1/overview").json()["running"] == []


def test_a_page_that_is_not_there_is_a_page_for_people_and_a_problem_for_programs(service: Running) -> None:
    page = service.client.get("/no/such/page", headers={"Accept": "text/html"})
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "There is nothing here" in page.text
    assert 'href="/runs"' in page.text
    assert "script-src 'self'" in page.headers["content-security-policy"]
    for path, accept in (("/no/such/page", "application/json"), ("/v1/nothing", "text/html"), ("/static/x.js", "*/*")):
        response = service.client.get(path, headers={"Accept": accept})
        assert (response.status_code, response.json()["status"]) == (404, 404), path
    assert service.client.get("/v1/runs/nope", headers={"Accept": "text/html"}).json()["error"] == "NotInStore"


def test_the_old_address_of_a_new_case_still_leads_there(service: Running) -> None:
    response = service.client.get("/?from=20260101-000000-abcdefgh")
    assert (response.status_code, response.headers["location"]) == (308, "/new?from=20260101-000000-abcdefgh")
    assert CASE["claim"] not in service.client.get("/").text
