"""The names that others rely on: each is there, once, with words about it."""

from __future__ import annotations

import inspect
import subprocess
import sys
from types import ModuleType

import pytest

import cairn_nb as cairn
from cairn_nb import api

PLANNED = {  # what notebooks, documents and scripts are written against
    "ask", "attack", "bench", "calibrate", "evaluate", "explore", "gate", "ingest", "load_config", "read_report",
    "aask", "aattack", "abench", "acalibrate", "aevaluate", "aingest", "confidence", "metrics", "stats", "CairnError",
}  # fmt: skip


def test_they_are_sorted_and_named_once() -> None:
    assert cairn.__all__ == sorted(set(cairn.__all__))
    assert set(cairn.__all__) >= PLANNED


@pytest.mark.parametrize("name", cairn.__all__)
def test_each_can_be_imported_and_says_what_it_is(name: str) -> None:
    found = getattr(cairn, name)
    if name == "__version__":
        assert isinstance(found, str)
        return
    assert isinstance(found, ModuleType) or callable(found)
    assert (inspect.getdoc(found) or "").strip()


def test_every_function_of_the_api_is_public_and_typed() -> None:
    functions = {name for name, found in vars(api).items() if inspect.isfunction(found) and not name.startswith("_")}
    own = {name for name in functions if getattr(api, name).__module__.startswith(f"{api.__name__}.")}
    assert own <= set(cairn.__all__)
    for name in own:
        signature = inspect.signature(getattr(api, name))
        assert signature.return_annotation is not inspect.Signature.empty
        assert all(p.annotation is not inspect.Parameter.empty for p in signature.parameters.values())


@pytest.mark.parametrize("name", ["ask", "attack", "bench", "calibrate", "evaluate", "ingest"])
def test_the_plain_and_the_async_function_take_the_same(name: str) -> None:
    plain, awaited = inspect.signature(getattr(api, name)), inspect.signature(getattr(api, f"a{name}"))
    assert plain == awaited


def test_a_star_import_gives_all_of_them() -> None:
    program = "from cairn_nb import *; import cairn_nb; print([n for n in cairn_nb.__all__ if n not in globals()])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.strip() == "[]"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="evalute"):
        cairn.evalute  # noqa: B018


def test_dir_lists_them() -> None:
    assert set(cairn.__all__) <= set(dir(cairn))
