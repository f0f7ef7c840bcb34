"""pareto.json by hand: who beats whom, equal systems, and systems that lack a value."""

from __future__ import annotations

from cairn_nb.decisions.tables.pareto import front_of
from tests.decisions.tables.reports import cells, scored, tables


def test_dominance_by_hand() -> None:
    # b beats c (as good, cheaper, as fast); a is best in score, b cheaper, d faster; e is worse than a in all.
    names = ["a", "b", "c", "d", "e"]
    values = [(4.5, 3.0, 200.0), (4.0, 1.0, 100.0), (4.0, 2.0, 100.0), (3.0, 1.5, 50.0), (4.4, 3.1, 201.0)]
    front = front_of(names, values)
    assert front.front == ("a", "b", "d")
    assert front.dominated_by == {"c": ("b",), "e": ("a",)}
    assert [front.is_on(name) for name in names] == [True, True, False, True, False]


def test_two_identical_systems_are_both_kept() -> None:
    front = front_of(["a", "b"], [(4.0, 1.0, 100.0), (4.0, 1.0, 100.0)])
    assert front.front == ("a", "b") and not front.dominated_by


def test_float_dust_beats_nobody() -> None:
    assert front_of(["a", "b"], [(4.0, 0.1 + 0.2, 100.0), (4.0, 0.3, 100.0)]).front == ("a", "b")


def test_a_system_without_a_value_cannot_be_placed_and_beats_nobody() -> None:
    front = front_of(["a", "b"], [(5.0, None, 1.0), (4.0, 1.0, 100.0)])
    assert front.front == ("b",)
    assert front.unplaced == {"a": ("cost_per_question",)}
    assert front.is_on("a") is None


def test_the_table_marks_the_front_from_its_own_columns() -> None:
    cheap = scored("cheap", [3.0, 3.0])
    dear = scored("dear", [3.0, 3.0], shared={"cost_usd": 0.5})
    unpriced = scored("unpriced", [5.0, 5.0], shared={"cost_usd": None})
    found = cells(cheap, dear, unpriced)
    assert [found[name]["pareto_optimal"] for name in ("cheap", "dear", "unpriced")] == [True, False, None]
    assert tables(cheap, dear, unpriced).pareto.dominated_by == {"dear": ("cheap",)}
