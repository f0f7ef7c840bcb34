"""A panel: several models grade every answer, each on its own, and their judgements are one verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from cairn_nb.judges.axes.family import family_of
from cairn_nb.judges.axes.judgement import Judgement
from cairn_nb.judges.axes.llm import LlmAxesJudge
from cairn_nb.judges.axes.protocol import without_model
from cairn_nb.judges.axes.verdict import verdict_of
from cairn_nb.providers.caching.together import together
from cairn_nb.records import Answer, Case
from cairn_nb.records.axis_verdict import AxisVerdict
from cairn_nb.records.judging import JudgingDesign


@dataclass(frozen=True)
class PanelRules:
    """How several judgements become one.

    Parameters
    ----------
    aggregate
        The mean of each axis, or the median, which one outlying judge cannot move.
    independent
        Whether a judge sits out the answers of its own family, where another can judge.
    scorers
        Whether all judges that may score an answer do, or only the first of them.
    """

    aggregate: Literal["mean", "median"] = "mean"
    independent: bool = True
    scorers: Literal["all", "first"] = "all"


class PanelAxesJudge:
    """Grades with several chat models; the first is the lead.

    Parameters
    ----------
    judges
        Two or more.
    rules
        How their judgements become one.
    generator_family
        The family of the model that answers; by default that of the model which an answer names.
    """

    name = "panel"

    def __init__(
        self, judges: Sequence[LlmAxesJudge], rules: PanelRules, *, generator_family: str | None = None
    ) -> None:
        self.judges = tuple(judges)
        self._rules = rules
        self._generator_family = generator_family

    @property
    def prompt_version(self) -> str:
        """That of all judges."""
        return self.judges[0].prompt_version

    @property
    def design(self) -> JudgingDesign:
        """The judges and the rules."""
        return JudgingDesign(
            name="panel",
            prompt_version=self.prompt_version,
            judges=tuple(judge.member for judge in self.judges),
            generator_family=self._generator_family,
            aggregate=self._rules.aggregate,
            independent=self._rules.independent,
            scorers=self._rules.scorers,
        )

    async def grade(
        self, case: Case, answer: Answer, *, refused: bool | None = None, deadline: float | None = None
    ) -> AxisVerdict:
        """The panel's grades; the heuristic judge's, marked `fallback`, when every judge failed.

        Raises
        ------
        AuthenticationError
            If a key is missing or was refused: that judge could judge no other answer either.
        """
        settled = without_model(case, answer)
        if settled is not None:
            return settled
        family = self._generator_family or family_of(answer.model)
        allowed = self.allowed(family)
        asked = allowed[:1] if self._rules.scorers == "first" else allowed
        judgements = await together(judge.judgement(case, answer, deadline=deadline) for judge in asked)
        verdict = verdict_of(
            case,
            answer,
            judgements,
            prompt_version=self.prompt_version,
            generator_family=family,
            how=self._rules.aggregate,
            refused=refused,
        )
        return verdict.changed(metadata={**verdict.metadata, **self._of_panel(allowed, judgements)})

    def allowed(self, generator_family: str | None) -> tuple[LlmAxesJudge, ...]:
        """The judges of another family than the generator; all of them where there is none, or none need be."""
        if not self._rules.independent or generator_family is None:
            return self.judges
        others = tuple(judge for judge in self.judges if judge.member.family != generator_family)
        return others or self.judges

    def _of_panel(self, allowed: Sequence[LlmAxesJudge], judgements: Sequence[Judgement]) -> dict[str, object]:
        """Who sat out, who failed, and what each said."""
        said = {found.judge: found.as_panel_scores for found in judgements}
        names = [judge.member.judge for judge in self.judges]
        may = {judge.member.judge for judge in allowed}
        return {
            "sat_out": [name for name in names if name not in may],
            "member_fallbacks": [found.judge for found in judgements if found.scores is None],
            "panel_scores": {name: said.get(name, {}) for name in names},
        }

    async def aclose(self) -> None:
        """Close every model."""
        for judge in self.judges:
            await judge.aclose()
