"""A page in the browser that shows pictures as they come, says what they show, and has buttons; for this computer
only."""

from __future__ import annotations

import re
import socket
import sys
import threading
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, SimpleQueue
from types import MappingProxyType
from typing import Any, Generic, TypeVar
from urllib.parse import parse_qs

from firmware.window.said import Said
from vision.photo import Picture, encoded

PORT = 8377
"""Where a page is served unless another one is there, so that a tunnel or a bookmark leads to the next as well."""

WhatT = TypeVar("WhatT")

_BOUNDARY = "kibitz"
_NEXT = f"--{_BOUNDARY}\r\nContent-Type: image/jpeg\r\n\r\n".encode()
"""Before the first picture and right after each: Chromium shows one once the head of the next is there."""
_SHORT = re.compile("[0-9]{1,3}")
"""Lengths of what the page's forms send, in bytes; of very long ones Python makes no number."""
_HOSTS = ("127.0.0.1", "localhost")  # under whatever port a tunnel may have given it
_PATIENCE_S = 10.0
"""For a browser to say what it wants; what is sent to it as it comes may take any time."""
_SAID_AGAIN_S = 5.0
"""So long after it was said, the same is said again: who hears nothing more knows that Kibitz is not reached, and of
who does not listen any more the server learns."""
_ON_THE_WAY = 1 << 16
"""Bytes that may wait to be sent to a browser: pictures of a slow connection would else be half a minute old."""
_SHUT_WITHIN_S = 0.05
"""So long who closes the page may have to wait for the server to notice."""
_HTML, _STYLE, _SCRIPT = (
    (Path(__file__).parent / "web" / name).read_text("utf-8") for name in ("page.html", "page.css", "page.js")
)
_BUTTON = '<button name="press" value="{name}">{label}</button>'


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


_GUARD = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "img-src 'self'",
            "connect-src 'self'",
            "form-action 'self'",
            f"style-src {_hash(_STYLE)}",
            f"script-src {_hash(_SCRIPT)}",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "X-Frame-Options": "DENY",
}
"""The page has what it needs, and no other page shows it as a part of itself, where players would press unawares."""


@dataclass(frozen=True, slots=True)
class Words:
    """code: that of the page's language. shown: what its picture shows. log: the name of the list of what has
    happened. lost: what the page says once it is no longer served, as its picture stays."""

    code: str
    shown: str
    log: str
    lost: str


class _Server(ThreadingHTTPServer):
    """A server that is silent about browsers closed while they are answered."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Called while an error of a request is being handled."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Latest(Generic[WhatT]):
    """Something that comes from time to time; everybody who waits for it gets the latest."""

    def __init__(self) -> None:
        self._fresh = threading.Condition()
        self._what: WhatT | None = None
        self._number = 0
        self._closed = False

    def put(self, what: WhatT) -> None:
        """Hand it to all who wait."""
        with self._fresh:
            self._what, self._number = what, self._number + 1
            self._fresh.notify_all()

    def after(self, number: int, patience_s: float | None = None) -> tuple[int, WhatT] | None:
        """What comes after `number`, with its own number, as soon as it is there; None when nothing will come.

        patience_s: after so long the latest is given once more; without it, nothing is given twice.
        """
        with self._fresh:
            self._fresh.wait_for(lambda: self._closed or self._number != number, patience_s)
            return None if self._closed or self._what is None else (self._number, self._what)

    def close(self) -> None:
        """Nothing comes any more."""
        with self._fresh:
            self._closed = True
            self._fresh.notify_all()


class Page:
    """Serves the latest picture as a stream of JPEGs (multipart/x-mixed-replace), which every browser plays, and what
    it shows as text, for those who hear a page."""

    def __init__(
        self,
        words: Words,
        buttons: Mapping[str, str] | None = None,
        port: int = PORT,
        *,
        is_drawn: bool = False,
    ) -> None:
        """Serve on a port of 127.0.0.1, or, where that one is taken, on any that is free.

        buttons: what is written on them, by names. is_drawn: whether it is to have room for drawings in letters.
        """
        self._buttons = dict(buttons or {})
        form = "".join(_BUTTON.format(name=escape(it), label=escape(on)) for it, on in self._buttons.items())
        self._fixed = {
            "code": escape(words.code),
            "shown": escape(words.shown),
            "log": escape(words.log),
            "lost": escape(words.lost),
            "buttons": form,
            "kind": "drawn" if is_drawn else "",
            "style": _STYLE,
            "script": _SCRIPT,
        }
        self._pictures, self._texts = _Latest[bytes](), _Latest[bytes]()
        self._uprights = _Latest[Callable[[], Picture]]()
        self._said = Said()
        self._texts.put(self._said.as_json())
        self._pressed: SimpleQueue[str] = SimpleQueue()
        page = self

        class Handler(BaseHTTPRequestHandler):
            timeout = _PATIENCE_S

            def do_GET(self) -> None:
                page._answer(self)

            def do_POST(self) -> None:
                page._press(self)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = _served(port, Handler)
        threading.Thread(target=self._server.serve_forever, args=[_SHUT_WITHIN_S], daemon=True).start()

    @property
    def address(self) -> str:
        """Where to point the browser."""
        return f"http://{_HOSTS[0]}:{self._server.server_address[1]}/"

    def show(self, picture: Picture, upright: Callable[[], Picture] | None = None) -> None:
        """Show a picture (H, W, 3) uint8 RGB to all who look.

        upright: makes the picture for high and narrow windows, such as those of phones, if one is open.
        """
        self._pictures.put(encoded(picture, ".jpg"))
        self._uprights.put(upright or (lambda: picture))

    def say(self, said: Said) -> None:
        """Say what the picture shows, or why there is none, and what has happened."""
        if said != self._said:
            self._said = said
            self._texts.put(said.as_json())

    def pressed(self) -> list[str]:
        """The names of the buttons that were pressed since the last call."""
        names = []
        while True:
            try:
                names.append(self._pressed.get_nowait())
            except Empty:
                return names

    def close(self) -> None:
        """Stop serving; may be called twice."""
        self._pictures.close()
        self._uprights.close()
        self._texts.close()
        self._server.shutdown()
        self._server.server_close()

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        path = request.path.partition("?")[0]
        if not _is_asked_as_local(request):
            request.send_error(403)
        elif path == "/":
            _begin(request, "text/html; charset=utf-8", _GUARD)
            request.wfile.write(_HTML.format(**self._fixed, **self._said.as_html()).encode())
        elif path == "/pictures":
            _begin_pictures(request)
            _stream(request, self._pictures, _as_part)
        elif path == "/upright":
            _begin_pictures(request)
            _stream(request, self._uprights, lambda made: _as_part(encoded(made(), ".jpg")))
        elif path == "/said":
            _begin(request, "text/event-stream; charset=utf-8")
            _stream(request, self._texts, _as_event, _SAID_AGAIN_S)
        else:
            request.send_error(404)

    def _press(self, request: BaseHTTPRequestHandler) -> None:
        """Take in a press, if it comes from this very page: what other pages send is none of the players' doing."""
        is_own = request.headers.get("Origin") == f"http://{request.headers.get('Host')}"
        if not (is_own and _is_asked_as_local(request)):
            request.send_error(403)
        elif request.path != "/press" or (pressed := _pressed(request)) not in self._buttons:
            request.send_error(404)
        else:
            self._pressed.put(pressed)
            request.send_response(204)  # the browser stays where it is
            request.end_headers()


def _served(port: int, handler: type[BaseHTTPRequestHandler]) -> _Server:
    try:
        return _Server((_HOSTS[0], port), handler)
    except OSError:
        return _Server((_HOSTS[0], 0), handler)


def _pressed(request: BaseHTTPRequestHandler) -> str:
    """The contents of a form; nothing if they are longer than any form of the page."""
    length = request.headers.get("Content-Length", "")
    body = request.rfile.read(int(length)) if _SHORT.fullmatch(length) else b""
    return parse_qs(body.decode("ascii", "replace")).get("press", [""])[0]


def _is_asked_as_local(request: BaseHTTPRequestHandler) -> bool:
    """Whether the browser was pointed at this computer, not at a foreign name that was made to lead here."""
    return request.headers.get("Host", "").partition(":")[0] in _HOSTS


def _begin(
    request: BaseHTTPRequestHandler, kind: str, more: Mapping[str, str] = MappingProxyType({})
) -> None:
    request.send_response(200)
    for name, value in {"Content-Type": kind, "Cache-Control": "no-store", **more}.items():
        request.send_header(name, value)
    request.end_headers()


def _begin_pictures(request: BaseHTTPRequestHandler) -> None:
    _begin(request, f"multipart/x-mixed-replace; boundary={_BOUNDARY}")
    request.wfile.write(_NEXT)


def _as_part(jpeg: bytes) -> bytes:
    return jpeg + b"\r\n" + _NEXT


def _as_event(text: bytes) -> bytes:
    return b"data: %s\n\n" % text


def _stream(
    request: BaseHTTPRequestHandler,
    latest: _Latest[WhatT],
    put: Callable[[WhatT], bytes],
    patience_s: float | None = None,
) -> None:
    shown = 0
    request.connection.settimeout(None)
    request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _ON_THE_WAY)
    try:
        while (fresh := latest.after(shown, patience_s)) is not None:
            shown, what = fresh
            request.wfile.write(put(what))
            request.wfile.flush()
    except (BrokenPipeError, ConnectionResetError):
        return  # the browser was closed
