"""A verdict's bytes do not depend on the process that gives it: Python's sets have another order in each."""

import os
import subprocess
import sys

import pytest

SCRIPT = """
import sys
from adjudge import Case, check
again = " The team celebrates after beating Israel 3-0 in Euro 2016 qualifying"
claim = "The Euro 2016 qualifier this summer has been declared a 33,000 sell-out." + 4 * again
source = (
    "The Euro 2016 qualifier with Belgium this summer has been declared a 33,000 sell-out. Gareth Bale fires home a "
    "free-kick during the 3-0 victory over Israel in Euro 2016 qualifying. The finals are in France in 2016."
)
print(check(Case(id="case", claim=claim, documents=[source]), protocol=sys.argv[1]).model_dump_json(exclude={"timing"}))
"""


@pytest.mark.parametrize("protocol", ["trial", "jury", "entailment"])
def test_the_order_of_sets_does_not_show_in_a_verdict(protocol: str) -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT, protocol],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
        ).stdout
        for seed in range(4)
    }
    assert len(said) == 1
