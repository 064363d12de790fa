"""Starts the proxies, each with a block of docs/deployment.md."""

import os
import shlex
import subprocess
from pathlib import Path

MODULES = "/usr/lib/apache2/modules"
APACHE = ("mpm_event", "authz_core", "headers", "proxy", "proxy_http", "ssl",
          "socache_shmcb")


def as_user(line):
    """What a server started by root needs in its configuration."""
    return line if os.geteuid() == 0 else ""


class Processes:
    """What was started. All of it ends with `stop`."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.running = []

    def start(self, command, output):
        # pylint: disable=consider-using-with
        with open(self.folder / output, "wb") as log:
            self.running.append(subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                cwd=self.folder, env={**os.environ, "HOME": str(self.folder)}))

    def ended(self):
        """Whether one of them has ended by itself."""
        return any(one.poll() is not None for one in self.running)

    def stop(self):
        for one in self.running:
            one.terminate()
        for one in self.running:
            try:
                one.wait(20)
            except subprocess.TimeoutExpired:
                one.kill()
                one.wait()


def nginx(processes, text, _):
    (processes.folder / "front.conf").write_text(f"""
daemon off;
pid front.pid;
events {{ }}
http {{
    access_log off;
    client_body_temp_path front_body; proxy_temp_path front_proxy;
    fastcgi_temp_path front_fastcgi; uwsgi_temp_path front_uwsgi;
    scgi_temp_path front_scgi;
{text}
}}
""")
    processes.start(
        ["/usr/sbin/nginx", "-p", str(processes.folder), "-c", "front.conf",
         "-e", "front.log"], "front.out")


def haproxy(processes, text, _):
    (processes.folder / "haproxy.cfg").write_text(f"""
defaults
    timeout connect 10s
    timeout client  30s
    timeout server  30s

{text}""")
    processes.start(["/usr/sbin/haproxy", "-db", "-f", "haproxy.cfg"],
                    "haproxy.log")


def apache(processes, text, places):
    folder = processes.folder
    modules = "\n".join(f"LoadModule {name}_module {MODULES}/mod_{name}.so"
                        for name in APACHE)
    (folder / "apache.conf").write_text(f"""
{modules}
ServerRoot {folder}
DefaultRuntimeDir {folder}
PidFile {folder}/apache.pid
Mutex file:{folder}
ErrorLog {folder}/apache.log
ServerName shop.example
{as_user("User www-data")}
{as_user("Group www-data")}
StartServers 1
ThreadsPerChild 25
MaxRequestWorkers 25
ServerLimit 1
Listen 127.0.0.1:{places.plain}
Listen 127.0.0.1:{places.tls}
{text}""")
    processes.start(["/usr/sbin/apache2", "-DFOREGROUND", "-f",
                     str(folder / "apache.conf")], "apache.out")


def caddy(processes, text, places):
    (processes.folder / "Caddyfile").write_text(f"""{{
	admin off
	auto_https off
	default_bind 127.0.0.1
	http_port {places.plain}
	https_port {places.tls}
}}
{text}""")
    processes.start(["/usr/bin/caddy", "run", "--config", "Caddyfile",
                     "--adapter", "caddyfile"], "caddy.log")


def varnish(processes, text, places):
    """Needs the blocks of Hitch and of Varnish's options too."""
    folder = processes.folder
    (folder / "default.vcl").write_text(text)
    options = shlex.split(places.fit(places.also["varnish-options"]))[1:]
    processes.start(["/usr/sbin/varnishd", "-F", "-j", "none", "-n",
                     str(folder / "varnish"), "-s", "malloc,16m", *options],
                    "varnish.log")
    (folder / "hitch.conf").write_text(
        places.fit(places.also["hitch"]) + as_user('user = "_hitch"\n') +
        "workers = 1\n")
    processes.start(["/usr/sbin/hitch", "--config=hitch.conf"], "hitch.log")


START = {"nginx": nginx, "haproxy": haproxy, "apache": apache, "caddy": caddy,
         "varnish": varnish}
# These speak HTTP/2 with clients, as the page configures them.
HTTP2 = ("nginx", "caddy")
