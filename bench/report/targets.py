"""The targets of speed, and which figures (report/figures.py) answer them."""

import dataclasses
from typing import Callable, Optional

from measure.loading import FILES, SITES
from report.figures import (
    added,
    count,
    files,
    hosts,
    load,
    ratio,
    reload,
    time,
    times,
    whole,
)


@dataclasses.dataclass(frozen=True)
class Target:
    """`figure` takes the figures, and so does that of each peer. At most
    `limit`; None where a figure only stands beside one that has a limit."""

    number: int
    what: str
    unit: str
    limit: Optional[float]
    figure: Callable
    peers: tuple = ()  # of (name, figure)


INSTRUCTIONS, NANOSECONDS = "instructions", "ns"

PEERS = (
    "limit_req by address",
    "limit_req behind a JIT map",
    "AI regex in if, JIT",
    "AI regex in if, interpreted",
    "700-line map, JIT",
    "700-line map, interpreted",
)


def _request(number, who, limit, visitor, rules=""):
    """Without a log, and with three variables of this module in its lines,
    which is beside three of nginx's own: what any three take."""
    peers = () if rules else PEERS
    return [
        Target(
            number,
            who,
            INSTRUCTIONS,
            limit,
            added("module" + rules, visitor),
            tuple((peer, added(peer, visitor)) for peer in peers),
        ),
        Target(
            number,
            f"{who}, and three variables logged",
            INSTRUCTIONS,
            None,
            added("module, log" + rules, visitor, "bare, log"),
            (
                (
                    "three of nginx's own variables logged",
                    added("bare, log of three more", visitor, "bare, log"),
                ),
            ),
        ),
    ]


def _requests():
    many = ", 5,000 rules"
    return [
        *_request(1, "A browser seen before", 500, "browser seen"),
        *_request(1, "A browser never seen", None, "browser new"),
        *_request(2, "A crawler that passes, small policy", 2500, "crawler"),
        *_request(2, "A crawler, 5,000 rules", 4000, "crawler", many),
    ]


def _matching():
    worst = "matching/worst/{}"
    return [
        Target(
            3,
            "A path against 5,000 mixed rules",
            NANOSECONDS,
            1000,
            time("matching/ours/5000"),
            times(
                "matching/{}/5000",
                "linear",
                "reparsing",
                "pcre2_jit",
                "re2_set",
            ),
        ),
        Target(
            3,
            "8 KiB with the keys of 250 rules with `*`",
            NANOSECONDS,
            1_000_000,
            time(worst.format("keys_of_250")),
        ),
        *(
            Target(3, what, NANOSECONDS, None, time(worst.format(name)))
            for what, name in (
                ("250 rules with short texts between `*`, 8 KiB", "short_250"),
                ("1,000 rules `*a*a*a*a*b1000` on 2 KiB", "thousand_stars"),
                ("1,000 rules that begin with `*`", "thousand_stars_shop"),
                ("5,000 mixed rules, 8 KiB", "target_of_8k"),
            )
        ),
    ]


def _identification():
    everything = "identify/{}/"
    return [
        Target(
            4,
            "A header never seen, catalogue and 1,500 tokens",
            NANOSECONDS,
            400,
            time(everything.format("ours_fresh")),
            times(
                everything,
                "pcre2_jit",
                "re2",
                "hyperscan",
                "aho_corasick",
                "one_by_one",
            ),
        ),
        Target(4, "The same", INSTRUCTIONS, None, count("identify/fresh")),
        Target(
            4,
            "A header seen before",
            NANOSECONDS,
            None,
            time(everything.format("ours_seen")),
        ),
        Target(4, "The same", INSTRUCTIONS, None, count("identify/remembered")),
    ]


def _signatures():
    honest = (
        ("an honest one", count("signature/honest/known")),
        ("an honest one, met before", count("signature/honest/remembered")),
        ("an honest one of an unknown key", count("signature/honest/unknown")),
    )
    return [
        Target(4, what, INSTRUCTIONS, None, count(name), honest)
        for what, name in (
            (
                "The costliest signed request, in the name of a known key",
                "signature/members/known",
            ),
            (
                "The costliest signed request, of an unknown key",
                "signature/agents/unknown",
            ),
        )
    ]


def _budgets():
    ways = ("tree_under_lock", "table_under_lock")
    alone, contended = "budgets/{}/100000", "budgets_contended/{}/100000"
    ours = time(alone.format("ours"))
    return [
        Target(
            5,
            "Charging one of 100,000 budgets, times limit_req's tree",
            "times",
            None,
            ratio(ours, time(alone.format(ways[0]))),
        ),
        Target(
            5,
            "The same",
            NANOSECONDS,
            None,
            ours,
            times(alone, *ways),
        ),
        Target(
            5,
            "While another process charges without a pause",
            NANOSECONDS,
            None,
            time(contended.format("ours")),
            times(contended, *ways),
        ),
    ]


def _robots_txt():
    def case(source, asking):
        return f"robots.txt {source}: {asking}"

    out = []
    for asking in ("browser", "crawler"):
        fixed = case("return 200, small", asking)
        for size in ("small", "100 KB"):
            out.append(
                Target(
                    6,
                    f"robots.txt, {size}, to a {asking}, beyond a small "
                    "`return 200`",
                    INSTRUCTIONS,
                    None,
                    whole(case(f"module, {size}", asking), fixed),
                    (
                        (
                            "`return 200` with the same headers",
                            whole(
                                case("return 200, three headers", asking),
                                fixed,
                            ),
                        ),
                        (
                            "a static file",
                            whole(case(f"file, {size}", asking), fixed),
                        ),
                    ),
                )
            )
        own = case("module, own origin", asking)
        out += [
            Target(
                6,
                f"With `${{origin}}` in it, to a {asking}, beyond `return 200`"
                " with variables",
                INSTRUCTIONS,
                None,
                whole(own, case("return 200, own origin", asking)),
            ),
            Target(
                6,
                f"304 to a {asking}, beyond the 200",
                INSTRUCTIONS,
                None,
                whole(
                    case("module, small, 304", asking),
                    case("module, small", asking),
                ),
            ),
        ]
    return out


def _loading():
    text = load("policy", "text_octets")
    return [
        Target(
            7,
            f"Loading {SITES[-1]:,} sites, times YAML::LoadFile",
            "times",
            1.5,
            ratio(load("policy", "cpu_seconds"), load("nodes", "cpu_seconds")),
            (
                (
                    "yaml-cpp's events alone",
                    ratio(
                        load("events", "cpu_seconds"),
                        load("nodes", "cpu_seconds"),
                    ),
                ),
            ),
        ),
        Target(
            7,
            "Memory at most, times the text",
            "times",
            5,
            ratio(load("policy", "peak_octets"), text),
            (("YAML::LoadFile", ratio(load("nodes", "peak_octets"), text)),),
        ),
        Target(7, "1,000,000 hosts load", "s", None, hosts("cpu_seconds")),
        Target(
            7,
            "Each beyond its name",
            "octets",
            31,
            hosts("octets_beyond_name"),
        ),
        Target(
            7,
            "Look-up among 1,000,000 hosts",
            NANOSECONDS,
            None,
            time("sites/ours/1000000"),
            times("sites/{}/1000000", "unordered_map", "map"),
        ),
    ]


def _reloading():
    return [
        Target(
            8,
            f"An unchanged policy, {SITES[-1]:,} sites, times reading and "
            "hashing the file",
            "times",
            None,
            ratio(
                load("unchanged", "cpu_seconds"), load("digest", "cpu_seconds")
            ),
        ),
        Target(
            8,
            f"{SITES[-1]:,} sites in {FILES} files of which one changed, times "
            "loading them all",
            "times",
            0.1,
            ratio(
                files("reload", "cpu_seconds"), files("policy", "cpu_seconds")
            ),
        ),
        Target(
            8,
            "The master's time for it beyond a reload without the module",
            "s",
            None,
            lambda figures: reload("unchanged")(figures)
            - reload("bare")(figures),
            (("a changed policy", reload("changed")),),
        ),
    ]


def _throughput():
    return [
        Target(
            9,
            f"Requests that nginx answers without it, {workers} workers",
            "times",
            1.02,
            lambda figures, of=workers: 1
            / figures["throughput"][of]["module"]["ratio"],
        )
        for workers in ("1", "2")
    ]


def targets():
    """All of them, in the order of their numbers."""
    return [
        *_requests(),
        *_matching(),
        *_identification(),
        *_signatures(),
        *_budgets(),
        *_robots_txt(),
        *_loading(),
        *_reloading(),
        *_throughput(),
    ]
