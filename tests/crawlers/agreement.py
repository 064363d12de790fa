"""Whether robots_status and `robotsctl replay` count as the access log does."""

import json
import os
import subprocess
from collections import Counter

# Of the verdicts that hang on time, as many may differ for each crawler: the
# log has whole milliseconds, and the server judged by finer ones.
BY_A_HAIR = 1


def judged(lines):
    return [line for line in lines if line["verdict"] not in ("", "-") and
            line["path"] != "/robots.txt"]


def with_status(proof, lines):
    """Compares the status of each run's site with its lines."""
    for run in proof.runs:
        there = proof.nginx.status(f"&site={run.address}")["site"]["counts"]
        here = judged(lines.get(run.address, []))
        for member in ("verdict", "action"):
            counts = Counter(line[member] for line in here)
            theirs = {name: count for name, count in
                    there[member + "s"].items() if count}
            if theirs != dict(counts):
                yield (f"robots_status: {run.crawler.name} ({run.kind}): "
                       f"{member}s {theirs}, the log has {dict(counts)}")


def refused(line):
    return line["status"] in ("403", "429")


def in_order(lines):
    """By arrival. Of two in one millisecond, the one that passed came first: the
    other was refused because of it."""
    return sorted(lines, key=lambda line: (
        round(1000 * (float(line["msec"]) - float(line["request_time"]))),
        refused(line)))


def replayed(proof, lines):
    """Each crawler's row of `robotsctl replay` over these lines."""
    log = proof.folder / "replayed.log"
    log.write_text("".join(json.dumps(line) + "\n" for line in lines))
    answer = subprocess.run(
        [os.environ.get("ROBOTSCTL", "robotsctl"), "replay", "--json", "--top",
         "0", str(proof.folder / "first.yaml"), str(log)],
        capture_output=True, text=True, check=True).stdout
    rows = [json.loads(row) for row in answer.splitlines()]
    return {row["crawler"]: row for row in rows if "crawler" in row}


def with_replay(proof, lines):
    """Replays the log of each run and compares what was refused."""
    for run in proof.runs:
        if run.kind in ("grace", "browser", "client"):
            continue
        here = in_order(lines.get(run.address, []))
        rows = replayed(proof, here).values()
        theirs = Counter()
        for row in rows:
            theirs["disallow"] += row["broken"]["disallow"]
            theirs["refused"] += row["as_written"]["refused"]
        closed = sum(line["verdict"] == "disallow" for line in judged(here))
        turned_away = sum(map(refused, here))
        slack = BY_A_HAIR if run.site.crawl_delay else 0
        if theirs["disallow"] != closed or \
                abs(theirs["refused"] - turned_away) > slack:
            yield (f"robotsctl replay: {run.crawler.name} ({run.kind}): "
                   f"{dict(theirs)}, the log has {closed} disallowed and "
                   f"{turned_away} refused")


def all_of(proof):
    """A line for each run about which they disagree."""
    lines = {}
    for line in proof.nginx.log():
        lines.setdefault(line["host"], []).append(line)
    return [*with_status(proof, lines), *with_replay(proof, lines)]
