"""How a bench run's statistics are made: what its reports' configurations say, of which the first one decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import ConfigDict, Field, ValidationError

from cairn_nb.errors import ReportError
from cairn_nb.records import Record, Report

CUTOFFS = (1, 3, 5, 10)
DEEPEST = max(CUTOFFS)


class Settings(Record):
    """`cluster`, `n_boot`, `level`, `seed` and `baseline` of the section `stats`, and `evaluation.primary_k`."""

    model_config = ConfigDict(extra="ignore")

    cluster: Literal["document", "none"] = "document"
    n_boot: int = Field(default=2000, ge=100)
    level: float = Field(default=0.95, gt=0, lt=1)
    seed: int = 0
    baseline: str | None = None
    primary_k: Literal[1, 3, 5, 10] = 5


def settings_of(reports: Sequence[Report]) -> Settings:
    """The first report's that has a configuration; the defaults where none has (answers made elsewhere).

    Raises
    ------
    ReportError
        If a value in a report's configuration does not fit.
    """
    configured = (report for report in reports if report.config is not None)
    first = next(configured, None)
    return Settings() if first is None else _settings(first)


def differing_settings(reports: Sequence[Report]) -> str | None:
    """A sentence where the reports' configurations do not agree on how statistics are made."""
    used = settings_of(reports)
    others = [report.config_name for report in reports if report.config is not None and _settings(report) != used]
    if not others:
        return None
    return f"the statistics are made as the first report says; otherwise configured: {', '.join(others)}"


def _settings(report: Report) -> Settings:
    try:
        return Settings.model_validate(_found(report.config or {}))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ReportError(first["msg"], path=report.source, key=f"config.{first['loc'][0]}") from None


def _found(config: Mapping[str, Any]) -> dict[str, Any]:
    stats, evaluation = config.get("stats") or {}, config.get("evaluation") or {}
    primary = evaluation.get("primary_k")
    return dict(stats) if primary is None else {**stats, "primary_k": primary}
