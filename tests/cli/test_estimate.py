from __future__ import annotations

import json
from pathlib import Path

import pytest

from cairn_nb.cli.main import run

pytestmark = pytest.mark.usefixtures("project")

CONFIG = "configs/small.yaml"


def test_it_says_what_each_stage_costs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAIRN_PRICING_JSON", json.dumps({"stub": {"input": 1, "output": 2}}))
    assert run(["estimate", CONFIG, "--split", "all", "--trials", "2", "--latency-ms", "900"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("small: 27 questions of split all, each 2 times\n")
    # 54 answers, 16 at once, are 4 rounds of 0.9 s.
    for text in ("generate  stub", "latency probe, 0 calls (USD)", "time (minutes)", "0.1", "measured on 27 of 27"):
        assert text in shown


def test_json_has_every_estimate_and_their_sum(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["estimate", CONFIG, CONFIG, "--sample", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["config"] for one in found["estimates"]] == ["small", "small"]
    assert found["total_cost_usd"] == 0.0
    assert found["estimates"][0]["n_sampled"] == 3


@pytest.mark.parametrize(("cap", "code", "verdict"), [("1e-6", 1, "is more than"), ("9", 0, "lies within")])
def test_a_cap_that_the_run_would_break_is_a_no(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    cap: str,
    code: int,
    verdict: str,
) -> None:
    monkeypatch.setenv("CAIRN_PRICING_JSON", json.dumps({"stub": {"input": 1, "output": 2}}))
    assert run(["estimate", CONFIG, "--limit", "4", "--set", f"evaluation.max_cost_usd={cap}"]) == code
    assert f"the run {verdict} evaluation.max_cost_usd" in capsys.readouterr().out


def test_what_has_no_price_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("configs/other.yaml").write_text(
        "extends: small.yaml\nname: other\nevaluation: {max_cost_usd: 1}\n"
        "generation: {provider: {name: openai, params: {model: nobody-knows-it, base_url: 'http://127.0.0.1:1/v1'}}}\n"
    )
    assert run(["estimate", "configs/other.yaml", "--limit", "4"]) == 0
    shown = capsys.readouterr().out
    assert "no price is known for nobody-knows-it" in shown
    assert "without every price nobody can say whether 1 USD are enough" in shown
    assert "in all (USD)" in shown and "no known price" in shown


def test_a_file_that_is_not_there_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["estimate", "configs/none.yaml"]) == 2
    assert "there is no such file" in capsys.readouterr().err


def test_a_cap_on_the_command_line_is_the_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["eval", "--config", CONFIG, "--headless", "--json", "--limit", "3", "--max-cost-usd", "2.5"]) == 0
    assert json.loads(capsys.readouterr().out)["config"]["evaluation"]["max_cost_usd"] == 2.5
    assert run(["eval", "--config", CONFIG, "--headless", "--max-cost-usd", "0"]) == 2
    assert run(["bench", "--configs", CONFIG, "--headless", "--max-cost-usd", "-1"]) == 2


def test_several_files_of_which_the_first_asks_for_an_arena_have_a_line_for_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    judge = "{name: openai, params: {model: j, base_url: 'http://127.0.0.1:1/v1', price: {input: 1, output: 2}}}"
    Path("configs/first.yaml").write_text(
        "extends: small.yaml\nname: first\nevaluation:\n  pairwise: {enabled: true, pairs: vs_baseline}\n"
        f"  max_cost_usd: 1.0e-4\n  axes_judge: {{name: llm, params: {{provider: {judge}}}}}\n"
    )
    files = ["configs/first.yaml", CONFIG]
    assert run(["estimate", *files, "--split", "all"]) == 1
    shown = capsys.readouterr().out
    assert "arena of 2 systems: 27 questions, vs_baseline first\n" in shown
    [judge_line] = [line.split() for line in shown.splitlines() if line.startswith("judge   j") and "." in line[-12:]]
    assert judge_line[:3] == ["judge", "j", "54"]  # 27 questions, one pair each, in both orders
    assert "the arena is more than evaluation.max_cost_usd of 0.0001 USD" in shown
    assert run(["estimate", *files, "--limit", "2", "--json", "--set", "evaluation.max_cost_usd=9"]) == 0
    assert json.loads(capsys.readouterr().out)["arena"]["calls"] == 4
