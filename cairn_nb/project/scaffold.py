"""Lay out a working project from the installed package; a file that is there already is kept unless asked."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

from cairn_nb.errors import InputError
from cairn_nb.files.atomic import write_bytes
from cairn_nb.files.packaged import packaged_dir
from cairn_nb.records import Record

TEMPLATES = Path(__file__).parent / "templates"
# Where each template goes; a leading dot would keep it out of some packagers' wheels.
TEMPLATE_TARGETS = {
    "gitignore": ".gitignore",
    "golden-readme.md": "golden/README.md",
    "reports-readme.md": "reports/README.md",
}
Ci: TypeAlias = Literal["github", "gitlab", "none"]
CI_TARGETS: dict[Ci, dict[str, str]] = {
    "github": {"workflow.yml": ".github/workflows/cairn.yml"},
    "gitlab": {"gitlab-ci.yml": ".gitlab-ci.yml"},
    "none": {},
}


class LaidOut(Record):
    """Which files were written and which were kept, relative to the project's folder."""

    folder: str
    written: tuple[str, ...]
    kept: tuple[str, ...]


def lay_out(folder: Path, *, force: bool = False, ci: Ci = "github") -> LaidOut:
    """Write configurations, notebooks, a golden folder, a workflow and a .gitignore.

    Parameters
    ----------
    folder
        The project's folder; made when it is missing.
    force
        Replace files of the same name. Other files are never touched.
    ci
        For which host the workflow is that gates a pull or merge request.

    Raises
    ------
    InputError
        If `folder` is a file.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError("is a file; a project needs a folder", path=folder, hint="give another path")
    written, kept = [], []
    for name, content in sorted(_contents(ci).items()):
        target = folder / name
        if target.exists() and not force:
            kept.append(name)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(target, content)
        written.append(name)
    return LaidOut(folder=str(folder), written=tuple(written), kept=tuple(kept))


def _contents(ci: Ci) -> dict[str, bytes]:
    targets = {**TEMPLATE_TARGETS, **CI_TARGETS[ci]}
    found = {target: (TEMPLATES / name).read_bytes() for name, target in targets.items()}
    for kind, pattern in (("configs", "*.yaml"), ("notebooks", "*.ipynb")):
        for path in sorted(packaged_dir(kind).glob(pattern)):
            found[f"{kind}/{path.name}"] = path.read_bytes()
    return found
