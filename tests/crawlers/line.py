"""What stands before and behind nginx: a slow line, and the site's pages."""

import asyncio
import random
import time
import urllib.parse

import site_maker

METHODS = (b"GET ", b"HEAD ", b"POST ")


class Line:
    """A TCP proxy with a round trip of 250 ms and 0 to 150 ms of jitter.

    Jitter is on the way to the server, where it moves requests together. The
    first request of a connection takes a round trip more, as a handshake does.
    `sent` has when each request left the crawler: (seconds, method, target).
    """

    HALF = 0.125
    JITTER = 0.150

    def __init__(self, address, port, target_port, seed):
        self.address = address
        self.port = port
        self.target_port = target_port
        self.rng = random.Random(seed)
        self.sent = []

    async def start(self):
        self.server = await asyncio.start_server(
            self.serve, self.address, self.port)
        self.port = self.server.sockets[0].getsockname()[1]

    async def serve(self, reader, writer):
        try:
            there = await asyncio.open_connection(
                self.address, self.target_port)
        except OSError:
            writer.close()
            return
        await asyncio.gather(
            self.carry(reader, there[1], True),
            self.carry(there[0], writer, False))

    async def carry(self, reader, writer, up):
        """Passes on what comes, late and in order, until the end."""
        queue = asyncio.Queue()
        sender = asyncio.create_task(self.deliver(queue, writer))
        due = 0.0
        try:
            while data := await reader.read(65536):
                now = time.time()
                if up and data.startswith(METHODS):
                    method, target = data.split(b"\r\n")[0].split(b" ")[:2]
                    self.sent.append((now, method.decode(),
                                      target.decode("latin-1")))
                late = self.rng.uniform(0, self.JITTER) if up else 0
                if up and not due:
                    late += 2 * self.HALF
                due = max(due, now + self.HALF + late)
                queue.put_nowait((due, data))
        except OSError:
            pass
        queue.put_nowait((max(due, time.time()), b""))
        await sender

    @staticmethod
    async def deliver(queue, writer):
        try:
            while True:
                due, data = await queue.get()
                await asyncio.sleep(max(0, due - time.time()))
                if not data:
                    break
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()


class Upstream:
    """Serves the pages of all sites; `site_of` gives a host's."""

    def __init__(self, site_of):
        self.site_of = site_of

    async def start(self):
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def serve(self, reader, writer):
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            lines = head.split("\r\n")
            method, target = lines[0].split(" ")[:2]
            host = next((line[5:].strip() for line in lines
                         if line.lower().startswith("host:")), "")
            writer.write(self.answer(method, target, host))
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError, ValueError,
                asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    def answer(self, method, target, host):
        path = urllib.parse.unquote(target.split("?")[0])
        status, extra = "200 OK", ""
        kind, body = site_maker.page(path, self.site_of(host).links_of(path))
        if there := site_maker.redirect(path):
            status, extra = f"{there[0]} Found", f"Location: {there[1]}\r\n"
        if path.startswith("/missing/"):
            status = "404 Not Found"
        body = body.encode()
        head = (f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{extra}"
                # Asks LinkChecker to keep to the rate that it was given.
                "LinkChecker: as configured\r\n"
                f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n")
        return head.encode() + (b"" if method == "HEAD" else body)
