"""A merge request on GitLab, from inside a pipeline's job and with a project's access token.

A job's own token cannot write notes there, so the project gives one with scope ``api`` as a masked variable.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

import httpx

from cairn_nb.errors import InputError
from cairn_nb.project.comments.host import answer, client, pages, part

TOKEN = "CAIRN_GITLAB_TOKEN"
HINT = f"the token in {TOKEN} needs scope `api` and at least the role Reporter"


class GitLabMerge:
    """The merge request that the job runs for."""

    def __init__(self, env: Mapping[str, str], transport: httpx.BaseTransport | None = None) -> None:
        self._http = client(_given(env, "CI_API_V4_URL"), {"PRIVATE-TOKEN": _given(env, TOKEN)}, transport)
        project, number = quote(_given(env, "CI_PROJECT_ID"), safe=""), _given(env, "CI_MERGE_REQUEST_IID")
        self._notes = f"/projects/{project}/merge_requests/{number}/notes"

    def find(self, marker: str) -> str | None:
        """The token's own note; another person's that begins alike is not ours."""
        me = part(answer(self._http, "GET", "/user", hint=HINT), "id")
        for note in pages(self._http, self._notes, hint=HINT):
            if str(part(note, "body")).startswith(marker) and part(note, "author", "id") == me:
                return str(part(note, "id"))
        return None

    def write(self, text: str, *, comment_id: str | None) -> str | None:
        """Post a note, or replace one; GitLab names no address of it."""
        place = self._notes if comment_id is None else f"{self._notes}/{comment_id}"
        answer(self._http, "POST" if comment_id is None else "PUT", place, hint=HINT, json={"body": text})
        return None


def _given(env: Mapping[str, str], name: str) -> str:
    if not env.get(name):
        hint = f"give the project an access token in the masked variable {TOKEN}" if name == TOKEN else ""
        raise InputError("is not set", key=name, hint=hint or "run it in a merge request's pipeline")
    return env[name]
