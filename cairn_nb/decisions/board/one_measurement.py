"""Do several reports measure the same thing? A table whose rows come from different corpora is no comparison."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256

from cairn_nb.decisions.wording.short_hash import short_hash
from cairn_nb.errors import NotComparableError
from cairn_nb.records import Report

IDENTITY: dict[str, Callable[[Report], str | None]] = {
    "corpora": lambda report: short_hash(report.corpus_hash),
    "golden set versions": lambda report: report.golden_version,
    "golden set contents": lambda report: short_hash(report.golden_hash or "") or None,
    "splits": lambda report: report.split,
}


def require_one_measurement(reports: Sequence[Report]) -> None:
    """Refuse reports that cannot stand in one table.

    Raises
    ------
    NotComparableError
        If two have the same name, or differ in corpus, golden set, split or cases.
    """
    _require_names(reports)
    for what, value_of in IDENTITY.items():
        _require_one(what, reports, [value_of(report) for report in reports])
    cases = [_case_set(report) for report in reports]
    _require_one("cases", reports, cases)


def _require_names(reports: Sequence[Report]) -> None:
    names = [report.config_name for report in reports]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        where = "by `name` in its file, or by `cairn score --name` where its answers were made elsewhere"
        problem = f"two configurations are named {twice[0]}; rename one, so that a row says which it is"
        raise NotComparableError(f"{problem}: {where}")


def _require_one(what: str, reports: Sequence[Report], values: Sequence[str | None]) -> None:
    groups: dict[str, list[str]] = {}
    for report, value in zip(reports, values, strict=True):
        if value is not None:
            groups.setdefault(value, []).append(report.config_name)
    if len(groups) > 1:
        listed = "; ".join(f"{value}: {', '.join(names)}" for value, names in groups.items())
        raise NotComparableError(f"the reports have different {what} ({listed}), so they cannot be ranked together")


def _case_set(report: Report) -> str | None:
    ids = sorted({row.case_id for row in report.per_case})
    return f"{len(ids)} cases from {ids[0]} to {ids[-1]}" + f" ({hash_of(ids)})" if ids else None


def hash_of(ids: Sequence[str]) -> str:
    """A short digest of case ids."""
    return sha256("\n".join(ids).encode()).hexdigest()[:8]
