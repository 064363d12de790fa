"""What one run of a program took."""

import os
import pathlib
import re
import subprocess
import time


def _resident(pid):
    """The largest resident size so far; 0 of a process that has ended."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"^VmHWM:\s+(\d+) kB", status, re.MULTILINE)
    return int(found[1]) * 1024 if found else 0


def of(command, feed=None):
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
