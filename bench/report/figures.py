"""Takes single figures out of what was measured.

Figures are a dictionary of dictionaries, as bench/run makes it:

    whole     instructions a request, by case (measure/configurations.py)
    times     nanoseconds, by benchmark
    counts    instructions of pieces (measure/programs.py)
    loads     of each way to load a policy (measure/loading.py)
    reloads   CPU seconds of the master (measure/loading.py)
"""

from measure.loading import SITES


def added(setup, visitor, bare="bare"):
    """Instructions that a setup adds to a request."""
    return lambda figures: (
        figures["whole"][f"{setup}: {visitor}"]
        - figures["whole"][f"{bare}: {visitor}"]
    )


def whole(case, beyond=None):
    return lambda figures: figures["whole"][case] - (
        figures["whole"][beyond] if beyond else 0
    )


class LeftOut(Exception):
    """What was too slow to be measured, or refused its task."""


def _measured(figure, name):
    if figure is None:
        raise LeftOut(name)
    return figure


def _of_all_tokens(figures, way):
    """The name of a benchmark of identification with the tokens of catalogue
    and policy: their number is the one that is no power of ten."""
    counts = {name.split("/")[2] for name in figures if name.startswith(way)}
    everything = {count for count in counts if count.rstrip("0") != "1"}
    return f"{way}{max(everything, key=int)}"


def time(name):
    """`name` may end with a slash: with the tokens of catalogue and policy."""

    def figure(figures):
        all_times = figures["times"]
        full = _of_all_tokens(all_times, name) if name[-1] == "/" else name
        return _measured(all_times[full], full)

    return figure


def times(pattern, *names):
    """Peers of which the benchmark's name has the peer's in it."""
    return tuple((name, time(pattern.format(name))) for name in names)


def count(name):
    return lambda figures: figures["counts"][name]


def ratio(above, below):
    return lambda figures: above(figures) / below(figures)


def load(way, what, sites=SITES[-1]):
    name = f"{way}/{sites}"
    return lambda figures: _measured(figures["loads"]["sites"][name], name)[
        what
    ]


def files(way, what):
    return lambda figures: _measured(figures["loads"]["files"][way], way)[what]


def hosts(what):
    return lambda figures: figures["loads"]["hosts"][what]


def reload(which):
    return lambda figures: figures["reloads"][which]
