"""Instructions that one nginx process spends on a request, by callgrind.

A process serves N requests and another one 2N; the difference divided by N is
what a request costs, without start and end. Requests go over one connection,
each when the process waits for events again, so that all take the same way
through the event loop and the count repeats nearly to the instruction.
"""

import concurrent.futures
import dataclasses
import os
import re
import tempfile
import time

from measure.client import Connection
from measure.server import Server

REQUESTS = 500
# What glibc needs to find 4 KiB hangs on what else lies on the heap, by up to
# 400 instructions and either way. jemalloc's caches take the same time always,
# where it does not give memory back by the clock.
ALLOCATOR = [
    "LD_PRELOAD=libjemalloc.so.2",
    "MALLOC_CONF=dirty_decay_ms:-1,muzzy_decay_ms:-1",
]
# A clock that stands still: its strings, made anew each second, cost 6,700.
ONE_PROCESS = "master_process off; timer_resolution 1h;"


def _await_idle(server):
    while not server.is_idle():
        time.sleep(0.0002)


def _requests(case, connection, count):
    headers = ()
    if case.revalidates:
        etag = connection.ask(case.request(0)).header("ETag")
        headers = (f"If-None-Match: {etag}",)
    return (case.request(i, headers) for i in range(count))


def _self_of(path, name):
    """Instructions in an object of which the file's name ends so, without those
    that it calls in others."""
    count, inside, of_call = 0, False, False
    names = {}
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if found := re.match(r"ob=(\(\d+\))(?: (.+))?", line):
                names.setdefault(found[1], found[2])
                inside = (names[found[1]] or "").endswith(name)
            elif found := re.match(r"cob=(\(\d+\)) (.+)", line):
                names.setdefault(found[1], found[2])
            elif line.startswith("calls="):
                of_call = True
            elif re.match(r"[-+*\d]", line):
                if inside and not of_call:
                    count += int(line.split()[-1])
                of_call = False
    return count


def _count(tools, case, requests, of=""):
    with tempfile.NamedTemporaryFile(prefix="callgrind-") as out:
        command = ["env", *ALLOCATOR, "valgrind", "--tool=callgrind", "-q"]
        command.append(f"--callgrind-out-file={out.name}")
        setup = dataclasses.replace(
            case.setup, main=case.setup.main + ONE_PROCESS
        )
        with Server(tools, setup, command) as server:
            connection = Connection(server.port)
            for request in _requests(case, connection, requests):
                _await_idle(server)
                response = connection.ask(request)
                if response.status != case.status:
                    raise RuntimeError(f"{case.name}: {response.head!r}")
            connection.close()
        # callgrind writes the file anew when the process ends.
        if of:
            return _self_of(out.name, of)
        with open(out.name, encoding="utf-8", errors="replace") as lines:
            return int(re.search(r"^totals: (\d+)", lines.read(), re.M)[1])


def instructions(tools, case, of=""):
    """Instructions a request of `case`; of one object alone, if it is named."""
    once = _count(tools, case, REQUESTS, of)
    twice = _count(tools, case, 2 * REQUESTS, of)
    return (twice - once) / REQUESTS


def measure(tools, cases):
    """The instructions of each case, by its name."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = pool.map(lambda case: instructions(tools, case), cases)
        return {case.name: count for case, count in zip(cases, counts)}
