"""`cairn recommend` names a system, writes its files, and says by its exit code whether one qualifies."""

from __future__ import annotations

from pathlib import Path

import pytest

import cairn_nb as cairn
from cairn_nb.config.load import load_config
from cairn_nb.files.bench_run import BenchFolder
from cairn_nb.files.reports import write_report
from cairn_nb.records import Report
from cairn_nb.records.recommendation import Recommendation
from tests.cli.conftest import Verb
from tests.decisions.selection.systems import flat, noisy, system

CONFIG = {
    "name": "cheap",
    "corpus": "../docs",
    "golden": "../questions.jsonl",
    "embedding": {"name": "hashing"},
    "generation": {"provider": {"name": "stub"}},
}
FILES = ["recommendation.json", "recommendation.md", "winner.yaml"]


def systems() -> list[Report]:
    return [
        system("good", flat(4), cost=0.03, config={**CONFIG, "name": "good"}),
        system("cheap", noisy(4, by=0.1), cost=0.01, config=CONFIG),
        system("poor", flat(2), cost=0.001, config={**CONFIG, "name": "poor"}),
    ]


@pytest.fixture
def bench_run(tmp_path: Path) -> Path:
    """A project's bench run: documents, questions, configurations' folder, reports."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "configs").mkdir()
    (tmp_path / "questions.jsonl").write_text("", encoding="utf-8")
    folder = BenchFolder(tmp_path / "reports/bench/run-1")
    folder.keep(systems())
    return folder.folder


def test_it_says_what_to_deploy_and_writes_it_into_the_run(bench_run: Path, verb: Verb) -> None:
    ran = verb("recommend", "--run", str(bench_run))
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "deploy cheap; tied with it: good"
    assert "poor is significantly worse than cheap" in ran.out
    assert ran.out.splitlines()[-1] == f"written to {bench_run}"
    assert sorted(path.name for path in bench_run.iterdir() if path.is_file()) == FILES
    assert (
        (bench_run / "recommendation.md")
        .read_text(encoding="utf-8")
        .startswith("# Recommendation\n\n**Deploy cheap.**")
    )


def test_the_winners_file_loads_where_it_lies(bench_run: Path, verb: Verb) -> None:
    verb("recommend", "--run", str(bench_run))
    config = load_config(bench_run / "winner.yaml")
    assert config.name == "cheap"
    assert config.corpus_dir.samefile(bench_run.parents[2] / "docs")
    assert config.golden_path.samefile(bench_run.parents[2] / "questions.jsonl")


def test_when_nothing_qualifies_it_exits_1_and_no_old_winner_stays(bench_run: Path, verb: Verb) -> None:
    verb("recommend", "--run", str(bench_run))
    ran = verb("recommend", "--run", str(bench_run), "--min-answer-score", "4.5")
    assert ran.code == 1
    assert ran.out.splitlines()[0] == "no system meets every limit"
    assert "comes closest: answer score 4.000 is 0.500 (11%) below the limit of 4.500." in ran.out
    assert not (bench_run / "winner.yaml").exists()


def test_json_alone_on_stdout(bench_run: Path, verb: Verb) -> None:
    ran = verb("recommend", "--run", str(bench_run), "--json")
    assert Recommendation.model_validate(ran.json).winner == "cheap"
    assert ran.json == Recommendation.model_validate_json((bench_run / FILES[0]).read_text("utf-8")).model_dump(
        mode="json"
    )


def test_options_reach_the_rule(bench_run: Path, verb: Verb) -> None:
    def winner(*options: str) -> str | None:
        found: str | None = verb("recommend", "--run", str(bench_run), "--json", *options).json["winner"]
        return found

    assert winner("--profile", "max_quality") == "cheap"  # equal means: the cheaper of them
    assert winner("--max-cost-per-question", "0.005") == "poor"
    assert winner("--max-latency-ms-p95", "1000") == "cheap"
    assert winner("--require-local-models") == "cheap"
    assert winner("--require-no-network") == "cheap"
    assert winner("--min-faithfulness", "1") is None
    assert winner("--max-ingestion-cost", "1") is None
    weights = verb("recommend", "--run", str(bench_run), "--json", "--weights", "cost=0.5").json["weights"]
    assert weights == {"quality": 0.6, "cost": 0.5, "latency": 0.2}


def test_a_policy_file_and_options_over_it(bench_run: Path, tmp_path: Path, verb: Verb) -> None:
    policy = tmp_path / "selection.yaml"
    policy.write_text("profile: lowest_latency\nconstraints: {max_cost_per_question: 0.005}\n", encoding="utf-8")
    found = verb("recommend", "--run", str(bench_run), "--policy", str(policy), "--json").json
    assert (found["winner"], found["policy"]["profile"]) == ("poor", "lowest_latency")
    over = ("--max-cost-per-question", "0.02", "--profile", "balanced")
    found = verb("recommend", "--run", str(bench_run), "--policy", str(policy), "--json", *over).json
    assert (found["winner"], found["policy"]["profile"]) == ("cheap", "balanced")


def test_a_run_that_is_made_again_keeps_its_policy(bench_run: Path, verb: Verb) -> None:
    verb("recommend", "--run", str(bench_run), "--max-cost-per-question", "0.005")
    assert verb("report", str(bench_run)).code == 0
    kept = Recommendation.model_validate_json((bench_run / "recommendation.json").read_text("utf-8"))
    assert (kept.winner, kept.policy.constraints.max_cost_per_question) == ("poor", 0.005)
    assert b"name: poor" in (bench_run / "winner.yaml").read_bytes()
    (bench_run / "recommendation.json").write_text("{}", encoding="utf-8")
    damaged = verb("report", str(bench_run))
    assert damaged.code == 2 and "recommendation.json: does not say its policy" in damaged.err


def test_reports_by_themselves_write_nothing_unless_asked(tmp_path: Path, verb: Verb) -> None:
    paths = [tmp_path / f"{report.config_name}.json" for report in systems()]
    for report, path in zip(systems(), paths, strict=True):
        write_report(report, path)
    ran = verb("recommend", *map(str, paths))
    assert ran.code == 0 and "written" not in ran.out
    assert verb("recommend", str(tmp_path)).out == ran.out
    assert verb("recommend", *map(str, paths), "--out", str(tmp_path / "chosen")).code == 0
    assert sorted(path.name for path in (tmp_path / "chosen").iterdir()) == FILES
    text = (tmp_path / "chosen/winner.yaml").read_text(encoding="utf-8")
    assert "# Paths are relative to the folder of the benchmark's own configuration file" in text


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ((), "give reports or --run, one of the two"),
        (("--run", "{run}", "{run}"), "give reports or --run, one of the two"),
        (("--run", "{run}/reports"), "is no bench run"),
        (("{run}/none.json",), "does not exist"),
        (("--run", "{run}", "--weights", "speed=1"), "weights: 'speed=1' is no weight"),
        (("--run", "{run}", "--max-cost-per-question", "-1"), "max_cost_per_question: input should be greater"),
        (("--run", "{run}", "--policy", "{run}/none.yaml"), "there is no such file"),
    ],
)
def test_misuse_exits_2_and_says_how(bench_run: Path, verb: Verb, options: tuple[str, ...], says: str) -> None:
    ran = verb("recommend", *(option.format(run=bench_run) for option in options))
    assert ran.code == 2 and says in ran.err and ran.out == ""


def test_the_function_takes_reports_files_and_folders(bench_run: Path) -> None:
    by_reports = cairn.recommend(systems(), profile="cheapest_acceptable")
    assert by_reports.winner == "cheap" and by_reports.policy.profile == "cheapest_acceptable"
    assert cairn.recommend(bench_run, max_cost_per_question=0.005).winner == "poor"
    assert (bench_run / "winner.yaml").is_file()
    assert cairn.recommend(systems()[0]).winner == "good"
