"""A minimal WebSocket client for `chongkak serve --listen`."""
import base64
import os
import socket
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A


class WebSocket:
    def __init__(self, url):
        parts = urlsplit(url)
        self.socket = socket.create_connection((parts.hostname, parts.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.reader = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        head = (f"GET {parts.path}?{parts.query} HTTP/1.1", f"Host: {parts.netloc}",
                "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                f"Sec-WebSocket-Key: {key}", "", "")
        self.socket.sendall("\r\n".join(head).encode())
        first, *_ = iter(self.reader.readline, b"\r\n")
        if b" 101 " not in first:
            raise ConnectionError(first.decode().strip())

    def put(self, kind, payload):
        length = len(payload)
        if length < 126:
            size = bytes([0x80 | length])
        elif length < 1 << 16:
            size = b"\xfe" + length.to_bytes(2, "big")
        else:
            size = b"\xff" + length.to_bytes(8, "big")
        # A mask of zeros leaves the bytes unchanged.
        self.socket.sendall(bytes([kind]) + size + bytes(4) + payload)

    def send(self, text):
        self.put(TEXT, text.encode())

    def read(self):
        """Returns the next text; None at the end."""
        while head := self.reader.read(2):
            length = head[1]
            if length >= 126:
                length = int.from_bytes(self.reader.read(2 if length == 126 else 8), "big")
            payload = self.reader.read(length)
            if head[0] == TEXT:
                return payload.decode()
            if head[0] == CLOSE:
                break
            if head[0] == PING:
                self.put(PONG, payload)
        return None

    def close(self, word=True):
        """Closes the connection: with a close frame, which the server answers, or without."""
        if word:
            self.put(CLOSE, b"")
            while self.read() is not None:
                pass
        self.reader.close()
        self.socket.close()
