"""The offline engine: text analysis instead of a language model; no key, no network, the same answer every time."""

from adjudge.engines.offline.engine import Offline

__all__ = ["Offline"]
