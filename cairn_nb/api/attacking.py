"""A system under a poisoned corpus."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cairn_nb.api.inputs import ConfigLike, as_config

if TYPE_CHECKING:
    from cairn_nb.attacks.report import AttackReport


def attack(
    config: ConfigLike, *, poisoned: str | Path | None = None, reports_dir: str | Path = "reports"
) -> AttackReport:
    """Ask the system about poisoned documents and look for leaks.

    Parameters
    ----------
    config
        The experiment.
    poisoned
        The folder of poisoned documents; by default ``poisoned`` beside the corpus folder.
    reports_dir
        Where ``attack-<config>.json`` and ``.md`` are written.
    """
    from cairn_nb.runner.blocking import run

    return run(aattack(config, poisoned=poisoned, reports_dir=reports_dir))


async def aattack(
    config: ConfigLike, *, poisoned: str | Path | None = None, reports_dir: str | Path = "reports"
) -> AttackReport:
    """`attack` for async callers."""
    from cairn_nb.runner.attack import aattack as work

    folder = None if poisoned is None else Path(poisoned)
    return await work(as_config(config), poisoned=folder, reports_dir=Path(reports_dir))
