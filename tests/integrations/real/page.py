"""The examples of docs/guides/integrations.md: a block of Python with a title runs in the framework of that name."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "guides" / "integrations.md"


def examples() -> list[tuple[str, str]]:
    """The name of a framework and the code, for each such block."""
    return re.findall(r'^```python title="([\w-]+)"\n(.*?)^```', PAGE.read_text(), re.MULTILINE | re.DOTALL)
