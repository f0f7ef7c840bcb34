"""What a judge of the five axes is shown: the question, the right answer, and what the generator was given."""

from __future__ import annotations

from cairn_nb.judges.axes.reply import AXES_SCHEMA
from cairn_nb.judges.rubric import Rubric
from cairn_nb.records import Answer, Case, ChatRequest, Message, Passage
from cairn_nb.text.delimiters import attribute, neutralise

PURPOSE = "judge"
REPLY_SHOWN_CHARS = 2000
NO_REFERENCE = "(none is known: grade against the context alone)"
NO_CONTEXT = "(the system was given no passage)"


def axes_request(
    case: Case, answer: Answer, rubric: Rubric, *, sample: int, temperature: float, max_tokens: int
) -> ChatRequest:
    """The request for one judgement.

    Only passages that the generator was given are shown, each in full: faithfulness is judged on what it saw.

    Parameters
    ----------
    sample
        Which of several judgements this is; part of the request, so that each is a call of its own.
    """
    return ChatRequest(
        purpose=PURPOSE,
        messages=(
            Message(role="system", content=rubric.text),
            Message(role="user", content=_frames(case, answer)),
        ),
        max_tokens=max_tokens,
        temperature=temperature,
        json_schema=AXES_SCHEMA,
        schema_name="five_axes",
        trial=answer.trial,
        sample=sample,
    )


def asked_again(request: ChatRequest, reply: str, problem: str) -> ChatRequest:
    """The same request with the reply that is no judgement, and a reminder of the shape."""
    complaint = (
        f"That reply is no judgement: {problem}. Send the whole JSON object again, in the shape asked for: all five "
        "axes as numbers from 0 to 5, and nothing around the object."
    )
    bad = Message(role="assistant", content=reply[:REPLY_SHOWN_CHARS].strip() or "(empty)")
    return request.model_copy(update={"messages": (*request.messages, bad, Message(role="user", content=complaint))})


def _frames(case: Case, answer: Answer) -> str:
    reference = (case.expected_answer or "").strip()
    shown = [_passage(passage) for passage in answer.passages if passage.shown]
    frames = {
        "question": neutralise(case.question),
        "answerable": "yes" if case.answerable else "no",
        "reference": neutralise(reference) if reference else NO_REFERENCE,
        "context": "\n\n".join(shown) or NO_CONTEXT,
        "answer": neutralise(answer.text),
        "citations": _citations(answer) or "(none)",
    }
    return "\n\n".join(f"<{name}>\n{text}\n</{name}>" for name, text in frames.items())


def _passage(passage: Passage) -> str:
    named = f'<passage id="{attribute(passage.chunk_id)}" source="{attribute(passage.source)}">'
    return f"{named}\n{neutralise(passage.text)}\n</passage>"


def _citations(answer: Answer) -> str:
    lines = (
        f"{claim.text} -> {', '.join(citation.chunk_id for citation in claim.citations) or '(none)'}"
        for claim in answer.claims
    )
    return neutralise("\n".join(lines))
