"""A verdict as a schema.org ClaimReview, for search engines and fact-check feeds: case and verdict in, JSON-LD out."""

import json
from collections.abc import Mapping

from adjudge.case import Case
from adjudge.render.cards import headline
from adjudge.verdict import Outcome, Verdict

BEST, WORST = 5, 1
RATINGS: Mapping[Outcome, int] = {Outcome.SUPPORTED: 5, Outcome.NOT_IN_SOURCE: 2, Outcome.CONTRADICTED: 1}
"""From 1, false, to 5, true; what is undecided has no rating."""


def claim_review(case: Case, verdict: Verdict) -> str:
    """The ClaimReview of a verdict. Author, date and address of the review are the publisher's to add."""
    top = headline(verdict)
    rating: dict[str, object] = {
        "@type": "Rating",
        "alternateName": top.text,
        "ratingExplanation": " ".join(part for part in (top.reason, top.doubt) if part),
    }
    if top.outcome in RATINGS:
        rating |= {"ratingValue": RATINGS[top.outcome], "bestRating": BEST, "worstRating": WORST}
    sources = [
        {
            "@type": "CreativeWork",
            "name": document.title or document.id,
            **({"url": document.url} if document.url else {}),
        }
        for document in case.documents
    ]
    content = {
        "@context": "https://schema.org",
        "@type": "ClaimReview",
        "claimReviewed": case.claim,
        "reviewRating": rating,
        "itemReviewed": {"@type": "Claim", "name": case.claim},
        "citation": sources,
        "creator": {"@type": "SoftwareApplication", "name": "Adjudge", "softwareVersion": verdict.provenance.adjudge},
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"
