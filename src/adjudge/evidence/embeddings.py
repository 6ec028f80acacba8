"""Rerank hits by embeddings: only BM25's candidates, because embedding a whole store would take hours.

The two orders are fused by reciprocal ranks, so that neither score has to be made comparable with the other.
"""

from collections.abc import Sequence

from adjudge.errors import ConfigError
from adjudge.evidence.encoder import encoder
from adjudge.evidence.records import Hit

_SMOOTHING = 10


def reranked(query: str, hits: Sequence[Hit]) -> list[Hit]:
    """The hits in the fused order, with the fused score."""
    model = encoder()
    if not model.available:
        raise ConfigError("Hybrid search needs the embedding model.", hint="pip install 'adjudge[embeddings]'")
    wanted = model.encode(query)
    nearness = [float(wanted @ model.encode(hit.evidence.text)) for hit in hits]
    by_meaning = sorted(range(len(hits)), key=lambda at: (-round(nearness[at], 5), at))
    place = {at: rank for rank, at in enumerate(by_meaning)}
    fused = {at: 1 / (_SMOOTHING + at) + 1 / (_SMOOTHING + place[at]) for at in range(len(hits))}
    order = sorted(fused, key=lambda at: (-fused[at], at))
    return [hits[at].model_copy(update={"score": round(fused[at], 6)}) for at in order]
