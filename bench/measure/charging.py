"""Charges a second: of a fleet, and of its server alone. Each charges two budgets
in one call: that of a crawler, and that of the address that its requests come
from, since no catalogue lists it."""

import contextlib
import os
import re
import subprocess
import tempfile
import time

from measure.client import Connection, request
from measure.server import Server
from measure.valkey import command, cpu_seconds

NODES = 8
SECONDS = 5
CONNECTIONS = 16  # of wrk, to each node
ALONE = 200_000  # charges
AT_ONCE = 500

# Budgets that nobody has charged before, for each request.
WRK_SCRIPT = """\
local number = 0
request = function()
    number = number + 1
    return wrk.format('GET', '/', {{
        ['Host'] = 'example.com',
        ['User-Agent'] = 'Node{node}x' .. number .. 'Bot/1.0',
        ['X-Forwarded-For'] = '10.' .. {node} * 16 + math.floor(number / 65536)
            .. '.' .. math.floor(number / 256) % 256 .. '.' .. number % 256,
    }})
end
"""


def _load(servers, folder):
    """Loads each server by a wrk of its own. CPU seconds of all wrk."""
    before = os.times()
    runs = []
    for node, server in enumerate(servers):
        script = os.path.join(folder, f"{node}.lua")
        with open(script, "w", encoding="ascii") as out:
            out.write(WRK_SCRIPT.format(node=node))
        runs.append(
            subprocess.Popen(
                ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}"]
                + ["-s", script, f"http://127.0.0.1:{server.port}/"],
                stdout=subprocess.DEVNULL,
            )
        )
    for run in runs:
        run.wait(timeout=60)
    after = os.times()
    return (
        after.children_user
        + after.children_system
        - before.children_user
        - before.children_system
    )


def of_fleet(tools, setup, valkey, await_shared):
    """Charges a second, and the microseconds of CPU that one takes where."""
    with contextlib.ExitStack() as stack:
        servers = [
            stack.enter_context(Server(tools, setup)) for _ in range(NODES)
        ]
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        for server in servers:
            await_shared(server)
        workers = [pid for server in servers for pid in server.workers()]

        def used():
            return sum(map(cpu_seconds, workers)), valkey.cpu_seconds()

        charges, (nginx, server) = valkey.charges(), used()
        started = time.monotonic()
        wrk = _load(servers, folder)
        took = time.monotonic() - started
        nginx_after, server_after = used()
        charges = valkey.charges() - charges
    return {
        "nodes": NODES,
        "charges": charges / took,
        "nginx": (nginx_after - nginx) / charges * 1e6,
        "server": (server_after - server) / charges * 1e6,
        "wrk": wrk / charges * 1e6,
    }


def _one_charge(server, valkey):
    """The words that a node sends for a request: seen by the server."""
    with valkey.connect() as watching:
        watching.sendall(command("MONITOR"))
        watching.recv(64)
        connection = Connection(server.port)
        connection.ask(request("/", "WatchedBot/1.0"))
        connection.close()
        seen = ""
        while "\r\n" not in seen.partition('"EVALSHA"')[2]:
            seen += watching.recv(1 << 16).decode()
    line = next(line for line in seen.splitlines() if '"EVALSHA"' in line)
    return re.findall(r'"([^"]*)"', line)


def _await_answers(connection):
    """Reads as many as are asked for at once: each is a list of numbers."""
    answers = 0
    while answers < AT_ONCE:
        octets = connection.recv(1 << 20)
        if b"-" in octets:
            raise RuntimeError(octets)
        answers += octets.count(b"*")


def of_server(tools, setup, valkey, await_shared):
    """Charges a second of the server's one core, asked by a pipeline for
    budgets that nobody has charged before."""
    with Server(tools, setup) as server:
        await_shared(server)
        words = _one_charge(server, valkey)
    budgets = [i for i, word in enumerate(words) if ":b:" in word]
    pieces = []
    for number in range(AT_ONCE):
        for budget in budgets:
            words[budget] = f"{{robots}}:b:{'@' * 23}{budget:01x}{number:08x}"
        pieces.append(command(*words))
    batch = b"".join(pieces)
    before = valkey.cpu_seconds()
    with valkey.connect() as connection:
        for turn in range(ALONE // AT_ONCE):
            connection.sendall(batch.replace(b"@" * 23, b"%023x" % turn))
            _await_answers(connection)
    return ALONE / (valkey.cpu_seconds() - before)
