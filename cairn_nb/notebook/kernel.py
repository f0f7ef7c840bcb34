"""A kernel that talks over local sockets: no TCP port, and none of the warnings that come with one."""

from __future__ import annotations

import os

from jupyter_client.manager import AsyncKernelManager


def ipc_kernel_manager() -> type[AsyncKernelManager]:
    """A kernel manager class for papermill; on Windows, which lacks such sockets, the ordinary one."""
    if os.name == "nt":
        return AsyncKernelManager

    class LocalSocketKernelManager(AsyncKernelManager):
        def __init__(self, *args: object, **options: object) -> None:
            super().__init__(*args, **{**options, "transport": "ipc"})

    return LocalSocketKernelManager
