"""A language model as the judge of pairs: one reply an order, and one more try when it cannot be read."""

from __future__ import annotations

from cairn_nb.errors import AuthenticationError, DeadlineError, MalformedReplyError, ProviderError
from cairn_nb.judges.pairwise.pair import Pair
from cairn_nb.judges.pairwise.protocol import OrderVerdict
from cairn_nb.judges.pairwise.reply import parse_pair
from cairn_nb.judges.pairwise.request import asked_again, pair_request
from cairn_nb.judges.rubric import load_prompt
from cairn_nb.providers.protocol import ChatModel
from cairn_nb.providers.wire.deadline import awaited_by
from cairn_nb.records.answer import Step
from cairn_nb.records.judging import AxesJudgeMember
from cairn_nb.records.steps import one_step

PROMPT = "pairwise-p1"
STAGE = "judge"
RETRIES = 1


class LlmPairJudge:
    """Judges with one chat model.

    Parameters
    ----------
    model
        Who judges; closed with the judge.
    member
        What it is called, its family, and at which temperature it is asked.
    """

    def __init__(self, model: ChatModel, member: AxesJudgeMember) -> None:
        self._model = model
        self._member = member
        self._prompt = load_prompt(PROMPT)

    @property
    def name(self) -> str:
        """``<component>:<model>``."""
        return self._member.judge

    @property
    def family(self) -> str | None:
        """The model's family."""
        return self._member.family

    @property
    def prompt_version(self) -> str:
        """The prompt's label, with the digest of its text."""
        return self._prompt.label

    async def verdict(self, pair: Pair, *, deadline: float | None = None) -> OrderVerdict:
        """Which position won; every reply is charged, readable or not. Raises as `PairJudge.verdict`."""
        steps: list[Step] = []
        try:
            return await awaited_by(deadline, self._asked(pair, steps))
        except AuthenticationError:
            raise
        except DeadlineError as error:
            return OrderVerdict(None, str(error), one_step(steps))
        except ProviderError as error:
            kind = type(error).__name__
            return OrderVerdict(None, f"{kind}: {error}", one_step(steps), failure=kind)

    async def _asked(self, pair: Pair, steps: list[Step]) -> OrderVerdict:
        request = pair_request(pair, self._prompt, temperature=self._member.temperature)
        problem = ""
        for _ in range(RETRIES + 1):
            reply = await self._model.complete(request)
            steps.append(reply.step(STAGE))
            try:
                said = parse_pair(reply.text)
            except MalformedReplyError as error:
                problem = str(error)
                request = asked_again(request, reply.text, problem)
            else:
                return OrderVerdict(said.better, said.reason, one_step(steps))
        return OrderVerdict(None, f"unparsed: {problem}", one_step(steps))

    async def aclose(self) -> None:
        """Close the model."""
        await self._model.aclose()
