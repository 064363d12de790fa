"""A fleet of nginx with one Valkey or Redis, beside as many that keep budgets
alone: what they let through, what a round trip adds, and charges a second."""

import contextlib
import os
import re
import shutil
import socket
import statistics
import subprocess
import tempfile
import threading
import time

from measure.client import Connection, request
from measure.server import Server, Setup

NODES = (1, 2, 4, 8)
CLIENTS = 8
DELAY = 0.2
SECONDS = 6
ROUNDS = 20
REQUESTS = 100  # of a round
LOADED_SECONDS = 5
CHARGING_NODES = 2

# Every request has a budget; "LoadBot" is one crawler, the others are many.
POLICY = """\
version: 1
enforce: {{crawl_delay: reject, burst: 0, tolerance: 0%}}
sites:
  - host: example.com
    groups: [{{user_agent: "*", crawl_delay: {delay}}}]
"""


def _binary():
    for path in (
        os.environ.get("ROBOTS_VALKEY", ""),
        "/usr/bin/valkey-server",
        "/usr/bin/redis-server",
    ):
        if os.access(path, os.X_OK):
            return path
    raise FileNotFoundError("neither valkey-server nor redis-server")


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

    def charges(self):
        """How often it has run the script that charges."""
        with socket.create_connection(("127.0.0.1", self.port)) as connection:
            connection.sendall(b"*2\r\n$4\r\nINFO\r\n$12\r\ncommandstats\r\n")
            text = connection.recv(65536)
            while octets := connection.recv(65536) if len(text) < 64 else b"":
                text += octets
        found = re.search(rb"cmdstat_evalsha:calls=(\d+)", text)
        return int(found[1]) if found else 0

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder)


def _setup(delay, valkey=None, workers=1):
    fleet = (
        f"robots_fleet valkey://127.0.0.1:{valkey.port} timeout=1s;"
        if valkey
        else ""
    )
    return Setup(
        "fleet" if valkey else "local",
        main=f"worker_processes {workers};",
        http="access_log off; robots_policy policy.yaml; robots on;" + fleet,
        server="add_header X-Fleet $robots_fleet always;\n"
        "location / { empty_gif; }",
        module=True,
        files=(("policy.yaml", POLICY.format(delay=delay)),),
    )


def _await_shared(server):
    connection = Connection(server.port)
    for number in range(10_000):
        answer = connection.ask(request("/", f"Warm{number}Bot/1.0"))
        if answer.header("X-Fleet") == "shared":
            connection.close()
            return
        time.sleep(0.01)
    raise RuntimeError("the fleet's server does not answer")


def _let_through(servers):
    """Requests let through over those that one delay allows."""
    passed = [0] * CLIENTS
    end = time.monotonic() + SECONDS

    def ask_on(client):
        connections = [Connection(server.port) for server in servers]
        number = client
        while time.monotonic() < end:
            connection = connections[number % len(connections)]
            if connection.ask(request("/", "LoadBot/1.0")).status == 200:
                passed[client] += 1
            number += 1

    started = time.monotonic()
    threads = [
        threading.Thread(target=ask_on, args=(client,))
        for client in range(CLIENTS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(passed) / ((time.monotonic() - started) / DELAY + 1)


def _pace(tools, nodes, valkey):
    with contextlib.ExitStack() as stack:
        servers = [
            stack.enter_context(Server(tools, _setup(f"{DELAY}s", valkey)))
            for _ in range(nodes)
        ]
        if valkey:
            for server in servers:
                _await_shared(server)
        return _let_through(servers)


def _latency(tools, valkey):
    """Milliseconds of a request that has a budget, in turns: median, p99."""
    took = {"fleet": [], "local": []}
    with contextlib.ExitStack() as stack:
        connections = {}
        for name, kept_by in (("fleet", valkey), ("local", None)):
            server = stack.enter_context(Server(tools, _setup("1ms", kept_by)))
            if kept_by:
                _await_shared(server)
            connections[name] = Connection(server.port)
        for turn in range(ROUNDS):
            for name, connection in connections.items():
                for number in range(REQUESTS):
                    asked = request("/", f"New{turn}x{number}Bot/1.0")
                    before = time.perf_counter()
                    status = connection.ask(asked).status
                    # A refusal may be known without a round trip.
                    if status == 200:
                        took[name].append((time.perf_counter() - before) * 1e3)
    return {
        name: {
            "median": statistics.median(each),
            "p99": statistics.quantiles(each, n=100)[98],
        }
        for name, each in took.items()
    }


WRK_SCRIPT = """\
local number = 0
local name = tostring({}):gsub('%W', '')
request = function()
    number = number + 1
    return wrk.format('GET', '/', {
        ['Host'] = 'example.com',
        ['User-Agent'] = name .. 'x' .. number .. 'Bot/1.0',
    })
end
"""


def _charges(tools, valkey):
    """Charges a second that the nodes together make."""
    with contextlib.ExitStack() as stack:
        servers = [
            stack.enter_context(Server(tools, _setup("1ms", valkey)))
            for _ in range(CHARGING_NODES)
        ]
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        script = os.path.join(folder, "names.lua")
        with open(script, "w", encoding="ascii") as out:
            out.write(WRK_SCRIPT)
        for server in servers:
            _await_shared(server)
        before, started = valkey.charges(), time.monotonic()
        runs = [
            subprocess.Popen(
                ["wrk", "-t1", "-c32", f"-d{LOADED_SECONDS}", "-s", script]
                + [f"http://127.0.0.1:{server.port}/"],
                stdout=subprocess.DEVNULL,
            )
            for server in servers
        ]
        for run in runs:
            run.wait(timeout=60)
        return (valkey.charges() - before) / (time.monotonic() - started)


def measure(tools):
    pace = {"fleet": {}, "local": {}}
    for nodes in NODES:
        pace["local"][str(nodes)] = _pace(tools, nodes, None)
        with Valkey() as valkey:
            pace["fleet"][str(nodes)] = _pace(tools, nodes, valkey)
    with Valkey() as valkey:
        latency = _latency(tools, valkey)
    with Valkey() as valkey:
        charges = _charges(tools, valkey)
    return {"pace": pace, "latency": latency, "charges": charges}
