"""A slice of the golden set, answered, judged and scored, as a report."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from cairn_nb.config.model import Config
from cairn_nb.errors import GoldenError, InputError
from cairn_nb.files.layout import RunPaths
from cairn_nb.records.golden import Case
from cairn_nb.records.report import Report
from cairn_nb.runner.assemble import Outcomes, assemble, locate_supports
from cairn_nb.runner.budget import Spending
from cairn_nb.runner.carry_out import carry_out, done_pieces
from cairn_nb.runner.checking import checks_identity
from cairn_nb.runner.decision import Decision, decision_for
from cairn_nb.runner.journal import open_journal
from cairn_nb.runner.notes.accounts import with_accounts
from cairn_nb.runner.notes.replay import with_replay_note
from cairn_nb.runner.parts import Parts, open_parts
from cairn_nb.runner.pieces import Piece, plan_pieces
from cairn_nb.runner.plan import RunIdentity, SplitName, slice_of
from cairn_nb.runner.preflight import check_out, check_places
from cairn_nb.runner.probe.probe import aprobe
from cairn_nb.runner.publish import is_sound, places, publish
from cairn_nb.version import __version__


async def aevaluate(
    config: Config,
    *,
    split: SplitName = "eval",
    out: Path | None = None,
    reports_dir: Path = Path("reports"),
    limit: int | None = None,
    trials: int = 1,
    within: Spending | None = None,
) -> Report:
    """Evaluate a configuration; a run that was interrupted goes on where it stopped.

    A live system is asked some questions again at the end, one at a time (`evaluation.latency_probe_questions`).

    Parameters
    ----------
    split
        ``eval`` (what the threshold was not fitted on), ``calibration`` or ``all``.
    out
        The report's file, in place of a new name in `reports_dir`; only an older report is replaced.
    limit
        Only the first so many cases of the split, in the golden set's order.
    trials
        How often each question is asked.
    within
        A spending that this run counts against besides its own cap, as that of several runs together.

    Raises
    ------
    BudgetError
        If a cap is used up before the first case; one that is reached later makes the report incomplete.
    CairnError
        What is wrong with the input, before any call; or what stopped the run, with the ledger kept.
    """
    _check_counts(limit, trials)
    if out is not None:
        check_out(out, reports_dir=reports_dir)
    async with open_parts(config) as parts:
        pieces = plan_pieces(_cases(parts, split, limit), trials=trials)
        planned = RunPaths.beside(out or reports_dir / "report.json", reports_dir=reports_dir, config_name=config.name)
        is_baseline = split == "eval" and out is None and limit is None
        _check_folders(config, planned, n_pieces=len(pieces), is_baseline=is_baseline)
        decision = decision_for(config, parts.stamps)
        run_id = _identity(parts, decision, split, pieces).run_id
        spending = Spending(config.evaluation.max_cost_usd, within=within)
        with open_journal(config.state_dir, run_id, parts.text_of) as journal:
            finished = await carry_out(
                parts,
                pieces,
                journal,
                rule=decision.rule,
                threshold=decision.threshold,
                description=f"evaluate {config.name}",
                spending=spending,
                checks=parts.checks,
            )
            done = done_pieces(pieces, finished, spending)
            capped = len(done) < len(pieces)
            probed = None if capped else await aprobe(parts, done, finished, journal, spending=spending)
            outcomes = Outcomes(run_id, split, done, finished, locate_supports(parts, done))
            now = datetime.now(UTC)
            report = with_accounts(
                assemble(parts, decision, outcomes, now=now),
                config,
                parts.index.manifest,
                spending=spending,
                probed=probed,
                n_planned=len(pieces),
            )
            report, is_replayed = with_replay_note(report)
            paths = places(out, reports_dir, config.name, now)
            may_replace = is_baseline and is_sound(report) and not is_replayed
            report = publish(report, outcomes, paths, replace_latest=may_replace)
            if not capped and (probed is None or probed.stopped_by != "budget"):
                journal.complete()
    return report


def _check_counts(limit: int | None, trials: int) -> None:
    if limit is not None and limit < 1:
        raise InputError(f"must be at least 1, not {limit}", key="limit")
    if trials < 1:
        raise InputError(f"must be at least 1, not {trials}", key="trials")


def _check_folders(config: Config, paths: RunPaths, *, n_pieces: int, is_baseline: bool) -> None:
    latest = (paths.latest.parent,) if is_baseline else ()
    check_places(paths.report.parent, *latest, config.state_dir / "ledger", n_pieces=n_pieces)


def _cases(parts: Parts, split: SplitName, limit: int | None) -> tuple[Case, ...]:
    cases = slice_of(parts.config, parts.golden, split)
    if not cases:
        raise GoldenError(
            f"the split {split!r} holds no case",
            path=parts.golden.path,
            hint="add cases, or change calibration.split",
        )
    return cases[:limit]


def _identity(parts: Parts, decision: Decision, split: SplitName, pieces: tuple[Piece, ...]) -> RunIdentity:
    return RunIdentity(
        kind="eval",
        config=parts.config,
        corpus_hash=parts.index.manifest.corpus_hash,
        golden_hash=parts.golden.content_hash,
        split=split,
        pieces=pieces,
        rule=decision.rule,
        threshold=decision.threshold,
        rubric_version=parts.judge.rubric_version,
        switches=parts.switches,
        cairn_version=__version__,
        judging=checks_identity(parts.config, parts.checks),
    )
