"""Imports every module of the package, for `forked`."""

from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages

import adjudge

for _module in walk_packages(adjudge.__path__, "adjudge."):
    if not _module.name.startswith(("adjudge.integrations", "adjudge.__main__")):
        with suppress(ImportError):  # an extra that is not installed
            import_module(_module.name)
