"""A reader of robots.txt that was written from RFC 9309 and nothing else.

It compares whole product tokens, knows no misspelt keys and no extension, and
is as plain as it can be: a pattern becomes a regular expression.
"""

import re
import urllib.parse


def normal(text):
    """Octets as section 2.2.2 compares them."""
    def triplet(match):
        char = chr(int(match.group(1), 16))
        return char if re.fullmatch(r"[A-Za-z0-9._~-]", char) \
            else match.group(0).upper()
    encoded = urllib.parse.quote(text, safe="%:/?#[]@!$&'()*+,;=-._~")
    return re.sub(r"%([0-9A-Fa-f]{2})", triplet, encoded)


def expression(path):
    anchored = path.endswith("$")
    body = path[:-1] if anchored else path
    return re.compile(".*".join(re.escape(run) for run in body.split("*")) +
                      ("$" if anchored else ""), re.DOTALL)


class Rule:
    def __init__(self, allow, path):
        self.allow = allow
        self.path = normal(path)
        self.expression = expression(self.path)

    def matches(self, target):
        return self.expression.match(target) is not None


class RfcReader:
    """`groups`: a list of (set of lower-case tokens, list of Rule)."""

    def __init__(self, text):
        self.groups = []
        in_agents = False
        for line in re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")):
            key, colon, value = line.split("#")[0].partition(":")
            key, value = key.strip().lower(), value.strip()
            if not colon:
                continue
            if key == "user-agent":
                if not in_agents:
                    self.groups.append((set(), []))
                in_agents = True
                self.groups[-1][0].add(value.lower())
            elif key in ("allow", "disallow") and self.groups:
                in_agents = False
                if value:
                    self.groups[-1][1].append(Rule(key == "allow", value))

    def rules(self, token):
        """Of all groups for the token (2.2.1), or else of those for `*`."""
        for name in (token.lower(), "*"):
            found = [group for group in self.groups if name in group[0]]
            if found:
                return [rule for _, rules in found for rule in rules]
        return []

    def allows(self, token, target):
        return decide(self.rules(token), normal(target))


def decide(rules, target):
    """The longest rule that matches; of equal ones, an allow (2.2.2)."""
    best = max((rule for rule in rules if rule.matches(target)),
               key=lambda rule: (len(rule.path), rule.allow), default=None)
    return best is None or best.allow
