"""What holds for any systems: limits are kept, order does not matter, and a dominated system is not the best."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_nb.decisions.selection.recommend import recommend
from cairn_nb.records import Report
from cairn_nb.records.selection_policy import SelectionPolicy
from tests.decisions.selection.systems import system

PROFILES = st.sampled_from(["balanced", "cheapest_acceptable", "lowest_latency", "max_quality"])
MOST_USD = 0.02
STATS = {"stats": {"n_boot": 100}}


@st.composite
def systems(draw: st.DrawFn) -> list[Report]:
    """Two to four systems over the same 7 questions, coarse numbers so that equal ones are common."""
    found = []
    for name in "abcd"[: draw(st.integers(2, 4))]:
        scores = draw(st.lists(st.sampled_from([1.0, 3.0, 4.0, 5.0]), min_size=7, max_size=7))
        cost, latency = (
            draw(st.sampled_from([0.0, 0.01, 0.02, 0.03, None])),
            draw(st.sampled_from([50.0, 100.0, 400.0])),
        )
        found.append(system(name, scores, cost=cost, latency=latency, config=STATS))
    return found


def policy(profile: str, **constraints: Any) -> SelectionPolicy:
    return SelectionPolicy.model_validate({"profile": profile, "constraints": constraints})


@settings(max_examples=40, deadline=None)
@given(systems(), PROFILES)
def test_a_winner_never_breaks_a_limit(reports: list[Report], profile: str) -> None:
    found = recommend(reports, policy(profile, max_cost_per_question=MOST_USD))
    feasible = {report.config_name for report in reports if (c := report.operational.cost_per_question_usd) is not None
                and c <= MOST_USD + 1e-9}  # fmt: skip
    assert {entry.system for entry in found.ranking} == feasible
    assert found.winner in feasible if feasible else found.winner is None and found.closest_miss is not None
    assert set(found.tied) <= feasible - {found.winner}


@settings(max_examples=40, deadline=None)
@given(systems(), PROFILES, st.data())
def test_the_order_of_the_reports_changes_nothing(reports: list[Report], profile: str, data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(reports))
    assert recommend(shuffled, policy(profile)) == recommend(reports, policy(profile))


@settings(max_examples=60, deadline=None)
@given(systems())
def test_a_dominated_system_never_wins_under_max_quality(reports: list[Report]) -> None:
    found = recommend(reports, policy("max_quality"))
    numbers = {entry.system: entry.numbers for entry in found.ranking}
    winner = numbers.pop(found.winner or "")

    def axes(entry: Any) -> tuple[float, float, float]:
        cost = float("inf") if entry.cost_per_question_usd is None else entry.cost_per_question_usd
        return (-round(entry.quality.value, 9), cost, entry.latency_ms)

    mine = axes(winner)
    for other in map(axes, numbers.values()):
        assert not (all(o <= m for o, m in zip(other, mine, strict=True)) and other != mine)


@settings(max_examples=40, deadline=None)
@given(systems(), PROFILES)
def test_the_ranking_holds_everyone_once_the_tied_before_the_rest(reports: list[Report], profile: str) -> None:
    found = recommend(reports, policy(profile))
    assert sorted(entry.system for entry in found.ranking) == sorted(report.config_name for report in reports)
    places = [entry.place for entry in found.ranking]
    assert places == sorted(places, key=["winner", "tied", "rest"].index) and places.count("winner") == 1
    behind = [entry.score for entry in found.ranking if entry.place == "rest" and entry.score is not None]
    assert behind == sorted(behind, reverse=True)
    assert all(0 <= score <= 1 for score in behind)
    assert found.best == found.winner or (found.best in found.tied and profile != "max_quality")
