"""MkDocs hooks: add the reference pages, which are generated from the code at every build, and draw the diagrams."""

import re

import diagrams
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from reference import cli, config, python, rest

PAGES = {
    "reference/cli.md": cli.page,
    "reference/python.md": python.page,
    "reference/rest.md": rest.page,
    "reference/configuration.md": config.page,
}

_MERMAID = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add one generated file for each reference page."""
    for path, page in PAGES.items():
        files.append(File.generated(config, path, content=page()))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Replace the flowcharts of a page by drawings."""
    return _MERMAID.sub(lambda block: diagrams.svg(block[1]), markdown)
