"""What the figures were measured on, as far as it matters to them."""

import os
import platform
import re
import shlex
import subprocess
from pathlib import Path

PACKAGES = (
    "libpcre2-8-0 libre2-9 libhyperscan5 libyaml-cpp0.7 libc6 wrk valgrind"
).split()


def _first_line(*command):
    run = subprocess.run(command, capture_output=True, check=True, text=True)
    return (run.stdout + run.stderr).splitlines()[0]


def _processor():
    found = re.search(
        r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M
    )
    return found[1] if found else platform.machine()


def _package(name):
    version = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", name],
        capture_output=True,
        text=True,
    ).stdout
    return f"{name} {version}" if version else None


def describe(nginx):
    """One line for each thing."""
    compiler = shlex.split(os.environ.get("CXX", "g++"))
    packages = [line for line in map(_package, PACKAGES) if line]
    return [
        f"{_processor()}, {os.cpu_count()} cores",
        f"Linux {platform.release().split('-')[0]}, "
        + _first_line(nginx, "-v").replace("nginx version: ", ""),
        _first_line(*compiler, "--version"),
        ", ".join(packages),
    ]
