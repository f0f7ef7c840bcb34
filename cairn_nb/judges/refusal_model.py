"""Whether an answer declines to answer, by a decision model that reads the question and the answer."""

from __future__ import annotations

from cairn_nb.errors import DeadlineError
from cairn_nb.judges.rubric import load_prompt
from cairn_nb.providers.deciding.decision import DecisionModel, DecisionReply, YesNoQuestion
from cairn_nb.providers.wire.deadline import awaited_by
from cairn_nb.records.refusal import RefusalVerdict
from cairn_nb.text.delimiters import neutralise
from cairn_nb.text.refusal import is_refusal

STAGE = "refusal"


class ModelRefusalDetector:
    """A probability of 0.5 or more is a refusal; without a usable one the answer's wording decides.

    Parameters
    ----------
    decisions
        Who is asked; closed by whoever made it.
    """

    def __init__(self, decisions: DecisionModel) -> None:
        self._decisions = decisions
        self._asked_by = load_prompt("refusal-1")

    @property
    def name(self) -> str:
        """The decision model's name."""
        return self._decisions.name

    @property
    def model(self) -> str | None:
        """The decision model's model."""
        return self._decisions.model

    @property
    def version(self) -> str:
        """The label of the instructions."""
        return self._asked_by.label

    async def detect(
        self, question: str, text: str, *, trial: int = 0, deadline: float | None = None
    ) -> RefusalVerdict:
        """The verdict on one answer that has a text.

        Parameters
        ----------
        trial
            Which repetition of the question it answers.
        deadline
            In the running loop's time; after it the wording decides. Null for none.

        Raises
        ------
        AuthenticationError
            If a key is missing or refused: no other answer could be read either.
        """
        material = f"<question>\n{neutralise(question)}\n</question>\n\n<answer>\n{neutralise(text)}\n</answer>"
        asked = YesNoQuestion(self._asked_by.text, material, purpose=STAGE, trial=trial)
        try:
            reply = await awaited_by(deadline, self._decisions.decide(asked))
        except DeadlineError as error:
            reply = DecisionReply(None, reason=str(error))
        return RefusalVerdict(
            refused=is_refusal(text) if reply.is_yes is None else reply.is_yes,
            detector="heuristic" if reply.is_yes is None else "model",
            probability=reply.probability,
            reason=reply.reason,
            version=self.version,
            step=reply.step(STAGE),
        )
