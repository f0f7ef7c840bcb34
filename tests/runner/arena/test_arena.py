from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.config.model import EvaluationConfig
from cairn_nb.errors import BudgetError, InputError, ProviderError
from cairn_nb.files.ledger import read_ledger
from cairn_nb.files.pairwise import COMPARISONS, read_comparisons, read_plan
from cairn_nb.records import Report
from cairn_nb.records.pair_comparison import PairComparison
from cairn_nb.runner.arena.arena import Setting, aarena
from cairn_nb.runner.budget import Spending
from tests.providers.loopback import Behaviour, LoopbackServer, answer, chat_completion, failure, serving
from tests.report_factory import answered_row, build_report
from tests.runner.arena.served import CALL_USD, COMPARISON_USD, evaluation, prefers_more, report, says

PROSE = answer(chat_completion('I prefer this one: {"reason": "", "better": "1"}'))
THREE = (report("good", 9), report("fair", 6), report("poor", 3))


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "CAIRN_PRICING_JSON"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr("cairn_nb.providers.wire.retry.FIRST_PAUSE_S", 0.0005)


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with serving(prefers_more) as running:
        yield running


def held(
    folder: Path,
    reports: Sequence[Report],
    judged: EvaluationConfig,
    *,
    cap_usd: float | None = None,
    seed: int = 0,
    **pairwise: Any,
) -> tuple[PairComparison, ...]:
    chosen = judged.changed(pairwise=judged.pairwise.changed(**pairwise))
    setting = Setting(chosen, seed, reports[0].config_name, folder / "state")
    return asyncio.run(aarena(reports, setting, folder=folder, spending=Spending(cap_usd)))


def tally(comparisons: Sequence[PairComparison]) -> Counter[str | None]:
    return Counter(one.winner for one in comparisons)


def test_every_pair_on_every_question_in_both_orders(server: LoopbackServer, tmp_path: Path) -> None:
    found = held(tmp_path, THREE, evaluation(server))
    assert len(found) == 18 and len(server.received) == 36  # 3 pairs, 6 questions, 2 orders
    assert tally(found) == {"good": 12, "fair": 6}
    assert all(one.cost_usd == pytest.approx(COMPARISON_USD) and one.score in (0.0, 1.0) for one in found)
    assert read_comparisons(tmp_path) == found
    plan = read_plan(tmp_path)
    assert (plan.pairs, plan.n_planned, plan.stopped, plan.judges) == ("all", 18, None, ("openai:judge-x",))
    shown = "".join(one.body["messages"][1]["content"] for one in server.received)
    assert "right 3" in shown and "config" not in shown


def test_equal_seeds_give_equal_bytes_and_another_seed_other_orders(server: LoopbackServer, tmp_path: Path) -> None:
    first, again, other = tmp_path / "a", tmp_path / "b", tmp_path / "c"
    held(first, THREE, evaluation(server))
    held(again, THREE, evaluation(server, concurrency=7))
    held(other, THREE, evaluation(server), seed=1)
    assert (first / COMPARISONS).read_bytes() == (again / COMPARISONS).read_bytes()
    orders = [[one.systems for one in read_comparisons(folder) or ()] for folder in (first, other)]
    assert orders[0] != orders[1]


def test_only_first_trials_take_part_and_nothing_that_failed(server: LoopbackServer, tmp_path: Path) -> None:
    twice = [answered_row("c00", answer_text="worth 1"), answered_row("c00", answer_text="worth 99", trial=1)]
    found = held(tmp_path, (build_report(twice, config_name="twice"), report("fair", 6, n=2)), evaluation(server))
    assert [(one.case_id, one.winner) for one in found] == [("c00", "fair")]
    partly = held(tmp_path, (report("good", 9, failed=4), report("fair", 6)), evaluation(server))
    assert [one.case_id for one in partly] == ["c04", "c05"]


def test_everyone_against_the_baseline(server: LoopbackServer, tmp_path: Path) -> None:
    found = held(tmp_path, THREE, evaluation(server), pairs="vs_baseline")
    assert len(found) == 12 and all("good" in one.systems for one in found)


def test_adaptive_spends_its_pairs_on_those_that_are_close(server: LoopbackServer, tmp_path: Path) -> None:
    close = [report(name, worth, n=40) for name, worth in (("a", 8), ("b", 8), ("c", 2), ("d", -4))]
    found = held(tmp_path, close, evaluation(server), pairs="adaptive", max_pairs_per_question=1)
    assert len(found) == 40
    late = Counter(frozenset(one.systems) for one in found[10:])
    assert late[frozenset("ab")] == max(late.values()) > late[frozenset("ad")]
    assert len(held(tmp_path, close, evaluation(server), pairs="adaptive")) == 40 * 4  # as many as systems


def test_a_cap_stops_new_comparisons_and_a_higher_one_goes_on(server: LoopbackServer, tmp_path: Path) -> None:
    one_at_a_time = evaluation(server, concurrency=1)
    found = held(tmp_path, THREE, one_at_a_time, cap_usd=4.5 * COMPARISON_USD)
    assert len(found) == 5 and len(server.received) == 10
    stopped = read_plan(tmp_path).stopped
    assert stopped is not None and stopped.endswith("with 5 of 18 comparisons made")
    again = held(tmp_path, THREE, one_at_a_time, cap_usd=4.5 * COMPARISON_USD)
    assert again == found and len(server.received) == 10  # what was charged counts against the cap again
    whole = held(tmp_path, THREE, one_at_a_time, cap_usd=1.0)
    assert len(whole) == 18 and len(server.received) == 36 and read_plan(tmp_path).stopped is None
    assert whole[:5] == found


def test_a_cap_that_is_used_up_before_is_an_error(server: LoopbackServer, tmp_path: Path) -> None:
    spent = Spending(1.0)
    spent.charge_usd(1.0)
    setting = Setting(evaluation(server), 0, "good", tmp_path / "state")
    with pytest.raises(BudgetError, match="before the first of 18 comparisons"):
        asyncio.run(aarena(THREE, setting, folder=tmp_path, spending=spent))


def test_held_again_it_pays_nothing_and_is_charged_the_same(server: LoopbackServer, tmp_path: Path) -> None:
    first = held(tmp_path, THREE, evaluation(server))
    again = held(tmp_path, THREE, evaluation(server))
    assert len(server.received) == 36
    assert [one.cost_usd for one in again] == pytest.approx([one.cost_usd for one in first])
    assert {one.spent_usd for one in again} == {0.0}


def test_a_pair_is_judged_by_the_family_that_wrote_neither(server: LoopbackServer, tmp_path: Path) -> None:
    reports = [report("gpt-5", 9), report("claude-5", 6), report("llama-4", 3)]
    found = held(tmp_path, reports, evaluation(server, "claude-judge", "gpt-judge"))
    judges = {frozenset(one.systems): set() for one in found}  # type: ignore[var-annotated]
    for one in found:
        judges[frozenset(one.systems)].add((one.judge, one.same_family))
    assert judges[frozenset(("gpt-5", "llama-4"))] == {("openai:claude-judge", False)}
    assert judges[frozenset(("claude-5", "llama-4"))] == {("openai:gpt-judge", False)}
    both = {("openai:claude-judge", True), ("openai:gpt-judge", True)}
    assert judges[frozenset(("gpt-5", "claude-5"))] == both
    assert len(found) == 6 * (1 + 1 + 2)


BAD: dict[str, Behaviour] = {
    "prose around the JSON": PROSE,
    "a word": says("first"),
    "no verdict": answer(chat_completion('{"reason": "hm"}')),
    "cut off": answer(chat_completion('{"reason": "the sec')),
    "empty": answer(chat_completion("")),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_a_reply_that_cannot_be_read_is_asked_again_then_left_out_and_charged(
    server: LoopbackServer, tmp_path: Path, bad: Behaviour
) -> None:
    two = (report("good", 9, n=1), report("fair", 6, n=1))
    server.script = [bad]
    [once] = held(tmp_path / "once", two, evaluation(server))
    assert not once.failed and once.cost_usd == pytest.approx(3 * CALL_USD)
    server.usual = lambda _: bad
    [never] = held(tmp_path / "never", two, evaluation(server))
    assert never.failed and never.score is None and never.cost_usd == pytest.approx(4 * CALL_USD)
    assert all(reason.startswith("unparsed: ") for reason in never.reasons)


def test_a_slow_server_gives_no_verdict_within_the_time(server: LoopbackServer, tmp_path: Path) -> None:
    server.usual = lambda _: Behaviour(delay_s=30)
    two = (report("good", 9, n=1), report("fair", 6, n=1))
    [found] = held(tmp_path, two, evaluation(server, case_timeout_s=0.3))
    assert found.failed and found.reasons[0] == "not done within the time of a case" and found.cost_usd == 0


def test_a_server_that_only_fails_stops_it_and_keeps_nothing(server: LoopbackServer, tmp_path: Path) -> None:
    server.usual = lambda _: failure(500)
    with pytest.raises(ProviderError, match="all failed in the same way"):
        held(tmp_path, (report("good", 9, n=30), report("fair", 6, n=30)), evaluation(server))
    ledgers = list((tmp_path / "state" / "ledger").glob("arena-*.jsonl"))
    assert len(ledgers) == 1 and read_ledger(ledgers[0]) == ()
    server.usual = prefers_more
    assert len(held(tmp_path, (report("good", 9), report("fair", 6)), evaluation(server))) == 6


def test_without_a_model_the_higher_score_wins_and_no_call_is_made(tmp_path: Path) -> None:
    found = held(tmp_path, THREE, EvaluationConfig())
    assert tally(found) == {"good": 12, "fair": 6} and {one.judge for one in found} == {"heuristic"}
    assert {one.cost_usd for one in found} == {0.0}


def test_one_system_or_no_common_question_is_no_arena(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="two systems"):
        held(tmp_path, THREE[:1], EvaluationConfig())
    with pytest.raises(InputError, match="no question"):
        held(tmp_path, (report("a", 1, failed=6), report("b", 1)), EvaluationConfig())
