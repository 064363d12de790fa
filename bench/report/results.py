"""bench/RESULTS.md: what was measured, target by target."""

from measure.programs import BUDGET
from report.figures import LeftOut
from report.targets import INSTRUCTIONS, targets

HEAD = """\
# Results

Made by `make bench`. How each target is reached, and what the floor is, tells
[docs/evidence/performance.md](../docs/evidence/performance.md).

{machine}

## Targets

The figure of a request is what it takes more than one of an nginx without the
module. A peer's ratio is its figure divided by this module's.

| | what | unit | target | figure | met | peers, times as much |
|---|---|---|---|---|---|---|
"""


def number(value):
    """Three digits that count, thousands apart."""
    if value == 0:
        return "0"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def _peer(name, figure, own, figures):
    try:
        value = figure(figures)
    except LeftOut:
        return f"{name} left out"
    if own <= 0:
        return f"{name} {number(value)}"
    return f"{name} {number(value / own)} ({number(value)})"


def _row(target, figures):
    try:
        own = target.figure(figures)
        peers = "; ".join(
            _peer(name, figure, own, figures) for name, figure in target.peers
        )
    except (KeyError, LeftOut) as missing:
        return f"| {target.number} | {target.what} | | | {missing} lacks | no | |"
    if target.limit is None:
        goal = met = ""
    else:
        goal = number(target.limit)
        met = "yes" if own <= target.limit else "**no**"
    return (
        f"| {target.number} | {target.what} | {target.unit} | {goal} "
        f"| {number(own)} | {met} | {peers} |"
    )


def _table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def _whole_requests(figures, cases):
    rows = [
        (
            case.name,
            number(figures["whole"][case.name]),
            f"{figures['whole'][case.name] - figures['whole'][case.bare]:+,.0f}"
            if case.bare
            else "",
        )
        for case in cases
    ]
    return _table(("request", INSTRUCTIONS, "added"), rows)


def _throughput(figures):
    rows = []
    for workers, setups in figures["throughput"].items():
        for name, result in setups.items():
            one = figures["throughput"]["1"][name]
            rows.append(
                (
                    workers,
                    name,
                    f"{result['ratio']:.3f}",
                    f"{result['rate'] / one['rate']:.2f}",
                )
            )
    return _table(
        ("workers", "configuration", "of the bare rate", "of one worker's"),
        rows,
    )


def _pieces(figures):
    rows = [
        (name, "left out" if value is None else number(value))
        for name, value in figures["times"].items()
    ]
    rows = _table(("benchmark", "ns"), rows)
    counts = [(name, number(value)) for name, value in figures["counts"].items()]
    return rows + "\n\n" + _table(("piece", INSTRUCTIONS), counts)


def _survey(figures):
    found = figures["survey"]
    rows = [
        (what, number(found[name] / 1e6))
        for what, name in (
            ("WARC, plain", "plain"),
            ("WARC, each record a gzip member", "gzip"),
            ("plain, with `--lint`", "lint"),
            ("plain, with `--sqlite`", "sqlite"),
        )
    ]
    return _table(("input", "MB a second"), rows) + (
        f"\n\nMemory: {number(found['memory_small'] / 1e6)} MB for 10 MB of "
        f"input, {number(found['memory_large'] / 1e6)} MB for "
        f"{number(found['octets_large'] / 1e6)} MB."
    )


def _lines(figures):
    found = figures["lines"]
    named = {
        "batch/robots_txt": "`explain --batch --robots-txt`, 200 rules",
        "batch/policy": "`explain --batch` of a policy",
        "batch/robotparser": "Python's `urllib.robotparser`, the same questions",
        "replay/combined": "`replay`, combined",
        "replay/format combined": "`replay --log-format`, the same lines",
        "replay/format own": "`replay --log-format`, fields in another order",
    }
    firsts = {"batch": "batch/robots_txt", "replay": "replay/combined"}
    rows = [
        (
            what,
            number(found[name]),
            f"{found[name] / found[firsts[name.split('/')[0]]]:.2f}",
        )
        for name, what in named.items()
    ]
    return _table(("reader", "lines a second", "of the first"), rows)


def _fleet(figures):
    found = figures["fleet"]
    pace = _table(
        ("nginx", "with `robots_fleet`", "each alone"),
        [
            (
                nodes,
                f"{ratio:.2f}",
                f"{found['pace']['local'][nodes]:.2f}",
            )
            for nodes, ratio in found["pace"]["fleet"].items()
        ],
    )
    counts = _table(
        ("request", "in", "without `robots_fleet`", "with it"),
        [
            (
                name,
                where,
                f"{each[f'local, {key}']:,.1f}",
                f"{each[f'fleet, {key}']:,.1f}",
            )
            for name, each in found["instructions"].items()
            for where, key in (("this module", "module"), ("all of nginx", "all"))
        ],
    )
    plot = "![Requests let through, over those allowed](plots/fleet.svg)"
    return "\n\n".join((plot, pace, _fleet_targets(found), counts))


def _fleet_targets(found):
    shared, alone = (found["latency"][name] for name in ("fleet", "local"))
    charging = found["charging"]
    rows = [
        (
            f"added to a request that has a budget, {name}",
            "ms",
            f"at most {limit}",
            f"{number(shared[key] - alone[key])}, of {number(shared[key])}",
        )
        for name, key, limit in (
            ("median", "median", 0.3),
            ("99 %", "p99", 1.5),
        )
    ]
    rows.append(
        (
            f"budgets charged by {charging['nodes']} nginx, two a request, with "
            "wrk and the server on the same machine",
            "a second",
            "at least 40,000",
            number(2 * charging["charges"]),
        )
    )
    rows += [
        (f"CPU of such a request in {name}", "\N{MICRO SIGN}s", "", number(charging[key]))
        for name, key in (
            ("nginx", "nginx"),
            ("the server", "server"),
            ("wrk", "wrk"),
        )
    ]
    rows.append(
        (
            "budgets that the server alone charges on one core",
            "a second",
            "",
            number(2 * charging["alone"]),
        )
    )
    return _table(("what", "unit", "target", "figure"), rows)


# Sections that parts of bench/run fill by themselves: heading, text, table.
SECTIONS = {
    "throughput": (
        "Throughput",
        lambda _: """Requests per second by wrk on the same machine, a browser's header that was seen
before. Configurations took turns; the median of rounds.""",
        _throughput,
    ),
    "fleet": (
        "Fleet",
        lambda figures: f"""Requests of one crawler that were let through, over those that its crawl-delay
allows ([docs/fleet.md](../docs/fleet.md)); then what it costs, beside nginx
without a fleet, in turns: of forty sittings the one that other work on the machine
disturbed least; then instructions of a browser's request. nginx as a whole has more
only in its tree of timers, where those of the fleet are too, and for heartbeats.
One server, {figures["fleet"]["server"]}.""",
        _fleet,
    ),
    "survey": (
        "Survey",
        lambda figures: f"""`robotsctl survey` on one core, over made-up crawls of {
            number(figures["survey"]["octets"] / 1e6)} MB; octets as they are when
decompressed, by CPU time.""",
        _survey,
    ),
    "lines": (
        "Lines",
        lambda _: """`robotsctl` on one core, 200,000 lines in turns, by CPU time.""",
        _lines,
    ),
}


def _section(name, figures):
    heading, text, table = SECTIONS[name]
    return f"## {heading}\n\n{text(figures)}\n\n{table(figures)}"


def sections(figures):
    return "\n\n".join(_section(name, figures) for name in SECTIONS)


def replace(page, name, figures):
    """The page with one section made anew, or before the next one where it has
    none yet."""
    names = list(SECTIONS)
    start = page.find(f"## {SECTIONS[name][0]}\n")
    if start == -1:
        after = SECTIONS[names[names.index(name) + 1]][0]
        start = end = page.index(f"## {after}\n")
    else:
        end = page.index("\n## ", start) + 1
    return f"{page[:start]}{_section(name, figures)}\n\n{page[end:]}"


def render(figures, machine, cases, plots):
    """The page. `plots` are names of files in plots/, with titles."""
    head = HEAD.format(machine="\n".join(f"- {line}" for line in machine))
    rows = "\n".join(_row(target, figures) for target in targets())
    pictures = "\n\n".join(
        f"![{title}](plots/{name})" for name, title in plots.items()
    )
    return f"""{head}{rows}

## Plots

{pictures}

## Whole requests

User-space instructions of one nginx process, by callgrind. All requests go
over one connection; nginx's clock stands still, and jemalloc replaces
glibc's allocator, whose cost depends on what else is on the heap.

{_whole_requests(figures, cases)}

{sections(figures)}

## Pieces

A peer is left out if it takes longer than {BUDGET} seconds with all that it
prepares, or refuses its task.

{_pieces(figures)}
"""


def missed(figures):
    """Targets that are not met."""
    return [
        target
        for target in targets()
        if target.limit is not None and target.figure(figures) > target.limit
    ]
