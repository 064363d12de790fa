"""Requests per second by wrk, of two configurations in turn.

Absolute figures say as much about the machine as about nginx; only ratios of
runs that took turns are used, and of those the median.
"""

import contextlib
import dataclasses
import os
import re
import statistics
import subprocess

from measure.configurations import BROWSER, TARGET
from measure.server import Server

SECONDS = 1
ROUNDS = 7
CONNECTIONS = 32


def _wrk(server, threads):
    run = subprocess.run(
        ["wrk", f"-t{threads}", f"-c{CONNECTIONS}", f"-d{SECONDS}"]
        + ["-H", "Host: example.com", "-H"]
        + [f"User-Agent: {BROWSER.format(6778, 85)}"]
        + [f"http://127.0.0.1:{server.port}{TARGET}"],
        capture_output=True,
        check=True,
        text=True,
        timeout=60,
    )
    if "Non-2xx" in run.stdout or "Socket errors" in run.stdout:
        raise RuntimeError(run.stdout)
    return float(re.search(r"Requests/sec: +([0-9.]+)", run.stdout)[1])


def _with_workers(setup, workers):
    return dataclasses.replace(
        setup, main=f"{setup.main} worker_processes {workers};"
    )


def compare(tools, setups, workers=1):
    """The median of requests per second of each setup, by its name, and of
    their ratios to the first, round by round."""
    rates = {setup.name: [] for setup in setups}
    with contextlib.ExitStack() as stack:
        servers = {
            setup.name: stack.enter_context(
                Server(tools, _with_workers(setup, workers))
            )
            for setup in setups
        }
        for _ in range(ROUNDS):
            for name, server in servers.items():
                rates[name].append(_wrk(server, workers))
    first = rates[setups[0].name]
    return {
        name: {
            "rate": statistics.median(each),
            "ratio": statistics.median(a / b for a, b in zip(each, first)),
        }
        for name, each in rates.items()
    }


def scaling(tools, setups):
    """The same for one worker up to as many as there are processors."""
    return {
        str(workers): compare(tools, setups, workers)
        for workers in range(1, os.cpu_count() + 1)
    }
