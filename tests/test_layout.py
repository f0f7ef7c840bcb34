"""The import table: which package may import which. It is the architecture; DESIGN in docs/architecture.md shows it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "cairn_nb"

ZERO = {"errors", "seeds", "text", "records", "stats", "files", "progress", "version"}
ONE = {"metrics", "confidence", "decisions"}
TWO = {"config", "corpus", "golden", "exchange", "providers"}
THREE = {"retrieval", "generation", "judges"}
FOUR = {"systems", "attacks"}

MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "version": set(),
    "seeds": set(),
    "progress": set(),
    "text": {"errors"},
    "records": {"errors"},
    "stats": {"errors", "records", "seeds"},
    "files": {"errors", "records"},
    "metrics": ZERO,
    "confidence": ZERO,
    "decisions": ZERO | {"metrics", "confidence"},
    "config": ZERO,
    "corpus": ZERO,
    "golden": ZERO,
    "exchange": ZERO,
    "providers": ZERO,
    "retrieval": ZERO | ONE | TWO,
    "generation": ZERO | ONE | TWO,
    "judges": ZERO | ONE | TWO,
    "systems": ZERO | ONE | TWO | THREE,
    "attacks": ZERO | ONE | TWO | {"generation"},
    "runner": ZERO | ONE | TWO | THREE | FOUR,
    "optimizer": ZERO | ONE | TWO | THREE | FOUR | {"runner"},
    "explorer": ZERO | {"metrics", "confidence", "decisions"},
    "notebook": ZERO | {"config", "explorer"},
    "project": ZERO | ONE | TWO | THREE | FOUR | {"runner"},
}
# The surface: may import anything below.
SURFACE = {"cli", "__init__", "api"}
# Packages that must stay pure: no disk, no network, no clock of their own.
PURE = ["seeds", "text", "records", "stats", "metrics", "confidence", "decisions", "generation", "judges"]
NOT_PURE = {"httpx", "socket", "subprocess", "urllib", "requests", "shutil", "tempfile", "sqlite3"}


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "_project" not in path.parts)


def owner(path: Path) -> str:
    parts = path.relative_to(PACKAGE).parts
    return parts[0].removesuffix(".py")


def imported_names(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            if node.module == "cairn_nb":
                names |= {f"cairn_nb.{alias.name}" for alias in node.names}
            names.add(node.module)
        elif isinstance(node, ast.ImportFrom):
            pytest.fail(f"{path}: relative imports hide the direction; write cairn_nb.…")
    return names


def own_imports(path: Path) -> set[str]:
    return {name.split(".")[1] for name in imported_names(path) if name.startswith("cairn_nb.")}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    package = owner(path)
    if package in SURFACE:
        return
    assert package in MAY_IMPORT, f"{package} is not in the import table; add it and say why in docs/decisions/"
    allowed = MAY_IMPORT[package] | {package, "version", "__version__"}
    assert own_imports(path) <= allowed, f"{path} imports {sorted(own_imports(path) - allowed)}"


@pytest.mark.parametrize("path", [p for p in modules() if owner(p) in PURE], ids=lambda p: str(p.relative_to(PACKAGE)))
def test_pure_packages_touch_nothing(path: Path) -> None:
    assert not {name.split(".")[0] for name in imported_names(path)} & NOT_PURE


def test_no_import_by_string() -> None:
    allowed = {PACKAGE / "__init__.py", PACKAGE / "api" / "__init__.py"}
    for path in modules():
        if path in allowed or owner(path) == "cli":
            continue
        text = path.read_text(encoding="utf-8")
        assert 'import_module("cairn_nb' not in text and "import_module('cairn_nb" not in text, path
