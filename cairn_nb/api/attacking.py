"""A system under a poisoned corpus."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cairn_nb.api.inputs import ConfigLike, as_config

if TYPE_CHECKING:
    from cairn_nb.attacks.report import AttackReport


def attack(
    config: ConfigLike,
    *,
    poisoned: str | Path | None = None,
    reports_dir: str | Path = "reports",
    record: str | Path | None = None,
    replay: str | Path | None = None,
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
    record, replay
        A cassette: every call to a model is added to the file, those of the poisoned index too, or every reply comes
        from it and no model is asked.

    Raises
    ------
    CorpusError
        If there is no list of attacks, or a row of it cannot be used.
    CassetteError
        If a replay needs a call that the cassette lacks.
    """
    from cairn_nb.runner.blocking import run

    return run(aattack(config, poisoned=poisoned, reports_dir=reports_dir, record=record, replay=replay))


async def aattack(
    config: ConfigLike,
    *,
    poisoned: str | Path | None = None,
    reports_dir: str | Path = "reports",
    record: str | Path | None = None,
    replay: str | Path | None = None,
) -> AttackReport:
    """`attack` for async callers."""
    from cairn_nb.providers.cassette.session import keeping_calls
    from cairn_nb.runner.attack import aattack as work

    folder = None if poisoned is None else Path(poisoned)
    with keeping_calls(record=record, replay=replay):
        return await work(as_config(config), poisoned=folder, reports_dir=Path(reports_dir))
