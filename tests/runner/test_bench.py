from __future__ import annotations

import asyncio
import json

import pytest

from cairn_nb.errors import ConfigError, InputError, NotComparableError
from cairn_nb.files.reports import read_report
from cairn_nb.runner.bench import abench
from tests.runner.conftest import MakeProject, write_corpus


def test_configurations_are_ranked_and_what_cannot_run_is_listed(make_project: MakeProject) -> None:
    hybrid = make_project("hybrid")
    bm25 = make_project("bm25", retrieval={"mode": "bm25"})
    missing = make_project("missing", generation={"provider": {"name": "no-such-model"}})
    typo = hybrid.folder / "typo.yaml"
    typo.write_text("extends: hybrid.yaml\nname: typo\nretreival: {k: 3}\n")
    out = hybrid.folder / "board" / "leaderboard.md"
    files = [hybrid.path, bm25.path, missing.path, typo]
    done = asyncio.run(abench(files, out=out, reports_dir=hybrid.reports))
    board = done.board
    assert {row.config for row in board.rows} == {"hybrid", "bm25"}
    reasons = {entry.config: entry.reason for entry in board.skipped}
    assert "no-such-model" in reasons["missing"]
    assert "retreival: unknown key" in reasons[str(typo)]
    text = out.read_text(encoding="utf-8")
    assert "hybrid" in text and "no-such-model" in text
    assert json.loads(out.with_suffix(".json").read_text(encoding="utf-8"))["primary_metric"] == board.primary_metric
    assert read_report(hybrid.reports / "latest" / "bm25.json").config_name == "bm25"
    assert board.folder == str(done.folder.folder) and done.folder.folder.parent == hybrid.reports / "bench"
    assert [report.config_name for report in done.folder.read()] == ["bm25", "hybrid"]


def test_equal_names_are_refused(make_project: MakeProject) -> None:
    project = make_project("same")
    twin = project.folder / "twin.yaml"
    twin.write_text("extends: same.yaml\nretrieval: {k: 3}\n")
    with pytest.raises(ConfigError, match="two configurations have the same name"):
        asyncio.run(abench([project.path, twin], out=project.folder / "l.md", reports_dir=project.reports))


def test_differing_corpora_and_golden_sets_are_refused_before_anything_runs(make_project: MakeProject) -> None:
    first = make_project("first")
    write_corpus(first.folder / "other", ["amber", "birch"])
    corpus = first.folder / "corpus.yaml"
    corpus.write_text("extends: first.yaml\nname: second\ncorpus: other\n")
    (first.folder / "few.jsonl").write_text((first.folder / "cases.jsonl").read_text().splitlines()[0] + "\n")
    golden = first.folder / "golden.yaml"
    golden.write_text("extends: first.yaml\nname: third\ngolden: few.jsonl\n")
    for other, what in ((corpus, "corpus"), (golden, "golden set")):
        with pytest.raises(NotComparableError, match=f"do not share one {what}"):
            asyncio.run(abench([first.path, other], out=first.folder / "l.md", reports_dir=first.reports))
    assert not first.config().index_dir.exists()


def test_when_nothing_can_run_there_is_no_board(make_project: MakeProject) -> None:
    project = make_project("bad", embedding={"name": "no-such-embedder"})
    with pytest.raises(InputError, match="no-such-embedder"):
        asyncio.run(abench([project.path], out=project.folder / "l.md", reports_dir=project.reports))
    assert not (project.folder / "l.md").exists()


def test_a_baseline_that_is_no_configuration_is_refused_before_anything_runs(make_project: MakeProject) -> None:
    project = make_project("only")
    with pytest.raises(ConfigError, match=r"no configuration is called 'onyl'.*one of only"):
        asyncio.run(abench([project.path], out=project.folder / "l.md", reports_dir=project.reports, baseline="onyl"))
    assert not project.config().index_dir.exists()
