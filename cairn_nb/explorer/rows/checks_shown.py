"""What the checks beside the judge found of an answer, for the detail panel: its claims one by one, and who refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cairn_nb.explorer.reductions import Kept
from cairn_nb.records import CaseRow
from cairn_nb.records.checked_claim import CheckedClaim

VERDICTS = {True: "✓ supported by the passages given", False: "✗ not supported", None: "? no verdict"}


def checked_claims(row: CaseRow, kept: Kept) -> dict[str, Any] | None:
    """A sentence on all, and each claim with its verdict in words; null where claims were not checked."""
    said = ", ".join(_said(row))
    if not said:
        return None
    return {
        "said": said,
        "claims": [[kept.cut(claim.text), _verdict(claim, kept), claim.supported] for claim in row.checked_claims],
    }


def refusal_text(row: CaseRow) -> str | None:
    """Whether it is a refusal, and which detector says so; null where none was asked."""
    if row.refusal_detector is None or row.refused is None:
        return None
    who = {"model": "a model", "heuristic": "its wording, as the model gave no usable probability"}
    sure = "" if row.refusal_probability is None else f", probability {row.refusal_probability:.3g}"
    said = "a refusal" if row.refused else "no refusal"
    return f"{said}, says {who.get(row.refusal_detector, row.refusal_detector)}{sure}"


def _said(row: CaseRow) -> Iterator[str]:
    if row.claim_support_rate is not None:
        yield f"support rate {row.claim_support_rate:.3f}"
    counts = (
        ("not supported", row.unsupported_claims),
        ("without a usable probability", row.claims_unreadable),
        ("not checked, beyond the most", row.claims_unchecked),
    )
    yield from (f"{count} {what}" for what, count in counts if count)
    if row.claims_split_failed:
        yield "the answer could not be taken apart"


def _verdict(claim: CheckedClaim, kept: Kept) -> str:
    sure = [] if claim.probability is None else [f"probability {claim.probability:.3g}"]
    return " · ".join([VERDICTS[claim.supported], *sure, *([kept.cut(claim.reason)] if claim.reason else [])])
