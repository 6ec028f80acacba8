"""The protocols by name: an explicit table. Each protocol is imported on first use."""

from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module

from adjudge.errors import ConfigError
from adjudge.protocols.base import Procedure

PROTOCOLS: Mapping[str, str] = {
    "jury": "adjudge.protocols.jury:Jury",
    "entailment": "adjudge.protocols.entailment:Entailment",
    "trial": "adjudge.protocols.trial:Trial",
    "factuality": "adjudge.protocols.factuality:Factuality",
    "news": "adjudge.protocols.news:News",
}


def protocol_type(name: str) -> type[Procedure]:
    """The class of a protocol; calling it gives the protocol with its default settings."""
    if name not in PROTOCOLS:
        near = get_close_matches(name, PROTOCOLS, n=1)
        guess = f" Did you mean '{near[0]}'?" if near else ""
        raise ConfigError(f"There is no protocol '{name}'.", hint=f"There are: {', '.join(PROTOCOLS)}.{guess}")
    module, _, kind = PROTOCOLS[name].partition(":")
    found: type[Procedure] = getattr(import_module(module), kind)
    return found
