"""The run file: what it accepts, and what it says about what it does not."""

from pathlib import Path
from textwrap import dedent

import pytest

from adjudge.errors import AdjudgeError, ConfigError, DataError
from adjudge.questions.base import Method
from adjudge.settings.runfile import RunFile, load_runfile

# The example of the jury's specification, key for key.
EXAMPLE = """
data:
  source: "data/Nova.csv"
  claim_col: "claim"
  truth_col: "truth"
  pair_ids: [0, 5, 9, 10, 13]

agents:
  - name: literal
    role: "Literal Fact-Checker"
  - name: context
    role: "Context Guardian"
  - name: steelman
    role: "Steelman Advocate"
  - name: sceptic
    role: "Sceptic"

foreperson:
  rubric:
    - axis: numeric_fidelity
      question: "Are all numbers, units, and percentages in the claim supported by the truth?"
    - axis: scope_fidelity
      question: "Are who/where/when correctly represented?"
    - axis: causal_fidelity
      question: "Does the claim avoid causal leaps not supported by the truth?"
    - axis: certainty_fidelity
      question: "Are hedges and certainty preserved?"
    - axis: context_sufficiency
      question: "Are key caveats, qualifiers, or denominators reflected or not contradicted?"
  dissent_threshold: 2  # min agents on minority for "strong dissent"

debate:
  max_rounds: 2

models:
  parser: "gpt-4o-mini"
  agents: "gpt-4o-mini"
  foreperson: "gpt-4o-mini"
"""


def load(tmp_path: Path, text: str) -> RunFile:
    path = tmp_path / "config.yaml"
    path.write_text(dedent(text))
    return load_runfile(path)


def test_the_example_of_the_specification_is_accepted(tmp_path: Path) -> None:
    runfile = load(tmp_path, EXAMPLE)
    jury = runfile.jury(tmp_path)
    assert [agent.name for agent in jury.agents] == ["literal", "context", "steelman", "sceptic"]
    assert jury.rubric[0].axis == "numeric_fidelity"
    assert (jury.dissent_threshold, jury.max_rounds) == (2, 2)
    assert runfile.pairs(tmp_path).pair_ids == (0, 5, 9, 10, 13)
    assert set(runfile.models_by_seat().values()) == {"gpt-4o-mini"}


def test_only_the_source_is_needed_and_the_rest_has_the_specified_defaults(tmp_path: Path) -> None:
    runfile = load(tmp_path, "data: {source: x.csv}")
    jury = runfile.jury(tmp_path)
    assert len(jury.agents) == 4
    assert len(jury.rubric) == 5
    assert jury.max_rounds == 2
    assert runfile.models.agents == "gpt-4o-mini"


def test_an_added_agent_joins_with_its_prompt_lens_and_model(tmp_path: Path) -> None:
    (tmp_path / "editor.md").write_text("You are a desk editor.")
    runfile = load(
        tmp_path,
        """
        data: {source: x.csv}
        agents:
          - name: literal
          - {name: editor, role: Desk editor, prompt: editor.md, lens: sceptic, model: "ollama:qwen2.5:7b"}
          - {name: counter, role: Counter, lens: {axes: [quantity], silence: 0.2}}
        """,
    )
    literal, editor, counter = runfile.jury(tmp_path).agents
    assert literal.role == "Literal Fact-Checker"
    assert editor.instructions == "You are a desk editor."
    assert editor.lens.method is Method.HARDEST_CONTRADICTION
    assert counter.lens.axes == ("quantity",)
    assert runfile.models_by_seat()["editor"] == "ollama:qwen2.5:7b"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("data: {source: x.csv}\ndebat: {}", "unknown key 'debat': did you mean 'debate'"),
        ("data: {source: x.csv, clam_col: c}", "unknown key 'data.clam_col': did you mean 'claim_col'"),
        ("data: {source: x.csv}\ndebate: {max_round: 1}", "did you mean 'max_rounds'"),
        ("data: {source: x.csv}\nagents: [{name: a, rol: b}]", "did you mean 'role'"),
        ("data: {source: x.csv}\nforeperson: {rubric: [{axis: a, quest: b}]}", "did you mean 'question'"),
        ("data: {source: x.csv}\nengine: offline", "agents, jury, fact_frame"),
        ("data: {source: x.csv}\njury: {stop_wen: settled}", "did you mean 'stop_when'"),
        ("agents: []", "'data' is missing"),
        ("data: {source: x.csv, pair_ids: [0, five]}", "five"),
        ("data: {source: x.csv}\ndebate: {max_rounds: many}", "debate.max_rounds is 'many'"),
        ("data: [", "is not YAML"),
        ("just words", "holds no settings"),
        ("", "holds no settings"),
    ],
)
def test_what_is_wrong_is_named_with_what_was_expected(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load(tmp_path, text)


@pytest.mark.parametrize(
    ("agents", "message"),
    [
        ("[]", "no agents"),
        ("[{name: literal}, {name: literal}]", "name 'literal'"),
        ("[{name: x, lens: wide}]", "no lens 'wide'"),
        ("[{name: x, prompt: nowhere.md}]", "prompt file of agent 'x'.*does not exist"),
    ],
)
def test_agents_that_cannot_sit_are_refused(tmp_path: Path, agents: str, message: str) -> None:
    with pytest.raises(AdjudgeError, match=message):
        load(tmp_path, f"data: {{source: x.csv}}\nagents: {agents}").jury(tmp_path)


def test_a_missing_run_file_and_a_directory_are_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="does not exist"):
        load_runfile(tmp_path / "none.yaml")
    with pytest.raises(DataError, match="is a directory"):
        load_runfile(tmp_path)
