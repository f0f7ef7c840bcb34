"""A bench run with a panel and claims, from the experiment files to the folder, and again from its replay."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import cairn_nb as cairn
from cairn_nb.config import Config
from cairn_nb.files.reports import read_report
from cairn_nb.records import CaseRow, Report, Status
from cairn_nb.runner.timing import without_timing
from tests.providers.loopback import Behaviour, LoopbackServer, Received, answer, chat_completion, serving
from tests.runner.axes_server import CALL_USD
from tests.runner.axes_server import reply as axes_reply
from tests.runner.conftest import MakeProject, Project
from tests.runner.replay_server import KEY, KEY_ENV, PRICE, QUESTION, sections, usual

CLAUDE, GPT, WRITERS = "claude-a", "gpt-b", ("answering", "gpt-writer")
PROMPTED = re.compile(r"The (?P<fact>[a-z ]+) of the (?P<team>[a-z]+) team is (?P<value>\d+ [a-z]+)\.")
STAMP = re.compile(r"\d{8}T\d{6}Z-[0-9a-f]{8}|\d{4}-\d\d-\d\dT[\d:.]+Z")
CHANGED = re.compile(r"\d+ cases? changed")
CLOCK = ("created_at", "run_id", "real_spend_usd", "cache")


def judged(request: Received) -> Behaviour:
    """Writers give the value that they were shown; the judges differ by a point, and say nothing of probation."""
    model = request.body.get("model")
    if model not in (CLAUDE, GPT, *WRITERS):
        return usual(request)
    shown = "\n".join(message["content"] for message in request.body["messages"][1:])
    found = QUESTION.search(shown)
    question = found[1].strip() if found else ""
    if model in WRITERS:
        return answer(chat_completion(written(question, shown)))
    if "probation" in question:
        return answer(chat_completion("I would rather not say."))
    return answer(chat_completion(axes_reply(float(len(question) % 4 + (model == GPT)))))


def written(question: str, shown: str) -> str:
    values = {f"What is the {m['fact']} of the {m['team']} team?": m["value"] for m in PROMPTED.finditer(shown)}
    said: dict[str, Any] = {"answer": values.get(question, ""), "claims": [], "confidence_self": 0.9}
    return json.dumps({**said, "abstain": question not in values})


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with serving(judged) as running:
        yield running


@pytest.fixture
def project(make_project: MakeProject, server: LoopbackServer, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    for variable in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "CAIRN_PRICING_JSON"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv(KEY_ENV, KEY)
    made = make_project(**sections(server))
    monkeypatch.chdir(made.folder)
    return made


@pytest.fixture
def chosen(project: Project, server: LoopbackServer) -> list[Config]:
    """A panel apart from the answering model; and one judge, of the family of the model that answers."""
    params = {"base_url": f"{server.url}/v1", "api_key_env": KEY_ENV, "price": PRICE}

    def asked(model: str) -> dict[str, Any]:
        return {"name": "openai", "params": {"model": model, **params}}

    claims = {"evaluation.claims": {"enabled": True, "provider": asked("checking")}}
    own = {"name": "llm", "params": {"provider": asked(GPT)}}
    changes = {"name": "own", "evaluation.axes_judge": own, "generation.provider": asked(WRITERS[1])}
    return [cairn.load_config(project.path, {**claims, **more}) for more in ({"name": "panel"}, changes)]


def benched(configs: list[Config], **asked: Any) -> Path:
    board = cairn.bench(configs, **asked)
    assert not board.skipped and board.folder is not None
    return Path(board.folder)


def cells(folder: Path, name: str) -> dict[str, dict[str, str]]:
    rows = csv.DictReader(io.StringIO((folder / name).read_text(encoding="utf-8")))
    return {row["system"]: row for row in rows}


def json_of(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def given(report: Report) -> list[CaseRow]:
    return [row for row in report.per_case if row.status is Status.ANSWERED]


def test_who_graded_what_they_cost_and_what_to_beware_of_stand_in_the_folder(chosen: list[Config]) -> None:
    folder = benched(chosen)
    reports = {report.config_name: report for report in cairn.read_bench(str(folder)).reports}
    summary, costs = json_of(folder / "run_summary.json"), cells(folder, "cost_breakdown.csv")
    judge, warnings = summary["judge"], summary["warnings"]
    for name, n_judges in (("panel", 2), ("own", 1)):
        rows = given(reports[name])
        n_unread = sum("probation" in (row.question or "") for row in rows)
        assert 0 < n_unread < len(rows)
        assert judge["judge_fallback_rate"][name] == pytest.approx(n_unread / len(rows), abs=1e-6)
        assert any(text.startswith(f"{name}: ") and "the heuristic judge stood in" in text for text in warnings)
        # A grade a judge and answer, a second try where it cannot be read; a split and two claims.
        calls = n_judges * (len(rows) + n_unread) + 3 * len(rows)
        n_ok = int(costs[name]["n_ok"])
        assert float(costs[name]["judge_cost"]) == pytest.approx(calls * CALL_USD / n_ok)
        whole = float(costs[name]["answering_cost"]) + float(costs[name]["judge_cost"])
        assert float(costs[name]["cost_per_question"]) == pytest.approx(whole)
        assert float(cells(folder, "metrics_summary.csv")[name]["claim_support_rate"]) == 0.5
    graded_twice = [row for row in given(reports["panel"]) if "probation" not in (row.question or "")]
    assert judge["agreement"]["answer_score"]["n"] == len(graded_twice)
    assert (judge["lead"], judge["self_preference"]) == (f"openai:{CLAUDE}", ["own"])
    assert [text.split(":")[0] for text in warnings if "self-preference risk" in text] == ["own"]


def test_its_replay_gives_every_file_again_but_for_the_clock(
    chosen: list[Config], project: Project, server: LoopbackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page packs latencies; what it shows of them aside, it is made of the same report_data.json."""
    cassette = project.folder / "bench.jsonl.gz"
    recorded = benched(chosen, record=cassette)
    monkeypatch.delenv(KEY_ENV)
    for path in (project.folder / ".cairn").rglob("*"):
        if path.is_file() and ("replies" in path.parts or "ledger" in path.parts):
            path.unlink()
    server.usual = lambda _request: pytest.fail("a model was asked")
    replayed = benched(chosen, skip_ingest=True, replay=cassette)
    names = [sorted(path.name for path in folder.iterdir()) for folder in (recorded, replayed)]
    assert names[0] == names[1] and len(names[0]) > 15
    for name in names[0]:
        one, other = recorded / name, replayed / name
        if name == "reports":
            assert [reports(one)] == [reports(other)]
        elif name in TIMED:
            assert TIMED[name](one) == TIMED[name](other), name
        elif one.suffix != ".html":
            assert STAMP.sub("", one.read_text("utf-8")) == STAMP.sub("", other.read_text("utf-8")), name


def reports(folder: Path) -> list[dict[str, Any]]:
    found = []
    for path in sorted(folder.glob("*.json")):
        data = without_timing(read_report(path))
        data["calibration"].pop("created_at")  # the threshold was fitted again, to the same one
        found.append(data)
    assert len(found) == 2
    return found


def untimed_columns(path: Path) -> list[dict[str, str]]:
    rows = csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")))
    return [{name: cell for name, cell in row.items() if "latency" not in name} for row in rows]


def untimed_lines(path: Path) -> list[Any]:
    return [untimed(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def untimed_json(path: Path) -> Any:
    return untimed(json_of(path))


def untimed(data: Any) -> Any:
    """Less the moments, what was paid, and latencies of single answers."""
    if isinstance(data, dict):
        kept = {name: value for name, value in data.items() if name not in CLOCK and "latency" not in name}
        return {name: untimed(value) for name, value in kept.items()}
    if isinstance(data, str):
        return STAMP.sub("", data)
    return [untimed(value) for value in data if not is_of_the_clock(value)] if isinstance(data, list) else data


def is_of_the_clock(value: Any) -> bool:
    """Which cases changed between two systems: on a busy machine one may count as slower."""
    if isinstance(value, dict):
        return CHANGED.fullmatch(str(value.get("caption"))) is not None
    return bool(value == ["note", "no case changed between the two runs."])


TIMED: dict[str, Callable[[Path], Any]] = {
    "cost_metrics.csv": untimed_columns,
    "per_question_results.jsonl": untimed_lines,
    "report_data.json": untimed_json,
    "run_summary.json": untimed_json,
}
