"""The documentation names everything that a person can name: functions, verbs, options, keys, fields, components."""

from __future__ import annotations

import re
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

import pytest
from pydantic import BaseModel
from typer.main import get_command

import cairn_nb as cairn
from cairn_nb.cli.main import app
from cairn_nb.config.model import Component, Config
from cairn_nb.corpus.params import DEFAULTS as CHUNKERS
from cairn_nb.exchange.roles import ANSWERS, GOLDEN
from cairn_nb.judges.catalog import JUDGES
from cairn_nb.metrics.catalog import CATALOG
from cairn_nb.providers import catalog
from cairn_nb.records import Case, Claim, Estimate, Report
from cairn_nb.retrieval.stores.catalog import OPEN as STORES
from tests.docs.pages import PAGES, README, ROOT

CONFIGURATION = (ROOT / "docs/configuration.md").read_text(encoding="utf-8")
KEYS = CONFIGURATION.split("## Every key")[1].split("\n## ")[0]
DEFINITIONS = (ROOT / "docs/definitions.md").read_text(encoding="utf-8")
FORMATS = (ROOT / "docs/file-formats.md").read_text(encoding="utf-8")
EXIT_CODES = (ROOT / "docs/exit-codes.md").read_text(encoding="utf-8")
EVERYTHING = "\n".join(page.read_text(encoding="utf-8") for page in (README, *PAGES))
OURS = {"base_dir", "source"}


def missing(names: set[str], text: str) -> list[str]:
    """The names that do not stand in a text as words of their own."""
    return sorted(name for name in names if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text))


def commands(group: Any, prefix: str = "") -> dict[str, set[str]]:
    """Every verb with the options it takes."""
    found: dict[str, set[str]] = {}
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            found.update(commands(command, f"{prefix}{name} "))
        else:
            options = {option for param in command.params for option in (*param.opts, *param.secondary_opts)}
            found[f"{prefix}{name}"] = {option for option in options if option.startswith("--")}
    return found


VERBS = commands(get_command(app))


def test_every_public_name() -> None:
    assert missing(set(cairn.__all__), EVERYTHING) == []


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_every_verb_with_its_options(verb: str) -> None:
    [row] = [line for line in CONFIGURATION.splitlines() if re.match(rf"\| `{verb}[` ]", line)]
    documented = set(re.findall(r"--[\w-]+", row))
    assert documented == VERBS[verb] - {"--help"}
    exit_row = [line for line in EXIT_CODES.splitlines() if line.startswith(f"| `{verb}`")]
    assert len(exit_row) == 1


def test_every_option_before_a_verb() -> None:
    options = {option for param in get_command(app).params for option in param.opts}
    assert missing(options, CONFIGURATION) == []


def keys(model: type[BaseModel], prefix: str = "") -> set[str]:
    """Every dotted key of a configuration; a component is a key as a whole."""
    found: set[str] = set()
    for name, field in model.model_fields.items():
        inner = inner_model(field.annotation)
        if name in OURS and not prefix:
            continue
        if inner is None or issubclass(inner, Component):
            found.add(f"{prefix}{name}")
        else:
            found |= keys(inner, f"{prefix}{name}.")
    return found


def inner_model(annotation: Any) -> type[BaseModel] | None:
    """The model that an annotation holds, if any."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) in (Union, UnionType, tuple):
        return next((model for part in get_args(annotation) if (model := inner_model(part))), None)
    return None


def test_every_configuration_key_and_no_other() -> None:
    documented = {line.split("`")[1] for line in KEYS.splitlines() if line.startswith("| `")}
    assert documented == keys(Config) | {"extends"}


@pytest.mark.parametrize(("key", "shown"), re.findall(r"^\| `([\w.]+)` \| ([\d.]+)[ |]", KEYS, re.MULTILINE))
def test_a_default_that_is_a_number_is_the_models(key: str, shown: str) -> None:
    value: Any = Config(name="aa", corpus="c", golden="g")
    for part in key.split("."):
        value = getattr(value, part)
    assert float(shown) == value


def test_every_component() -> None:
    names = {*catalog.CHAT, *catalog.EMBEDDING, *catalog.RERANK, *JUDGES, *CHUNKERS, *STORES, "weighted"}
    section = CONFIGURATION.split("## Components")[1].split("\n## ")[0]
    assert missing({f"`{name}`" for name in names}, section) == []


def fields(model: type[BaseModel]) -> set[str]:
    """Every field of a record and of the records in it."""
    found: set[str] = set()
    for name, field in model.model_fields.items():
        inner = inner_model(field.annotation)
        found |= {name} | (fields(inner) if inner is not None else set())
    return found


def test_every_field_of_a_report() -> None:
    # What a claim is made of is in the rows' `claims`; where a report was read from is no field of its file.
    assert missing(fields(Report) - fields(Claim) - {"source"}, DEFINITIONS) == []
    assert missing(set(Estimate.model_fields), DEFINITIONS) == []


def test_every_measure_of_the_catalogue() -> None:
    assert missing(set(CATALOG), DEFINITIONS) == []


def test_every_key_of_a_golden_case() -> None:
    section = FORMATS.split("## Golden set")[1].split("\n## ")[0]
    assert missing(set(Case.model_fields) - {"line"}, section) == []


def test_every_environment_variable() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "cairn_nb").rglob("*.py"))
    named = set(re.findall(r"\b(CAIRN_[A-Z_]+|[A-Z]+_API_KEY|OPENAI_BASE_URL)\b", sources))
    assert missing(named, CONFIGURATION) == []


def links(page: Path) -> list[tuple[Path, str]]:
    """The page's links into the repository: file and heading."""
    found = re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)", page.read_text(encoding="utf-8"))
    return [((page.parent / target if target else page), heading) for target, heading in found]


@pytest.mark.parametrize("page", [README, ROOT / "CONTRIBUTING.md", *PAGES], ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target, heading in links(page):
        assert target.exists(), target
        if heading:
            headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in {re.sub(r"[^\w -]", "", text).strip().lower().replace(" ", "-") for text in headings}


@pytest.mark.parametrize("page", [ROOT / "CONTRIBUTING.md", *PAGES], ids=lambda page: page.name)
def test_every_path_of_the_repository_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for path in re.findall(r"`((?:cairn_nb|tests|benchmarks|docs)/[\w./-]*)`", text):
        assert (ROOT / path).exists(), f"{page.name} names {path}"


def test_every_role_of_a_column() -> None:
    page = (ROOT / "docs/own-answers.md").read_text(encoding="utf-8")
    assert missing({f"`{role}`" for role in {*ANSWERS, *GOLDEN}}, page) == []
