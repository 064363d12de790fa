"""robotsctl survey over made-up crawls: octets a second of one core, memory."""

import gzip
import os
import pathlib
import re
import subprocess
import tempfile
import time

from measure import crawl

HOSTS = 40_000
SEED = 1000
# So many crawls of other hosts after each other: about a gigabyte.
MANY = 20


def _resident(pid):
    """The largest resident size so far; 0 of a process that has ended."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"^VmHWM:\s+(\d+) kB", status, re.MULTILINE)
    return int(found[1]) * 1024 if found else 0


def _run(command, feed=None):
    """CPU seconds and the largest resident size. Not that of getrusage, which
    counts what this process had when it forked."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    ) as process:
        for part in feed or ():
            process.stdin.write(part)
        process.stdin.close()
        most = 0
        while now := _resident(process.pid):
            most = max(most, now)
            time.sleep(0.001)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{command} failed")
    return usage.ru_utime + usage.ru_stime, most


def _speed(robotsctl, options, path, octets):
    seconds = min(
        _run([robotsctl, "survey", "--json", *options(), str(path)])[0]
        for _ in range(3)
    )
    return octets / seconds


def _copies(text):
    for number in range(MANY):
        yield text.replace(b"-%d-" % SEED, b"-%d-" % (SEED + number))


def measure(robotsctl):
    """Octets a second, as they are when decompressed; octets of memory."""
    records = list(crawl.records(HOSTS, SEED))
    text = b"".join(records)
    with tempfile.TemporaryDirectory(prefix="robots-bench-") as name:
        folder = pathlib.Path(name)
        plain = folder / "crawl.warc"
        plain.write_bytes(text)
        packed = folder / "crawl.warc.gz"
        packed.write_bytes(
            b"".join(gzip.compress(each, mtime=0) for each in records)
        )
        database = folder / "survey.db"

        def fresh():
            database.unlink(missing_ok=True)
            return ["--sqlite", str(database)]

        survey = [robotsctl, "survey", "--json", "-"]
        return {
            "octets": len(text),
            "plain": _speed(robotsctl, list, plain, len(text)),
            "gzip": _speed(robotsctl, list, packed, len(text)),
            "lint": _speed(robotsctl, lambda: ["--lint"], plain, len(text)),
            "sqlite": _speed(robotsctl, fresh, plain, len(text)),
            "memory_small": _run(survey, [text[: 10 << 20]])[1],
            "memory_large": _run(survey, _copies(text))[1],
            "octets_large": len(text) * MANY,
        }
