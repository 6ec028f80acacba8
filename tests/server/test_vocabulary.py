"""The web pages say, colour and sort outcomes as `adjudge.render` does, for every label of every protocol."""

import re

import pytest

from adjudge.record import as_json
from adjudge.render.blocks import SIGNS
from adjudge.render.cards import DECIDING, headline, label_tone
from adjudge.render.headline import OUTCOME_TONES
from adjudge.server.bundles import STATIC
from adjudge.server.workbench import batch_rows
from adjudge.store.runs import StoredOutcome
from adjudge.verdict import Outcome, Stance
from tests.render import samples
from tests.render.test_headline import decided, every_label

TONES = (STATIC / "lib" / "tones.js").read_text(encoding="utf-8")


def table(name: str) -> dict[str, str]:
    """The object of this name in the pages' own table of tones."""
    body = re.search(rf"const {name} = {{(.*?)}};", TONES, re.DOTALL)
    assert body, name
    pairs = re.findall(r'"?([\w ]+?)"?: ("[^"]*"|\[[^\]]*\])', body.group(1))
    return {key.strip(): value.strip('"') for key, value in pairs}


def test_outcomes_and_signs_are_those_of_the_cards() -> None:
    assert table("OUTCOMES") == {outcome.value: tone.value for outcome, tone in OUTCOME_TONES.items()}
    assert table("SIGNS") == {tone.value: sign for tone, sign in SIGNS.items()}


def test_the_same_findings_decide() -> None:
    deciding = {name: set(re.findall(r"\w+", tones)) for name, tones in table("DECIDING").items()}
    assert deciding == {outcome.value: {tone.value for tone in tones} for outcome, tones in DECIDING.items()}


@pytest.mark.parametrize(("protocol", "label", "stance", "outcome"), list(every_label()))
def test_labels_and_rows_agree(protocol: str, label: str, stance: Stance, outcome: Outcome) -> None:
    verdict = decided(protocol, label, stance)
    assert table("LABELS")[label] == label_tone(verdict).value
    case, _ = samples.faithful()
    stored = StoredOutcome(0, case, verdict, as_json(verdict).encode())
    (row,) = batch_rows([stored], [])
    top = headline(verdict)
    assert (row.outcome, row.text, row.tone, row.label) == (outcome.value, top.text, OUTCOME_TONES[outcome], label)
