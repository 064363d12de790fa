"""The plots of cost against number of rules, tokens, sites and keys."""

import dataclasses

from report.plot import chart


@dataclasses.dataclass(frozen=True)
class Plot:
    """One line for each benchmark "SUBJECT/WAY/NUMBER"."""

    subject: str
    title: str
    of: str  # what NUMBER counts


PLOTS = (
    Plot("matching", "Matching a path of 43 octets", "rules"),
    Plot("identify", "Identifying a header of 120 octets", "tokens"),
    Plot("sites", "Finding a host's site", "hosts"),
    Plot("budgets", "Charging a budget", "keys"),
)


def _series(times, subject):
    series = {}
    for name, nanoseconds in times.items():
        parts = name.split("/")
        if nanoseconds is None:
            continue
        if parts[0] == subject and len(parts) == 3 and parts[2].isdigit():
            point = (int(parts[2]), nanoseconds)
            series.setdefault(parts[1].replace("_", " "), []).append(point)
    return series


def _loading_series(loads):
    series = {}
    for name, figures in loads["sites"].items():
        if figures is None:
            continue
        way, sites = name.split("/")
        point = (int(sites), figures["cpu_seconds"])
        series.setdefault(way, []).append(point)
    ways = {
        "policy": "this module's loader",
        "nodes": "yaml-cpp's nodes",
        "events": "yaml-cpp's events",
    }
    return {name: series[way] for way, name in ways.items() if way in series}


def draw(figures, folder):
    """Writes the plots; their titles, by file name."""
    folder.mkdir(exist_ok=True)
    titles = {}
    for plot in PLOTS:
        series = _series(figures["times"], plot.subject)
        if series:
            name = f"{plot.of}.svg"
            picture = chart(plot.title, plot.of, "nanoseconds", series)
            (folder / name).write_text(picture)
            titles[name] = plot.title
    picture = chart(
        "Loading sites of eight lines",
        "sites",
        "CPU seconds",
        _loading_series(figures["loads"]),
    )
    (folder / "loading.svg").write_text(picture)
    draw_fleet(figures, folder)
    titles["loading.svg"] = "Loading sites of eight lines"
    return titles


def draw_fleet(figures, folder):
    """The plot of its own section."""
    names = {"fleet": "robots_fleet", "local": "each alone"}
    series = {
        names[name]: [(int(nodes), ratio) for nodes, ratio in each.items()]
        for name, each in figures["fleet"]["pace"].items()
    }
    (folder / "fleet.svg").write_text(
        chart("Requests let through, over those allowed", "nginx", "times", series)
    )
