"""A page in the browser that shows pictures as they come; for this computer only."""

from __future__ import annotations

import sys
import threading
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import cv2

from engine.messages import Language, Message
from vision.photo import Picture

SHOWN = Message("The table, and what Kibitz says of it")

_BOUNDARY = "kibitz"
_HTML = """<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Kibitz</title>
<style>body{{margin:0;background:#222;display:grid;place-items:center;height:100vh}}
img{{max-width:100vw;max-height:100vh}}</style><img src="/pictures" alt="{shown}">"""


class _Server(ThreadingHTTPServer):
    """Says nothing of browsers that are closed while they are answered."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Called while an error of a request is being handled."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class Page:
    """Serves the latest picture as a stream of JPEGs (multipart/x-mixed-replace), which every browser plays."""

    def __init__(self, language: Language, port: int = 0) -> None:
        """Serve on a port of 127.0.0.1, or on any that is free. OSError when that one is taken."""
        shown = escape(language.say(SHOWN))
        self._html = _HTML.format(language=language.code, shown=shown).encode()
        self._fresh = threading.Condition()
        self._jpeg = b""
        self._number = 0
        self._closed = False
        page = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                page._answer(self)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = _Server(("127.0.0.1", port), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        """Where to point the browser."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    def show(self, picture: Picture) -> None:
        """Show a picture (H, W, 3) uint8 RGB to all who look."""
        _, data = cv2.imencode(".jpg", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))
        with self._fresh:
            self._jpeg, self._number = data.tobytes(), self._number + 1
            self._fresh.notify_all()

    def close(self) -> None:
        """Stop serving; may be called twice."""
        with self._fresh:
            self._closed = True
            self._fresh.notify_all()
        self._server.shutdown()
        self._server.server_close()

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        if request.path == "/":
            request.send_response(200)
            request.send_header("Content-Type", "text/html; charset=utf-8")
            request.send_header("Content-Length", str(len(self._html)))
            request.end_headers()
            request.wfile.write(self._html)
        elif request.path == "/pictures":
            self._stream(request)
        else:
            request.send_error(404)

    def _after(self, number: int) -> tuple[int, bytes]:
        """The picture that follows that of a number, with its own, as soon as there is one."""
        with self._fresh:
            self._fresh.wait_for(lambda: self._closed or self._number != number)
            return self._number, self._jpeg

    def _stream(self, request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={_BOUNDARY}")
        request.send_header("Cache-Control", "no-store")
        request.end_headers()
        shown = 0
        try:
            while True:
                shown, jpeg = self._after(shown)
                if self._closed:
                    return
                head = f"--{_BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                request.wfile.write(head.encode() + jpeg + b"\r\n")
        except (BrokenPipeError, ConnectionResetError):
            return  # the browser was closed
