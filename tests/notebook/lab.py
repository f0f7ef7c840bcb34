"""A real JupyterLab from its own environment, whose kernels are this one's Python; and the waits that hold.

The kernel is awaited through the application object: the toolbar says idle before a kernel is connected, and what
is run then is lost. What Python sees is asked in a loop: state does not arrive at once.
"""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".venv-lab/bin/python"
START_S = 90
SESSION = "window.jupyterapp?.shell?.currentWidget?.context?.sessionContext?.session?.kernel"
CONNECTED = f"() => {{ const k = {SESSION}; return k && k.connectionStatus === 'connected' && k.status === 'idle'; }}"
# Never awaited in the page: the promise of a run that is lost is never kept.
RUN_ALL = "() => void window.jupyterapp.commands.execute('notebook:run-all-cells')"
ASK = f"""async expression => {{
  const request = {{ code: "", store_history: false, user_expressions: {{ v: expression }} }};
  const {{ v }} = (await {SESSION}.requestExecute(request).done).content.user_expressions;
  return v.data ? v.data["text/plain"] : `${{v.ename}}: ${{v.evalue}}`;
}}"""
DO = f"async code => {{ await {SESSION}.requestExecute({{ code, store_history: false }}).done; }}"
START = f"code => void {SESSION}.requestExecute({{ code, store_history: false }})"
CELLS = "() => window.jupyterapp.shell.currentWidget.content.widgets.length"
THEME = "theme => void window.jupyterapp.commands.execute('apputils:change-theme', { theme })"


@dataclass(frozen=True)
class Lab:
    """A running server; `env` is what a verb needs to share its signatures."""

    base: str
    token: str
    env: dict[str, str]

    def url(self, notebook: str) -> str:
        """The address of one notebook in a fresh workspace."""
        return f"{self.base}/lab/tree/{notebook}?token={self.token}&reset"


def lab_environment(scratch: Path) -> dict[str, str]:
    """Settings, workspaces and signatures of its own; no news, which would lie over the notebook."""
    if not PYTHON.with_name("jupyter-lab").exists():
        pytest.skip("JupyterLab has no environment here; `make test` makes it in .venv-lab")
    settings = scratch / "settings/@jupyterlab/apputils-extension"
    settings.mkdir(parents=True)
    quiet = '{"fetchNews": "false", "checkForUpdates": false}'
    (settings / "notification.jupyterlab-settings").write_text(quiet, encoding="utf-8")
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "JUPYTERLAB_SETTINGS_DIR": str(scratch / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(scratch / "workspaces"),
        "JUPYTER_DATA_DIR": str(scratch / "data"),
    }


@contextmanager
def running_lab(root: Path, scratch: Path, env: dict[str, str]) -> Iterator[Lab]:
    """A server over a folder, in a session of its own so that it ends with all it started."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token, log = secrets.token_hex(16), scratch / "lab.log"
    with log.open("w", encoding="utf-8") as stream:
        server = subprocess.Popen(
            _command(root, port, token), stdout=stream, stderr=stream, env=env, start_new_session=True
        )
    try:
        lab = Lab(f"http://127.0.0.1:{port}", token, env)
        _await(lab, server, log)
        yield lab
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(30)


def _command(root: Path, port: int, token: str) -> list[str]:
    return [
        str(PYTHON),
        "-m",
        "jupyterlab",
        "--no-browser",
        "--allow-root",
        "--ip=127.0.0.1",
        f"--port={port}",
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={token}",
        f"--ServerApp.root_dir={root}",
        "--LabApp.expose_app_in_browser=True",
        "--LabApp.extension_manager=readonly",
    ]


def _await(lab: Lab, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_S
    while True:
        try:
            urllib.request.urlopen(f"{lab.base}/api?token={lab.token}", timeout=1).close()
            return
        except OSError:
            assert server.poll() is None and time.monotonic() < deadline, log.read_text(encoding="utf-8")
            time.sleep(0.2)


def await_value(page: Any, expression: str, wanted: str, *, timeout_s: float = 20.0) -> None:
    """Until Python says so."""
    deadline = time.monotonic() + timeout_s
    while (found := page.evaluate(ASK, expression)) != wanted:
        assert time.monotonic() < deadline, f"{expression} is {found}, not {wanted}"
        page.wait_for_timeout(100)
