"""What is to be made small: one loss for pairs, one for words."""

from __future__ import annotations

import torch
from rows import NOT_SUPPORTED, UNKNOWN
from torch import Tensor
from torch.nn import functional

MARKED_WEIGHT = 4.0
TAUGHT_SHARE = 0.7


def pair_loss(logits: Tensor, targets: Tensor, taught: Tensor, smoothing: float) -> Tensor:
    """Cross-entropy; rows that are only "not supported" take the sum of the two other classes.

    Where the teacher was asked, its shares count beside the label, and alone where there is no label.
    """
    logs = functional.log_softmax(logits.float(), dim=-1)
    chosen = logs.gather(1, targets.clamp(max=2)[:, None])[:, 0]
    chosen = torch.where(targets == NOT_SUPPORTED, torch.logsumexp(logs[:, 1:], dim=-1), chosen)
    labelled = (1 - smoothing) * chosen + smoothing * logs.mean(-1)
    asked = taught.sum(-1)
    share = torch.where(targets == UNKNOWN, 1.0, TAUGHT_SHARE) * asked
    return -((1 - share) * labelled + share * (taught * logs).sum(-1)).sum()


def token_loss(logits: Tensor, labels: Tensor, owners: Tensor, claims: int) -> Tensor:
    """Cross-entropy over the words whose label is known, a mean for each claim, the rare marked words counting more."""
    known = labels >= 0
    logits, labels, owners = logits[known].float(), labels[known], owners[known]
    weight = torch.where(labels == 1, MARKED_WEIGHT, 1.0)
    each = functional.binary_cross_entropy_with_logits(logits, labels.float(), reduction="none") * weight
    total, weights = (torch.zeros(claims).index_add(0, owners, part) for part in (each, weight))
    return (total / weights.clamp(min=1)).sum()
