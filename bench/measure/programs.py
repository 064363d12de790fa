"""The benchmark executables: times by Google Benchmark, instructions by
callgrind."""

import dataclasses
import json
import pathlib
import re
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
]


def times(folder, environment):
    """Nanoseconds of each benchmark, by its name: the median of three. One that
    refuses its task is left out."""
    out = {}
    for program in sorted(pathlib.Path(folder).glob("*_bench")):
        run = subprocess.run(
            [program, *TIMING],
            capture_output=True,
            check=True,
            env=environment,
            timeout=240,
        )
        for result in json.loads(run.stdout)["benchmarks"]:
            if result.get("aggregate_name") == "median":
                unit = TO_NANOSECONDS[result["time_unit"]]
                out[result["run_name"]] = result["real_time"] * unit
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
