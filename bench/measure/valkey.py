"""A Valkey or Redis of its own folder on a free port of 127.0.0.1."""

import contextlib
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time

from measure.client import Connection


def _binary():
    for path in (
        os.environ.get("ROBOTS_VALKEY", ""),
        "/usr/bin/valkey-server",
        "/usr/bin/redis-server",
    ):
        if os.access(path, os.X_OK):
            return path
    raise FileNotFoundError("neither valkey-server nor redis-server")


def cpu_seconds(pid):
    """User and system time of a process."""
    stat = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2]
    user, system = stat.split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def command(*words):
    """A command as the server reads it."""
    parts = [b"*%d\r\n" % len(words)]
    for word in words:
        octets = word.encode()
        parts.append(b"$%d\r\n%s\r\n" % (len(octets), octets))
    return b"".join(parts)


class Valkey:
    """Runs from `with` to its end."""

    def __init__(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.folder = tempfile.mkdtemp(prefix="robots-bench-")
        self.process = subprocess.Popen(
            [_binary(), "--port", str(self.port), "--bind", "127.0.0.1"]
            + ["--save", "", "--appendonly", "no", "--dir", self.folder],
            stdout=subprocess.DEVNULL,
        )

    def __enter__(self):
        while True:
            with contextlib.suppress(OSError):
                Connection(self.port).close()
                return self
            time.sleep(0.02)

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder)

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def version(self):
        """"Valkey 8.0.1", or "Redis 7.0.15"."""
        text = self._info("server")
        for name in ("valkey", "redis"):
            if found := re.search(rf"^{name}_version:(\S+)", text, re.M):
                return f"{name.capitalize()} {found[1]}"
        return "?"

    def charges(self):
        """How often it has run the script that charges."""
        found = re.search(
            r"cmdstat_evalsha:calls=(\d+)", self._info("commandstats")
        )
        return int(found[1]) if found else 0

    def cpu_seconds(self):
        return cpu_seconds(self.process.pid)

    def _info(self, section):
        with self.connect() as connection:
            connection.sendall(command("INFO", section))
            octets = connection.recv(1 << 16)
            head, _, _ = octets.partition(b"\r\n")
            while len(octets) < len(head) + int(head[1:]) + 4:
                octets += connection.recv(1 << 16)
        return octets.decode()
