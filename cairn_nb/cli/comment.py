"""`cairn comment`: the gate's Markdown onto the pull or merge request that a job runs for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cairn_nb.cli import options

WORDS = {"posted": "posted the comment", "updated": "updated the comment"}


def comment(
    summary: Annotated[Path, typer.Argument(help="The Markdown that `cairn gate --summary` wrote.")],
    page_url: Annotated[str | None, typer.Option(help="Where the page can be opened.")] = None,
    key: Annotated[str, typer.Option(help="Tells several gates of one project apart.")] = "gate",
    json_: options.Json = False,
) -> None:
    """Post one comment from inside a job of GitHub or GitLab, or renew it; a host that refuses fails nothing."""
    import os

    from cairn_nb.cli.output import emit_json, say, tell
    from cairn_nb.project.comments.post import post

    done = post(summary, env=os.environ, page_url=page_url or None, key=key)
    if json_:
        emit_json(done)
    elif done.outcome == "not_posted":
        say(done.text)
    else:
        say(f"{WORDS[done.outcome]}{f': {done.url}' if done.url else ''}")
    if done.outcome == "not_posted":
        tell(f"no comment: {done.why}")
