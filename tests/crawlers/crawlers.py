"""The crawlers that Debian and npm have, and how each is started.

A command gets the site's URL, the seconds between two requests (0: as fast as
it likes), whether it shall obey robots.txt, and an empty folder of its own.
"""

import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

HERE = Path(__file__).parent
DRIVERS = HERE / "drivers"
MODULES = HERE / "node_modules"


@dataclass(frozen=True)
class Crawler:
    """`token` is what its User-Agent names; `package` says where it is from."""

    name: str
    token: str
    package: str
    command: Callable
    obeys: bool = True
    ignores: bool = True
    paces: bool = True
    slow: bool = False  # a request a second at best, whatever its options say
    more: tuple = ()  # further kinds of runs: throttle, grace, rush

    def version(self):
        """The version that is installed, or nothing."""
        source, package = self.package.split(":")
        if source == "npm":
            file = MODULES / package / "package.json"
            return json.loads(file.read_text())["version"] \
                if file.exists() else None
        found = subprocess.run(
            ["dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}",
             package], capture_output=True, text=True, check=False).stdout
        # Without Debian's epoch and revision.
        return re.sub(r"^\d+:|[-+].*", "", found.split(" ")[1]) \
            if found.startswith("installed ") else None


def manner(obeys):
    return "obey" if obeys else "ignore"


def python(script):
    return lambda url, delay, obeys, folder: [
        "/usr/bin/python3", str(DRIVERS / script), url, f"{delay:g}",
        manner(obeys)]


def npm(name):
    return lambda url, delay, obeys, folder: [
        "node", str(DRIVERS / "npm_crawlers.mjs"), name, url, f"{delay:g}",
        manner(obeys)]


def npm_reader(name):
    return lambda url, delay, obeys, folder: [
        "node", str(DRIVERS / "robots_readers.mjs"), name, url, f"{delay:g}"]


def scrapy(url, delay, obeys, folder):
    return ["/usr/bin/scrapy", "runspider", str(DRIVERS / "scrapy_spider.py"),
            "--nolog", "-a", f"url={url}", "-s", f"ROBOTSTXT_OBEY={obeys}",
            "-s", f"DOWNLOAD_DELAY={delay:g}",
            "-s", "RANDOMIZE_DOWNLOAD_DELAY=False",
            "-s", "CONCURRENT_REQUESTS_PER_DOMAIN=" + ("1" if delay else "4"),
            "-s", "RETRY_ENABLED=False", "-s", "TELNETCONSOLE_ENABLED=False"]


def wget(url, delay, obeys, folder):
    return ["wget", "-q", "-r", "-l", "6", "--no-parent", "--no-config",
            "--tries=1", "-e", f"robots={'on' if obeys else 'off'}",
            f"--wait={delay:g}", "-P", str(folder), url]


def wget2(url, delay, obeys, folder):
    return ["wget2", "-q", "-r", "-l", "6", "--no-parent", "--no-config",
            "--tries=1", "--max-threads=1",
            f"--robots={'on' if obeys else 'off'}", f"--wait={delay:g}",
            "-P", str(folder), url]


def httrack(url, delay, obeys, folder):
    rate = f"{1 / delay:g}" if delay else "50"
    return ["httrack", url, "-O", str(folder), "-q", "-Q", "-I0", "-R0",
            "-%!", f"-%c{rate}", "-c1" if delay else "-c4",
            "-s2" if obeys else "-s0"]


def linkchecker(url, delay, obeys, folder):
    rate = 1 / delay if delay else 50
    (folder / "rc").write_text(
        f"[checking]\nrobotstxt={int(obeys)}\n"
        f"maxrequestspersecond={rate:g}\nthreads={1 if delay else 4}\n")
    (folder / "rc").chmod(0o644)
    return ["linkchecker", "-f", str(folder / "rc"), "-q", "-o", "none", url]


def lwp(url, delay, obeys, folder):
    return ["perl", str(DRIVERS / "lwp.pl"), url, f"{delay:g}", manner(obeys)]


def swish_e(url, delay, obeys, folder):
    return ["env", f"PROOF_URL={url}", f"PROOF_DELAY={delay:g}",
            f"PROOF_MANNER={manner(obeys)}", "SPIDER_QUIET=1",
            "perl", "/usr/lib/swish-e/spider.pl", str(DRIVERS / "swish-e.pl")]


def htdig(url, delay, obeys, folder):
    (folder / "htdig.conf").write_text(
        f"database_dir: {folder}\nstart_url: {url}\nlimit_urls_to: {url}\n"
        f"server_wait_time: {delay:g}\n"
        # A connection that is kept knows no delay.
        f"persistent_connections: {'false' if delay else 'true'}\n" +
        (DRIVERS / "htdig.conf").read_text())
    return ["htdig", "-i", "-c", str(folder / "htdig.conf")]


def newsboat(url, delay, obeys, folder):
    (folder / "urls").write_text(
        f"{url}feed.xml\n{url}closed/feed.xml\n{url}docs/feed.xml\n")
    return ["newsboat", "-u", str(folder / "urls"), "-c",
            str(folder / "cache.db"), "-x", "reload"]


CRAWLERS = [
    Crawler("Scrapy", "scrapy", "debian:python3-scrapy", scrapy,
            more=("throttle", "grace", "rush")),
    Crawler("Wget", "wget", "debian:wget", wget,
            more=("throttle", "grace", "rush")),
    Crawler("Wget2", "wget2", "debian:wget2", wget2, more=("throttle",)),
    Crawler("HTTrack", "httrack", "debian:httrack", httrack, slow=True),
    Crawler("LinkChecker", "linkchecker", "debian:linkchecker", linkchecker),
    Crawler("LWP::RobotUA", "lwpbot", "debian:libwww-perl", lwp,
            more=("throttle",)),
    Crawler("urllib.robotparser", "robotparserbot", "debian:python3",
            python("robotparser.py"), more=("throttle", "grace", "rush")),
    Crawler("mechanize", "python-urllib", "debian:python3-mechanize",
            python("mechanize_crawl.py")),
    Crawler("ht://Dig", "htdig", "debian:htdig", htdig, ignores=False),
    Crawler("Swish-e", "swish-e", "debian:swish-e", swish_e),
    Crawler("Newsboat", "newsboat", "debian:newsboat", newsboat, obeys=False,
            paces=False),
    Crawler("robots-parser", "robotsparserbot", "npm:robots-parser",
            npm_reader("robots-parser"), ignores=False),
    Crawler("robots-txt-guard", "robotstxtguardbot", "npm:robots-txt-guard",
            npm_reader("robots-txt-guard"), ignores=False),
    Crawler("robots-txt-parser", "robotstxtparserbot", "npm:robots-txt-parser",
            npm_reader("robots-txt-parser"), ignores=False),
    Crawler("robots", "robotsbot", "npm:robots", npm_reader("robots"),
            ignores=False),
    Crawler("simplecrawler", "simplecrawler", "npm:simplecrawler",
            npm("simplecrawler"), more=("throttle", "grace", "rush")),
    Crawler("supercrawler", "supercrawler", "npm:supercrawler",
            npm("supercrawler")),
    Crawler("Crawlee", "crawleebot", "npm:@crawlee/cheerio", npm("crawlee"),
            more=("throttle",)),
    Crawler("broken-link-checker", "broken-link-checker",
            "npm:broken-link-checker", npm("broken-link-checker")),
    # Takes the Crawl-delay for milliseconds.
    Crawler("roboto", "roboto", "npm:roboto", npm("roboto"), paces=False),
    Crawler("sitemap-generator", "sitemapgenerator", "npm:sitemap-generator",
            npm("sitemap-generator")),
    Crawler("website-scraper", "website-scraper", "npm:website-scraper",
            npm("website-scraper"), obeys=False, paces=False),
    Crawler("linkinator", "linkinator", "npm:linkinator", npm("linkinator"),
            obeys=False, paces=False, more=("rush",)),
    Crawler("js-crawler", "js-crawler", "npm:js-crawler", npm("js-crawler"),
            obeys=False, paces=False),
    Crawler("crawler", "node-crawler", "npm:crawler", npm("crawler"),
            obeys=False, paces=False),
]
# Those of the short form, which CI runs.
SHORT = ("Scrapy", "Wget", "LWP::RobotUA", "urllib.robotparser",
         "simplecrawler")


def chromium(url, folder):
    sandbox = ["--no-sandbox"] if folder.owner() == "root" else []
    return [shutil.which("chromium") or "chromium", "--headless", "--dump-dom",
            *sandbox, "--disable-gpu", f"--user-data-dir={folder}/profile", url]


def firefox(url, folder):
    return ["firefox-esr", "--headless", "--profile", str(folder),
            "--screenshot", str(folder / "page.png"), url]


def npm_client(name):
    return lambda url, folder: [
        "node", str(DRIVERS / "npm_clients.mjs"), name, url]


def python_client(name):
    return lambda url, folder: [
        "/usr/bin/python3", str(DRIVERS / "python_clients.py"), name, url]


def rss2email(url, folder):
    r2e = f"r2e -c {folder}/r2e.cfg -d {folder}/r2e.json"
    return ["sh", "-c", f"{r2e} new a@shop.example; {r2e} add a {url}feed.xml; "
            f"{r2e} add b {url}closed/feed.xml; {r2e} run -n; {r2e} run -n"]


# Programs that call an API, and send data to it: none may be delayed or refused
# by what robots.txt says to all.
CLIENTS = {
    "stripe (Node)": ("npm:stripe", npm_client("stripe")),
    "octokit": ("npm:@octokit/core", npm_client("@octokit/core")),
    "openai": ("npm:openai", npm_client("openai")),
    "Slack webhook": ("npm:@slack/webhook", npm_client("@slack/webhook")),
    "sendgrid": ("npm:@sendgrid/client", npm_client("@sendgrid/client")),
    "discord.js": ("npm:@discordjs/rest", npm_client("@discordjs/rest")),
    "stripe (Python)": ("debian:python3-stripe", python_client("stripe")),
    "PyGithub": ("debian:python3-github", python_client("github")),
    "feedparser": ("debian:python3-feedparser", python_client("feedparser")),
    "rss2email": ("debian:rss2email", rss2email),
}

# Whom nothing may be done to, whatever robots.txt says.
BROWSERS = {
    "Chromium": ("debian:chromium", chromium),
    "Firefox": ("debian:firefox-esr", firefox),
    "Lynx": ("debian:lynx", lambda url, folder: ["lynx", "-dump", url]),
    "w3m": ("debian:w3m", lambda url, folder: ["w3m", "-dump", url]),
}
