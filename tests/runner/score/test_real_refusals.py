"""Refusals of real systems on real questions, beside the judge of refusals that MTRAG was published with."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cairn_nb as cairn
from cairn_nb.records import Report

SYSTEMS = ("gpt-4o", "llama-3.1-405b-instruct", "reference")


def lines_of(path: Path) -> Iterator[dict[str, Any]]:
    return map(json.loads, path.read_text(encoding="utf-8").splitlines())


@pytest.fixture(scope="module")
def mtrag(data_dir: Path) -> Path:
    return data_dir / "mtrag_human_eval"


@pytest.fixture(scope="module")
def tasks(mtrag: Path) -> dict[str, dict[str, Any]]:
    """The questions that have an answer in full, and those that have none: not those with a part of one."""
    kinds = ("ANSWERABLE", "UNANSWERABLE")
    return {task["task_id"]: task for task in lines_of(mtrag / "tasks.jsonl") if task["answerability"] in kinds}


@pytest.fixture(scope="module")
def published(mtrag: Path, tasks: dict[str, dict[str, Any]]) -> dict[tuple[str, str], bool]:
    """Who refused what: `conditional_idk` is 1 where an answer refuses exactly as it should."""
    with (mtrag / "automatic_metrics.csv").open(encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if row["task_id"] in tasks]
    found = {}
    for row in rows:
        unanswerable = tasks[row["task_id"]]["answerability"] == "UNANSWERABLE"
        found[row["model_id"], row["task_id"]] = (row["conditional_idk"] == "1") is unanswerable
    return found


@pytest.fixture(scope="module")
def reports(
    mtrag: Path, tasks: dict[str, dict[str, Any]], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Report]:
    folder = tmp_path_factory.mktemp("mtrag")
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in SYSTEMS}
    for said in lines_of(mtrag / "responses.jsonl"):
        if said["task_id"] in tasks:
            rows[said["model_id"]].append(as_answer(tasks[said["task_id"]], said["response"]))
    for name, answers in rows.items():
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in answers), encoding="utf-8")
    return {name: cairn.score(answers=folder / f"{name}.jsonl", out=folder / f"{name}.json") for name in SYSTEMS}


def as_answer(task: dict[str, Any], response: str) -> dict[str, Any]:
    answerable = task["answerability"] == "ANSWERABLE"
    known = {"reference": task["reference_answer"]} if answerable else {}
    question = task["conversation"][-1]["text"]
    return {"id": task["task_id"], "question": question, "answerable": answerable, "response": response, **known}


def test_the_wording_finds_the_refusals_that_the_published_judge_finds(
    reports: dict[str, Report], published: dict[tuple[str, str], bool]
) -> None:
    ours = {(name, row.case_id): bool(row.refused) for name, found in reports.items() for row in found.per_case}
    assert len(ours) == len(published) == 3 * (100 + 6)
    differing = sorted(key for key in ours if ours[key] is not published[key])
    # Both models' agree on every answer. Of people's, one says "I do not have specific information …" and then advises,
    # and one "The documents do not include information on …", which the published judge lets pass.
    assert [name for name, _ in differing] == ["reference", "reference"]


@pytest.mark.parametrize(("name", "found"), [("gpt-4o", 2), ("llama-3.1-405b-instruct", 2), ("reference", 5)])
def test_the_measures_of_abstention_count_them(reports: dict[str, Report], name: str, found: int) -> None:
    """Six questions have no answer; none of the hundred that have one was refused."""
    measured = reports[name].abstention
    assert measured.abstain_recall == pytest.approx(found / 6)
    assert measured.abstain_precision == 1.0 and measured.false_refusal_rate == 0.0
    low, high = reports[name].estimates["abstain_recall"].low, reports[name].estimates["abstain_recall"].high
    assert low is not None and high is not None and low < found / 6 < high
