"""Texts for notebooks and pages; `cairn.prose` in a notebook."""

from __future__ import annotations

import re
from typing import Any

from cairn_nb.decisions.audit.markdown import audit_markdown
from cairn_nb.decisions.selection.markdown import recommendation_markdown
from cairn_nb.decisions.selection.outputs import WINNER
from cairn_nb.decisions.wording.escape import markdown
from cairn_nb.records import Record
from cairn_nb.records.audit import AuditSheet, JudgeAudit
from cairn_nb.records.recommendation import Recommendation

HEADING = re.compile(r"^(?=#)", re.M)
SMALL = re.compile(r"</?sub>")
BACKTICKS = re.compile(r"`+")
NO_RECOMMENDATION = "## Recommendation\n\nThere is none: no measure of quality was taken.\n"
NO_FILE = "There is no file to copy: no system meets every limit, or the winner's report holds no configuration.\n"
SHEET = (
    "## Judge audit\n\n{n} of {n_candidates} answers were drawn. Fill in {sheet} (0 to 5, blank where you cannot say), "
    "then give it as `labels`.\n"
)


class Prose(Record):
    """Markdown without HTML, in which every text of a case or document is escaped."""

    markdown: str

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return {"text/markdown": self.markdown, "text/plain": self.markdown}


def recommendation(found: Recommendation | None) -> Prose:
    """Which system to deploy, those tied with it, why, and what to take care of, with the numbers beside it."""
    return Prose(markdown=NO_RECOMMENDATION if found is None else _part(recommendation_markdown(found)))


def winner_file(found: Recommendation | None) -> Prose:
    """The configuration of the system to deploy, to copy; a sentence where there is none."""
    text = None if found is None else found.winner_config
    if text is None:
        return Prose(markdown=NO_FILE)
    fence = "`" * max([3, *(1 + len(run) for run in BACKTICKS.findall(text))])
    return Prose(markdown=f"### {WINNER}\n\n{fence}yaml\n{text.rstrip()}\n{fence}\n")


def judge_audit(found: JudgeAudit | AuditSheet) -> Prose:
    """How far the judge is from people, which way it leans, and the scores in their eyes; of a sheet, what to do."""
    if isinstance(found, AuditSheet):
        return Prose(markdown=SHEET.format(n=found.n, n_candidates=found.n_candidates, sheet=markdown(found.sheet)))
    return Prose(markdown=_part(audit_markdown(found)))


def _part(text: str) -> str:
    """A file's Markdown as a part of a notebook: headings a level down, and no tags."""
    return SMALL.sub("", HEADING.sub("#", text))
