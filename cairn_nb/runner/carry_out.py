"""A planned run, carried out: what the ledger holds is taken from it, the rest is done and kept."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.errors import BudgetError
from cairn_nb.providers.cassette.session import working_on
from cairn_nb.runner.budget import Spending
from cairn_nb.runner.engine import run_pieces
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.garbage import out_of_collections
from cairn_nb.runner.journal import Journal
from cairn_nb.runner.parts import Parts
from cairn_nb.runner.pieces import Piece
from cairn_nb.runner.work import CaseWork
from cairn_nb.systems.checks import NO_CHECKS, Checks
from cairn_nb.systems.decide import Rule


async def carry_out(
    parts: Parts,
    pieces: Sequence[Piece],
    journal: Journal,
    *,
    rule: Rule,
    threshold: float | None,
    description: str,
    spending: Spending,
    checks: Checks = NO_CHECKS,
) -> tuple[Finished, ...]:
    """The finished pieces, in planned order: all of them, unless `spending` came to its cap.

    Parameters
    ----------
    checks
        What looks at each answer beside the judge; nothing does when a threshold is fitted.

    Raises
    ------
    CairnError
        What ends a run early; the ledger keeps what was finished.
    """
    work = CaseWork(
        system=parts.system,
        judge=parts.judge,
        threshold=threshold,
        rule=rule,
        abstain_text=parts.config.generation.abstain_text,
        case_timeout_s=parts.config.evaluation.case_timeout_s,
        checks=checks,
    )
    left = [piece for piece in pieces if piece.key not in journal.done]
    for piece in pieces:
        if piece.key in journal.done:
            spending.charge(journal.done[piece.key].steps)

    async def charged(piece: Piece) -> Finished:
        with working_on(f"{parts.config.name} case {piece.case.id} trial {piece.trial}"):
            finished = await work(piece)
        spending.charge(finished.steps)
        return finished

    work.expect(left)
    with out_of_collections():
        await run_pieces(
            left,
            charged,
            journal.keep,
            concurrency=parts.config.evaluation.concurrency,
            description=description,
            may_start=lambda: spending.may_start,
        )
    return tuple(journal.done[piece.key] for piece in pieces if piece.key in journal.done)


def done_pieces(pieces: Sequence[Piece], finished: Sequence[Finished], spending: Spending) -> tuple[Piece, ...]:
    """The pieces that are finished, in planned order.

    Raises
    ------
    BudgetError
        If there is none: the cap was used up before.
    """
    keys = {done.key for done in finished}
    done = tuple(piece for piece in pieces if piece.key in keys)
    if pieces and not done:
        raise BudgetError(f"{spending.sentence()} before the first of {len(pieces)} cases")
    return done
