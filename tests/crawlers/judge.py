"""What each line of the access log should have been.

Paths are judged by Protego, which is Scrapy's and not ours, with the robots.txt
that the crawler had fetched by then. Pace is judged by counting, not by a rate
algorithm: see `came_early` and `most_in`.
"""

import urllib.parse
from dataclasses import dataclass, field

from protego import Protego

import site_maker

REDIRECTS = ("301", "302", "303", "307", "308")
# nginx answered before anything was judged, or the client left before.
UNANSWERED = ("400", "408", "499")
# How much later than due a timer of an honest crawler's machine may be.
SLIP = 0.05
# As many requests may pass at once (docs/enforcement.md#budgets).
AT_ONCE = 4


@dataclass
class Result:
    """One run of one crawler, judged. `wrong` and `missed` hold log lines."""

    requests: int = 0
    allowed: int = 0
    right: int = 0
    spelled: int = 0
    wrong: list = field(default_factory=list)
    missed: list = field(default_factory=list)


def url_of(target):
    """A URL with the target, octets outside ASCII encoded (RFC 9309, 2.2.2)."""
    return "http://host" + "".join(
        chr(octet) if octet < 128 else f"%{octet:02X}"
        for octet in target.encode("utf-8", "surrogateescape"))


class File:
    """A robots.txt, asked as a crawler with `token` would."""

    def __init__(self, text, token):
        self.whole = Protego.parse(text)
        self.closing = Protego.parse("\n".join(
            line for line in text.splitlines()
            if not line.lower().startswith("allow:")))
        self.token = token

    def allows(self, target):
        return self.whole.can_fetch(url_of(target), self.token)

    def allows_by_name(self, target):
        """Whether an Allow line is what opens `target`."""
        url = url_of(target)
        return self.whole.can_fetch(url, self.token) and \
            not self.closing.can_fetch(url, self.token)


def resolved(line):
    """The target that nginx takes the line's for."""
    path = urllib.parse.quote(
        line["path"].encode("utf-8", "surrogateescape"), safe="/~!$&'()*+,;=:@")
    return path + ("?" + line["query"] if line["query"] else "")


def is_robots_txt(line):
    return line["path"] == "/robots.txt"


def closes(files, line):
    """Whether every file that the crawler may go by closes the line's target.

    "spelled" is a target that nginx resolves into a closed path, which the
    module closes on purpose (docs/enforcement.md#spellings).
    """
    target = line["target"].split("#")[0]
    if not any(file.allows(target) for file in files):
        return "closed"
    there = resolved(line)
    if all(not file.allows(there) and not file.allows_by_name(target)
           for file in files):
        return "spelled"
    return "open"


def arrived(line):
    return float(line["msec"]) - float(line["request_time"])


def is_hop(before, line):
    """Whether `line` is where the redirect `before` led."""
    there = site_maker.redirect(before["path"])
    return before["status"] in REDIRECTS and there and \
        line["path"] == there[1]


def counted(lines):
    """Lines that cost the crawler a turn: no hop, no HEAD ahead of its GET."""
    found = []
    for at, line in enumerate(lines):
        if at and is_hop(lines[at - 1], line):
            continue
        after = lines[at + 1] if at + 1 < len(lines) else None
        if line["method"] == "HEAD" and after and after["method"] == "GET" \
                and after["target"] == line["target"]:
            continue
        found.append(line)
    return found


def came_early(times, delay):
    """For each time whether more came in some span before it than the delay
    has room for: the crawler did not keep its pace."""
    return [any(at - there > (times[at] - times[there] + SLIP) / delay
                for there in range(at))
            for at in range(len(times))]


def most_in(times, delay):
    """How many came at once, where they crowd most: the most that some span of
    time has more than its length in delays."""
    return max((last - first + 1 - (times[last] - times[first]) / delay
                for last in range(len(times))
                for first in range(last + 1)), default=0)


def departures(lines, sent):
    """When each line's request left the crawler, by the slow line's record."""
    waiting = {}
    for when, method, target in sent:
        waiting.setdefault((method, target), []).append(when)
    for line in lines:
        there = waiting.get((line["method"], line["target"]))
        yield there.pop(0) if there else arrived(line)


def judge(run, lines, texts):
    """Judges the lines of one run. `texts`: revision to robots.txt."""
    result = Result()
    if run.kind == "browser":
        result.requests = len(lines)
        result.wrong = [line for line in lines if line["status"] != "200" or
                        line["verdict"] not in ("", "-")]
        return result
    if run.kind == "client":
        result.requests = len(lines)
        result.wrong = [line for line in lines if line["status"] in
                        ("403", "429") or
                        line["action"] in ("throttle", "reject")]
        return result
    files = {name: File(text, run.token) for name, text in texts.items()}
    fetched = None
    reached = []
    for line in sorted(lines, key=arrived):
        if is_robots_txt(line):
            if line["status"] in ("200", "304"):
                fetched = line["revision"]
            continue
        if line["status"] in UNANSWERED:
            continue
        result.requests += 1
        line["fetched"] = fetched
        if not pathwise(run, line, files, result):
            reached.append(line)
    pace(run, reached, result)
    return result


def pathwise(run, line, files, result):
    """Whether the line is done with: refused for its path, or missed."""
    # Who never fetched robots.txt may go by any copy of the last day.
    copies = [files[line["fetched"]]] if line["fetched"] in files else \
        list(files.values())
    newest = files[run.newest(arrived(line))]
    # Between the older copy and the newer one the milder counts.
    state = closes([*copies, newest], line)
    refused = line["status"] == "403"
    if refused and state == "open":
        result.wrong.append(line)
    elif refused:
        result.right += state == "closed"
        result.spelled += state == "spelled"
    elif state == "closed" and line["status"] != "429":
        result.missed.append(line)
    elif state == "closed":
        result.right += 1
    else:
        return False
    return True


def pace(run, lines, result):
    """Judges what a path does not decide."""
    delay = run.site.crawl_delay
    for line, left in zip(lines, departures(lines, run.sent)):
        line["left"] = left
    lines.sort(key=lambda line: line["left"])
    turns = counted(lines)
    early = came_early([line["left"] for line in turns], delay or 1)
    dishonest = {id(line) for line, is_early in zip(turns, early) if is_early}
    for before, line in zip(lines, lines[1:]):
        # Where a redirect leads, its turn counts for both.
        if is_hop(before, line) and id(before) in dishonest:
            dishonest.add(id(line))
    for line in lines:
        if line["status"] != "429":
            result.allowed += 1
        elif not delay or id(line) not in dishonest:
            result.wrong.append(line)
        else:
            result.right += 1
    if not delay:
        return
    passed = [line for line in turns if line["status"] != "429" and
              line["status"] not in REDIRECTS]
    times = sorted(float(line["msec"]) if run.kind == "throttle"
                   else arrived(line) for line in passed)
    at_once = most_in(times, delay)
    if at_once > AT_ONCE:
        result.missed += passed[:int(at_once - AT_ONCE) + 1]
