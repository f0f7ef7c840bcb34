from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from cairn_nb.errors import AuthenticationError, ProviderError, RateLimitError, ServerError
from cairn_nb.records import Answer, Case, Status
from cairn_nb.runner.engine import run_pieces
from cairn_nb.runner.failures import failed_answer
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.pieces import Piece, plan_pieces

PIECES = plan_pieces([Case(id=f"c{i}", question=f"q{i}") for i in range(40)])


def finished(piece: Piece, error: Exception | None = None) -> Finished:
    if error is not None:
        answer = failed_answer(piece.case.question, error, trial=piece.trial, latency_ms=1.0)
    else:
        answer = Answer(question=piece.case.question, status=Status.ANSWERED, text="yes")
    return Finished(case_id=piece.case.id, trial=piece.trial, answer=answer)


def test_pieces_are_planned_case_by_case_and_trial_by_trial() -> None:
    cases = [Case(id="b", question="?"), Case(id="a", question="?")]
    assert [piece.key for piece in plan_pieces(cases, trials=2)] == [("b", 0), ("b", 1), ("a", 0), ("a", 1)]


@pytest.mark.parametrize("concurrency", [1, 3, 100])
def test_every_piece_is_done_once_and_never_more_at_once_than_allowed(concurrency: int) -> None:
    running = peak = 0
    kept: list[Finished] = []

    async def work(piece: Piece) -> Finished:
        nonlocal running, peak
        running += 1
        peak = max(peak, running)
        await asyncio.sleep(0.001)
        running -= 1
        return finished(piece)

    asyncio.run(run_pieces(PIECES, work, kept.append, concurrency=concurrency))
    assert sorted(done.key for done in kept) == sorted(piece.key for piece in PIECES)
    assert peak == min(concurrency, len(PIECES))


def test_nothing_to_do_is_done() -> None:
    async def work(piece: Piece) -> Finished:
        raise AssertionError(piece)

    asyncio.run(run_pieces([], work, lambda _: None, concurrency=4))


def test_a_raised_error_stops_the_rest_and_keeps_what_was_finished() -> None:
    started: list[str] = []
    kept: list[Finished] = []

    async def work(piece: Piece) -> Finished:
        started.append(piece.case.id)
        # Pieces finish in the order of the cases, whatever the machine is doing meanwhile.
        while len(kept) < int(piece.case.id[1:]):
            await asyncio.sleep(0)
        if piece.case.id == "c5":
            raise AuthenticationError("the key was refused")
        return finished(piece)

    with pytest.raises(AuthenticationError, match="refused"):
        asyncio.run(run_pieces(PIECES, work, kept.append, concurrency=4))
    assert [done.case_id for done in kept] == ["c0", "c1", "c2", "c3", "c4"]
    assert len(started) < 12


def test_a_run_that_only_fails_in_one_way_stops_early_and_keeps_none_of_it() -> None:
    kept: list[Finished] = []
    tried: list[str] = []

    async def work(piece: Piece) -> Finished:
        tried.append(piece.case.id)
        return finished(piece, RateLimitError("429 again and again"))

    with pytest.raises(ProviderError, match=r"first 10 cases all failed in the same way \(rate_limit: 429 again"):
        asyncio.run(run_pieces(PIECES, work, kept.append, concurrency=2))
    assert kept == []
    assert len(tried) <= 12


def alternating(number: int) -> Exception | None:
    return ServerError("500") if number % 2 else RateLimitError("429")


def but_for_the_tenth(number: int) -> Exception | None:
    return None if number == 9 else RateLimitError("429")


@pytest.mark.parametrize("error_of", [alternating, but_for_the_tenth])
def test_failures_that_differ_or_are_followed_by_a_success_are_kept(
    error_of: Callable[[int], Exception | None],
) -> None:
    kept: list[Finished] = []

    async def work(piece: Piece) -> Finished:
        return finished(piece, error_of(int(piece.case.id[1:])))

    asyncio.run(run_pieces(PIECES, work, kept.append, concurrency=1))
    assert [done.case_id for done in kept] == [piece.case.id for piece in PIECES]


def test_few_cases_that_all_fail_are_rows_not_an_exception() -> None:
    kept: list[Finished] = []

    async def work(piece: Piece) -> Finished:
        return finished(piece, ServerError("500"))

    asyncio.run(run_pieces(PIECES[:3], work, kept.append, concurrency=2))
    assert [done.answer.error_kind for done in kept] == ["server"] * 3


def test_work_that_never_waits_can_be_cancelled() -> None:
    kept: list[Finished] = []

    async def work(piece: Piece) -> Finished:
        return finished(piece)

    async def main() -> None:
        task = asyncio.create_task(run_pieces(PIECES, work, kept.append, concurrency=1))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert len(kept) < len(PIECES)
