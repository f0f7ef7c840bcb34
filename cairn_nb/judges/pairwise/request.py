"""What a judge of pairs is shown: the question, the right answer where one is known, and two answers."""

from __future__ import annotations

from cairn_nb.judges.pairwise.pair import Pair
from cairn_nb.judges.pairwise.reply import PAIR_SCHEMA
from cairn_nb.judges.rubric import Rubric
from cairn_nb.records.chat import ChatRequest, Message
from cairn_nb.text.delimiters import neutralise

PURPOSE = "judge"
MAX_TOKENS = 400
REPLY_SHOWN_CHARS = 2000
NO_REFERENCE = "null"
NO_TEXT = "(an empty answer)"


def pair_request(pair: Pair, prompt: Rubric, *, temperature: float, max_tokens: int = MAX_TOKENS) -> ChatRequest:
    """The request for one order; neither the systems' names nor their passages are in it."""
    return ChatRequest(
        purpose=PURPOSE,
        messages=(Message(role="system", content=prompt.text), Message(role="user", content=_frames(pair))),
        max_tokens=max_tokens,
        temperature=temperature,
        json_schema=PAIR_SCHEMA,
        schema_name="pair",
    )


def asked_again(request: ChatRequest, reply: str, problem: str) -> ChatRequest:
    """The same request with the reply that is no verdict, and a reminder of the shape."""
    complaint = (
        f"That reply is no verdict: {problem}. Send the whole JSON object again, in the shape asked for: "
        '"better" as "1", "2" or "tie", and nothing around the object.'
    )
    bad = Message(role="assistant", content=reply[:REPLY_SHOWN_CHARS].strip() or "(empty)")
    return request.model_copy(update={"messages": (*request.messages, bad, Message(role="user", content=complaint))})


def _frames(pair: Pair) -> str:
    reference = (pair.reference or "").strip()
    frames = {
        "question": neutralise(pair.question),
        "answerable": "yes" if pair.answerable else "no",
        "reference": neutralise(reference) if reference else NO_REFERENCE,
        "answer_1": neutralise(pair.first.text).strip() or NO_TEXT,
        "answer_2": neutralise(pair.second.text).strip() or NO_TEXT,
    }
    return "\n\n".join(f"<{name}>\n{text}\n</{name}>" for name, text in frames.items())
