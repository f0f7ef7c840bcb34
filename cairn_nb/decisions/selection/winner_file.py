"""The winner's configuration as an experiment file of its own."""

from __future__ import annotations

from collections.abc import Mapping

import yaml

from cairn_nb.decisions.wording.escape import plain
from cairn_nb.records import Report

THEIRS = "the benchmark's: replace with your production documents"
QUESTIONS = "the benchmark's: replace with your own questions"
FOLDER = "the folder of the benchmark's own configuration file, so save this file there"


def winner_yaml(report: Report, *, paths: Mapping[str, str] | None = None) -> str | None:
    """A complete experiment file that `cairn load_config` reads; None where the report carries no configuration.

    Parameters
    ----------
    report
        The winner's.
    paths
        Other values of ``corpus``, ``golden``, ``index.dir`` and ``calibration.dir``: as seen from where the file is
        to lie. By default as in the benchmark's own file, which the first lines then say.
    """
    if report.config is None:
        return None
    config = _with_paths(report.config, paths or {})
    text = yaml.safe_dump(config, sort_keys=False, allow_unicode=True, width=100)
    head = [f"# {plain(report.config_name)}, as it was measured on {plain(report.created_at or 'unknown day')[:10]}."]
    if not paths:
        head.append(f"# Paths are relative to {FOLDER}.")
    return "\n".join([*head, *map(_explained, text.splitlines())]) + "\n"


def _with_paths(config: Mapping[str, object], paths: Mapping[str, str]) -> dict[str, object]:
    changed = dict(config)
    for key, value in paths.items():
        section, _, name = key.partition(".")
        inner = changed.get(section)
        if not name:
            changed[section] = value
        elif isinstance(inner, Mapping):
            changed[section] = {**inner, name: value}
    return changed


def _explained(line: str) -> str:
    """The two keys that a deployment changes, each with a comment above it."""
    if line.startswith("corpus:"):
        return f"# {THEIRS}\n{line}"
    return f"# {QUESTIONS}\n{line}" if line.startswith("golden:") else line
