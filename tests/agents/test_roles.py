"""Jurors by name: shipped briefs and lenses, and what overrides them."""

import pytest

from adjudge.agents.roles import LENSES, default_jury, juror, named_lens
from adjudge.errors import ConfigError
from adjudge.questions.base import Lens, Method


def test_the_shipped_jurors_differ_in_method_and_have_a_brief_each() -> None:
    jury = default_jury()
    assert [brief.name for brief in jury] == ["literal", "context", "steelman", "sceptic"]
    assert len({brief.lens.method for brief in jury}) == len(jury)
    assert len({brief.instructions for brief in jury}) == len(jury)


def test_an_unknown_name_is_its_own_role_and_reads_everything() -> None:
    brief = juror("editor")
    assert (brief.role, brief.instructions, brief.lens) == ("editor", "", LENSES["all"])


def test_arguments_override_what_a_shipped_name_brings() -> None:
    brief = juror("literal", role="Editor", instructions="Be brief.", lens="sceptic")
    assert (brief.role, brief.instructions) == ("Editor", "Be brief.")
    assert brief.lens == LENSES["sceptic"]


def test_a_lens_of_ones_own_is_taken_as_it_is() -> None:
    lens = Lens(silence=0.5, method=Method.FACTS)
    assert named_lens(lens) is lens


def test_an_unknown_lens_is_named_with_the_known_ones() -> None:
    with pytest.raises(ConfigError, match=r"no lens 'optimist'\. The lenses are: literal, context"):
        juror("editor", lens="optimist")
