"""MkDocs hooks: add the reference pages, which are generated from the code at every build and never committed."""

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from reference import cli, config, python, rest

PAGES = {
    "reference/cli.md": cli.page,
    "reference/python.md": python.page,
    "reference/rest.md": rest.page,
    "reference/configuration.md": config.page,
}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add one generated file for each reference page."""
    for path, page in PAGES.items():
        files.append(File.generated(config, path, content=page()))
    return files
