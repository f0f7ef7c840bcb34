"""The files of a recommendation, as texts by name."""

from __future__ import annotations

from cairn_nb.decisions.selection.markdown import recommendation_markdown
from cairn_nb.records.recommendation import Recommendation

MARKDOWN, JSON, WINNER = "recommendation.md", "recommendation.json", "winner.yaml"


def recommendation_texts(found: Recommendation) -> dict[str, str]:
    """Markdown, JSON, and the winner's configuration where there is one."""
    texts = {MARKDOWN: recommendation_markdown(found), JSON: found.model_dump_json(indent=2) + "\n"}
    return texts if found.winner_config is None else {**texts, WINNER: found.winner_config}
