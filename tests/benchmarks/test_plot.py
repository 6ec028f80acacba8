"""The plot and the table of encoders, from figures made up here; nothing is timed."""

from xml.etree import ElementTree

from benchmarks.nli import pairs
from benchmarks.plot import OURS, PUBLISHED, Measured, draw, marks, table

FIGURES = [
    Measured(OURS, 22_700_000, 100.0, 160.0, 90.0, 95.0),
    Measured("ALBERT-xlarge", 58_700_000, 500.0, 0.8, 0.4, 0.5),
    Measured("RoBERTa-large", 355_400_000, 1300.0, 3.0, 1.5, 1.4),
    Measured("DeBERTa-v3-large", 435_100_000, 1400.0, 2.5, 1.3, 1.4),
]
ACCURACY = {"frank": 0.72, "summedits": 0.62, "mean": 0.67}


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_without_our_accuracy_the_plot_claims_no_height_for_us() -> None:
    svg = draw(FIGURES, {})
    assert "accuracy: see results" in texts(svg)
    assert 'class="diamond"' not in svg
    assert all(mark.kind == "theirs" for mark in marks(FIGURES, {}))


def test_with_our_accuracy_the_plot_shows_the_mean_and_both_sets() -> None:
    svg = draw(FIGURES, ACCURACY)
    assert {"Adjudge", "FRANK", "SummEdits"} <= set(texts(svg))
    assert svg.count('class="diamond"') == 1
    assert "accuracy: see results" not in texts(svg)


def test_every_system_on_the_same_benchmark_has_its_own_label() -> None:
    plotted = [mark.label for mark in marks(FIGURES, {})]
    assert len(plotted) == len(set(plotted)) == 5
    assert set(plotted) <= set(texts(draw(FIGURES, {})))


def test_only_one_benchmark_is_plotted_for_the_others() -> None:
    heights = {mark.accuracy for mark in marks(FIGURES, {})}
    assert heights == {one.accuracy for systems in PUBLISHED.values() for one in systems if one.benchmark != "SummaC"}


def test_the_table_compares_others_at_their_best_with_us_one_pair_at_a_time() -> None:
    made = table(FIGURES, tokens=47, threads=2, batch=4)
    slower = {row[0]: row[made.columns.index("times slower than ours")] for row in made.rows}
    assert slower == {OURS: "1", "ALBERT-xlarge": "180", "RoBERTa-large": "60", "DeBERTa-v3-large": "64.3"}
    assert all(len(row) == len(made.columns) for row in made.rows)


def test_generated_pairs_are_different_and_the_same_for_a_seed() -> None:
    assert len(set(pairs(500))) == 500
    assert pairs(5, seed=3) == pairs(5, seed=3) != pairs(5, seed=4)
