"""The evidence index over REST: files added, replaced, found and removed; what cannot be read changes nothing."""

from pathlib import Path

import httpx2
import pytest

from tests.server.support import Running, pdf_of

GAZETTE = "The mayor of Brenn opened a new bridge over the river yesterday."


def add(service: Running, store: str, name: str, content: bytes | str, **fields: str) -> httpx2.Response:
    data = content.encode() if isinstance(content, str) else content
    return service.client.post(f"/v1/index/stores/{store}/files", files={"file": (name, data)}, data=fields)


def stores(service: Running) -> dict[str, int]:
    return {one["name"]: one["records"] for one in service.client.get("/v1/index").json()["stores"]}


def found(service: Running, words: str) -> list[str]:
    hits = service.client.get("/v1/index/search", params={"q": words}).json()["hits"]
    return [hit["evidence"]["text"] for hit in hits]


def test_a_file_is_added_found_replaced_and_removed(service: Running) -> None:
    added = add(service, "notes", "gazette.md", GAZETTE)
    assert (added.status_code, added.json()["status"], added.json()["file"]) == (201, "added", "gazette.md")
    assert found(service, "mayor of Brenn bridge") == [GAZETTE]
    assert add(service, "notes", "gazette.md", GAZETTE).json()["status"] == "unchanged"
    assert add(service, "notes", "copy.md", GAZETTE).json()["status"] == "unchanged"
    newer = GAZETTE.replace("yesterday", "on Sunday")
    assert add(service, "notes", "gazette.md", newer).json()["status"] == "replaced"
    assert found(service, "mayor of Brenn bridge") == [newer]
    add(service, "notes", "ferry.txt", "The ferry carried 2,400 passengers in June.")
    shown = service.client.get("/v1/index/stores/notes").json()
    assert (shown["stats"]["files"], {one["file"] for one in shown["files"]}) == (2, {"gazette.md", "ferry.txt"})
    folder = service.server.service.config.environment.index_path / ".files" / "notes"
    assert {path.name for path in folder.iterdir()} == {"gazette.md", "ferry.txt"}
    id = next(one["id"] for one in shown["files"] if one["file"] == "gazette.md")
    assert service.client.delete(f"/v1/index/stores/notes/files/{id}").status_code == 204
    assert service.client.delete(f"/v1/index/stores/notes/files/{id}").status_code == 404
    assert (found(service, "mayor of Brenn bridge"), stores(service)["notes"]) == ([], 1)
    assert service.client.delete("/v1/index/stores/notes").status_code == 204
    assert not folder.exists()
    assert "notes" not in stores(service)
    assert service.client.get("/v1/index/stores/notes").status_code == 404


def test_labelled_records_and_pdf_are_read(service: Running) -> None:
    claims = '{"claim": "The bridge in Brenn collapsed.", "label": "REFUTES"}\n{"claim": "x", "label": "perhaps"}\n'
    one = add(service, "fever", "claims.jsonl", claims, format="fever").json()
    assert (one["records"], one["skipped"], len(one["problems"])) == (1, 1, 1)
    titles = add(service, "isot", "news.csv", "title,text\nBridge opened,x\n", format="isot", label="real")
    assert titles.json()["records"] == 1
    assert add(service, "papers", "report.pdf", pdf_of("The reservoir holds 12 million litres.")).json()["records"] == 1
    assert found(service, "reservoir litres") == ["The reservoir holds 12 million litres."]


@pytest.mark.parametrize(
    ("store", "name", "content", "fields", "said"),
    [
        ("notes-2", "empty.md", " ", {}, "'empty.md' is empty"),
        ("notes-2", "picture.png", b"\x89PNG\r\n\x1a\n\0\0" * 9, {}, "not text"),
        ("notes-2", "claims.jsonl", "{}\n", {"format": "fever"}, "'claims.jsonl' contains no record of fever"),
        ("notes-2", "a.md", GAZETTE, {"format": "spss"}, "There is no format 'spss'"),
        ("notes-2", "a.csv", "title\nx\n", {"format": "isot", "label": "PERHAPS"}, "'PERHAPS' is not a label of isot"),
        ("Notes!", "a.md", GAZETTE, {}, "not a valid store name"),
    ],
)
def test_what_cannot_be_added_leaves_no_trace(
    service: Running, store: str, name: str, content: bytes | str, fields: dict[str, str], said: str
) -> None:
    before = stores(service)
    response = add(service, store, name, content, **fields)
    assert response.status_code == 422, response.text
    assert said in response.json()["detail"]
    home = service.server.service.config.environment.index_path
    assert str(home) not in response.text
    assert stores(service) == before
    assert not (home / ".files" / store).exists()


def test_a_broken_new_version_leaves_the_old_one(service: Running) -> None:
    add(service, "kept", "notes.md", GAZETTE)
    assert add(service, "kept", "notes.md", b"\0\0\0\0 binary").status_code == 422
    assert GAZETTE in found(service, "mayor of Brenn bridge")
    path = service.server.service.config.environment.index_path / ".files" / "kept" / "notes.md"
    assert path.read_text() == GAZETTE
    assert [one.name for one in path.parent.iterdir()] == ["notes.md"]


def test_a_name_never_leads_out_of_the_folder(service: Running, tmp_path: Path) -> None:
    for name in ("../../evil.md", "/etc/evil.md", "..\\evil.md", ".."):
        assert add(service, "safe", name, f"{GAZETTE} {name}").status_code == 201
    folder = service.server.service.config.environment.index_path / ".files" / "safe"
    assert {path.name for path in folder.iterdir()} == {"evil.md", "upload"}
    for store in ("..", "%2e%2e", ".files", "x/../../y"):
        assert service.client.delete(f"/v1/index/stores/{store}").status_code in (404, 405), store
    assert folder.is_dir()


def test_json_in_place_of_a_file_is_refused(service: Running) -> None:
    response = service.client.post("/v1/index/stores/notes/files", json={"file": "x"})
    assert (response.status_code, "multipart/form-data" in response.json()["hint"]) == (415, True)
