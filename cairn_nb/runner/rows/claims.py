"""Whether it is a refusal and what its claims rest on, as parts of a row: what checks beside the judge found."""

from __future__ import annotations

from typing import Any

from cairn_nb.records.checked_claim import ClaimCheck
from cairn_nb.records.outcome import Outcome
from cairn_nb.records.refusal import RefusalVerdict
from cairn_nb.runner.rows.part import RowPart, rounded

RATE = "claim_support_rate"


def claims_part(check: ClaimCheck | None, reason: Outcome | None) -> RowPart:
    """The claims with their verdicts; nothing at all where claims are not checked.

    An answer none of whose claims could be checked has no rate and no number of unsupported claims. `reason` says why
    an answer has no content to measure.
    """
    if check is None:
        return RowPart({})
    if reason is not None:
        return RowPart({}, {RATE: reason})
    values: dict[str, Any] = {
        "checked_claims": check.claims,
        "claims_unchecked": check.n_unchecked,
        "claims_unreadable": check.n_unreadable,
        "claims_split_failed": check.split_failed,
        RATE: rounded(check.support_rate),
        "unsupported_claims": None if check.support_rate is None else check.n_unsupported,
    }
    return RowPart(values, {RATE: check.outcome})


def refusal_part(refusal: RefusalVerdict | None) -> RowPart:
    """Who said whether it is a refusal; nothing where no model was asked."""
    if refusal is None:
        return RowPart({})
    return RowPart({"refusal_detector": refusal.detector, "refusal_probability": rounded(refusal.probability)})
