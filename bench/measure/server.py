"""An nginx of its own folder on a free port of 127.0.0.1."""

import dataclasses
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from measure.client import Connection

CONFIGURATION = """\
{load}
daemon off;
pid nginx.pid;
error_log error.log warn;
worker_rlimit_nofile 4096;
{main}
events {{ worker_connections 1024; }}
http {{
    keepalive_requests 1000000000;
    keepalive_timeout 1h;
    {http}
    server {{
        listen 127.0.0.1:{port} reuseport;
        server_name example.com;
        {server}
    }}
}}
"""


@dataclasses.dataclass(frozen=True)
class Setup:
    """What of nginx.conf differs from one configuration to another."""

    name: str
    main: str = ""
    http: str = "access_log off;"
    server: str = "location / { empty_gif; }"
    module: bool = False
    files: tuple = ()  # of (name, text): policies, pages


@dataclasses.dataclass(frozen=True)
class Tools:
    """What is measured, and what it is measured with."""

    nginx: str
    module: str
    robotsctl: str


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """Runs from `with` to its end. nginx is started by `command`, if any."""

    def __init__(self, tools, setup, command=()):
        self.port = _free_port()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="robots-bench-"))
        self._write(tools, setup)
        self.process = subprocess.Popen(
            [*command, tools.nginx, "-p", str(self.folder), "-e", "error.log"]
            + ["-c", str(self.folder / "nginx.conf")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _write(self, tools, setup):
        # Where it starts as root, its workers must be able to read here.
        os.chmod(self.folder, 0o755)
        for name in ("html", "logs"):
            (self.folder / name).mkdir()
        for name, text in setup.files:
            (self.folder / name).write_text(text)
        load = f"load_module {tools.module};" if setup.module else ""
        (self.folder / "nginx.conf").write_text(
            CONFIGURATION.format(
                load=load,
                port=self.port,
                main=setup.main,
                http=setup.http,
                server=setup.server,
            )
        )

    def __enter__(self):
        while True:
            try:
                Connection(self.port).close()
                return self
            except OSError:
                pass
            if self.process.poll() is not None:
                error = (self.folder / "error.log").read_text()
                raise RuntimeError("nginx did not start: " + error)
            time.sleep(0.02)

    def __exit__(self, *_):
        # nginx overlooks a signal that comes just before it waits for events.
        while True:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=1)
                break
            except subprocess.TimeoutExpired:
                pass
        shutil.rmtree(self.folder)

    def reload(self):
        """Tells a master process to read its configuration again."""
        self.process.send_signal(signal.SIGHUP)

    def workers(self):
        """The ids of its worker processes."""
        children = pathlib.Path(
            f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        )
        return [int(pid) for pid in children.read_text().split()]

    def is_idle(self):
        """Whether a process without workers waits for events."""
        stat = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text()
        return stat.rpartition(")")[2].split()[0] == "S"
