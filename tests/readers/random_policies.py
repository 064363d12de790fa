"""Random policies, and what to ask about them."""

import functools
import random
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
# What is asked about, and what rules are made of.
WORDS = ["a", "b", "pub", "shop", "news", "x.php", "y.html", "~user", "caf\u00e9",
         "index.html", "index.htm", "1"]
CATEGORIES = ["ai-training", "search", "seo", "security", "research"]
# Some are part of others.
NAMES = ["Foo", "FooBot", "FooBot-Image", "Bar", "BarCrawler", "MyBar",
         "Examplebot", "examplebot-news", "Zed"]


@functools.lru_cache
def catalogue():
    text = (ROOT / "policy/crawlers/crawlers.yaml").read_text()
    crawlers = yaml.load(text, Loader=yaml.CSafeLoader)["crawlers"]
    return {crawler["token"]: crawler for crawler in crawlers}


@functools.lru_cache
def plain_crawlers():
    """Crawlers that go by their own group or else by `*`."""
    return [token for token, crawler in catalogue().items()
            if not crawler.get("falls_back_to")
            and crawler.get("obeys", {}).get("wildcard", True)
            and crawler["category"] in CATEGORIES]


@functools.lru_cache
def operators():
    """By lower-case token."""
    return {token.lower(): crawler.get("operator")
            for token, crawler in catalogue().items()}


def is_of_one_operator(part, token):
    operator = operators().get(part)
    return operator is not None and operator == operators().get(token.lower())


class Policies:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.known = plain_crawlers()

    def path(self):
        words = [self.random.choice(WORDS)
                 for _ in range(self.random.randint(0, 3))]
        path = "/" + "/".join(words)
        if words and self.random.random() < 0.4:
            path += "/"
        return path

    def spelled(self, path):
        """The same path as somebody may write it."""
        out = ""
        for char in path:
            if char.isalpha() and char.isascii() and \
                    self.random.random() < 0.05:
                out += self.random.choice(["%%%02x", "%%%02X"]) % ord(char)
            elif char == "~" and self.random.random() < 0.5:
                out += self.random.choice(["%7e", "%7E"])
            elif char == "\u00e9" and self.random.random() < 0.5:
                out += "%c3%a9"
            else:
                out += char
        return out

    def rule(self):
        path = self.spelled(self.path())
        roll = self.random.random()
        if roll < 0.08:
            return path + "$"
        if roll < 0.16:
            return "/*" + path
        if roll < 0.2:
            return {"directory": path}
        if roll < 0.24:
            return path + "?q="
        return path

    def rules(self, most):
        return [self.rule() for _ in range(self.random.randint(0, most))]

    def token(self):
        return self.random.choice(NAMES if self.random.random() < 0.5
                                  else self.known)

    def group(self, named):
        group = {}
        if self.random.random() < 0.25:
            group["category"] = self.random.choice(CATEGORIES)
            if group["category"] in named:
                return None
            named.add(group["category"])
        else:
            tokens = {self.token() for _ in range(self.random.randint(1, 4))}
            tokens = sorted(tokens - named)
            if not tokens:
                return None
            named.update(tokens)
            group["user_agent"] = tokens
        group["allow"] = self.rules(4)
        group["disallow"] = self.rules(4)
        if self.random.random() < 0.3:
            group["disallow"].append("/")
            if self.random.random() < 0.3:
                group["allow"].append("/index.html")
        if self.random.random() < 0.2:
            group["crawl_delay"] = "2s"
        if self.random.random() < 0.2:
            group["comment"] = "for these"
        if self.random.random() < 0.2:
            group["inherit"] = "*"
        return group

    def policy(self):
        """A policy as a dictionary, with the tokens that it names."""
        everybody = {"user_agent": "*", "allow": self.rules(4),
                     "disallow": self.rules(4) or ["/a"]}
        named = set()
        groups = [self.group(named)
                  for _ in range(self.random.randint(0, 4))]
        groups = [group for group in groups if group]
        groups.insert(self.random.randint(0, len(groups)), everybody)
        return {"version": 1, "default": {"groups": groups}}

    def verbatim(self):
        """A robots.txt with lines that only some readers read."""
        lines = []
        for token in self.random.sample(["*"] + NAMES, 3):
            key = self.random.choice(["User-agent:"] * 4 +
                                     ["Useragent:", "User-agent"])
            lines.append(f"{key} {token}")
            for _ in range(self.random.randint(1, 5)):
                key = self.random.choice(
                    ["Disallow:"] * 4 + ["Allow:"] * 3 +
                    ["Dissallow:", "Disallow", "Allow"])
                lines.append(f"{key} {self.spelled(self.path())}")
        return "\n".join(lines) + "\n"

    def tokens(self, named):
        """Whom to ask about: crawlers that the file names, and others."""
        named = [token for token in named if token != "*"]
        chosen = self.random.sample(named, min(4, len(named)))
        return sorted(set(chosen + [self.token() for _ in range(3)]))

    def target(self):
        path = self.spelled(self.path())
        if self.random.random() < 0.2:
            path += "?q=1"
        return path.replace("\u00e9", "%C3%A9")
