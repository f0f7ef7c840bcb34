"""A kernel for a verb: local sockets, so no TCP port and none of its warnings, and an end without a word."""

from __future__ import annotations

import os

from jupyter_client.manager import AsyncKernelManager


class QuietKernelManager(AsyncKernelManager):
    """Asks its kernel to leave and does not interrupt it first.

    The kernel has answered everything by then, and an interrupt that meets it tidying up is written to the
    verb's stderr as an error. One that is still in a cell is terminated after half of `shutdown_wait_time`.
    """

    # The library types its asynchronous methods as the blocking ones they stand in for.
    async def shutdown_kernel(self, now: bool = False, restart: bool = False) -> None:  # type: ignore[override]
        """Stop the kernel: ask, wait, terminate, kill; `now` kills at once."""
        if now:
            await super().shutdown_kernel(now=now, restart=restart)
            return
        self.shutting_down = True
        self.stop_restarter()
        await self.request_shutdown(restart=restart)
        await self.finish_shutdown(restart=restart)
        await self.cleanup_resources(restart=restart)


class LocalSocketKernelManager(QuietKernelManager):
    """A quiet one that talks over sockets in the file system."""

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **{**options, "transport": "ipc"})


def verb_kernel_manager() -> type[AsyncKernelManager]:
    """The kernel manager class for papermill; Windows lacks local sockets."""
    return QuietKernelManager if os.name == "nt" else LocalSocketKernelManager
