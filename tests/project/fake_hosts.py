"""A loopback stand-in for the comment routes of GitHub's and GitLab's APIs, with what they refuse."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

ME = {"id": 7, "type": "Bot"}
GITHUB = re.compile(r"/repos/o/r/issues/(?:12/comments|comments/(?P<id>\d+))$")
GITLAB = re.compile(r"/projects/34/merge_requests/12/notes(?:/(?P<id>\d+))?$")


@dataclass
class FakeHost:
    """What the host holds, what it was asked, and what it does: `may_write` is the token's right."""

    comments: list[dict[str, Any]] = field(default_factory=list)
    asked: list[tuple[str, str, str]] = field(default_factory=list)
    may_write: bool = True
    status: int | None = None
    url: str = ""

    def add(self, body: str, *, by: dict[str, Any]) -> dict[str, Any]:
        """A comment by somebody."""
        comment_id = 100 + len(self.comments)
        url = f"https://host.invalid/c/{comment_id}"
        self.comments.append({"id": comment_id, "body": body, "user": by, "author": by, "html_url": url})
        return self.comments[-1]

    def answer(self, method: str, path: str, content: Any) -> tuple[int, Any]:
        """The status and JSON of one request."""
        address = urlsplit(path)
        found = GITHUB.match(address.path) or GITLAB.match(address.path)
        if self.status is not None:
            return self.status, {"message": "not now"}
        if address.path == "/user":
            return 200, ME
        if found is None:
            return 404, {"message": "Not Found"}
        if method == "GET":
            query = parse_qs(address.query)
            size, page = int(query["per_page"][0]), int(query["page"][0])
            return 200, self.comments[(page - 1) * size : page * size]
        if not self.may_write:
            return 403, {"message": "Resource not accessible by integration"}
        if method == "POST":
            return 201, self.add(content["body"], by=ME)
        [comment] = [entry for entry in self.comments if entry["id"] == int(found["id"])]
        comment["body"] = content["body"]
        return 200, comment


@contextmanager
def serving(host: FakeHost) -> Iterator[FakeHost]:
    """The host on the loopback address."""

    class Handler(BaseHTTPRequestHandler):
        def _handle(self) -> None:
            size = int(self.headers.get("Content-Length") or 0)
            content = json.loads(self.rfile.read(size)) if size else None
            token = self.headers.get("Authorization") or self.headers.get("PRIVATE-TOKEN") or ""
            host.asked.append((self.command, self.path, token))
            status, reply = host.answer(self.command, self.path, content)
            data = json.dumps(reply).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_PATCH = do_PUT = _handle

        def log_message(self, *_: Any) -> None:
            """Nothing on the test's stderr."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    host.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield host
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
