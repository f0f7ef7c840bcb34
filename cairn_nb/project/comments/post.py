"""Post the one comment, or renew it; where that is not possible the job's summary or log holds the same text."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from cairn_nb.errors import CairnError, InputError
from cairn_nb.project.comments.body import body, marker
from cairn_nb.project.comments.github import GitHubPull, run_url
from cairn_nb.project.comments.gitlab import GitLabMerge
from cairn_nb.project.comments.host import Host
from cairn_nb.records import Record


class Posted(Record):
    """What became of a comment. `why` says why there is none; `text` is what it says or would say."""

    outcome: Literal["posted", "updated", "not_posted"]
    url: str | None = None
    why: str = ""
    text: str


def post(summary: Path, *, env: Mapping[str, str], page_url: str | None = None, key: str = "gate") -> Posted:
    """Write the gate's Markdown onto the request under review.

    Parameters
    ----------
    summary
        The Markdown of ``cairn gate --summary``; a missing file is told as a job that stopped before it.
    env
        The environment of the job: which host, which request, which token.
    page_url
        Where the page can be opened.
    key
        Tells several gates of one project apart.

    Raises
    ------
    InputError
        If this is no job of GitHub or GitLab, or an argument cannot be used. A host that refuses is no error.
    """
    where = _where(env)
    text = body(summary, key=key, links={"Open the explorer": page_url, "This run": _run_url(env, where)})
    if where == "github":
        _into_job_summary(text, env)
    try:
        host: Host = GitHubPull(env) if where == "github" else GitLabMerge(env)
        found = host.find(marker(key))
        url = host.write(text, comment_id=found)
    except CairnError as refusal:
        return Posted(outcome="not_posted", why=str(refusal), text=text)
    return Posted(outcome="posted" if found is None else "updated", url=url, text=text)


def _where(env: Mapping[str, str]) -> Literal["github", "gitlab"]:
    if env.get("GITHUB_ACTIONS"):
        return "github"
    if env.get("GITLAB_CI"):
        return "gitlab"
    raise InputError("this is no job of GitHub Actions or GitLab CI", hint="run it in the workflow of `cairn init`")


def _run_url(env: Mapping[str, str], where: str) -> str | None:
    return run_url(env) if where == "github" else env.get("CI_JOB_URL")


def _into_job_summary(text: str, env: Mapping[str, str]) -> None:
    place = env.get("GITHUB_STEP_SUMMARY")
    if place:
        with Path(place).open("a", encoding="utf-8") as stream:
            stream.write(text)
