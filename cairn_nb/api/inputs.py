"""What the public functions take: a configuration or a report, or the file that holds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from cairn_nb.config.model import Config
    from cairn_nb.records import Report

ConfigLike: TypeAlias = "str | Path | Config"
ReportLike: TypeAlias = "str | Path | Report"
RunLike: TypeAlias = "ReportLike | Sequence[ReportLike]"


def load_config(path: str | Path, overrides: Mapping[str, Any] | None = None) -> Config:
    """Read an experiment file.

    Parameters
    ----------
    path
        The YAML file.
    overrides
        Values by dotted key, for example ``{"retrieval.k": 12}``; they win over the file.

    Raises
    ------
    ConfigError
        If the file cannot be read, has an unknown key (the nearest one is named), or a value does not fit.
    """
    from cairn_nb.config.load import load_config as load

    return load(Path(path), overrides)


def as_config(config: ConfigLike) -> Config:
    """The configuration, read where it is a file's name."""
    return load_config(config) if isinstance(config, str | Path) else config


def read_report(path: str | Path) -> Report:
    """Read a report; ``report.cases`` is its rows as a DataFrame.

    Raises
    ------
    ReportError
        If it cannot be read, lacks a field, or holds a number that is not finite or out of range.
    """
    from cairn_nb.files.reports import read_report as read
    from cairn_nb.runner.garbage import rare_collections

    with rare_collections():
        return read(Path(path))


def as_report(report: ReportLike) -> Report:
    """The report, read where it is a file's name."""
    return read_report(report) if isinstance(report, str | Path) else report
