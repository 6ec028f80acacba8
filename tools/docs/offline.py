"""Fail if the built site would load anything from another host: a script, a style, a font or an image.

In: the folder of the site. Links that a reader follows are allowed.
"""

import re
import sys
from pathlib import Path

LOADED = re.compile(
    r"""<(?:script|img|iframe|source|video|audio)\b[^>]*?\ssrc=["']?(?:https?:)?//"""
    r"""|<link\b(?![^>]*rel=["']?canonical)[^>]*?\shref=["']?(?:https?:)?//"""
    r"""|@import\s+(?:url\()?["']?(?:https?:)?//|url\(["']?(?:https?:)?//""",
    re.IGNORECASE,
)


def main() -> None:
    """Read every page and style of the site."""
    site = Path(sys.argv[1])
    found = [
        f"{path}: {match.group()}"
        for path in sorted(site.rglob("*"))
        if path.suffix in (".html", ".css")
        for match in LOADED.finditer(path.read_text(encoding="utf-8"))
    ]
    if found:
        raise SystemExit("The site loads files from other hosts:\n" + "\n".join(found))
    print(f"Built {site}: open {site}/index.html")


if __name__ == "__main__":
    main()
