"""A chat model that says what a test tells it to, and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.records import ChatReply, ChatRequest, Usage


class FakeChat:
    """Replies in order; an exception among them is raised."""

    name = "fake"
    model: str | None = "fake-1"

    def __init__(self, replies: Sequence[str | ChatReply | Exception], *, cost_usd: float | None = 0.25) -> None:
        self._replies = list(replies)
        self._cost_usd = cost_usd
        self.requests: list[ChatRequest] = []
        self.closed = False

    async def complete(self, request: ChatRequest) -> ChatReply:
        self.requests.append(request)
        reply = self._replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, ChatReply):
            return reply
        return ChatReply(
            text=reply,
            model="fake-1",
            usage=Usage(input_tokens=10, output_tokens=5),
            cost_usd=self._cost_usd,
            latency_ms=2.0,
            finish_reason="stop",
        )

    async def aclose(self) -> None:
        self.closed = True
