"""Cells of a long table as they are packed: what they open to is what was packed, and ranks order them."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_nb.explorer.packing import packed_cells as packing
from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.packing.packed_cells import BLOCK_ROWS, MOST_PLAIN_ROWS, packed_cells
from cairn_nb.explorer.packing.ranks import ranks, sort_key
from cairn_nb.explorer.packing.whole_cells import whole_view
from cairn_nb.explorer.page.frame import unpacked
from cairn_nb.explorer.rows.cells import finite_difference
from tests.explorer import views
from tests.report_factory import build_report

N = MOST_PLAIN_ROWS + 1
TEXTS = st.sampled_from(["", "a", "A", "why?", "é", "\ud800"]) | st.text(max_size=4)


def cells_of(n: int, **columns: list[Any]) -> tuple[dict[str, list[Any]], dict[str, list[Any]]]:
    ids = [f"c{i}" for i in range(n)]
    cases: dict[str, list[Any]] = {
        "id": ids,
        "case_id": list(ids),
        "tags": [["x"] if i % 3 else [] for i in range(n)],
        "question": ids,
    }
    confidence = [None if i % 7 == 0 else i / n for i in range(n)]
    own: dict[str, list[Any]] = {
        "answer": [f"answer {i % 9}" for i in range(n)],
        "confidence": confidence,
        "status": ["answered"] * n,
    }
    own["margin"] = [finite_difference(value, 0.5) for value in confidence]
    return {**cases, **{key: values for key, values in columns.items() if key in cases}}, {**own, **columns}


def opened(cases: dict[str, list[Any]], own: dict[str, list[Any]]) -> dict[str, Any]:
    """Through JSON and back."""
    packed = packed_cells(cases, [own])
    first, blocks = json.loads(json.dumps([packed.first, packed.blocks]))
    return whole_view({"cases": first[0], "rows": first[1:], "runs": [{"threshold": 0.5}]}, blocks)


def test_a_short_table_is_left_as_it_is() -> None:
    cases, own = cells_of(MOST_PLAIN_ROWS)
    assert packed_cells(cases, [own]) == ((cases, own), ())


def test_values_stand_once_and_what_follows_from_others_does_not_stand_at_all() -> None:
    cases, own = cells_of(N)
    first, run = packed_cells(cases, [own]).first
    assert first["id"] == {"d": cases["id"], "r": True}, "they stand in order"
    assert "case_id" not in first and "margin" not in run
    assert run["status"] == {"d": ["answered"]}
    assert first["tags"]["d"] == [(), ("x",)] and first["tags"]["k"][:4] == [0, 1, 1, 0]
    assert run["confidence"] == own["confidence"], "they hardly repeat"
    assert run["answer"]["d"] == [f"answer {i}" for i in range(9)] and run["answer"]["k"][:10] == [*range(9), 0]


def test_texts_go_on_in_blocks_and_later_ones_name_earlier_values_by_their_codes() -> None:
    n = BLOCK_ROWS + 3
    cases, own = cells_of(n, answer=[*(f"{i}" for i in range(BLOCK_ROWS)), "7", "new", "7"])
    packed = packed_cells(cases, [own])
    assert "k" not in packed.first[1]["answer"], "each row has a text of its own"
    [[shared, run]] = packed.blocks
    assert run["answer"]["d"] == ["new"] and run["answer"]["k"] == [7, BLOCK_ROWS, 7]
    assert shared["question"]["d"] == cases["id"][BLOCK_ROWS:]
    found = opened(cases, own)
    assert (found["cases"], found["rows"]) == (cases, [own])


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.lists(TEXTS | st.none(), min_size=1, max_size=40))
def test_whatever_was_packed_comes_out(few: list[str | None]) -> None:
    values = (few * N)[:N]
    cases, own = cells_of(N, answer=values, category=[value or "" for value in values])
    found = opened(cases, own)
    assert (found["cases"], found["rows"]) == (cases, [own])


def test_a_case_id_that_is_no_row_id_is_kept() -> None:
    cases, own = cells_of(N, case_id=["c0", *(f"c{i}" for i in range(N - 1))])
    assert opened(cases, own)["cases"]["case_id"] == cases["case_id"]


def test_ranks_ignore_case_and_accents_and_count_in_names() -> None:
    assert ranks(["case-10", "Émile", "case-2", "", "zebra", "eMil", None]) == [1, 3, 0, -1, 4, 2, -1]
    assert ranks(["b", "B", "a"]) == [1, 1, 0]
    long = "x" * 41
    assert sort_key(f"{long}2") > sort_key(f"{long}10"), "only names are short enough to be counted in"
    assert sort_key("\ud800a") < sort_key("\ufb01"), "by units, as a browser compares"


def test_a_long_report_opens_to_the_cells_of_its_rows(monkeypatch: Any) -> None:
    report = views.small_report(60)
    whole = unpacked(pack([report, report]).index)
    monkeypatch.setattr(packing, "MOST_PLAIN_ROWS", 0)
    monkeypatch.setattr(packing, "BLOCK_ROWS", 7)
    packed = pack([report, report])
    assert len(packed.texts) == 8  # ceil(60 / 7) blocks, the first of them in the index
    assert unpacked(packed.index, packed.texts) == whole


def test_one_row_is_packed_like_many(monkeypatch: Any) -> None:
    report = build_report(views.small_report(1).per_case)
    whole = unpacked(pack([report]).index)
    monkeypatch.setattr(packing, "MOST_PLAIN_ROWS", 0)
    packed = pack([report])
    assert unpacked(packed.index, packed.texts) == whole
