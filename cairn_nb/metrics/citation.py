"""Citations of one answer, from its verified claims."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.records import Claim


def citation_validity(claims: Sequence[Claim]) -> float | None:
    """Verified claims over all claims; None when the answer has no claim."""
    return sum(claim.supported for claim in claims) / len(claims) if claims else None


def faithful(claims: Sequence[Claim]) -> bool:
    """Whether there is a claim and every claim is verified."""
    return bool(claims) and all(claim.supported for claim in claims)
