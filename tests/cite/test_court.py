"""What of a citing sentence is judged."""

import pytest

from adjudge.cite.court import judged_text
from adjudge.manuscripts.model import ManuscriptFormat
from adjudge.manuscripts.reading import manuscript_of


@pytest.mark.parametrize(
    ("written", "judged"),
    [
        ("Rain is rare [@miller2019].", "Rain is rare."),
        ("As @miller2019 reported, rain is rare.", "Rain is rare."),
        ("According to @miller2019, rain is rare.", "Rain is rare."),
        ("@miller2019 found that rain is rare.", "The authors found that rain is rare."),
        ("As rain is rare, @miller2019 built a dam.", "As rain is rare, the authors built a dam."),
    ],
)
def test_a_key_that_is_a_word_of_the_sentence_is_not_looked_for_in_the_work(written: str, judged: str) -> None:
    [sentence] = manuscript_of(written, ManuscriptFormat.MARKDOWN).sentences
    assert judged_text(sentence) == judged
