"""What each notebook may be given: names, types and defaults, checked before a kernel starts.

A notebook's parameter cell holds the same names; a verb's options are these too. Parameters are written
into the executed notebook, so a value that looks like a key is refused: keys come from the environment.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field, ValidationError, field_validator

from cairn_nb.config.explain import dotted, first_problem, nearest
from cairn_nb.config.secrets import looks_like_key
from cairn_nb.errors import InputError
from cairn_nb.records.base import Record


class NotSecret(Record):
    """Parameters of any notebook."""

    @field_validator("*", mode="after")
    @classmethod
    def _no_secret(cls, value: object) -> object:
        if looks_like_key(value):
            raise ValueError("looks like a key; set it in the environment and name the variable instead")
        return value


class Parameters(NotSecret):
    """What every notebook that reads an experiment file is given."""

    config: str = "configs/default.yaml"
    overrides: dict[str, Any] = Field(default_factory=dict)


class IngestParameters(Parameters):
    """`strict` fails when a file was skipped; `record` and `replay` name a cassette."""

    strict: bool = False
    record: str | None = None
    replay: str | None = None


class CalibrateParameters(Parameters):
    """A cassette that every call to a model is added to, or that every reply comes from."""

    record: str | None = None
    replay: str | None = None


class EvalParameters(Parameters):
    """Which cases, how often, and where the report goes."""

    split: Literal["eval", "calibration", "all"] = "eval"
    out: str | None = None
    reports_dir: str = "reports"
    limit: int | None = Field(default=None, ge=1)
    trials: int = Field(default=1, ge=1, le=1000)
    record: str | None = None
    replay: str | None = None


class GateParameters(NotSecret):
    """Two reports and how much worse the second may be."""

    baseline: str
    candidate: str
    max_quality_drop: float = Field(default=0.0, ge=0)
    max_citation_drop: float = Field(default=0.0, ge=0)
    max_cost_increase: float = Field(default=0.15, ge=0)
    max_p95_increase: float = Field(default=0.25, ge=0)
    min_p95_delta_ms: float = Field(default=50.0, ge=0)
    require_guarantee: bool = True
    quality_test: Literal["point", "regressed", "noninferior"] = "point"
    guarantee: Literal["point", "exact"] = "point"
    max_answer_rate_drop: float | None = Field(default=None, ge=0)
    max_retrieval_drop: float | None = Field(default=None, ge=0)
    enforce_budget: bool = False
    reports_dir: str = "reports"

    @property
    def rules(self) -> dict[str, Any]:
        """The gate's own options."""
        return self.model_dump(exclude={"baseline", "candidate", "reports_dir"})


class LeaderboardParameters(NotSecret):
    """Which experiment files are run, and where the table goes; with `run`, a finished run is shown instead."""

    run: str | None = None
    configs: str = "configs/*.yaml"
    out: str = "reports/leaderboard.md"
    reports_dir: str = "reports"
    skip_ingest: bool = False
    trials: int = Field(default=1, ge=1, le=1000)
    baseline: str | None = None
    max_cost_usd: float | None = Field(default=None, gt=0)
    record: str | None = None
    replay: str | None = None

    @property
    def choices(self) -> dict[str, Any]:
        """The options of the function."""
        return self.model_dump(exclude={"run"})


class AttackParameters(Parameters):
    """`poisoned` is the folder of poisoned documents; by default it stands beside the corpus."""

    poisoned: str | None = None
    reports_dir: str = "reports"
    record: str | None = None
    replay: str | None = None


class AuditParameters(NotSecret):
    """The run whose judge is held against people; without `labels` a sheet is drawn for them."""

    run: str
    labels: str | None = None
    sample: int = Field(default=50, ge=1)
    seed: int = 0
    purpose: Literal["tune", "certify"] | None = None
    bar: float | None = Field(default=None, gt=0, lt=1)
    measure: Literal["answer_score", "correct"] | None = None
    cluster: Literal["document", "none"] = "document"
    out: str | None = None

    @property
    def options(self) -> dict[str, Any]:
        """The audit's own options."""
        return self.model_dump(exclude={"run"})


class ArenaParameters(NotSecret):
    """Whose answers meet, who judges them, and where the result goes; null is what the configuration says."""

    runs: tuple[str, ...] = Field(min_length=1)
    pairs: Literal["all", "vs_baseline", "adaptive"] | None = None
    max_pairs_per_question: int | None = Field(default=None, ge=1)
    judge_config: str | None = None
    max_cost_usd: float | None = Field(default=None, gt=0)
    baseline: str | None = None
    out: str | None = None
    record: str | None = None
    replay: str | None = None
    reports_dir: str = "reports"

    @property
    def choices(self) -> dict[str, Any]:
        """The options of the function."""
        return self.model_dump(exclude={"runs", "reports_dir"})


NOTEBOOKS: dict[str, type[Record]] = {
    "ingest": IngestParameters,
    "calibrate": CalibrateParameters,
    "eval": EvalParameters,
    "gate": GateParameters,
    "leaderboard": LeaderboardParameters,
    "attack": AttackParameters,
    "arena": ArenaParameters,
    "audit": AuditParameters,
}


def check_parameters(notebook: str, values: Mapping[str, Any]) -> Record:
    """The parameters of `notebook`, defaults filled in.

    Raises
    ------
    InputError
        For a notebook or a parameter that is not known (with the nearest that is), a missing one, or a
        value of the wrong type.
    """
    model = NOTEBOOKS.get(notebook)
    if model is None:
        raise InputError("there is no such notebook", key=notebook, hint=nearest(notebook, NOTEBOOKS))
    try:
        return model.model_validate_json(json.dumps(dict(values)), strict=True)
    except (TypeError, ValueError) as error:
        if not isinstance(error, ValidationError):
            raise InputError(f"a parameter that is not plain data: {error}", path=f"notebook {notebook}") from error
        keys, problem, hint = first_problem(error, model)
        raise InputError(problem, path=f"notebook {notebook}", key=f"parameter {dotted(keys)}", hint=hint) from error
