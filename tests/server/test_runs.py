"""Runs, batches, uploads, reviews and what there is to choose, over REST."""

import csv
import io
import json
from pathlib import Path

import pytest

from adjudge.errors import NotInStore
from adjudge.parquet import parquet_rows
from adjudge.server.config import Config, RequestLimits
from adjudge.settings.environment import Environment
from tests.cli.support import adjudge
from tests.server.support import CASE, CLAIM, NO_RATE, SOURCE, Running, pdf_of, running
from tests.support.fake_llm import FakeLLM

PAIRS = "claim,truth\nIt opened in 1932.,It opened in 1931.\nIt opened in 1931.,It opened in 1931.\n,nothing\n"


def upload(service: Running, name: str, content: str | bytes) -> dict[str, object]:
    data = content.encode() if isinstance(content, str) else content
    response = service.client.post("/v1/uploads", files={"file": (name, data)})
    assert response.status_code == 201, response.text
    found: dict[str, object] = response.json()
    return found


# Runs


@pytest.mark.parametrize("content", [b"\xff\xfe" + bytes(range(1, 129)), b"text\0text", b"\x89PNG\r\n\x1a\n\0\0"])
def test_an_upload_that_is_no_text_is_refused(service: Running, content: bytes) -> None:
    response = service.client.post("/v1/uploads", files={"file": ("notes.txt", content)})
    assert response.status_code == 422
    assert "'notes.txt' is not text" in response.json()["detail"]


def test_runs_are_listed_searched_filtered_and_paged(tmp_path: Path) -> None:
    with running(Config(environment=Environment(home=tmp_path), limits=NO_RATE)) as service:
        for number in range(3):
            service.check({"case": {**CASE, "claim": f"The Bridge number {number} never opened."}})
        service.check({"case": {**CASE, "claim": "100%_sure opened in 1931"}, "protocol": "entailment"})

        def found(**wanted: object) -> list[str]:
            return [line["claim"] for line in service.client.get("/v1/runs", params=wanted).json()["runs"]]

        assert len(found()) == 4
        assert found(search="bridge NUMBER 1") == ["The Bridge number 1 never opened."]
        assert len(found(search="%_")) == 1
        assert found(protocol="entailment") == ["100%_sure opened in 1931"]
        assert len(found(label="Mutated")) == 3
        assert (len(found(engine="offline")), found(engine="off")) == (4, [])
        assert (len(found(status="finished")), found(status="running")) == (4, [])
        assert (len(found(since="2020-01-01T00:00:00Z")), found(until="2020-01-01T00:00:00Z")) == (4, [])
        first = service.client.get("/v1/runs", params={"limit": 3}).json()
        rest = service.client.get("/v1/runs", params={"limit": 3, "after": first["next"]}).json()
        assert [len(first["runs"]), len(rest["runs"]), rest["next"]] == [3, 1, None]
        assert service.client.get("/v1/runs", params={"after": "nonsense"}).status_code == 422
        line = first["runs"][1]
        assert (line["kind"], line["label"], line["asked"], line["status"]) == ("check", "Mutated", 1, "finished")


def test_a_run_is_shown_compared_and_deleted(service: Running) -> None:
    a = service.check().json()["id"]
    b = service.check({"case": CASE, "settings": {"max_rounds": 0}}).json()["id"]
    shown = service.client.get(f"/v1/runs/{a}").json()
    assert (shown["run"]["id"], shown["kind"], len(shown["outcomes"]), shown["next"]) == (a, "check", 1, None)
    assert shown["outcomes"][0]["verdict"]["label"] == "Mutated"
    page = service.client.get(f"/v1/runs/{a}/outcomes").json()
    assert page["outcomes"][0]["position"] == 0
    assert service.client.get(f"/v1/runs/{a}/outcomes", params={"after": 0}).json()["outcomes"] == []
    diff = service.client.get(f"/v1/runs/{a}/diff/{b}").json()
    assert diff["cases"][0]["change"] == "same"
    rows = service.client.get(f"/v1/runs/{b}/rows").json()["rows"]
    assert diff["after"]["rows"] == rows
    assert diff["before"]["run"]["id"] == a
    assert any(one["part"] == "settings" for one in diff["cases"][0]["differences"])
    assert service.client.delete(f"/v1/runs/{b}").status_code == 204
    assert service.client.delete(f"/v1/runs/{b}").status_code == 404


# Uploads


def test_documents_come_back_as_text(service: Running) -> None:
    plain = upload(service, "notes.txt", "Grüße: it opened in 1931.".encode("cp1252"))
    assert (plain["kind"], plain["text"], plain["name"]) == ("document", "Grüße: it opened in 1931.", "notes.txt")
    words = "The bridge opened in 1931. " * 30
    page = upload(service, "p.html", f"<html><title>T &amp; U</title><script>x</script><p>{words}</p></html>")
    assert (page["title"], "script" in str(page["text"])) == ("T & U", False)
    assert "The bridge opened in 1931." in str(page["text"])


def test_two_columns_of_one_name_are_refused(service: Running) -> None:
    for content in ("claim,truth,claim\na,b,c\n", '\ufeff"claim";truth;"claim"\na;b;c\n'):
        response = service.client.post("/v1/uploads", files={"file": ("twice.csv", content.encode())})
        assert response.status_code == 422, response.text
        assert response.json()["detail"] == "'twice.csv' has more than one column called 'claim'."
        assert response.json()["hint"]
    assert upload(service, "right.csv", "claim,truth,,\na,b,,\n")["columns"] == ["claim", "truth", ""]


def test_a_pdf_is_read(service: Running) -> None:
    found = upload(service, "report.PDF", pdf_of("The bridge opened in 1931."))
    assert (found["kind"], str(found["text"]).strip()) == ("document", "The bridge opened in 1931.")
    assert found["places"] == [{"start": 0, "label": "page 1"}]
    assert not list(service.server.service.config.uploads_path.glob("*.pdf"))


def test_the_page_of_a_pdf_is_drawn_until_its_run_is_deleted(service: Running) -> None:
    found = upload(service, "report.pdf", pdf_of("The bridge opened in 1931."))
    document = {"id": "report", "text": found["text"], "places": found["places"]}
    id = service.post({"case": {"claim": "The bridge opened in 1932.", "documents": [document]}})["id"]
    service.until(id, "finished")
    asked = {"document": "report", "page": 1, "start": 0, "end": 26}
    drawn = service.client.get(f"/v1/runs/{id}/page", params=asked)
    assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/png")
    assert drawn.content != service.client.get(f"/v1/runs/{id}/page", params={**asked, "end": 0}).content
    for wrong in ({"document": "other"}, {"page": 2}, {"position": 5}):
        assert service.client.get(f"/v1/runs/{id}/page", params={**asked, **wrong}).status_code in (404, 422)
    images, text = service.server.service.images, str(found["text"])
    assert images.draw(text, 0, 5, 1)
    assert service.client.delete(f"/v1/runs/{id}").status_code == 204
    with pytest.raises(NotInStore):
        images.draw(text, 0, 5, 1)


def test_a_name_is_a_label_and_never_a_path(service: Running, tmp_path: Path) -> None:
    for name, shown in (
        ("../../../etc/cron.d/evil.csv", "evil.csv"),
        ("C:\\Windows\\evil.csv", "evil.csv"),
        ("/etc/passwd.csv", "passwd.csv"),
        ("..", "upload"),
        ("a\u202egpj.csv", "agpj.csv"),
        ("x" * 500 + ".csv", "x" * 196 + ".csv"),
    ):
        found = upload(service, name, PAIRS)
        assert found["name"] == shown
    home = service.server.service.config.uploads_path
    assert all(len(path.stem) == 24 for path in home.iterdir())
    for id in ("../adjudge", "..%2f..%2fetc", "0" * 24, "", "x" * 200):
        body = {"upload": id}
        assert service.client.post("/v1/batches", json=body).status_code in (404, 422)


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.txt", b""), ("a.pdf", b"%PDF-1.7 nonsense"), ("a.html", b"<html></html>"), ("a.csv", b"claim,truth\n"),
     ("a.jsonl", b"{"), ("a.jsonl", b"[1]\n"), ("a.pdf", b"no pdf at all"), ("a.csv", b"\0\0\0\0")],
)  # fmt: skip
def test_files_that_hold_nothing_are_refused_in_words(service: Running, name: str, content: bytes) -> None:
    response = service.client.post("/v1/uploads", files={"file": (name, content)})
    assert response.status_code == 422, response.text
    assert name in response.json()["detail"]
    assert str(service.server.service.config.uploads_path) not in response.text


def test_an_upload_without_a_file_and_a_long_document_are_refused() -> None:
    with running(Config(limits=RequestLimits(rate_per_s=0, text_characters=100, upload_bytes=2000))) as service:
        assert service.client.post("/v1/uploads", data={"file": "x"}).status_code == 415
        assert service.client.post("/v1/uploads", files={"other": ("x.txt", b"x")}).status_code == 422
        assert service.client.post("/v1/uploads", files={"file": ("a.txt", b"y" * 101)}).status_code == 422
        assert service.client.post("/v1/uploads", files={"file": ("a.txt", b"y" * 2001)}).status_code == 413


# Batches


def test_a_batch_is_a_run_of_many(service: Running) -> None:
    table = upload(service, "pairs.csv", PAIRS)
    assert (table["columns"], table["rows"], table["kind"]) == (["claim", "truth"], 3, "table")
    assert table["sample"][0] == {"claim": "It opened in 1932.", "truth": "It opened in 1931."}  # type: ignore[index]
    response = service.client.post("/v1/batches", json={"upload": table["id"], "protocol": "entailment"})
    assert response.status_code == 202
    batch = response.json()
    told = service.events(batch["links"]["events"])
    assert told[-1].name == "end"
    assert [event.data["done"] for event in told if event.name == "progress"][-1] == 3
    done = service.client.get(batch["links"]["self"]).json()
    assert (done["status"], done["asked"], done["done"], done["counts"]["failed"]) == ("finished", 3, 3, 1)
    lines = service.client.get(done["links"]["verdicts"]).text.splitlines()
    assert [json.loads(line).get("label", "failed") for line in lines] == ["CONTRADICTED", "SUPPORTED", "failed"]
    assert "transcript" not in json.loads(lines[0])
    table_again = service.client.get(f"{batch['links']['self']}/verdicts.csv")
    rows = list(csv.DictReader(io.StringIO(table_again.text)))
    assert [row["adjudge_outcome"] for row in rows] == ["Contradicted", "Supported", "Failed"]
    assert rows[0]["claim"] == "It opened in 1932."
    assert service.client.get(f"/v1/runs/{batch['id']}/verdicts.csv").text == table_again.text
    assert done["counts"]["outcomes"] == {"Contradicted": 1, "Supported": 1}
    failed = service.client.get(f"/v1/runs/{batch['id']}/outcomes?outcome=Failed").json()["outcomes"]
    assert [one["failure"] is not None for one in failed] == [True]
    alone = service.client.get(f"/v1/runs/{batch['id']}?limit=0").json()
    assert (alone["run"]["counts"]["asked"], alone["outcomes"], alone["next"]) == (3, [], -1)
    again = service.events(batch["links"]["events"])
    assert [event.name for event in again] == ["batch", "progress", "end"]
    [line] = [run for run in service.client.get("/v1/runs").json()["runs"] if run["id"] == batch["id"]]
    assert (line["kind"], line["asked"], line["claim"]) == ("batch", 3, "pairs.csv")
    assert service.client.post(f"/v1/batches/{batch['id']}/resume").status_code == 409
    assert service.client.get(f"/v1/checks/{batch['id']}").status_code == 404
    assert service.client.delete(f"/v1/batches/{batch['id']}").status_code == 204
    assert service.client.post("/v1/batches", json={"upload": table["id"]}).status_code == 404


def test_a_run_that_is_no_batch_is_saved_as_lines_csv_and_parquet(tmp_path: Path) -> None:
    config = Config(environment=Environment(home=tmp_path), limits=NO_RATE)
    with running(config) as service:
        id = service.check({"case": {**CASE, "id": "own", "claim": "=It opened in 1932."}}).json()["id"]
        assert service.client.get(f"/v1/runs/{id}").json()["formats"] == ["csv", "jsonl", "parquet"]
        [row] = csv.DictReader(io.StringIO(service.client.get(f"/v1/runs/{id}/verdicts.csv").text))
        assert (row["id"], row["claim"]) == ("own", "'=It opened in 1932.")
        [line] = service.client.get(f"/v1/runs/{id}/verdicts.jsonl").text.splitlines()
        assert json.loads(line)["case_id"] == "own"
        saved = tmp_path / "verdicts.parquet"
        saved.write_bytes(service.client.get(f"/v1/runs/{id}/verdicts.parquet").content)
        assert [one["outcome"] for one in parquet_rows(saved)] == [row["adjudge_outcome"]]
        assert service.client.get(f"/v1/runs/{id}/verdicts.xlsx").status_code == 422
        assert service.client.get("/v1/runs/none/verdicts.csv").status_code == 404


def test_a_list_shows_which_verdicts_are_in_doubt(tmp_path: Path) -> None:
    with running(Config(environment=Environment(home=tmp_path), limits=NO_RATE)) as service:
        shown = [
            service.check({"case": {"claim": claim, "documents": [source]}}).json()["headline"]
            for claim, source in (
                ("Every house on the street has a garden.", "Most houses on the street have a garden."),
                ("The bridge opened in 1931.", "The bridge opened in 1931."),
            )
        ]
        assert [one["leaning"] for one in shown] == [True, False]
        listed = service.client.get("/v1/runs").json()["runs"][::-1]
        assert [(one["text"], one["leaning"]) for one in listed] == [(one["text"], one["leaning"]) for one in shown]
        recent = service.client.get("/v1/overview").json()["recent"][::-1]
        assert [one["text"] for one in recent] == [one["text"] for one in shown]


def test_a_wrong_column_is_named_with_the_clients_own_words(service: Running) -> None:
    table = upload(service, "my pairs.csv", PAIRS)
    problem = service.client.post("/v1/batches", json={"upload": table["id"], "truth_col": "trut"}).json()
    assert problem["detail"] == "'my pairs.csv' has no column 'trut'."
    assert "Did you mean 'truth'?" in problem["hint"]
    for wrong in ({"pair_ids": [7]}, {"pair_ids": "random-x"}, {"pair_ids": []}, {"protocol": "news"}):
        assert service.client.post("/v1/batches", json={"upload": table["id"], **wrong}).status_code == 422


def test_a_stopped_batch_goes_on_where_it_stopped() -> None:
    rows = "".join(f"Bridge {n} opened in 1932.,{SOURCE}\n" for n in range(40))
    with FakeLLM(latency_s=0.2) as model, running(Config(engines=(f"{model.url}#fake",), limits=NO_RATE)) as service:
        table = upload(service, "pairs.csv", f"claim,truth\n{rows}")
        body = {"upload": table["id"], "protocol": "entailment", "pair_ids": "random-24", "seed": 3}
        batch = service.client.post("/v1/batches", json=body).json()
        seen = service.events(f"/v1/batches/{batch['id']}/events", most=2)
        assert seen[-1].name in ("progress", "batch")
        stopped = service.client.post(f"/v1/batches/{batch['id']}/stop").json()
        assert stopped["status"] == "stopped"
        assert stopped["done"] < 24
        resumed = service.client.post(f"/v1/batches/{batch['id']}/resume")
        assert resumed.status_code == 202
        service.events(f"/v1/batches/{batch['id']}/events")
        done = service.client.get(f"/v1/batches/{batch['id']}").json()
        assert (done["status"], done["done"]) == ("finished", 24)


# Reviews


def test_a_review_stands_beside_the_verdict(service: Running) -> None:
    check = service.check().json()
    where = f"/v1/runs/{check['id']}/reviews"
    said = {"judgement": "correct", "stance": "SUPPORTED", "note": "<b>no</b>\0", "reviewer": "Ada"}
    made = service.client.post(where, json=said)
    assert made.status_code == 201
    assert made.json()["note"] == "<b>no</b>\ufffd"
    service.client.post(where, json={"judgement": "agree", "reviewer": "Ben"})
    assert [review["judgement"] for review in service.client.get(where).json()] == ["correct", "agree"]
    assert service.client.get(f"/v1/checks/{check['id']}").json()["verdict"] == check["verdict"]
    rows = [json.loads(line) for line in service.client.get("/v1/reviews/export.jsonl").text.splitlines()]
    mine = [row for row in rows if row["claim"] == CLAIM]
    assert {(row["label"], row["dataset"], row["source"]) for row in mine} >= {
        ("SUPPORTED", "reviews", SOURCE), ("CONTRADICTED", "reviews", SOURCE)
    }  # fmt: skip
    for wrong in ({"judgement": "correct"}, {"judgement": "agree", "stance": "SUPPORTED"}, {"judgement": "maybe"}):
        assert service.client.post(where, json=wrong).status_code == 422
    assert service.client.post(where, json={"judgement": "agree", "position": 9}).status_code == 404


def test_reviews_calibrate() -> None:
    with running() as service:
        for number in range(32):
            year = 1931 if number % 2 else 1932
            case = {
                "claim": f"Bridge {number} opened in {year}.",
                "documents": [{"text": f"Bridge {number} opened in 1931."}],
            }
            id = service.check({"case": case, "protocol": "entailment"}).json()["id"]
            said = {"judgement": "agree"} if number % 8 else {"judgement": "correct", "stance": "NOT_ENOUGH_INFO"}
            service.client.post(f"/v1/runs/{id}/reviews", json=said)
    ran = adjudge("calibrate", "reviews", "--protocol", "entailment", "--json")
    assert ran.code == 0, ran
    assert (json.loads(ran.out)["name"], json.loads(ran.out)["cases"]) == ("reviews", 32)


def test_without_reviews_there_is_nothing_to_calibrate() -> None:
    ran = adjudge("calibrate", "reviews")
    assert (ran.code, "There are no reviews yet." in ran.err) == (2, True)


# What there is


def test_protocols_engines_and_examples_are_there_to_choose(service: Running) -> None:
    protocols = {one["name"]: one for one in service.client.get("/v1/protocols").json()}
    assert list(protocols) == ["jury", "entailment", "trial", "factuality", "news"]
    assert {one["name"] for one in protocols["jury"]["settings"]} == {
        "dissent_threshold", "max_rounds", "speakers", "stop_when", "rejudge_edit"
    }  # fmt: skip
    assert {name: one["needs_source"] for name, one in protocols.items()}["news"] is False
    engines = {one["name"]: one for one in service.client.get("/v1/engines").json()}
    assert engines["offline"] == {"name": "offline", "usable": True, "why": "", "default": True}
    assert engines["openai:MODEL"]["why"] == "OPENAI_API_KEY is not set"
    examples = service.client.get("/v1/examples").json()
    assert {one["protocol"] for one in examples} == set(protocols)
    for one in examples:
        documents = [{"text": one["source"], "kind": one["kind"]}] if one["source"] else []
        body = {"case": {"claim": one["claim"], "documents": documents}, "protocol": one["protocol"]}
        assert service.check(body).json()["status"] == "finished", one


def test_keys_are_never_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    with running(Config(environment=Environment(home=tmp_path))) as service:
        shown = service.client.get("/v1/engines").text + service.client.get("/metrics").text
        assert "sk-very-secret" not in shown
        assert {one["name"]: one["usable"] for one in json.loads(service.client.get("/v1/engines").text)}[
            "openai:MODEL"
        ]


def test_the_index_is_searched(service: Running) -> None:
    found = service.client.get("/v1/index/search", params={"q": "bridge", "limit": 3})
    assert (found.status_code, found.json()["hits"]) == (200, [])
    assert service.client.get("/v1/index/search").status_code == 422
    assert service.client.get("/v1/index/search", params={"q": "x", "match": "magic"}).status_code == 422


METRICS = {"balanced_accuracy": {"value": 0.9, "low": 0.8, "high": 1.0, "majority": 0.5}, "auroc": {"value": 0.95}}


def test_reports_of_evaluations_are_shown(tmp_path: Path) -> None:
    place = tmp_path / "evaluations" / "first"
    place.mkdir(parents=True)
    (place / "report.html").write_text("<style>p{}</style><p>report</p>")
    (place / "results_first.json").write_text(
        json.dumps({"dataset": "first", "protocol": {"name": "jury"}, "engine": "offline", "metrics": METRICS})
    )
    (tmp_path / "secret.txt").write_text("secret")
    with running(Config(environment=Environment(home=tmp_path), limits=NO_RATE)) as service:
        [line] = service.client.get("/v1/evaluations").json()
        assert (line["name"], line["protocol"], line["dataset"]) == ("first", "jury", "first")
        assert line["figures"] == {"balanced_accuracy": METRICS["balanced_accuracy"]}
        report = service.client.get(line["report"])
        assert "report" in report.text
        assert "sandbox" in report.headers["content-security-policy"]
        for name in ("..", "%2e%2e", "..%2f..", "none", "first%00"):
            assert service.client.get(f"/v1/evaluations/{name}/report.html").status_code == 404


def test_health_readiness_and_metrics(service: Running) -> None:
    service.check()
    assert service.client.get("/healthz").json() == {"status": "ok"}
    assert service.client.get("/readyz").json() == {"status": "ready"}
    page = service.client.get("/metrics").text
    assert 'adjudge_outcomes_total{label="Mutated",outcome="Contradicted",protocol="jury"}' in page
    assert 'adjudge_requests_total{method="POST",route="/v1/checks",status="200"}' in page
    assert "adjudge_jobs_running 0.0" in page


def test_the_rows_of_a_batch_are_short_and_carry_the_newest_review(service: Running) -> None:
    table = (
        "id,claim,truth,desk\na1,It opened in 1932.,It opened in 1931.,Sport\n"
        "a2,It opened in 1931.,It opened in 1931.,\na3,,no,City\n"
    )
    batch = service.client.post("/v1/batches", json={"upload": upload(service, "mine.csv", table)["id"]}).json()
    service.events(f"/v1/batches/{batch['id']}/events")
    path = f"/v1/runs/{batch['id']}"
    for judgement in ("disagree", "agree"):
        service.client.post(f"{path}/reviews", json={"position": 0, "judgement": judgement, "reviewer": "Ada"})
    first = service.client.get(f"{path}/rows", params={"limit": 2}).json()
    assert first["next"] == 1
    assert [row["case_id"] for row in first["rows"]] == ["a1", "a2"]
    wrong, right = first["rows"]
    assert (wrong["outcome"], wrong["tone"], "bad" in wrong["axes"].values()) == ("Contradicted", "bad", True)
    assert set(wrong["axes"]) == set(right["axes"])
    assert wrong["review"]["judgement"] == "agree"
    assert right["review"] is None
    assert right["outcome"] == "Supported"
    (last,) = service.client.get(f"{path}/rows", params={"after": 1}).json()["rows"]
    assert (last["outcome"], last["case_id"], last["axes"]) == ("Failed", "a3", {})
    assert [row["own"] for row in (wrong, right, last)] == [{"desk": "Sport"}, {}, {"desk": "City"}]
