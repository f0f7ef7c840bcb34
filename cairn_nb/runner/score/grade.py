"""The five axes of answers made elsewhere, graded by the models that an experiment file names."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from cairn_nb.config.model import Config
from cairn_nb.judges.axes.protocol import AxesJudge
from cairn_nb.records.axis_verdict import AxisVerdict
from cairn_nb.records.judging import JudgingDesign
from cairn_nb.records.outcome import Outcome
from cairn_nb.runner.budget import Spending
from cairn_nb.runner.checking import axes_of
from cairn_nb.runner.engine import run_pieces
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.parts import limits_of, reply_cache
from cairn_nb.runner.pieces import Key, Piece
from cairn_nb.runner.score.finish import nearest_reference
from cairn_nb.runner.score.join import Pairing
from cairn_nb.systems.axes_judge import axes_judge
from cairn_nb.systems.checks import Checks


@dataclass(frozen=True)
class Graded:
    """Finished answers with their grades; `design` is null where no model graded.

    `stopped` says why some answers were not graded, where a cap kept them from it.
    """

    finished: tuple[Finished, ...]
    design: JudgingDesign | None = None
    stopped: str | None = None


async def graded(config: Config, pairings: Sequence[Pairing], finished: Sequence[Finished]) -> Graded:
    """The answers with the five axes as `config.evaluation.axes_judge` says; nothing else of it is read but the limits.

    The family of the model that answered is read from the model's name in each row. An answer that
    `evaluation.max_cost_usd` leaves no money for has no grades.

    Raises
    ------
    ConfigError, AuthenticationError, MissingExtraError
        If a judge cannot be set up.
    """
    judge = axes_judge(config.evaluation.axes_judge, limits=limits_of(config), cache=reply_cache(config))
    try:
        if judge.design is None:
            return Graded(tuple(finished))
        spending = Spending(config.evaluation.max_cost_usd)
        done = await _graded(judge, config, _pieces(pairings, finished), finished, spending)
    finally:
        await judge.aclose()
    ungraded = AxisVerdict(outcome=Outcome.ERROR, reason="the cap was reached before")
    every = tuple(done.get(piece.key) or piece.changed(axes=ungraded) for piece in finished)
    n_left = len(finished) - len(done)
    stopped = f"{spending.sentence()} with {n_left} of {len(finished)} answers not graded" if n_left else None
    return Graded(every, judge.design, stopped)


def _pieces(pairings: Sequence[Pairing], finished: Sequence[Finished]) -> list[Piece]:
    """Each answer with its case, whose reference is the right answer that it comes nearest to."""
    pieces = []
    for pairing, piece in zip(pairings, finished, strict=True):
        reference = nearest_reference(pairing.question, piece.answer.text)
        pieces.append(Piece(pairing.question.case.model_copy(update={"expected_answer": reference}), piece.trial))
    return pieces


async def _graded(
    judge: AxesJudge, config: Config, pieces: Sequence[Piece], finished: Sequence[Finished], spending: Spending
) -> dict[Key, Finished]:
    given = {piece.key: piece for piece in finished}
    done: dict[Key, Finished] = {}
    checks = Checks(axes=judge)

    async def work(piece: Piece) -> Finished:
        deadline = asyncio.get_running_loop().time() + config.evaluation.case_timeout_s
        axes = await axes_of(checks, piece.case, given[piece.key].answer, None, deadline=deadline)
        found = given[piece.key].changed(axes=axes)
        spending.charge(() if axes is None else axes.steps)
        return found

    await run_pieces(
        pieces,
        work,
        lambda found: done.__setitem__(found.key, found),
        concurrency=config.evaluation.concurrency,
        description="grade",
        may_start=lambda: spending.may_start,
    )
    return done
