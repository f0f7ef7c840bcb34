"""A language model as the judge of the five axes: samples, a second try, and the heuristic judge when both fail."""

from __future__ import annotations

from cairn_nb.judges.axes.family import family_of
from cairn_nb.judges.axes.judgement import Judgement, judgement_of
from cairn_nb.judges.axes.protocol import without_model
from cairn_nb.judges.axes.request import axes_request
from cairn_nb.judges.axes.sample import ask
from cairn_nb.judges.axes.verdict import verdict_of
from cairn_nb.judges.rubric import Rubric
from cairn_nb.providers.caching.together import together
from cairn_nb.providers.protocol import ChatModel
from cairn_nb.records import Answer, Case
from cairn_nb.records.axis_verdict import AxisVerdict
from cairn_nb.records.judging import AxesJudgeMember, JudgingDesign


class LlmAxesJudge:
    """Grades with one chat model.

    Parameters
    ----------
    model
        Who grades.
    member
        What it is called, its family, how many samples it gives and at which temperature.
    rubric
        What the grades mean.
    max_tokens
        Room for one reply.
    generator_family
        The family of the model that answers; by default that of the model which an answer names.
    """

    name = "llm"

    def __init__(
        self,
        model: ChatModel,
        member: AxesJudgeMember,
        rubric: Rubric,
        *,
        max_tokens: int,
        generator_family: str | None = None,
    ) -> None:
        self._model = model
        self.member = member
        self._rubric = rubric
        self._max_tokens = max_tokens
        self._generator_family = generator_family

    @property
    def prompt_version(self) -> str:
        """The rubric's label, with the digest of its text."""
        return self._rubric.label

    @property
    def design(self) -> JudgingDesign:
        """One judge, without a panel's choices."""
        return JudgingDesign(
            name="llm",
            prompt_version=self.prompt_version,
            judges=(self.member,),
            generator_family=self._generator_family,
        )

    async def grade(
        self, case: Case, answer: Answer, *, refused: bool | None = None, deadline: float | None = None
    ) -> AxisVerdict:
        """The five grades; the heuristic judge's, marked `fallback`, when no sample could be used.

        Raises
        ------
        AuthenticationError
            If there is no key or it was refused: no other answer could be judged either.
        """
        settled = without_model(case, answer)
        if settled is not None:
            return settled
        return verdict_of(
            case,
            answer,
            [await self.judgement(case, answer, deadline=deadline)],
            prompt_version=self.prompt_version,
            generator_family=self._generator_family or family_of(answer.model),
            refused=refused,
        )

    async def judgement(self, case: Case, answer: Answer, *, deadline: float | None = None) -> Judgement:
        """What the model alone says: the mean of its samples, or why there is none; raises as `grade`."""
        requests = (
            axes_request(
                case,
                answer,
                self._rubric,
                sample=sample,
                temperature=self.member.temperature,
                max_tokens=self._max_tokens,
            )
            for sample in range(self.member.samples)
        )
        samples = await together(ask(self._model, request, deadline=deadline) for request in requests)
        return judgement_of(self.member.judge, self.member.family, samples)

    async def aclose(self) -> None:
        """Close the model."""
        await self._model.aclose()
