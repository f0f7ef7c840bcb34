"""A project is laid out beside what is there; nothing of the user's is overwritten unasked."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
import yaml

from cairn_nb.config.load import load_config
from cairn_nb.errors import InputError
from cairn_nb.files.packaged import packaged_dir
from cairn_nb.project.scaffold import lay_out


def test_every_configuration_and_notebook_of_the_package_is_there(tmp_path: Path) -> None:
    laid = lay_out(tmp_path / "p")
    assert laid.kept == ()
    for kind, pattern in (("configs", "*.yaml"), ("notebooks", "*.ipynb")):
        for source in packaged_dir(kind).glob(pattern):
            assert (tmp_path / "p" / kind / source.name).read_bytes() == source.read_bytes()


def test_what_it_says_it_wrote_is_what_is_there(tmp_path: Path) -> None:
    laid = lay_out(tmp_path / "p")
    found = {path.relative_to(tmp_path / "p").as_posix() for path in (tmp_path / "p").rglob("*") if path.is_file()}
    assert found == set(laid.written)
    assert {"golden/README.md", "reports/README.md", ".gitignore", ".github/workflows/cairn.yml"} <= found


def test_its_configurations_load(tmp_path: Path) -> None:
    lay_out(tmp_path)
    names = [load_config(path).name for path in sorted((tmp_path / "configs").glob("*.yaml"))]
    assert names == ["bm25", "default", "dense", "structure"]


def test_a_file_that_is_there_is_kept(tmp_path: Path) -> None:
    mine = tmp_path / "configs/default.yaml"
    mine.parent.mkdir()
    mine.write_text("name: mine\n", encoding="utf-8")
    laid = lay_out(tmp_path)
    assert laid.kept == ("configs/default.yaml",)
    assert mine.read_text(encoding="utf-8") == "name: mine\n"
    assert "configs/bm25.yaml" in laid.written


def test_force_replaces_equal_names_and_leaves_foreign_files_alone(tmp_path: Path) -> None:
    lay_out(tmp_path)
    same, foreign = tmp_path / "configs/default.yaml", tmp_path / "configs/own.yaml"
    original = same.read_bytes()
    same.write_text("name: mine\n", encoding="utf-8")
    foreign.write_text("name: own\n", encoding="utf-8")
    (tmp_path / "golden/own").mkdir()
    (tmp_path / "golden/own/cases.jsonl").write_text("{}\n", encoding="utf-8")
    laid = lay_out(tmp_path, force=True)
    assert laid.kept == ()
    assert same.read_bytes() == original
    assert foreign.read_text(encoding="utf-8") == "name: own\n"
    assert (tmp_path / "golden/own/cases.jsonl").read_text(encoding="utf-8") == "{}\n"


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    place = tmp_path / "p"
    place.write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="is a file"):
        lay_out(place)
    assert place.read_text(encoding="utf-8") == "mine"


def test_the_workflow_keeps_the_baseline_before_it_runs_and_gates_after(tmp_path: Path) -> None:
    lay_out(tmp_path)
    workflow = yaml.safe_load((tmp_path / ".github/workflows/cairn.yml").read_text(encoding="utf-8"))
    steps = [str(step.get("run", step.get("uses"))) for step in workflow["jobs"]["gate"]["steps"]]
    verbs = [("ingest", "--config"), ("calibrate", "--config"), ("eval", "--config"), ("gate", "--baseline")]
    order = ["cp reports/latest/default.json .cairn/baseline", *(f"cairn {verb} {option}" for verb, option in verbs)]
    places = [next(i for i, step in enumerate(steps) if part in " ".join(step.split())) for part in order]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("ci", "there"),
    [("github", {".github/workflows/cairn.yml"}), ("gitlab", {".gitlab-ci.yml"}), ("none", set())],
)
def test_the_workflow_is_that_of_the_host(
    tmp_path: Path, ci: Literal["github", "gitlab", "none"], there: set[str]
) -> None:
    laid = lay_out(tmp_path, ci=ci)
    assert {name for name in laid.written if name.endswith(".yml")} == there
