"""Answers made elsewhere: claims checked and refusals known by a model, kept in a ledger, recorded and replayed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import cairn_nb as cairn
from cairn_nb.cli.main import run
from cairn_nb.errors import AuthenticationError, CassetteError, InputError
from cairn_nb.files.evidence import read_evidence_of
from cairn_nb.records import Outcome, Report, Status
from cairn_nb.runner.timing import without_timing
from tests.providers.loopback import LoopbackServer, failure, serving
from tests.runner.checks_server import CALL_USD, checking, n_of, provider

SPLIT, CHECK, REFUSAL = "take one answer", "bears out a statement", "declines to answer"
READ = ["The fee is 12 euros."]
ROWS: tuple[dict[str, Any], ...] = (
    {"id": "plain", "answer": "12 euros", "contexts": READ},
    {"id": "shrug", "answer": "Nothing here speaks to that.", "contexts": READ},
    {"id": "words", "answer": "I do not know.", "contexts": READ},
    {"id": "unread", "answer": "12 euros, I think"},
    {"id": "blank", "answer": " ", "contexts": READ},
    {"id": "none", "answer": None, "contexts": READ},
)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    for variable in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "CAIRN_PRICING_JSON"):
        monkeypatch.delenv(variable, raising=False)
    usual = checking(
        split=lambda text: (f"first: {text}", f"second: {text}"),
        supports=lambda text: float(text.startswith("first")),
        refuses=lambda text: float("speaks" in text),
    )
    with serving(usual) as running:
        yield running


def written(folder: Path, server: LoopbackServer, rows: tuple[dict[str, Any], ...] = ROWS, **more: Any) -> Path:
    """The answers, and beside them the experiment file, which is returned."""
    asked = [{"question": f"What is the fee of {row['id']}?", "reference": "12 euros", **row} for row in rows]
    (folder / "answers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in asked), encoding="utf-8")
    evaluation = {"claims": {"enabled": True, "provider": provider(server)}, "refusal_detector": "model"}
    judge = {"name": "llm", "params": {"provider": provider(server)}}
    content = {"name": "judged", "corpus": "none", "golden": "none.jsonl", "judge": judge}
    path = folder / "judged.yaml"
    path.write_text(yaml.safe_dump({**content, "evaluation": {**evaluation, **more}}), encoding="utf-8")
    return path


def score(config: Path, **asked: Any) -> Report:
    folder = config.parent
    return cairn.score(answers=folder / "answers.jsonl", config=config, reports_dir=folder / "reports", **asked)


def test_claims_and_refusals_are_judged_and_charged(tmp_path: Path, server: LoopbackServer) -> None:
    report = score(written(tmp_path, server))
    rows = {row.case_id: row for row in report.per_case}
    assert (rows["plain"].claim_support_rate, rows["plain"].unsupported_claims) == (0.5, 1)
    # A model's verdict goes before the words, both ways; what is refused is an abstention, as one in words is.
    assert (rows["shrug"].status, rows["shrug"].refused) == (Status.ABSTAINED, True)
    assert (rows["words"].status, rows["words"].refused) == (Status.ANSWERED, False)
    assert rows["shrug"].outcomes["claim_support_rate"] is Outcome.ABSTAINED
    # What the generator read is not known, a blank answer states nothing, and there is no answer.
    for name in ("unread", "blank", "none"):
        assert rows[name].claim_support_rate is None and rows[name].cost_by_stage_usd.get("claims", 0.0) == 0.0
    assert {rows[name].refused for name in ("unread", "blank")} == {False} and rows["none"].refused is None
    assert (n_of(server, REFUSAL), n_of(server, SPLIT), n_of(server, CHECK)) == (4, 2, 4)
    assert rows["plain"].judge_cost_usd == pytest.approx(4 * CALL_USD) and rows["plain"].cost_usd is None
    assert report.operational.judge_cost_usd == pytest.approx(10 * CALL_USD)
    assert report.operational.spent_usd == pytest.approx(10 * CALL_USD)
    assert report.notes["claims"]["model"] == report.notes["refusals"]["model"] == "checker"
    assert report.notes["refusals"]["n_asked"] == 4 and report.judging is None
    # One right refusal of none that is unanswerable; both sides of the same verdict.
    assert report.answer.claim_support_rate == 0.5 and report.abstention.abstain_precision == 0.0


def test_the_calls_of_every_look_are_in_the_evidence(tmp_path: Path, server: LoopbackServer) -> None:
    report = score(written(tmp_path, server))
    evidence = read_evidence_of(report)
    assert evidence is not None
    steps = {case: [(s.stage, s.attempts) for s in found.judge_steps] for (case, _), found in evidence.items()}
    # A refusal is one call; three about claims: to take the answer apart, and one for each of two.
    assert steps["plain"] == [("refusal", 1), ("claims", 3)] and steps["shrug"] == [("refusal", 1)]
    assert steps["unread"] == [("refusal", 1)] and steps["blank"] == steps["none"] == []
    for row in report.per_case:
        costs = [step.cost_usd or 0 for step in evidence[row.case_id, 0].judge_steps]
        assert sum(costs) == pytest.approx(row.judge_cost_usd or 0.0)


def test_what_was_paid_for_is_in_a_ledger_and_the_run_goes_on(tmp_path: Path, server: LoopbackServer) -> None:
    config = written(tmp_path, server, concurrency=1)
    usual = server.usual
    server.usual = lambda request: usual(request) if len(server.received) <= 5 else failure(401, "revoked")
    with pytest.raises(AuthenticationError):
        score(config)
    for kept in (tmp_path / ".cairn/replies").rglob("*"):
        kept.unlink()
    [ledger] = (tmp_path / ".cairn/ledger").glob("score-*.jsonl")
    assert ledger.read_text(encoding="utf-8").count('"case_id"') == 2
    server.usual, n_before = usual, len(server.received)
    resumed = score(config)
    assert len(server.received) - n_before == 5  # of ten calls, as the first two answers took five
    assert resumed.operational.spent_usd == pytest.approx(10 * CALL_USD)
    assert '"complete":true' in ledger.read_text(encoding="utf-8")
    again = score(config)  # anew, and from the kept replies
    assert (again.config_hash, again.run_id) == (resumed.config_hash, resumed.run_id)


def test_a_cap_leaves_the_rest_without_claims_and_a_higher_one_goes_on(tmp_path: Path, server: LoopbackServer) -> None:
    report = score(written(tmp_path, server, concurrency=1, max_cost_usd=2 * CALL_USD))
    rows = {row.case_id: row for row in report.per_case}
    assert rows["plain"].claim_support_rate == 0.5 and not report.complete
    unasked = {name: row.outcomes["claim_support_rate"] for name, row in rows.items() if name != "plain"}
    assert unasked.pop("words") is Outcome.ABSTAINED and set(unasked.values()) == {Outcome.ERROR}  # its wording decides
    n_before = len(server.received)
    whole = score(written(tmp_path, server, concurrency=1))
    assert whole.complete is False and whole.n_errors == 1  # one in six has no answer
    assert "stopped" not in whole.notes and len(server.received) - n_before == 6


def test_any_number_of_cases_without_an_answer_stop_nothing(tmp_path: Path, server: LoopbackServer) -> None:
    missing = tuple({"id": f"none-{number}", "answer": None} for number in range(12))
    report = score(written(tmp_path, server, (*missing, ROWS[0])))
    assert report.n_errors == 12 and report.per_case[-1].claim_support_rate == 0.5


def test_it_is_recorded_and_replayed(
    tmp_path: Path, server: LoopbackServer, capsys: pytest.CaptureFixture[str]
) -> None:
    config, cassette = written(tmp_path, server), tmp_path / "score.jsonl.gz"
    recorded = score(config, record=cassette)
    for kept in [*(tmp_path / ".cairn/replies").rglob("*"), *(tmp_path / ".cairn/ledger").glob("*.jsonl")]:
        kept.unlink()
    server.received.clear()
    server.usual = lambda _request: pytest.fail("a model was asked")
    replayed = score(config, replay=cassette)
    assert not server.received and replayed.operational.spent_usd == 0
    assert replayed.notes["replayed"]["cassette"] == "score.jsonl.gz"
    assert json.dumps(without_timing(replayed)) == json.dumps(without_timing(recorded))
    words = ["score", str(tmp_path / "answers.jsonl"), "--out", str(tmp_path / "again.json")]
    assert run([*words, "--config", str(config), "--replay", str(cassette)]) == 0
    capsys.readouterr()
    assert run([*words, "--replay", str(cassette)]) == 2
    assert "name who judges with config (--config)" in capsys.readouterr().err
    with pytest.raises(InputError, match="no model is asked here"):
        cairn.score(answers=tmp_path / "answers.jsonl", record=cassette)
    other = tuple({**row, "answer": "14 euros"} for row in ROWS[:1])
    with pytest.raises(CassetteError, match="answers case plain trial 0"):
        score(written(tmp_path, server, other), replay=cassette)
