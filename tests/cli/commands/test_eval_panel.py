"""`adjudge eval panel` as people call it."""

import json
from pathlib import Path

from tests.cli.commands.test_eval import rows, written
from tests.cli.support import adjudge


def stored_run(folder: Path, *, label: str | None = None, count: int = 3) -> Path:
    content = [
        {"claim": row["claim"], "truth": row["source"], **({"label": label or row["label"]} if label != "" else {})}
        for row in rows(count)
    ]
    data = written(folder / "pairs.jsonl", content)
    config = folder / "run.yaml"
    config.write_text("data: {source: pairs.jsonl}\n")
    assert adjudge("run", str(config), "-e", "offline", "-q", "--out", str(folder / "v.jsonl")).code == 0
    return data


def test_a_labelled_file_is_judged_measured_and_drawn(tmp_path: Path) -> None:
    data, picture = written(tmp_path / "mills.jsonl", rows(3)), tmp_path / "panel.svg"
    found = json.loads(adjudge("eval", "panel", str(data), "--picture", str(picture), "--json").out.splitlines()[-1])
    assert sorted(found["jurors"]) == ["context", "literal", "sceptic", "steelman"]
    assert found["cases"] == 3
    assert picture.read_text().startswith("<svg")


def test_a_stored_run_is_measured_by_its_labels(tmp_path: Path) -> None:
    stored_run(tmp_path)
    shown = adjudge("eval", "panel", "last")
    assert shown.code == 0
    assert "jury.order: [" in shown.out


def test_labels_in_other_words_are_named_and_can_be_mapped(tmp_path: Path) -> None:
    stored_run(tmp_path, label="grounded")
    refused = adjudge("eval", "panel", "last")
    assert refused.code == 2
    assert "'grounded'" in refused.err
    assert adjudge("eval", "panel", "last", "--map", "grounded=FAITHFUL").code == 0


def test_a_run_without_labels_shows_agreement_and_refuses_a_picture(tmp_path: Path) -> None:
    stored_run(tmp_path, label="")
    shown = adjudge("eval", "panel", "last")
    assert "alpha" in shown.out
    assert "--labels" in shown.err
    assert adjudge("eval", "panel", "last", "--picture", str(tmp_path / "p.svg")).code == 2


def test_a_file_that_is_not_there_is_not_taken_for_a_run(tmp_path: Path) -> None:
    written(tmp_path / "mills.jsonl", rows(3))
    refused = adjudge("eval", "panel", str(tmp_path / "mill.jsonl"))
    assert refused.code == 2
    assert "mill.jsonl' does not exist" in refused.err
    assert "mills.jsonl" in refused.err


def test_a_panel_of_one_juror_is_refused_by_its_name(tmp_path: Path) -> None:
    stored_run(tmp_path)
    (tmp_path / "run.yaml").write_text("data: {source: pairs.jsonl}\nagents: [{name: literal}]\n")
    run = adjudge("run", str(tmp_path / "run.yaml"), "-e", "offline", "-q", "--out", str(tmp_path / "one.jsonl"))
    assert run.code == 0
    refused = adjudge("eval", "panel", "last", "--labels", str(tmp_path / "pairs.jsonl"))
    assert refused.code == 2
    assert "one juror, 'literal'" in refused.err


def test_reviews_count_as_labels(tmp_path: Path) -> None:
    import asyncio

    from adjudge.settings.environment import load_environment
    from adjudge.store.reviews import ReviewerOpinion, Reviews
    from adjudge.store.store import Store

    async def review() -> None:
        async with await Store.open(load_environment().store_path) as store:
            run = await store.get_run("last")
            reviews = Reviews(store)
            positions = [stored.position async for stored in store.outcomes(run.id)]
            await reviews.add(run.id, positions[0], ReviewerOpinion.AGREE, reviewer="ann")
            await reviews.add(run.id, positions[1], ReviewerOpinion.AGREE, reviewer="ann")
            await reviews.add(run.id, positions[2], ReviewerOpinion.DISAGREE, reviewer="ann")

    stored_run(tmp_path, label="")
    asyncio.run(review())
    found = json.loads(adjudge("eval", "panel", "last", "--json").out)
    assert (found["cases"], found["reviewed"], found["unlabelled"]) == (2, 2, 1)
