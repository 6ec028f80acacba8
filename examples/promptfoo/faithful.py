"""The assertion of promptfooconfig.yaml: every sentence of an output must be borne out by the variable `context`."""

from adjudge.integrations.promptfoo import get_assert as get_assert
