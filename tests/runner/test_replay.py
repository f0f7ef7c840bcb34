"""A run of every kind of model, recorded; then replayed without the server and without a key."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cairn_nb as cairn
from cairn_nb.cli.main import run
from cairn_nb.errors import AuthenticationError, CassetteError, InputError
from cairn_nb.files.ledger import read_ledger
from cairn_nb.records import Report
from cairn_nb.runner.timing import without_timing
from tests.providers.loopback import Behaviour, LoopbackServer, Received, failure, serving
from tests.runner.conftest import MakeProject, Project
from tests.runner.replay_server import KEY, KEY_ENV, sections, slow, usual

DELAY_S = 0.004


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with serving(slow(usual, DELAY_S)) as running:
        yield running


@pytest.fixture
def project(make_project: MakeProject, server: LoopbackServer, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project whose index is built; the key is set."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    for variable in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "CAIRN_PRICING_JSON"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv(KEY_ENV, KEY)
    made = make_project(**sections(server))
    cairn.ingest(made.path)
    return made


def evaluated(project: Project, **asked: Any) -> Report:
    return cairn.evaluate(project.path, reports_dir=project.reports, limit=12, **asked)


def forget(project: Project, server: LoopbackServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """No key, no kept replies, no ledger, and every call a failure."""
    monkeypatch.delenv(KEY_ENV)
    for path in (project.folder / ".cairn").rglob("*"):
        if path.is_file() and ("replies" in path.parts or "ledger" in path.parts):
            path.unlink()
    server.received.clear()
    server.usual = lambda _request: pytest.fail("a model was asked")


@pytest.mark.parametrize("name", ["run.jsonl", "run.jsonl.gz"])
def test_a_replay_is_the_recorded_run_to_the_byte(
    project: Project, monkeypatch: pytest.MonkeyPatch, name: str, server: LoopbackServer
) -> None:
    cassette = project.folder / name
    recorded = evaluated(project, trials=2, record=cassette)
    assert recorded.n_errors and any(row.answer_judge.get("judges") for row in recorded.per_case)
    assert len({row.trial for row in recorded.per_case}) == 2 and "replayed" not in recorded.notes
    assert not cassette.with_name(f"{name}.part").exists()
    forget(project, server, monkeypatch)
    replayed = evaluated(project, trials=2, replay=cassette)
    assert not server.received
    assert json.dumps(without_timing(replayed)) == json.dumps(without_timing(recorded))
    # What was charged is charged again; nothing is paid.
    assert replayed.operational.cost_usd_total == recorded.operational.cost_usd_total
    assert recorded.operational.spent_usd and replayed.operational.spent_usd == 0
    # The probe's latencies are those that were measured; a row has at least the time its replies took.
    assert recorded.latency_probe is not None and replayed.latency_probe == recorded.latency_probe
    assert all(row.latency_ms >= 1000 * DELAY_S for row in replayed.per_case if row.status == "answered")
    digest = replayed.notes["replayed"]["digest"]
    assert replayed.notes["replayed"]["cassette"] == name and digest.startswith("sha256:")
    assert evaluated(project, trials=2, replay=cassette).notes["replayed"]["digest"] == digest


def test_the_cassette_holds_no_key_and_no_header(project: Project) -> None:
    cassette = project.folder / "run.jsonl.gz"
    evaluated(project, record=cassette)
    kept = gzip.decompress(cassette.read_bytes()).decode("utf-8")
    assert KEY not in kept and "uthorization" not in kept and KEY_ENV not in kept
    calls = [json.loads(line) for line in kept.splitlines() if '"call"' in line]
    assert {call["purpose"] for call in calls} >= {"rerank", "embed query"}
    assert all({"call", "lane", "n", "model", "purpose", "digest"} < set(call) for call in calls)


def test_a_call_that_is_not_in_it_names_model_and_case_and_the_next_step(
    project: Project, server: LoopbackServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cassette = project.folder / "run.jsonl"
    evaluated(project, record=cassette)
    forget(project, server, monkeypatch)
    wider = ["eval", "-c", str(project.path), "--reports-dir", str(project.reports), "--limit", "13", "--headless"]
    assert run([*wider, "--replay", str(cassette)]) == 2
    shown = capsys.readouterr().err
    assert "no reply of the embedding model openai:embedding to the call 'embed query' of tiny case" in shown
    assert f"--record {cassette}" in shown
    monkeypatch.setenv(KEY_ENV, KEY)
    server.usual = usual
    assert run([*wider, "--record", str(cassette)]) == 0
    # Asked were the answers that had failed, and the thirteenth case: embedding, scores, answer, two judgements.
    failed = cairn.read_report(next(project.reports.glob("tiny-*.json"))).n_errors
    assert failed < len(server.received) <= failed + 5
    forget(project, server, monkeypatch)
    assert run([*wider, "--replay", str(cassette)]) == 0
    other = ["eval", "-c", str(project.path), "--reports-dir", str(project.reports), "--limit", "12", "--headless"]
    capsys.readouterr()
    assert run([*other, "--replay", str(cassette), "--set", "generation.provider.params.model=other"]) == 2
    assert "the model openai with these parameters was not asked in it" in capsys.readouterr().err


def test_ledgers_of_live_recorded_and_replayed_runs_keep_apart(project: Project) -> None:
    cassette = project.folder / "run.jsonl"
    live, recorded = evaluated(project), evaluated(project, record=cassette)
    replayed = evaluated(project, replay=cassette)
    assert live.run_id == recorded.run_id == replayed.run_id
    names = sorted(path.stem for path in (project.folder / ".cairn/ledger").glob("*.jsonl"))
    kinds = [name.removeprefix(live.run_id)[:8] for name in names]
    assert kinds == ["", "-record-", "-replay-"]
    assert all("case_id" in read_ledger(path)[0] for path in (project.folder / ".cairn/ledger").glob("*.jsonl"))


def test_a_replay_is_no_baseline(project: Project) -> None:
    cassette = project.folder / "run.jsonl"
    latest = project.reports / "latest/tiny.json"
    cairn.evaluate(project.path, reports_dir=project.reports, record=cassette)
    before = latest.read_bytes()
    replayed = cairn.evaluate(project.path, reports_dir=project.reports, replay=cassette)
    assert replayed.source is not None and latest.read_bytes() == before


def test_asking_and_calibrating_are_kept_too(
    project: Project, server: LoopbackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    cassette = project.folder / "run.jsonl"
    question = "What is the reply time of the birch team?"
    asked = cairn.ask(project.path, question, threshold=0.0, record=cassette)
    fitted = cairn.calibrate(project.path, record=cassette)
    forget(project, server, monkeypatch)
    again = cairn.ask(project.path, question, threshold=0.0, replay=cassette)
    assert (again.text, again.cost_usd, again.passages) == (asked.text, asked.cost_usd, asked.passages)
    assert again.steps and all(step.spent_usd == 0 for step in again.steps if step.model)
    refitted = cairn.calibrate(project.path, replay=cassette)
    assert refitted.changed(created_at="") == fitted.changed(created_at="")
    with pytest.raises(CassetteError, match="question 'Another one'"):
        cairn.ask(project.path, "Another one", replay=cassette)
    with pytest.raises(InputError, match="recorded or replayed, not both"):
        cairn.ask(project.path, question, record=cassette, replay=cassette)


def test_a_file_that_is_missing_says_how_to_make_it(project: Project, tmp_path: Path) -> None:
    with pytest.raises(CassetteError, match=r"no such cassette \(record it with --record"):
        evaluated(project, replay=tmp_path / "none.jsonl")
    (tmp_path / "cut.jsonl.gz.part").write_text("", encoding="utf-8")
    with pytest.raises(CassetteError, match="its recording was cut off; continue it with --record"):
        evaluated(project, replay=tmp_path / "cut.jsonl.gz")


def test_a_recording_that_was_stopped_goes_on_and_replays_as_a_whole(
    project: Project, server: LoopbackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = cairn.load_config(project.path, {"evaluation.latency_probe_questions": 0})  # which asks again on purpose
    cassette = project.folder / "run.jsonl.gz"

    def run_to_its_end(**asked: Path) -> Report:
        return cairn.evaluate(config, reports_dir=project.reports, limit=12, **asked)

    whole = run_to_its_end(record=project.folder / "whole.jsonl")
    forget(project, server, monkeypatch)
    monkeypatch.setenv(KEY_ENV, KEY)
    n_before = 25
    server.usual = lambda request: usual(request) if len(server.received) <= n_before else failure(401, "revoked")
    with pytest.raises(AuthenticationError):
        run_to_its_end(record=cassette)
    with pytest.raises(CassetteError, match="its recording was cut off"):
        run_to_its_end(replay=cassette)
    answered = [one for one in server.received if not one.path.endswith("completions")][: n_before // 5]
    server.received.clear()
    server.usual = usual
    finished = run_to_its_end(record=cassette)
    assert not [one for one in answered if one in server.received]
    assert json.dumps(without_timing(finished)) == json.dumps(without_timing(whole))
    forget(project, server, monkeypatch)
    replayed = run_to_its_end(replay=cassette)
    assert json.dumps(without_timing(replayed)) == json.dumps(without_timing(whole))


def test_a_case_that_met_its_deadline_meets_it_again(
    project: Project, server: LoopbackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hanging(request: Received) -> Behaviour:
        said = usual(request)
        is_late = request.path.endswith("/completions") and b"birch" in said.body
        return Behaviour(status=said.status, body=said.body, delay_s=30 if is_late else 0)

    server.usual = hanging
    config = cairn.load_config(project.path, {"evaluation.case_timeout_s": 1.5, "evaluation.max_error_rate": 1.0})
    cassette = project.folder / "run.jsonl"
    recorded = cairn.evaluate(config, reports_dir=project.reports, limit=12, record=cassette)
    assert "timeout" in {row.error_kind for row in recorded.per_case}
    forget(project, server, monkeypatch)
    replayed = cairn.evaluate(config, reports_dir=project.reports, limit=12, replay=cassette)
    assert json.dumps(without_timing(replayed)) == json.dumps(without_timing(recorded))


def test_a_bench_run_replays_configuration_by_configuration(
    project: Project, server: LoopbackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    cassette = project.folder / "bench.jsonl.gz"
    monkeypatch.chdir(project.folder)
    configs = [cairn.load_config(project.path, {"name": f"k{k}", "retrieval.k": k}) for k in (2, 3)]
    recorded = cairn.bench(configs, record=cassette)
    forget(project, server, monkeypatch)
    replayed = cairn.bench(configs, skip_ingest=True, replay=cassette)
    assert not replayed.skipped and not server.received
    assert [row.config for row in replayed.rows] == [row.config for row in recorded.rows]
    both = [sorted(cairn.read_bench(str(board.folder)).reports, key=_name) for board in (recorded, replayed)]
    assert len(both[0]) == 2
    for one, other in zip(*both, strict=True):
        fitted = one.calibration and {**one.calibration, "created_at": (other.calibration or {})["created_at"]}
        alike = one.model_copy(update={"calibration": fitted})  # the threshold was fitted again, to the same one
        assert json.dumps(without_timing(alike)) == json.dumps(without_timing(other))
    changed = cairn.load_config(project.path, {"name": "k2", "retrieval.k": 4})
    with pytest.raises(CassetteError, match="k2 case"):  # what is missing is no reason to skip a configuration
        cairn.bench([changed], skip_ingest=True, replay=cassette)


def _name(report: Report) -> str:
    return report.config_name
