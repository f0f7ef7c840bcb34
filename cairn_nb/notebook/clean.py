"""Keep notebooks in git free of outputs and of traces of who ran them, so that a diff shows only thought."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

KEPT_NOTEBOOK_METADATA = {"kernelspec", "language_info"}
KERNELSPEC = {"display_name": "Python 3", "language": "python", "name": "python3"}


def cleaned(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook as it belongs in git: sources and tags, nothing else."""
    cells = [_cleaned_cell(cell) for cell in notebook["cells"]]
    metadata = {"kernelspec": KERNELSPEC, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": metadata, "nbformat": notebook["nbformat"], "nbformat_minor": 5}


def _cleaned_cell(cell: dict[str, Any]) -> dict[str, Any]:
    tags = cell.get("metadata", {}).get("tags")
    kept: dict[str, Any] = {
        "cell_type": cell["cell_type"],
        "id": cell["id"],
        "metadata": {"tags": tags} if tags else {},
        "source": cell["source"],
    }
    if cell["cell_type"] == "code":
        kept |= {"execution_count": None, "outputs": []}
    return kept


def _text(notebook: dict[str, Any]) -> str:
    return json.dumps(cleaned(notebook), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main(arguments: list[str]) -> int:
    """``[--check] PATH …``: clean notebooks in place, or say which are not clean (exit 1)."""
    check = "--check" in arguments
    dirty = []
    for argument in [a for a in arguments if a != "--check"]:
        found = Path(argument)
        for path in sorted(found.glob("*.ipynb")) if found.is_dir() else [found]:
            text = path.read_text(encoding="utf-8")
            clean = _text(json.loads(text))
            if clean == text:
                continue
            dirty.append(path)
            if not check:
                path.write_text(clean, encoding="utf-8")
    for path in dirty:
        sys.stderr.write(f"{'not clean' if check else 'cleaned'}: {path}\n")
    return 1 if dirty and check else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
