"""A small project that went through the whole loop once, to be copied and then damaged."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.foreign.projects import Project

TOWNS = ("Alder", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Larch", "Maple", "Oak", "Pine", "Rowan", "Willow")
FACTS = ("bridge", "tower", "market")


def _sentence(town: str, fact: str) -> str:
    return f"The {fact} of {town} was built in {1200 + 37 * TOWNS.index(town) + 5 * FACTS.index(fact)}."


def fill(project: Project) -> None:
    """A document a town, a question a fact, and one a town that no document answers."""
    project.documents((f"{town}.txt", "\n".join(_sentence(town, fact) for fact in FACTS) + "\n") for town in TOWNS)
    answerable = [
        {
            "id": f"{town}-{fact}",
            "question": f"When was the {fact} of {town} built?",
            "expected_answer": _sentence(town, fact).split()[-1].rstrip("."),
            "support": [{"doc": f"{town}.txt", "quote": _sentence(town, fact)}],
        }
        for town in TOWNS
        for fact in FACTS
    ]
    none = [
        {"id": f"{town}-none", "question": f"Who sings loudest near {town}?", "answerable": False} for town in TOWNS
    ]
    project.golden([*answerable, *none])
    project.configure("small", calibration={"alpha": 0.3, "split": 0.5}, stats={"n_boot": 200})


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Ingested, calibrated and evaluated; not to be changed."""
    project = Project(tmp_path_factory.mktemp("finished"))
    fill(project)
    for verb in (("ingest",), ("calibrate",), ("eval", "--out", "base.json")):
        project.ok(*verb, "-c", "small.yaml", "--headless")
    return project


@pytest.fixture
def project(finished: Project, tmp_path: Path) -> Project:
    """A copy of the finished project."""
    folder = tmp_path / "project"
    shutil.copytree(finished.folder, folder)
    return Project(folder)


@pytest.fixture
def fresh(tmp_path: Path) -> Project:
    """The same documents and questions, and nothing done with them."""
    project = Project(tmp_path / "fresh")
    fill(project)
    return project
