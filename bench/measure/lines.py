"""Lines a second of one core: robotsctl explain --batch and replay, each beside
others that read the same lines, in turns."""

import json
import pathlib
import random
import sys
import tempfile

from measure import policies, usage

LINES = 200_000
ROUNDS = 3
RULES = 200

# What nginx calls combined, as a site would write it for --log-format, and the same
# fields as many sites order them.
COMBINED = (
    "$remote_addr - $remote_user [$time_local] "
    '"$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"'
)
OWN = (
    "$time_iso8601 $host $remote_addr $request_time "
    '$status "$request" "$http_user_agent"'
)
CRAWLERS = ("GPTBot/1.2", "Googlebot/2.1", "bingbot/2.0", "AhrefsBot/7.0")
BROWSER = (
    "Mozilla/5.0 (X11; Linux x86_64; rv:{}.0) Gecko/20100101 Firefox/{}.0"
)

# The same questions, answered by Python's robotparser, with JSON on both sides.
PEER = """\
import json, sys, urllib.robotparser
parser = urllib.robotparser.RobotFileParser()
parser.parse(open(sys.argv[1]).read().splitlines())
for number, line in enumerate(open(sys.argv[2]), 1):
    asked = json.loads(line)
    allowed = parser.can_fetch(asked["user_agent"], asked["url"])
    print(json.dumps({"line": number, "allowed": allowed}))
"""


def _requests():
    choose = random.Random(17)
    for number in range(LINES):
        version = choose.randrange(90, 140)
        agent = (
            f"Mozilla/5.0 (compatible; {choose.choice(CRAWLERS)}; +https://x)"
            if choose.random() < 0.3
            else BROWSER.format(version, version)
        )
        path = f"/{choose.choice(policies.WORDS)}/{choose.randrange(5000)}"
        address = f"192.0.2.{choose.randrange(256)}"
        yield number // 50, address, path, agent


def _write(folder):
    """The inputs, by name."""
    files = {
        name: folder / name
        for name in ("questions", "combined", "own", "robots.txt", "policy")
    }
    with (
        files["questions"].open("w") as questions,
        files["combined"].open("w") as combined,
        files["own"].open("w") as own,
    ):
        for second, address, path, agent in _requests():
            url = f"https://example.com{path}"
            questions.write(json.dumps({"user_agent": agent, "url": url}) + "\n")
            hour, rest = divmod(second, 3600)
            clock = f"{hour:02}:{rest // 60:02}:{rest % 60:02}"
            asked = f"GET {path} HTTP/1.1"
            combined.write(
                f"{address} - - [21/Nov/2026:{clock} +0000] "
                f'"{asked}" 200 512 "-" "{agent}"\n'
            )
            own.write(
                f"2026-11-21T{clock}+00:00 example.com {address} 0.012 "
                f'200 "{asked}" "{agent}"\n'
            )
    rules = "".join(
        f"Disallow: /{word}/{number}/\n"
        for number in range(RULES // len(policies.WORDS))
        for word in policies.WORDS
    )
    files["robots.txt"].write_text(f"User-agent: *\n{rules}")
    files["policy"].write_text(policies.SMALL)
    return files


def measure(robotsctl):
    """Lines a second of CPU time: the best of ROUNDS turns."""
    with tempfile.TemporaryDirectory(prefix="robots-bench-") as name:
        files = _write(pathlib.Path(name))
        replay = [robotsctl, "replay", str(files["policy"])]
        batch = [robotsctl, "explain", "--batch", str(files["questions"])]
        commands = {
            "batch/robots_txt": [
                *batch, "--robots-txt", str(files["robots.txt"])
            ],
            "batch/policy": [*batch, str(files["policy"])],
            "batch/robotparser": [
                sys.executable, "-c", PEER,
                str(files["robots.txt"]), str(files["questions"]),
            ],
            "replay/combined": [*replay, str(files["combined"])],
            "replay/format combined": [
                *replay, "--log-format", COMBINED, str(files["combined"])
            ],
            "replay/format own": [*replay, "--log-format", OWN, str(files["own"])],
        }
        seconds = dict.fromkeys(commands, float("inf"))
        for _ in range(ROUNDS):
            for what, command in commands.items():
                seconds[what] = min(seconds[what], usage.of(command)[0])
        return {what: LINES / took for what, took in seconds.items()}
