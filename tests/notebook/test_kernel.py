"""A kernel's end: nothing on its stderr, whatever it is doing."""

from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.notebook.kernel import verb_kernel_manager

pytestmark = pytest.mark.kernel


async def _ended(folder: Path, code: str) -> tuple[list[int], str]:
    """The signals that a kernel was sent while it was shut down, and its stderr."""
    manager: Any = verb_kernel_manager()(kernel_name="python3")
    sent: list[int] = []
    with (folder / "stderr").open("w") as stderr:
        await manager.start_kernel(stderr=stderr)
        client = manager.client()
        client.start_channels()
        await client.wait_for_ready(timeout=60)
        send = manager.provisioner.send_signal

        async def noted(number: int) -> None:
            sent.append(number)
            await send(number)

        manager.provisioner.send_signal = noted
        client.execute(code)
        await _idle_or_busy(client, "busy")
        if "sleep" not in code:
            await _idle_or_busy(client, "idle")
        await manager.shutdown_kernel()
        client.stop_channels()
    assert not await manager.is_alive()
    return sent, (folder / "stderr").read_text()


async def _idle_or_busy(client: Any, state: str) -> None:
    while True:
        message = await client.get_iopub_msg(timeout=60)
        if message["msg_type"] == "status" and message["content"]["execution_state"] == state:
            return


def test_a_kernel_that_has_answered_is_asked_and_not_interrupted(tmp_path: Path) -> None:
    sent, stderr = asyncio.run(_ended(tmp_path, "1 + 1"))
    assert signal.SIGINT not in sent
    assert stderr == ""


def test_a_kernel_in_a_cell_is_terminated_soon(tmp_path: Path) -> None:
    before = time.monotonic()
    sent, stderr = asyncio.run(_ended(tmp_path, "import time; time.sleep(600)"))
    assert signal.SIGINT not in sent
    assert stderr == ""
    assert time.monotonic() - before < 60
