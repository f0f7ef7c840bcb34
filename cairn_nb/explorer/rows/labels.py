"""Ratings that a person gave in the explorer, as labels tied to the answers they are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from pydantic import ValidationError

from cairn_nb.errors import InputError
from cairn_nb.explorer.runs import runs_of
from cairn_nb.records import CaseRow, Label, Report, answer_digest

Ratings = Mapping[str, Mapping[str, Mapping[str, Any]]]


def labels_of(
    reports: Sequence[Report], names: Sequence[str], ratings: Ratings, *, rater: str | None = None
) -> tuple[Label, ...]:
    """The ratings as labels, in the order of the reports and of their rows.

    Parameters
    ----------
    reports, names
        What the explorer shows, and what each run is called there.
    ratings
        By run and row id ``{"verdict": "right", "note": "", "rated_at": "2026-01-31T12:00:00.000Z"}``; a note
        may be missing, and a time, which is then now. Ratings of rows that no run has are left out.
    rater
        Who rated, where a rating does not say so.

    Raises
    ------
    InputError
        Naming run, row and key where a rating is not one.
    """
    runs = runs_of(reports, names)
    return tuple(
        _label(report, row, rating, place=f"{name}: {row_id}", rater=rater)
        for report, name, rows in zip(runs.reports, runs.names, runs.rows, strict=True)
        for row_id, row in zip(runs.ids, rows, strict=True)
        if row is not None and (rating := ratings.get(name, {}).get(row_id)) is not None
    )


def _label(report: Report, row: CaseRow, rating: Mapping[str, Any], *, place: str, rater: str | None) -> Label:
    given = {"note": "", "rated_at": _now(), **rating}
    said = given.pop("rater", None)
    fields = {
        "case_id": row.case_id,
        "trial": row.trial,
        "config_name": report.config_name,
        "run_id": report.run_id,
        "rater": rater if said is None else said,
        "answer_sha256": answer_digest(row.answer_text),
    }
    try:
        return Label.model_validate({**given, **fields})
    except ValidationError as problem:
        first = problem.errors()[0]
        key = ": ".join([place, *map(str, first["loc"])])
        hint = "a rating has a verdict (right, wrong or unsure), and may have a note and rated_at"
        raise InputError(first["msg"].lower(), key=key, hint=hint) from None


def _now() -> str:
    """The time as the page writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
