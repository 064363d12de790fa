"""The configurations and requests that are compared."""

import dataclasses
import functools
import json
import subprocess
from typing import Callable

from measure import policies
from measure.client import request
from measure.server import Setup

BROWSER = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, "
    "like Gecko) Chrome/131.0.{}.{} Safari/537.36"
)
CRAWLER = (
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"
)
# 43 octets, the mean of what shops are asked for.
TARGET = "/catalogue/shoes-210/running/42?colour=black"

LOG = (
    "log_format line '$remote_addr [$time_local] \"$request\" $status "
    "$body_bytes_sent \"$http_user_agent\"{}'; access_log logs/access.log line;"
)
THREE_OF_ROBOTS = " $robots_crawler $robots_verdict $robots_action"
# Others that have as much to say, and cost nothing to find out.
THREE_OF_NGINX = " $nginx_version $https $is_args"
ROBOTS = "robots_policy policy.yaml; robots on;"
NO_LOG = "access_log off;"


def seen_browser(_, headers=()):
    return request(TARGET, BROWSER.format(6778, 85), headers)


def new_browser(i, headers=()):
    return request(TARGET, BROWSER.format(6000 + i, i % 251), headers)


def crawler(_, headers=()):
    return request(TARGET, CRAWLER, headers)


def robots_txt(user_agent, _, headers=()):
    return request("/robots.txt", user_agent, headers)


ASKING = {"browser": BROWSER.format(6778, 85), "crawler": CRAWLER}


@dataclasses.dataclass(frozen=True)
class Case:
    """Requests to one configuration, and the one to subtract, if any."""

    name: str
    setup: Setup
    request: Callable
    bare: str = ""  # the case without what is measured
    status: int = 200
    revalidates: bool = False  # with If-None-Match of a first response


def _module(name, policy=policies.SMALL, http=NO_LOG):
    return Setup(
        name,
        http=http + ROBOTS,
        module=True,
        files=(("policy.yaml", policy),),
    )


def module_setups():
    many = policies.with_rules(5000)
    log = LOG.format(THREE_OF_ROBOTS)
    return {
        "module": _module("module"),
        "module, 5,000 rules": _module("module, 5,000 rules", many),
        "module, log": _module("module, log", http=log),
        "module, log, 5,000 rules": _module(
            "module, log, 5,000 rules", many, log
        ),
    }


def _catalogue(tools):
    """Crawlers that a header can name, but not the one that asks."""
    lines = subprocess.run(
        [tools.robotsctl, "crawlers", "--json"],
        capture_output=True,
        check=True,
        text=True,
    ).stdout.splitlines()
    entries = [json.loads(line) for line in lines]
    return [
        (entry["token"], entry["category"])
        for entry in entries
        if entry["in_user_agent"] and entry["token"].lower() != "bingbot"
    ]


def _limit_req(name, key, http=""):
    return Setup(
        name,
        main="pcre_jit on;",
        http=f"{NO_LOG} {http} limit_req_zone {key} zone=z:10m rate=1000r/s;",
        server="location / { limit_req zone=z burst=10000000 nodelay; "
        "empty_gif; }",
    )


def _regex_in_if(name, tokens, jit):
    alternatives = "|".join(tokens)
    return Setup(
        name,
        main=f"pcre_jit {jit};",
        server=f'if ($http_user_agent ~* "({alternatives})") {{ return 403; }}'
        "location / { empty_gif; }",
    )


def _bad_bot_map(name, tokens, jit):
    lines = "".join(f'"~*\\b{token}\\b" 1;\n' for token in tokens)
    return Setup(
        name,
        main=f"pcre_jit {jit};",
        http=f"{NO_LOG} map_hash_bucket_size 256;"
        f"map $http_user_agent $bad {{ default 0; {lines} }}",
        server="if ($bad) { return 403; } location / { empty_gif; }",
    )


def peer_setups(tools):
    """What sites use today, with lists made from the catalogue."""
    catalogue = _catalogue(tools)
    bad = [token for token, _ in catalogue][:700]
    ai = [token for token, category in catalogue if category.startswith("ai-")]
    crawlers = (
        'map $http_user_agent $key { default ""; '
        '"~*(bot|crawl|spider|slurp|archiver|fetch|scrap)" '
        "$binary_remote_addr; }"
    )
    setups = [
        _limit_req("limit_req by address", "$binary_remote_addr"),
        _limit_req("limit_req behind a JIT map", "$key", crawlers),
        _regex_in_if("AI regex in if, JIT", ai, "on"),
        _regex_in_if("AI regex in if, interpreted", ai, "off"),
        _bad_bot_map("700-line map, JIT", bad, "on"),
        _bad_bot_map("700-line map, interpreted", bad, "off"),
    ]
    return {setup.name: setup for setup in setups}


VISITORS = {
    "browser seen": seen_browser,
    "browser new": new_browser,
    "crawler": crawler,
}


def enforcement_cases(tools):
    """Every setup with every visitor."""
    setups = {
        "bare": Setup("bare"),
        "bare, log": Setup("bare, log", http=LOG.format("")),
        "bare, log of three more": Setup(
            "bare, log of three more", http=LOG.format(THREE_OF_NGINX)
        ),
        **module_setups(),
        **peer_setups(tools),
    }
    cases = []
    for setup in setups.values():
        bare = "bare, log" if ", log" in setup.name else "bare"
        for visitor, make in VISITORS.items():
            base = "" if setup.name == bare else f"{bare}: {visitor}"
            cases.append(Case(f"{setup.name}: {visitor}", setup, make, base))
    return cases


def throughput_setups():
    """The bare one first."""
    return [
        Setup("bare"),
        module_setups()["module"],
        _limit_req("limit_req by address", "$binary_remote_addr"),
    ]


def _static(name, text):
    return Setup(name, files=(("html/robots.txt", text),), server="root html;")


def _returned(name, text, headers=""):
    return Setup(
        name,
        server="location = /robots.txt { default_type text/plain; "
        f"{headers} return 200 '{text}'; }}",
    )


def _render(tools, policy, folder):
    """The robots.txt of example.com, from robotsctl."""
    path = folder / "policy.yaml"
    path.write_text(policy)
    return subprocess.run(
        [tools.robotsctl, "render", path, "--url", "http://example.com"],
        capture_output=True,
        check=True,
        text=True,
    ).stdout


def _robots_txt_setups(tools, folder):
    small, large = policies.SMALL, policies.large_body(100_000)
    text = _render(tools, small, folder)
    # What depends on the request: ${origin} here, nginx's variables there.
    origin = "https://example.com"
    # What the module's answers have too, for caches.
    headers = (
        'add_header ETag \'"5f0c2d1e"\';'
        'add_header Last-Modified "Sun, 06 Nov 1994 08:49:37 GMT";'
        'add_header Cache-Control "max-age=3600";'
    )
    assert text.count(origin) == 1
    return [
        _returned("return 200, small", text),
        _returned("return 200, three headers", text, headers),
        _returned(
            "return 200, own origin",
            text.replace(origin, "$scheme://$host:$server_port"),
        ),
        _static("file, small", text),
        _static("file, 100 KB", _render(tools, large, folder)),
        _module("module, small"),
        _module("module, own origin", small.replace(origin, "${origin}")),
        _module("module, 100 KB", large),
    ]


def robots_txt_cases(tools, folder):
    """robots.txt from the module, from "return 200" and from a file, for a
    browser and for a crawler."""
    cases = []
    for setup in _robots_txt_setups(tools, folder):
        revalidates = [False]
        if not setup.name.startswith("return"):
            revalidates.append(True)
        for again in revalidates:
            for name, user_agent in ASKING.items():
                status = ", 304" if again else ""
                cases.append(
                    Case(
                        f"robots.txt {setup.name}{status}: {name}",
                        setup,
                        functools.partial(robots_txt, user_agent),
                        status=304 if again else 200,
                        revalidates=again,
                    )
                )
    return cases
