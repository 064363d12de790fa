"""One HTTP/1.1 connection that is kept open, and the requests sent on it."""

import re
import socket

LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)


class Response:
    """Status, header lines and body, as they came."""

    def __init__(self, head, body):
        self.status = int(head.split(maxsplit=2)[1])
        self.head = head
        self.body = body

    def header(self, name):
        """The value of a header, or None."""
        pattern = rb"^" + name.encode() + rb": *([^\r\n]*)"
        found = re.search(pattern, self.head, re.IGNORECASE | re.MULTILINE)
        return found.group(1).decode() if found else None


class Connection:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.pending = b""

    def _receive(self):
        octets = self.socket.recv(1 << 20)
        if not octets:
            raise ConnectionError("nginx closed the connection")
        self.pending += octets

    def ask(self, request):
        """Sends the octets of a request and reads its response whole."""
        self.socket.sendall(request)
        while b"\r\n\r\n" not in self.pending:
            self._receive()
        head, _, _ = self.pending.partition(b"\r\n\r\n")
        size = len(head) + 4
        length = LENGTH.search(head)
        if length and b" 304 " not in head[:16]:
            size += int(length.group(1))
        while len(self.pending) < size:
            self._receive()
        body = self.pending[len(head) + 4 : size]
        self.pending = self.pending[size:]
        return Response(head, body)

    def close(self):
        self.socket.close()


def request(target, user_agent, headers=()):
    """The octets of a GET request to example.com."""
    lines = [
        f"GET {target} HTTP/1.1",
        "Host: example.com",
        f"User-Agent: {user_agent}",
        "Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8",
        "Accept-Language: en-GB,en;q=0.5",
        "Accept-Encoding: gzip, deflate",
        *headers,
        "",
        "",
    ]
    return "\r\n".join(lines).encode()
