"""The calibration slice to a threshold, on exactly the cases that the threshold will be applied to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from cairn_nb.confidence.certify import certify
from cairn_nb.config.model import Config
from cairn_nb.errors import BudgetError, CalibrationError
from cairn_nb.files.calibration import write_record
from cairn_nb.providers.switches import active_switches, is_degrading
from cairn_nb.records.calibration import CalibrationRecord, SplitSensitivity
from cairn_nb.records.certificate import Certificate
from cairn_nb.runner.assemble import timestamp
from cairn_nb.runner.budget import Spending
from cairn_nb.runner.carry_out import carry_out
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.journal import open_journal
from cairn_nb.runner.notes.notes import is_incomplete
from cairn_nb.runner.parts import Parts, open_parts
from cairn_nb.runner.pieces import Piece, plan_pieces
from cairn_nb.runner.plan import RunIdentity, slice_of
from cairn_nb.runner.population import Population, population_of
from cairn_nb.runner.preflight import check_places
from cairn_nb.version import __version__

N_REDRAWS = 20


async def acalibrate(config: Config, *, within: Spending | None = None) -> CalibrationRecord:
    """Fit the abstention threshold and write its record; an interrupted run goes on where it stopped.

    Every question of the slice is answered and graded whatever its confidence and whatever the model's own
    flag says, because the threshold will decide alone. When nothing can be certified the record says so
    with a null threshold, and an evaluation under it abstains always.

    Parameters
    ----------
    within
        A spending that this run counts against besides its own cap, as that of several runs together.

    Raises
    ------
    BudgetError
        If a cap was reached before every case was done; what was paid for is kept, and a run with a higher one goes on.
    CalibrationError
        If the slice holds no case, none could be graded, more failed than `evaluation.max_error_rate`
        allows, or a switch degrades the system on purpose.
    """
    _refuse_degraded()
    async with open_parts(config) as parts:
        pieces = plan_pieces(slice_of(config, parts.golden, "calibration"))
        if not pieces:
            hint = "add cases, or raise calibration.split"
            raise CalibrationError(f"{config.golden_path}: no case falls into the calibration slice ({hint})")
        check_places(config.calibration_path.parent, config.state_dir / "ledger", n_pieces=len(pieces))
        spending = Spending(config.evaluation.max_cost_usd, within=within)
        with open_journal(config.state_dir, _run_id(parts, pieces), parts.text_of) as journal:
            finished = await carry_out(
                parts,
                pieces,
                journal,
                rule="threshold",
                threshold=0.0,
                description=f"calibrate {config.name}",
                spending=spending,
            )
            _refuse_capped(finished, len(pieces), spending)
            try:
                record = _record(parts, pieces, finished)
            except CalibrationError:
                journal.complete()  # the next run tries the failed cases again
                raise
            write_record(record, config.calibration_path)
            journal.complete()
    return record


def _refuse_degraded() -> None:
    switches = active_switches()
    if is_degrading(switches):
        names = ", ".join(sorted(switches))
        raise CalibrationError(
            f"the system is degraded on purpose ({names}); a threshold fitted on it would not hold without "
            "(unset the variable, then calibrate)"
        )


def _refuse_capped(finished: Sequence[Finished], n_pieces: int, spending: Spending) -> None:
    if len(finished) < n_pieces:
        raise BudgetError(
            f"{spending.sentence()} with {len(finished)} of {n_pieces} calibration cases done; raise it and run again: "
            "nothing is paid for twice"
        )


def _run_id(parts: Parts, pieces: tuple[Piece, ...]) -> str:
    return RunIdentity(
        kind="calibrate",
        config=parts.config,
        corpus_hash=parts.index.manifest.corpus_hash,
        golden_hash=parts.golden.content_hash,
        split="calibration",
        pieces=pieces,
        rule="threshold",
        threshold=0.0,
        rubric_version=parts.judge.rubric_version,
        switches=parts.switches,
        cairn_version=__version__,
    ).run_id


def _record(parts: Parts, pieces: Sequence[Piece], finished: Sequence[Finished]) -> CalibrationRecord:
    _refuse_incomplete(parts.config, finished)
    population = population_of(pieces, finished)
    if not len(population):
        raise CalibrationError(
            f"none of the {len(pieces)} calibration cases was answered and graded, so there is nothing to fit on"
        )
    certificate = _certify(parts.config, population)
    return CalibrationRecord(
        config_name=parts.config.name,
        **asdict(parts.stamps),
        threshold=certificate.threshold,
        n_calibration=certificate.n_cases,
        n_units=certificate.n_units,
        n_answered_at_threshold=certificate.n_answered if certificate.threshold is not None else 0,
        empirical_error_at_threshold=_error_rate(certificate),
        bound_at_threshold=certificate.bound if certificate.threshold is not None else None,
        abstain_always=certificate.threshold is None,
        shortfall=certificate.shortfall,
        statement=certificate.statement,
        method=certificate.method,
        grid=certificate.grid,
        sensitivity=_sensitivity(parts.config, population),
        switches=parts.switches,
        created_at=timestamp(datetime.now(UTC)),
    )


def _refuse_incomplete(config: Config, finished: Sequence[Finished]) -> None:
    failed = [piece for piece in finished if piece.failure is not None]
    if is_incomplete(config, n_failed=len(failed), n_rows=len(finished)):
        raise CalibrationError(
            f"{len(failed)} of {len(finished)} calibration cases failed, more than evaluation.max_error_rate "
            f"({config.evaluation.max_error_rate:.0%}) allows; the first one: {failed[0].failure}: {failed[0].reason}"
        )


def _certify(config: Config, population: Population) -> Certificate:
    by_document = config.calibration.unit == "document"
    return certify(
        population.confidence,
        population.correct,
        config.calibration.alpha,
        config.calibration.delta,
        clusters=population.clusters if by_document else None,
        seed=config.calibration.seed,
        ids=population.ids,
    )


def _error_rate(certificate: Certificate) -> float | None:
    if certificate.threshold is None or not certificate.n_answered:
        return None
    return certificate.n_wrong / certificate.n_answered


def _sensitivity(config: Config, population: Population) -> SplitSensitivity:
    """The same rule on redraws of the slice's documents: how much of the result is the luck of the split."""
    certificates = [
        _certify(config, population.redrawn(config.calibration.seed, number)) for number in range(N_REDRAWS)
    ]
    thresholds = [c.threshold for c in certificates if c.threshold is not None]
    rates = [c.answer_share if c.threshold is not None else 0.0 for c in certificates]
    return SplitSensitivity(
        n_splits=N_REDRAWS,
        n_certified=len(thresholds),
        threshold_low=min(thresholds, default=None),
        threshold_high=max(thresholds, default=None),
        answer_rate_low=min(rates),
        answer_rate_high=max(rates),
    )
