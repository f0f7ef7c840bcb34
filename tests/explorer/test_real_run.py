"""A real run: what each number opens is as many rows as the number says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import cairn_nb as cairn
from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.view import View
from cairn_nb.files.evidence import read_evidence_of
from cairn_nb.records import Report
from tests.explorer import views
from tests.small_project import built  # noqa: F401  (a fixture)

SHARES: dict[str, Callable[[float], float]] = {
    **{f"recall_at_{k}": lambda value: 1 - value for k in (1, 5, 10)},
    "answer_rate": lambda value: 1 - value,
    "answerable_answered_rate": lambda value: 1 - value,
    "unanswerable_abstained_rate": lambda value: 1 - value,
    "faithfulness": lambda value: 1 - value,
    "error_rate_answered": lambda value: value,
}


@pytest.fixture(scope="module")
def report(built: Any) -> Report:  # noqa: F811
    [path] = (built / "reports").glob("*.json")
    return cairn.read_report(path)


@pytest.fixture(scope="module")
def view(report: Report) -> dict[str, Any]:
    found: dict[str, Any] = views.unpacked(pack([report], [read_evidence_of(report)]).index)
    return found


def test_every_share_opens_as_many_rows_as_it_says(view: dict[str, Any]) -> None:
    measures = {measure["key"]: measure["values"][0] for measure in view["measures"]}
    assert set(SHARES) <= set(measures)
    for name, against in SHARES.items():
        value = measures[name]
        opened = views.selected(view, value["filter"])
        assert len(opened) == pytest.approx(against(value["value"]) * value["n"]), name


def test_it_says_what_the_run_was_made_with(view: dict[str, Any], report: Report) -> None:
    assert View.model_validate(view).banner.kind == "stub"
    [section] = view["sections"]
    facts = dict(row[:2] for row in section["rows"])
    assert facts["corpus hash"] == report.corpus_hash and facts["run"] == report.run_id
    [file] = section["files"]
    assert file["name"] == "small.yaml" and file["text"].startswith("name: small\n")


def test_a_run_against_itself_promotes_and_nothing_changed(report: Report) -> None:
    found = views.unpacked(pack([report, report]).index)
    assert found["decision"]["promote"] is True or found["decision"]["undecided"]
    assert found["opens"] is None
    assert all(
        difference is None or difference["text"].lstrip("+-").startswith("0.0")
        for difference in (measure["difference"] for measure in found["measures"])
    )
