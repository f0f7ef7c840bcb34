"""Texts of notebooks: parts under a heading of their own, without tags, every text of a document escaped."""

from __future__ import annotations

from cairn_nb.decisions.selection.recommend import recommend
from cairn_nb.explorer import prose
from cairn_nb.records.audit import AuditSheet
from cairn_nb.records.recommendation import Recommendation
from tests.decisions.selection.systems import flat, system

CONFIG = {"name": "small", "corpus": "../docs", "golden": "../q.jsonl"}


def chosen(name: str = "small", config: dict[str, str] | None = None) -> Recommendation:
    best = system(name, flat(4), cost=0.004, latency=300, config=CONFIG if config is None else config)
    return recommend([best, system("poor", flat(1), cost=0.03, latency=950)])


def test_a_recommendation_is_a_part_with_its_reasons_and_no_tags() -> None:
    text = prose.recommendation(chosen()).markdown
    assert text.startswith("## Recommendation\n\n**Deploy small.**")
    assert "### Why" in text and "### Ranking" in text and "\n# " not in text and "<sub>" not in text


def test_a_name_that_would_be_markup_is_shown_as_it_is_written() -> None:
    assert "<b>" not in prose.recommendation(chosen(name="<b>x</b>")).markdown


def test_the_file_to_copy_is_whole_whatever_it_holds() -> None:
    text = prose.winner_file(chosen(config={**CONFIG, "description": "a ``` b"})).markdown
    fence = text.splitlines()[2].removesuffix("yaml")
    assert fence == "````" and text.rstrip().endswith(fence) and "name: small" in text


def test_without_a_choice_or_a_configuration_it_is_said() -> None:
    assert "no measure of quality" in prose.recommendation(None).markdown
    assert "no file to copy" in prose.winner_file(None).markdown
    assert "no file to copy" in prose.winner_file(chosen().changed(winner_config=None)).markdown


def test_a_drawn_sheet_says_what_to_do_with_it() -> None:
    sheet = AuditSheet(sheet="reports/sheet.csv", key="k.json", n=1, n_candidates=1, groups={})
    assert "Fill in reports/sheet.csv" in prose.judge_audit(sheet).markdown


def test_it_is_markdown_to_a_notebook_and_its_source_to_a_terminal() -> None:
    shown = prose.Prose(markdown="## A\n")._repr_mimebundle_()
    assert shown == {"text/markdown": "## A\n", "text/plain": "## A\n"}
