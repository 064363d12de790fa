"""A real nginx with the module, over a policy with one site for each run."""

import json
import os
import subprocess
import time
import urllib.request
from pathlib import Path

import site_maker

# By the names that robotsctl replay looks for, and the rest for the judge.
FORMAT = {
    "msec": "$msec", "request_time": "$request_time", "request": "$request",
    "user_agent": "$http_user_agent", "host": "$host", "scheme": "$scheme",
    "server_port": "$server_port", "remote_addr": "$remote_addr",
    "status": "$status", "method": "$request_method",
    "target": "$request_uri", "path": "$uri", "query": "$args",
    "crawler": "$robots_crawler", "verdict": "$robots_verdict",
    "action": "$robots_action", "rule": "$robots_rule",
    "revision": "$robots_revision", "wait": "$robots_wait",
}

JUDGE = "Judge"
# What a header names where no product stands is for a policy to say.
UNLISTED = [{"token": "SitemapGenerator", "match": ["SitemapGenerator"]}]

# Everybody's delays but these crawlers' would be wrong: nobody here is IRLbot.
VERBATIM = """User-agent: IRLbot
Crawl-delay: 3600

User-agent: MJ12bot
Request-rate: 1/1h

"""


def groups(site, tokens):
    """Groups of a policy: `*`, and one for those that are judged by name only.

    Two groups have the same token; the rules of both count.
    """
    rules = {"disallow": site.disallow, "allow": site.allow}
    if site.crawl_delay:
        rules["crawl_delay"] = f"{site.crawl_delay:g}s"
    half = {**rules, "disallow": site.disallow[::2]}
    rest = {"disallow": site.disallow[1::2]}
    return [
        {"user_agent": "*", **rules},
        {"user_agent": tokens, **half},
        {"user_agent": tokens, **rest},
    ]


def verbatim(site, tokens):
    """The same as the text of a robots.txt."""
    lines = ["User-agent: *"] + [f"User-agent: {token}" for token in tokens]
    lines += [f"Disallow: {path}" for path in site.disallow]
    lines += [f"Allow: {path}" for path in site.allow]
    return VERBATIM + "\n".join(lines) + "\n"


def policy(runs, tokens, enforce, stricter=False):
    """The policy: a site for each run. `enforce` has more keys, or others."""
    sites = []
    for run in runs:
        site, action = run.site, "throttle" if run.kind == "throttle" \
            else "reject"
        entry = {"host": run.address,
                 "enforce": {"disallow": "reject", "crawl_delay": action,
                             "request_rate": action, "visit_time": action,
                             **enforce}}
        if run.kind == "verbatim":
            entry["robots_txt"] = {"text": verbatim(site, tokens)}
        elif run.kind == "browser":
            entry["groups"] = [{"user_agent": "*", "disallow": "/"},
                               {"category": "library", "disallow": "/"}]
        elif run.kind == "client":
            entry["groups"] = [{"user_agent": "*", "disallow": "/",
                                "crawl_delay": "5s"}]
        else:
            entry["groups"] = groups(site, tokens)
        if run.kind == "grace" and stricter:
            for group in entry["groups"]:
                group["disallow"] = group["disallow"] + site_maker.STRICTER
        sites.append(entry)
    # JSON is YAML.
    return json.dumps({"version": 1, "sites": sites, "crawlers": UNLISTED},
                      indent=1, ensure_ascii=False)


class Nginx:
    """The server. Its folder has access.log, error.log and policy.yaml."""

    def __init__(self, folder, runs, port, upstream_port):
        self.folder = Path(folder)
        self.port = port
        self.process = None
        self.fetches = {}  # host: how often the judge fetched its robots.txt
        log_format = ",".join(f'"{key}":"{value}"'
                              for key, value in FORMAT.items())
        listens = "\n".join(f"        listen {run.address}:{port};"
                            for run in runs)
        module = os.environ.get("ROBOTS_MODULE", "")
        load = f"load_module {module};" if module else ""
        (self.folder / "nginx.conf").write_text(f"""
{load}
daemon off;
pid nginx.pid;
error_log error.log notice;
worker_processes 2;
events {{ worker_connections 512; }}
http {{
    log_format judged escape=json '{{{log_format}}}';
    access_log access.log judged;
    client_body_temp_path body; proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi; scgi_temp_path scgi;
    large_client_header_buffers 4 32k;
    keepalive_requests 100000;
    robots_policy policy.yaml;
    robots on;
    robots_log_rate off;
    server {{
{listens}
        location / {{
            proxy_pass http://127.0.0.1:{upstream_port};
            proxy_set_header Host $host;
            proxy_redirect off;
        }}
    }}
    server {{
        listen 127.0.0.1:{port};
        location = /status {{ robots_status; robots_enforce off; }}
    }}
}}
""")

    def start(self, policy_text):
        (self.folder / "policy.yaml").write_text(policy_text)
        (self.folder / "first.yaml").write_text(policy_text)
        self.process = subprocess.Popen(
            [os.environ.get("ROBOTS_NGINX", "/usr/sbin/nginx"),
             "-p", str(self.folder), "-e", "error.log", "-c", "nginx.conf"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while True:
            try:
                self.status("")
                return
            except OSError:
                if self.process.poll() is not None or \
                        time.monotonic() > deadline:
                    raise RuntimeError("nginx does not start: " + (
                        self.folder / "error.log").read_text()) from None
                time.sleep(0.05)

    def reload(self, policy_text, host):
        """Puts another policy to use, and waits until `host` serves it."""
        before = self.robots_txt(host)
        (self.folder / "policy.yaml").write_text(policy_text)
        self.process.send_signal(1)
        deadline = time.monotonic() + 30
        while self.robots_txt(host) == before:
            if time.monotonic() > deadline:
                raise RuntimeError("nginx does not reload: " + (
                    self.folder / "error.log").read_text())
            time.sleep(0.05)

    def stop(self):
        if self.process:
            self.process.send_signal(15)
            self.process.wait(30)

    def robots_txt(self, host):
        """A site's robots.txt, fetched as the judge."""
        self.fetches[host] = self.fetches.get(host, 0) + 1
        request = urllib.request.Request(
            f"http://{host}:{self.port}/robots.txt",
            headers={"User-Agent": JUDGE})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.read().decode()

    def judge_line(self, host):
        """The log's line of the judge's latest fetch, once it is written."""
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            lines = [line for line in self.log()
                     if line["host"] == host and line["user_agent"] == JUDGE]
            if len(lines) == self.fetches[host]:
                return lines[-1]
            time.sleep(0.02)
        raise RuntimeError("nginx does not write its log")

    def status(self, query):
        """What robots_status answers in JSON."""
        url = f"http://127.0.0.1:{self.port}/status?format=json{query}"
        with urllib.request.urlopen(url, timeout=10) as answer:
            return json.loads(answer.read())

    def log(self):
        """The lines of the access log, in its order."""
        text = (self.folder / "access.log").read_text(
            "utf-8", "surrogateescape")
        return [json.loads(line) for line in text.split("\n")[:-1]]
