"""Answers made elsewhere, looked at by the models that an experiment file names: refusals, five axes, claims."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from cairn_nb.config.model import Config
from cairn_nb.records.axis_verdict import AxisVerdict
from cairn_nb.records.checked_claim import ClaimCheck
from cairn_nb.records.outcome import Outcome, Status
from cairn_nb.runner.budget import Spending
from cairn_nb.runner.checking import checks_identity
from cairn_nb.runner.engine import run_pieces
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.journal import Journal, open_journal
from cairn_nb.runner.parts import limits_of, reply_cache
from cairn_nb.runner.pieces import Piece
from cairn_nb.runner.score.checked import CheckWork
from cairn_nb.runner.score.finish import finish, nearest_reference
from cairn_nb.runner.score.join import Pairing
from cairn_nb.systems.checks import NO_CHECKS, Checks, build_checks
from cairn_nb.version import __version__

CAPPED = "the cap was reached before"
HASH_CHARS = 16


@dataclass(frozen=True)
class Graded:
    """Finished answers with what was found about them.

    `checks` are who looked at them as `config` says; `identity` is empty where nobody did. `stopped` says why some
    answers were not looked at, where a cap kept them from it. `journal` is the ledger, complete once the report is
    written.
    """

    finished: tuple[Finished, ...]
    config: Config | None = None
    checks: Checks = NO_CHECKS
    identity: str = ""
    stopped: str | None = None
    journal: Journal | None = None


async def graded(config: Config, pairings: Sequence[Pairing], *, name: str, closing: ExitStack) -> Graded:
    """The answers with what `config.evaluation` has models say of them: refusals, the five axes, claims.

    What was paid for lies in a ledger, and a run that was stopped goes on from there. The family of the model that
    answered is read from the model's name in each row. An answer that `evaluation.max_cost_usd` leaves no money for has
    neither grades nor claims.

    Parameters
    ----------
    name
        What the system is called.
    closing
        Closes the ledger.

    Raises
    ------
    ConfigError, AuthenticationError, MissingExtraError
        If a model cannot be set up.
    """
    checks = build_checks(config, limits=limits_of(config), cache=reply_cache(config), one_generator=False)
    finished = tuple(finish(pairing, by_words=checks.refusals is None) for pairing in pairings)
    try:
        if checks == NO_CHECKS:
            return Graded(finished, config)
        identity = _identity(config, checks, pairings, finished)
        journal = closing.enter_context(open_journal(config.state_dir, identity, lambda _chunk_id: None))
        given = {(pairing.question.case.id, pairing.trial): pairing for pairing in pairings}
        work = CheckWork(name, checks, given, {one.key: one for one in finished}, config.evaluation.case_timeout_s)
        pieces = _pieces(pairings, finished)
        stopped = await _carry_out(work, config, pieces, journal)
    finally:
        await checks.aclose()
    asked = {piece.key for piece in pieces}
    every = tuple(journal.done.get(one.key) or _left(one, checks, is_asked=one.key in asked) for one in finished)
    return Graded(every, config, checks, identity, stopped, journal)


async def _carry_out(work: CheckWork, config: Config, pieces: Sequence[Piece], journal: Journal) -> str | None:
    """Look at every piece that the ledger lacks; a sentence where the cap was reached before the last."""
    spending = Spending(config.evaluation.max_cost_usd)
    for piece in pieces:
        if piece.key in journal.done:
            spending.charge(journal.done[piece.key].judge_steps)

    async def charged(piece: Piece) -> Finished:
        found = await work(piece)
        spending.charge(found.judge_steps)
        return found

    await run_pieces(
        [piece for piece in pieces if piece.key not in journal.done],
        charged,
        journal.keep,
        concurrency=config.evaluation.concurrency,
        description="judge",
        may_start=lambda: spending.may_start,
    )
    n_left = sum(piece.key not in journal.done for piece in pieces)
    return f"{spending.sentence()} with {n_left} of {len(work.finished)} answers not graded" if n_left else None


def _pieces(pairings: Sequence[Pairing], finished: Sequence[Finished]) -> list[Piece]:
    """Each answer with its case, whose reference is the right answer that it comes nearest to.

    Nobody is asked about a case without an answer, or about a ranking alone.
    """
    pieces = []
    for pairing, one in zip(pairings, finished, strict=True):
        if one.answer.status is Status.ERROR or (pairing.given is not None and pairing.given.is_ranking):
            continue
        reference = nearest_reference(pairing.question, one.answer.text)
        pieces.append(Piece(pairing.question.case.model_copy(update={"expected_answer": reference}), one.trial))
    return pieces


def _left(one: Finished, checks: Checks, *, is_asked: bool) -> Finished:
    """What nobody looked at: nobody needs to, or the cap was reached before."""
    axes = AxisVerdict(outcome=Outcome.ERROR, reason=CAPPED) if is_asked and checks.axes is not None else None
    if checks.claims is None:
        return one.changed(axes=axes)
    is_failed = is_asked or one.answer.status is Status.ERROR
    outcome = Outcome.ERROR if is_failed else Outcome.NOT_APPLICABLE
    return one.changed(axes=axes, claim_check=ClaimCheck(outcome=outcome, reason=CAPPED if is_asked else None))


def _identity(config: Config, checks: Checks, pairings: Sequence[Pairing], finished: Sequence[Finished]) -> str:
    """What the ledger is known by: the answers, their questions, who looks at them and by which instructions."""
    parts = [
        [pairing.question.case.model_dump(mode="json") for pairing in pairings],
        [list(pairing.question.references) for pairing in pairings],
        [one.model_dump(mode="json") for one in finished],
        checks_identity(config, checks),
        config.judge.model_dump(mode="json"),
        config.evaluation.refusal_detector,
        __version__,
    ]
    text = json.dumps(parts, sort_keys=True, ensure_ascii=True)
    return f"score-{hashlib.sha256(text.encode('ascii')).hexdigest()[:HASH_CHARS]}"
