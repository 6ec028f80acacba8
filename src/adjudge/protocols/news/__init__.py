"""News: a claim without a source, checked against what an index or the web has on it."""

from adjudge.protocols.news.protocol import Gathered, News

__all__ = ["Gathered", "News"]
