"""An arena recorded, then held again from the cassette without its judge."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

import cairn_nb as cairn
from cairn_nb.cli.main import run
from cairn_nb.errors import CassetteError
from cairn_nb.files.pairwise import COMPARISONS
from cairn_nb.records.arena import ArenaSummary
from tests.providers.loopback import LoopbackServer, serving
from tests.runner.arena.served import prefers_more, provider, report


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with serving(prefers_more) as running:
        yield running


@pytest.fixture
def judge_config(server: LoopbackServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("ARENA_KEY", "key-of-the-arena")
    model = provider(server, "judge-x")
    model["params"]["api_key_env"] = "ARENA_KEY"
    content = {
        "name": "judging",
        "corpus": "docs",
        "golden": "cases.jsonl",
        "evaluation": {"axes_judge": {"name": "llm", "params": {"provider": model}}, "max_attempts": 1},
    }
    path = tmp_path / "judging.yaml"
    path.write_text(yaml.safe_dump(content), encoding="utf-8")
    return path


def test_an_arena_replays_without_its_judge(
    server: LoopbackServer, judge_config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = [report("good", 9), report("fair", 6), report("poor", 3)]
    cassette = tmp_path / "arena.jsonl.gz"

    def held(out: str, **asked: Path) -> ArenaSummary:
        return cairn.arena(*reports, judge_config=judge_config, out=tmp_path / out, **asked)

    first = held("first", record=cassette)
    assert server.received and first.cost_usd
    monkeypatch.delenv("ARENA_KEY")
    for path in (tmp_path / ".cairn/replies").glob("*"):
        path.unlink()
    server.received.clear()
    again = held("again", replay=cassette)
    assert not server.received
    told = again.plan.replayed
    assert told is not None and told["cassette"] == "arena.jsonl.gz" and told["digest"].startswith("sha256:")
    assert first.plan.replayed is None and again.warnings[1:] == first.warnings
    assert again.warnings[0] == "the arena's verdicts were replayed from arena.jsonl.gz; no model was asked"
    alike = {"folder": "", "spent_usd": 0.0, "plan": first.plan, "warnings": ()}
    assert again.changed(**alike) == first.changed(**alike)
    assert first.spent_usd and again.spent_usd == 0
    lines = [(tmp_path / out / COMPARISONS).read_text(encoding="utf-8").splitlines() for out in ("first", "again")]
    unpaid = [[line.partition('"spent_usd"')[0] for line in of] for of in lines]
    assert unpaid[0] == unpaid[1] and all('"spent_usd":0.0' in line.replace(" ", "") for line in lines[1])
    other = report("other", 7)
    with pytest.raises(CassetteError, match=r"arena case c0\d of (good and other|other and good)"):
        cairn.arena(reports[0], other, judge_config=judge_config, out=tmp_path / "other", replay=cassette)


def test_a_cassette_that_is_missing_ends_the_verb_with_2(
    judge_config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = []
    for name, worth in (("good", 9), ("fair", 6)):
        places.append(tmp_path / f"{name}.json")
        places[-1].write_text(report(name, worth).model_dump_json(), encoding="utf-8")
    words = ["arena", *map(str, places), "--judge-config", str(judge_config), "--out", str(tmp_path / "out")]
    assert run([*words, "--replay", str(tmp_path / "none.jsonl"), "--headless"]) == 2
    assert "there is no such cassette" in capsys.readouterr().err
