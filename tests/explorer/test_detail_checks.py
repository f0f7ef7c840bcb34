"""What models said of a case, in its panel: the five axes as a table, claims checked one by one, who saw a refusal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cairn_nb.records.axis_verdict import AXES
from cairn_nb.records.checked_claim import CheckedClaim
from tests.explorer.axe import faint, violations
from tests.explorer.detail_page import one_case, panel, part
from tests.report_factory import answered_row

pytestmark = pytest.mark.browser
BROWSER = {"viewport": {"width": 1300, "height": 900}}
HOSTILE = "<img src=x onerror='window.__ran=1'>"


def test_a_panels_grades_stand_beside_what_counted(context: Any, tmp_path: Path) -> None:
    counted, strict = dict.fromkeys(AXES, 4.5), dict.fromkeys(AXES, 4.0)
    judged = {
        "fallback": False,
        "panel_scores": {"a:x": {**strict, "answer_score": 4.0}, "b:y": {}},
        "reasons": {"a:x": HOSTILE},
    }
    row = answered_row("c1", axes=counted, answer_score=4.5, axes_judge="panel", answer_judge=judged)
    watched = panel(context, tmp_path, one_case(row, None), "c1")
    axes = part(watched, "Five axes")
    assert axes.locator("thead th").all_inner_texts() == ["0 to 5", "panel", "a:x", "b:y"]
    rows = axes.locator("tbody tr").all_inner_texts()
    assert rows[0] == "correctness\t4.500\t4.000\t—" and rows[-1] == "answer score\t4.500\t4.000\t—"
    assert HOSTILE in axes.inner_text() and watched.page.evaluate("window.__ran") is None
    assert violations(watched.page) == [] and faint(watched.page) == []
    watched.assert_quiet()


def test_an_unsupported_claim_is_marked_with_its_probability_and_the_detector_is_named(
    context: Any, tmp_path: Path
) -> None:
    row = answered_row(
        "c1",
        checked_claims=(
            CheckedClaim(text="It is blue.", supported=True, probability=0.97),
            CheckedClaim(text="It flies.", supported=False, probability=0.04),
        ),
        claim_support_rate=0.5,
        unsupported_claims=1,
        refused=False,
        refusal_detector="model",
        refusal_probability=0.03,
    )
    watched = panel(context, tmp_path, one_case(row, None), "c1")
    claims = part(watched, "Claims checked one by one")
    assert "support rate 0.500, 1 not supported" in claims.inner_text()
    assert claims.locator(".cx-error").all_inner_texts() == ["It flies.\n✗ not supported · probability 0.04"]
    assert part(watched, "Refusal").inner_text().endswith("no refusal, says a model, probability 0.03")
    assert violations(watched.page) == [] and faint(watched.page) == []
    watched.assert_quiet()


def test_without_such_data_none_of_it_is_there(context: Any, tmp_path: Path) -> None:
    watched = panel(context, tmp_path, one_case(answered_row("c1"), None), "c1")
    heads = watched.page.locator(".cx-detail [role=heading]").all_inner_texts()
    assert not {"Five axes", "Claims checked one by one", "Refusal"} & set(heads)
    watched.assert_quiet()
