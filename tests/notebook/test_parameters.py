"""Each notebook's parameter cell has the names and defaults of its record, and only those."""

from __future__ import annotations

import ast
import json

import pytest

from cairn_nb.config.parameters import NOTEBOOKS
from cairn_nb.errors import InputError
from cairn_nb.files.packaged import packaged_dir
from cairn_nb.notebook.session import parameters


def parameter_cell(name: str) -> dict[str, object]:
    cells = json.loads((packaged_dir("notebooks") / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    tagged = [cell for cell in cells if "parameters" in cell["metadata"].get("tags", [])]
    assert len(tagged) == 1
    assigned = [node for node in ast.parse("".join(tagged[0]["source"])).body if isinstance(node, ast.Assign)]
    return {node.targets[0].id: ast.literal_eval(node.value) for node in assigned}  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_the_cell_and_the_record_agree(name: str) -> None:
    cell, model = parameter_cell(name), NOTEBOOKS[name]
    assert set(cell) == set(model.model_fields)
    checked = parameters(name, {**cell, "_private": 1, "json": json, "In": []})
    for field, info in model.model_fields.items():
        if not info.is_required():
            assert getattr(checked, field) == info.get_default(call_default_factory=True), field


def test_a_misspelt_name_is_refused_inside_the_notebook_too() -> None:
    with pytest.raises(InputError, match="did you mean 'config'"):
        parameters("eval", {"confg": "a.yaml"})


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_ends_with_its_conclusion(name: str) -> None:
    cells = json.loads((packaged_dir("notebooks") / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    assert "cairn.conclude(" in "".join(cells[-1]["source"])


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_thin_and_public(name: str) -> None:
    """A cell is an import, the parameters and a call or two; what it calls is ``cairn.…``, IPython's or a report's."""
    for cell in json.loads((packaged_dir("notebooks") / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code" or "parameters" in cell["metadata"].get("tags", []):
            continue
        body = ast.parse(source).body
        assert len(body) <= 4, source
        assert all(isinstance(node, ast.Import | ast.ImportFrom | ast.Assign | ast.Expr) for node in body), source
