"""nginx with the module, behind whatever is tried, and how it is asked."""

import os
import re
import socket
import subprocess
import time
from dataclasses import dataclass

POLICY = """version: 1
enforce: {disallow: reject, grace: 0s}
sites:
  - host: shop.example
    scheme: https
    sitemap: ${origin}/sitemap.xml
    groups: [{user_agent: "*", disallow: /of-https/}]
  - host: shop.example
    scheme: http
    sitemap: ${origin}/sitemap.xml
    groups: [{user_agent: "*", disallow: /of-http/}]
default:
  sitemap: ${origin}/sitemap.xml
  groups: [{user_agent: "*", disallow: /of-others/}]
"""
PAGES = ("page", "of-https/page", "of-http/page", "of-others/page")
CRAWLER = "Examplebot/1.0"
# Who asks through the proxy, and who asks past it. The proxy itself comes from
# 127.0.0.1.
CLIENT = "127.0.0.7"
STRANGER = "127.0.0.9"


def free_ports(count):
    """Ports that are free now, all different."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


@dataclass
class Answer:
    """What curl got."""

    status: int
    version: str
    headers: dict
    body: str

    def sitemap(self):
        found = re.search(r"^Sitemap: (.*)/sitemap\.xml$", self.body, re.M)
        return found[1] if found else f"none in {self.body!r}"

    def closed(self):
        return re.findall(r"^Disallow: (.*)$", self.body, re.M)


def ask(folder, url, port, source=CLIENT, headers=(), agent="", http2=False):
    """Asks for a URL at a port of the loopback."""
    command = ["curl", "-s", "-m", "20", "--noproxy", "*", "--interface", source,
               "--connect-to", f"::127.0.0.1:{port}", "-D", "-",
               "--cacert", str(folder / "site.crt"), "-A", agent or "Firefox",
               "--http2" if http2 else "--http1.1", url]
    for header in headers:
        command += ["-H", header]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return Answer(0, "", {}, f"curl: {done.returncode}")
    head, _, body = done.stdout.partition("\n\n")
    lines = head.splitlines()
    version, status = lines[0].split()[:2]
    return Answer(int(status), version.partition("/")[2],
                  {name.lower(): value for name, _, value in
                   (line.partition(": ") for line in lines[1:])}, body)


def make_files(folder):
    """The certificate, the pages and the policy."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days",
         "2", "-subj", "/CN=shop.example", "-addext",
         "subjectAltName=DNS:shop.example", "-keyout", folder / "site.key",
         "-out", folder / "site.crt"], check=True, capture_output=True)
    (folder / "site.pem").write_text((folder / "site.key").read_text() +
                                     (folder / "site.crt").read_text())
    for page in PAGES:
        path = folder / "www" / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("A page.\n")
    (folder / "policy.yaml").write_text(POLICY)


def configuration(places, side, server=""):
    """nginx.conf with nginx's side of a recipe, or a server of its own."""
    module = os.environ.get("ROBOTS_MODULE", "")
    load = f"load_module {module};" if module else ""
    proxy_protocol = "proxy_protocol" if "$proxy_protocol" in side else ""
    listens = f"listen 127.0.0.1:{places.inner} {proxy_protocol};"
    if not server:
        listens += f"listen 127.0.0.1:{places.other} http2;"
    return f"""
{load}
daemon off;
pid nginx.pid;
error_log error.log notice;
worker_processes 1;
events {{ }}
http {{
    access_log off;
    client_body_temp_path body; proxy_temp_path proxy;
    fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
    robots_policy policy.yaml;
    robots on;
    add_header X-Address $remote_addr always;
{side}
    server {{
        {listens}
        root www;
    }}
{server}
}}
"""


def start(processes, places, side, server=""):
    """Starts nginx, which answers when this returns."""
    folder = processes.folder
    (folder / "nginx.conf").write_text(
        configuration(places, places.fit(side), places.fit(server)))
    processes.start([os.environ.get("ROBOTS_NGINX", "/usr/sbin/nginx"), "-p",
                     str(folder), "-c", "nginx.conf", "-e", "error.log"],
                    "nginx.out")


def await_answer(processes, url, port, **how):
    """Until a page is answered. What went wrong, or an empty text."""
    deadline = time.monotonic() + 30
    while True:
        answer = ask(processes.folder, url, port, **how)
        if answer.status == 200:
            return ""
        if processes.ended():
            return "it has ended"
        if time.monotonic() > deadline:
            return f"no answer: {answer}"
        time.sleep(0.05)
