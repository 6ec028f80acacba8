"""The component in a real spaCy pipeline: spans, batches, several processes, bytes."""

import json

import pytest
import spacy
from spacy.tokens import Doc, DocBin

import adjudge.integrations.spacy
from tests.integrations.texts import ANSWER, SOURCE


def with_context(nlp: spacy.Language, text: str, context: object) -> Doc:
    doc = nlp.make_doc(text)
    doc._.adjudge_context = context
    return doc


@pytest.fixture
def nlp() -> spacy.Language:
    nlp = spacy.blank("en")
    nlp.add_pipe("adjudge")
    return nlp


def test_sentences_and_words_become_spans(nlp: spacy.Language) -> None:
    doc = nlp(with_context(nlp, ANSWER, SOURCE))
    assert [(one.text, one.label_) for one in doc.spans["adjudge"]] == [
        ("The old bridge was built in 1618.", "incorrect"),
        ("Lima is the capital of Peru.", "correct"),
    ]
    assert [(one.text, one.label_) for one in doc.spans["adjudge_words"]] == [("1618", "incorrect")]
    assert (doc._.adjudge["score"], doc._.adjudge["error"]) == (0.5, None)
    assert doc._.adjudge["sentences"][0]["source"]["text"] in SOURCE


def test_no_doc_is_dropped_and_failures_say_why(nlp: spacy.Language) -> None:
    pairs = [(ANSWER, SOURCE), ("", SOURCE), (ANSWER, None), (ANSWER, ["  "]), ("It was built in 1608.", [SOURCE])]
    docs = list(nlp.pipe([with_context(nlp, *pair) for pair in pairs], batch_size=2))
    assert [one.text for one in docs] == [text for text, _ in pairs]
    assert [one._.adjudge["score"] for one in docs][:4] == [0.5, 0, 0, 0]
    assert docs[1]._.adjudge["error"] == "The answer is empty. There is nothing to check."
    assert docs[2]._.adjudge["error"].startswith("The answer has no context.")
    assert [len(one.spans["adjudge"]) for one in docs] == [2, 0, 0, 0, 1]


def test_one_context_for_all_docs_and_a_name_of_its_own() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("adjudge", config={"context": SOURCE, "spans_key": "faithful"})
    doc = nlp(ANSWER)
    assert [one.label_ for one in doc.spans["faithful"]] == ["incorrect", "correct"]


def test_a_context_may_be_data(nlp: spacy.Language) -> None:
    doc = nlp(with_context(nlp, "The old bridge was built in 1608.", {"old bridge": {"built": 1608}}))
    assert [one.label_ for one in doc.spans["adjudge"]] == ["correct"]


def test_docs_survive_bytes_files_and_processes(nlp: spacy.Language) -> None:
    doc = nlp(with_context(nlp, ANSWER, SOURCE))
    for back in (
        Doc(nlp.vocab).from_bytes(doc.to_bytes()),
        next(DocBin(docs=[doc], store_user_data=True).get_docs(nlp.vocab)),
        next(nlp.pipe([with_context(nlp, ANSWER, SOURCE)], n_process=2)),
    ):
        assert [one.label_ for one in back.spans["adjudge"]] == ["incorrect", "correct"]
        assert json.dumps(back._.adjudge) == json.dumps(doc._.adjudge)


def test_a_pipeline_can_be_saved_and_loaded(tmp_path: object) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("adjudge", config={"context": SOURCE})
    nlp.to_disk(f"{tmp_path}/model")
    doc = spacy.load(f"{tmp_path}/model")(ANSWER)
    assert [one.label_ for one in doc.spans["adjudge"]] == ["incorrect", "correct"]
    assert adjudge.integrations.spacy.SpacyChecker().engine == "offline"
