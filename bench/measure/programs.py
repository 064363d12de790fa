"""The benchmark executables: times by Google Benchmark, instructions by
callgrind."""

import dataclasses
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile

# Enough for a median that repeats to a few percent, in all programs together
# a few minutes.
TIMING = [
    "--benchmark_min_time=0.05",
    "--benchmark_repetitions=3",
    "--benchmark_report_aggregates_only=true",
    "--benchmark_format=json",
]
# Seconds that one benchmark may take, with all that it prepares.
BUDGET = 40
TO_NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


@dataclasses.dataclass(frozen=True)
class Counted:
    """A run of an *_instructions executable. What it does `times` times between
    entry and return of `function` is counted."""

    name: str
    program: str
    function: str
    arguments: tuple
    times: int


COUNTED = [
    *(
        Counted(
            f"matching/{rules}",
            "matching_instructions",
            "match_targets",
            (str(rules), "2000"),
            2000,
        )
        for rules in (10, 5000)
    ),
    *(
        Counted(
            f"identify/{way}",
            "identify_instructions",
            f"identify_{way}",
            (way, "4096"),
            4096,
        )
        for way in ("fresh", "remembered")
    ),
    *(
        Counted(
            f"judge/{way}",
            "judge_instructions",
            "judge_requests",
            (way, "4096"),
            4096,
        )
        for way in ("free", "charged", "rates")
    ),
    Counted("ledger", "ledger_instructions", "take_down", ("4096",), 4096),
    # What an agent sends, and the costliest that a stranger can send: in the
    # name of a known key, and of none.
    *(
        Counted(
            f"signature/{request}/{key}",
            "signature_instructions",
            "check_signatures",
            (request, key, "16"),
            16,
        )
        for request, key in (
            ("honest", "known"),
            ("honest", "remembered"),
            ("honest", "unknown"),
            ("members", "known"),
            ("agents", "unknown"),
        )
    ),
]


def within(seconds, command, environment=None):
    """What a command prints, or None if it takes longer: then it is ended, with
    all processes that it started."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        start_new_session=True,
    )
    try:
        out, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    return out


def _time(program, name, environment):
    """Nanoseconds: the median of three. None if it takes longer than BUDGET, or
    refuses its task."""
    command = [program, *TIMING, f"--benchmark_filter=^{re.escape(name)}$"]
    out = within(BUDGET, command, environment)
    if out is None:
        print(f"  {name}: left out, over {BUDGET} s", flush=True)
        return None
    for result in json.loads(out)["benchmarks"]:
        if result.get("aggregate_name") == "median":
            return result["real_time"] * TO_NANOSECONDS[result["time_unit"]]
    print(f"  {name}: left out, refuses its task", flush=True)
    return None


def times(folder, environment):
    """Nanoseconds of each benchmark, by its name; None for one that is left
    out. Each runs in a process of its own, so that a slow peer ends alone."""
    out = {}
    for program in sorted(pathlib.Path(folder).glob("*_bench")):
        listed = subprocess.run(
            [program, "--benchmark_list_tests=true"],
            capture_output=True,
            check=True,
            env=environment,
            text=True,
            timeout=240,
        )
        for name in listed.stdout.split():
            out[name] = _time(program, name, environment)
    return out


def _count(folder, counted, environment):
    with tempfile.NamedTemporaryFile(prefix="callgrind-") as out:
        subprocess.run(
            [
                "valgrind",
                "--tool=callgrind",
                "-q",
                f"--callgrind-out-file={out.name}",
                f"--toggle-collect={counted.function}",
                pathlib.Path(folder) / counted.program,
                *counted.arguments,
            ],
            stdout=subprocess.DEVNULL,
            check=True,
            env=environment,
            timeout=240,
        )
        text = pathlib.Path(out.name).read_text(errors="replace")
    return int(re.search(r"^totals: (\d+)", text, re.M)[1]) / counted.times


def instructions(folder, environment):
    """Instructions of each counted piece, by its name."""
    return {
        counted.name: _count(folder, counted, environment)
        for counted in COUNTED
    }
