"""A pull request on GitHub, from inside a workflow's job and with the job's own token.

The token needs ``pull-requests: write``; that of a pull request from a fork may only read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import httpx

from cairn_nb.errors import InputError
from cairn_nb.project.comments.host import answer, client, pages, part

HINT = "the job's token may not write here (`permissions: pull-requests: write`; a fork's token may only read)"


class GitHubPull:
    """The pull request that the job runs for."""

    def __init__(self, env: Mapping[str, str], transport: httpx.BaseTransport | None = None) -> None:
        headers = {"Authorization": f"Bearer {_given(env, 'GITHUB_TOKEN')}", "Accept": "application/vnd.github+json"}
        self._http = client(env.get("GITHUB_API_URL", "https://api.github.com"), headers, transport)
        self._issue = f"/repos/{_given(env, 'GITHUB_REPOSITORY')}/issues"
        self._number = _number(Path(_given(env, "GITHUB_EVENT_PATH")))

    def find(self, marker: str) -> str | None:
        """The bot's comment; a person's that begins alike is not ours."""
        for comment in pages(self._http, f"{self._issue}/{self._number}/comments", hint=HINT):
            if str(part(comment, "body")).startswith(marker) and part(comment, "user", "type") == "Bot":
                return str(part(comment, "id"))
        return None

    def write(self, text: str, *, comment_id: str | None) -> str | None:
        """Post a comment, or replace one."""
        new = comment_id is None
        place, method = (f"{self._number}/comments", "POST") if new else (f"comments/{comment_id}", "PATCH")
        reply = answer(self._http, method, f"{self._issue}/{place}", hint=HINT, json={"body": text})
        return str(part(reply, "html_url"))


def run_url(env: Mapping[str, str]) -> str | None:
    """Where the job's log is."""
    names = ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_RUN_ID")
    if not all(env.get(name) for name in names):
        return None
    server, repository, run = (env[name] for name in names)
    return f"{server}/{repository}/actions/runs/{run}"


def _given(env: Mapping[str, str], name: str) -> str:
    if not env.get(name):
        hint = "set `env: {GITHUB_TOKEN: ${{ github.token }}}`" if name == "GITHUB_TOKEN" else "run it in a workflow"
        raise InputError("is not set", key=name, hint=hint)
    return env[name]


def _number(event: Path) -> int:
    try:
        return int(json.loads(event.read_text(encoding="utf-8"))["pull_request"]["number"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        hint = "let the workflow run `on: pull_request`"
        raise InputError("names no pull request", path=event, key="pull_request.number", hint=hint) from error
