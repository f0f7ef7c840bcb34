"""What a failed piece of work is called in a report, and which failures end a run."""

from __future__ import annotations

from cairn_nb.errors import (
    AuthenticationError,
    ConnectionFailedError,
    DeadlineError,
    MalformedReplyError,
    ProviderError,
    RateLimitError,
    RequestRefusedError,
    ServerError,
)
from cairn_nb.records.answer import Answer, Step
from cairn_nb.records.outcome import Outcome, Status

KINDS: dict[type[BaseException], str] = {
    AuthenticationError: "auth",
    RateLimitError: "rate_limit",
    DeadlineError: "timeout",
    TimeoutError: "timeout",
    ConnectionFailedError: "connection",
    ServerError: "server",
    RequestRefusedError: "refused_request",
    MalformedReplyError: "malformed_reply",
}
# These befall one case; whatever else is raised ends the run, with the ledger kept.
OF_ONE_CASE = (ProviderError, TimeoutError)
# A key that is refused is refused for every case.
OF_ALL_CASES = (AuthenticationError,)


def kind_of(error: BaseException) -> str:
    """The error kind of a report's row: the nearest class with a name of its own, else ``provider``."""
    return next((KINDS[cls] for cls in type(error).__mro__ if cls in KINDS), "provider")


def outcome_of(kind: str) -> Outcome:
    """The outcome of every measurement that a failure of this kind prevented."""
    return Outcome.TIMEOUT if kind == "timeout" else Outcome.ERROR


def failed_answer(question: str, error: BaseException, *, trial: int, latency_ms: float) -> Answer:
    """The answer that never came, with the reason and with what it cost all the same."""
    return Answer(
        question=question,
        status=Status.ERROR,
        text="",
        trial=trial,
        latency_ms=latency_ms,
        steps=_steps_of(error),
        error=str(error) or "no answer before the deadline of a case",
        error_kind=kind_of(error),
    )


def _steps_of(error: BaseException) -> tuple[Step, ...]:
    """What was done before it failed; a deadline carries it on the cancellation that it caused."""
    carrier = error if hasattr(error, "steps") else error.__cause__
    return tuple(getattr(carrier, "steps", ()))
