"""The recommendation as it is shown: the system to deploy, those tied with it, the reasons, limits broken, its file."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cairn_nb.decisions.selection.markdown import MISSING, effort_texts, quality_text
from cairn_nb.decisions.selection.outputs import WINNER
from cairn_nb.decisions.selection.quality import TITLES
from cairn_nb.decisions.selection.recommend import recommend
from cairn_nb.errors import CairnError
from cairn_nb.explorer.view import FileText, Section
from cairn_nb.records import Report
from cairn_nb.records.recommendation import ExcludedSystem, RankedSystem, Recommendation

KEY = "recommendation"
PLACES = {"winner": "recommended", "tied": "tied with it", "rest": ""}


def default_recommendation(
    reports: Sequence[Report], checked: Collection[str] = ()
) -> tuple[Recommendation | None, str]:
    """That of the balanced profile without limits, else why there is none; `checked` is as in `recommend`."""
    try:
        return recommend(reports, checked=checked), ""
    except CairnError as problem:
        return None, str(problem)


def recommendation_section(found: Recommendation) -> Section:
    """What a reader decides by, in prose; the numbers beside it; the winner's configuration to copy."""
    heads = ("", "system", "", TITLES.get(found.quality_metric or "", "quality"))
    efforts = ("answering + judging cost", "mean latency", "p95 latency", "model calls", "score", "limits broken")
    rows = (*map(_ranked, found.ranking), *map(_excluded, found.excluded))
    return Section(
        key=KEY,
        title="Recommendation",
        paragraphs=(_headline(found), *found.rationale, *(f"Take care: {text}" for text in found.caveats)),
        heads=(*heads, *efforts),
        rows=rows,
        files=() if found.winner_config is None else (FileText(name=WINNER, text=found.winner_config),),
    )


def _headline(found: Recommendation) -> str:
    limits = found.policy.constraints.model_dump(exclude_defaults=True)
    said = ", ".join(f"{name} {value}" for name, value in limits.items())
    under = f" Limits: {said}." if said else ""
    if found.winner is None:
        return f"No system meets every limit.{under}"
    tied = f" Tied with it: {', '.join(found.tied)}." if found.tied else ""
    return f"Deploy {found.winner}.{tied}{under}"


def _ranked(entry: RankedSystem) -> tuple[str, ...]:
    numbers, score = entry.numbers, entry.score
    return (
        str(entry.rank),
        numbers.system,
        PLACES[entry.place],
        quality_text(numbers),
        *effort_texts(numbers),
        MISSING if score is None else f"{score:.3f}",
        "",
    )


def _excluded(entry: ExcludedSystem) -> tuple[str, ...]:
    broken = "; ".join(limit.sentence for limit in entry.broken)
    return ("", entry.system, "excluded", quality_text(entry.numbers), *effort_texts(entry.numbers), MISSING, broken)
