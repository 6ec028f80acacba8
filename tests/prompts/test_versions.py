"""The list of prompts and briefs, their texts as they are sent, and their fingerprints."""

import hashlib
from enum import StrEnum

import pytest

from adjudge.agents.roles import default_jury
from adjudge.errors import ConfigError
from adjudge.prompts.loader import BRIEFS, load, prompt_fingerprint, prompt_text, prompt_versions
from adjudge.prompts.show import NOTHING, shown
from adjudge.questions.base import Brief, Lens
from adjudge.questions.registry import QUESTIONS


def test_every_question_and_every_built_in_juror_is_listed() -> None:
    listed = prompt_versions()
    assert set(QUESTIONS) <= set(listed)
    assert {f"{BRIEFS}{juror.name}" for juror in default_jury()} <= set(listed)
    assert list(listed) == sorted(listed)
    assert all(versions and list(versions) == sorted(set(versions)) for versions in listed.values())


@pytest.mark.parametrize("name", prompt_versions())
def test_every_version_has_a_text_and_a_fingerprint_of_its_own(name: str) -> None:
    versions = prompt_versions()[name]
    texts = {version: prompt_text(name, version) for version in versions}
    assert all(text.strip() for text in texts.values())
    assert len({prompt_fingerprint(name, version) for version in versions}) == len(versions)
    assert prompt_text(name) == texts[max(versions)]
    assert prompt_fingerprint(name) == prompt_fingerprint(name, max(versions))


def test_the_text_of_a_prompt_has_its_shared_parts_and_both_halves() -> None:
    prompt = load("cast_vote")
    system, _, user = prompt_text("cast_vote").partition("\n---user---\n")
    assert (system.strip(), user) == (prompt.system, prompt.user)
    assert "[[" not in system


def test_the_fingerprint_of_a_brief_is_the_hash_of_its_text() -> None:
    text = prompt_text(f"{BRIEFS}literal")
    assert prompt_fingerprint(f"{BRIEFS}literal") == hashlib.sha256(text.encode()).hexdigest()


def test_an_unknown_prompt_or_brief_is_refused() -> None:
    with pytest.raises(ConfigError, match="There is no prompt 'cast_votes'"):
        prompt_text("cast_votes")
    with pytest.raises(ConfigError, match="There is no prompt 'nobody'"):
        prompt_fingerprint(f"{BRIEFS}nobody")
    with pytest.raises(ConfigError, match="'cast_vote' version 99"):
        prompt_text("cast_vote", 99)


class Colour(StrEnum):
    RED = "red"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "yes"),
        (False, "no"),
        (3, "3"),
        (0.25, "0.25"),
        (Colour.RED, "red"),
        (None, NOTHING),
        ((), NOTHING),
        ({}, NOTHING),
        (("first", "second"), "first, second"),
    ],
)
def test_plain_values_stand_as_they_are(value: object, text: str) -> None:
    assert shown("field", value) == text


def test_a_brief_without_instructions_says_what_to_look_at() -> None:
    lens = Lens(axes=("number", "date"))
    text = shown("brief", Brief(name="editor", role="Desk editor", lens=lens))
    assert text == "Your name: editor. Your role: Desk editor.\n\nLook above all at: number, date."
    told = shown("brief", Brief(name="editor", role="Desk editor", instructions=" Check the dates. ", lens=lens))
    assert told.endswith("\n\nCheck the dates.")
