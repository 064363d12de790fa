"""A fleet of nginx with one Valkey or Redis, beside as many that keep budgets
alone: what they let through, what a round trip adds, charges a second, and what
a browser's request costs."""

import contextlib
import statistics
import threading
import time

from measure import charging, configurations, policies, whole_requests
from measure.client import Connection, request
from measure.server import Server, Setup
from measure.valkey import Valkey

NODES = (1, 2, 4, 8)
CLIENTS = 8
EVERY = 0.004  # a client's requests: nobody waits for a processor
DELAY = 0.2
SECONDS = 6
SITTINGS = 40
TURNS = 5
REQUESTS = 100  # of a turn

# Every request has a budget; "LoadBot" is one crawler, the others are many.
POLICY = """\
version: 1
enforce: {{crawl_delay: reject, burst: 0, tolerance: 0%}}
sites:
  - host: example.com
    groups: [{{user_agent: "*", crawl_delay: {delay}}}]
"""


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
        "set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;\n"
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
    """Requests let through over those that one delay allows, from the first to
    the last."""
    passed = []
    end = time.monotonic() + SECONDS

    def ask_on(client):
        connections = [Connection(server.port) for server in servers]
        number = client
        while time.monotonic() < end:
            time.sleep(EVERY)
            connection = connections[number % len(connections)]
            if connection.ask(request("/", "LoadBot/1.0")).status == 200:
                passed.append(time.monotonic())
            number += 1

    threads = [
        threading.Thread(target=ask_on, args=(client,))
        for client in range(CLIENTS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    passed.sort()
    return (len(passed) - 1) * DELAY / (passed[-1] - passed[0])


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


def _sitting(connections, sitting):
    """Milliseconds of requests that have a budget, in turns."""
    took = {name: [] for name in connections}
    for turn in range(TURNS):
        for name, connection in connections.items():
            for number in range(REQUESTS):
                # Of an address of its own: many names of one share a budget.
                asked = request(
                    "/",
                    f"New{sitting}x{turn}x{number}Bot/1.0",
                    (f"X-Forwarded-For: 10.{sitting}.{turn}.{number}",),
                )
                before = time.perf_counter()
                if connection.ask(asked).status != 200:
                    raise RuntimeError("a new crawler was refused")
                took[name].append((time.perf_counter() - before) * 1e3)
    return {
        name: {
            "median": statistics.median(each),
            "p99": statistics.quantiles(each, n=100)[98],
        }
        for name, each in took.items()
    }


def _latency(tools, valkey):
    """Of several sittings the one that other work on the machine disturbed
    least: with the shortest 99 % of both together."""
    with contextlib.ExitStack() as stack:
        connections = {}
        for name, kept_by in (("fleet", valkey), ("local", None)):
            server = stack.enter_context(Server(tools, _setup("1h", kept_by)))
            if kept_by:
                _await_shared(server)
            connections[name] = Connection(server.port)
        sittings = [_sitting(connections, i) for i in range(SITTINGS)]
    return min(
        sittings, key=lambda each: each["fleet"]["p99"] + each["local"]["p99"]
    )


def _instructions(tools, valkey):
    """Of a browser's request without a fleet and with one: in all of nginx, and
    in the module alone."""
    fleet = f"robots_fleet valkey://127.0.0.1:{valkey.port};"
    figures = {}
    for name in ("browser seen", "browser new"):
        for kind, more in (("local", ""), ("fleet", fleet)):
            setup = Setup(
                f"module, {kind}",
                http="access_log off; robots_policy policy.yaml; robots on;"
                + more,
                module=True,
                files=(("policy.yaml", policies.SMALL),),
            )
            case = configurations.Case(
                f"{kind}: {name}", setup, configurations.VISITORS[name]
            )
            for where, of in (("all", ""), ("module", tools.module)):
                count = whole_requests.instructions(tools, case, of)
                figures.setdefault(name, {})[f"{kind}, {where}"] = count
    return figures


def measure(tools):
    pace = {"fleet": {}, "local": {}}
    for nodes in NODES:
        pace["local"][str(nodes)] = _pace(tools, nodes, None)
        with Valkey() as valkey:
            pace["fleet"][str(nodes)] = _pace(tools, nodes, valkey)
    with Valkey() as valkey:
        latency = _latency(tools, valkey)
    with Valkey() as valkey:
        figures = charging.of_fleet(
            tools, _setup("1h", valkey), valkey, _await_shared
        )
    with Valkey() as valkey:
        figures["alone"] = charging.of_server(
            tools, _setup("1h", valkey), valkey, _await_shared
        )
    with Valkey() as valkey:
        return {
            "server": valkey.version(),
            "pace": pace,
            "latency": latency,
            "charging": figures,
            "instructions": _instructions(tools, valkey),
        }
