"""The web application of the window. Only valid links get pages; everybody else gets the same refusal."""

from __future__ import annotations

import asyncio
import re
import time
from base64 import b64encode
from collections.abc import Collection, Hashable, Iterable, Mapping
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any
from urllib.parse import parse_qsl

from markupsafe import Markup
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fleetbook.core.errors import FleetbookError
from fleetbook.referee.proposals.roles import Role
from fleetbook.share.connection import TOKEN
from fleetbook.share.links import Tokens
from fleetbook.share.live_pages import LivePages
from fleetbook.share.orders import values_of
from fleetbook.share.page import FOLDER, templates
from fleetbook.share.streams import Stream, Streams, left

NOTHING = "<!DOCTYPE html><title>fleetbook</title><p>There is nothing here. Ask the referee for your code."
PAGE_NUMBER = re.compile("[1-9][0-9]{0,5}", re.ASCII)
ALLOWED = ("GET", "HEAD", "POST")
LARGEST_FORM, MOST_FIELDS = 4096, 40  # bytes and values of a form that a phone sends
FACE, ROLL, REST = re.compile("[0-9]{1,3}", re.ASCII), "roll", "rest"
READY = "yes"
EXTRA = ("id", "likewise")
SENT_ALREADY = "This order was sent already."
BURST, EVERY = 40, 0.1
"""A client may send BURST requests at once, as when its pages reconnect, and after that one every EVERY seconds."""
KINDER = 3  # how many times faster requests with a link may come, because phones of a side may share an address
ORDER = "order"  # the page that costs most work: a link may request it no faster than a stranger
LONGEST_WAIT = 2.0  # seconds; a request that would have to wait longer is refused
MOST_KEPT = 256
PRESSED = 4
"""The level of compression, from 1 to 9. Compressed lengths reveal no secret, because a page holds nothing that its reader may
not know.
"""


def policy(style: str, script: str = "", forms: bool = False) -> str:
    """The Content-Security-Policy of a page. It allows the page's own style and script, named by their hashes, and its stream.
    ``forms`` also allows forms that are sent to this window.
    """
    scripts = f"; script-src {_hash(script)}; connect-src 'self'" if script else ""
    goes_to = "'self'" if forms else "'none'"
    return (
        f"default-src 'none'; style-src {_hash(style)}{scripts}; img-src data:; "
        f"base-uri 'none'; form-action {goes_to}; frame-ancestors 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


HEADERS: Mapping[str, str] = {
    "cache-control": "no-store",
    "referrer-policy": "same-origin",  # with no-referrer, browsers send forms from an unknown origin
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
ONLY_SHOWN = "This page only shows the battle: no orders can be sent from it. Tell the referee yours."
NO_PAGE = {"content-security-policy": "default-src 'none'; frame-ancestors 'none'"}


class NotTaken(HTTPException):
    """The referee takes no orders from phones at the moment."""


class Window:
    """Serves the pages and streams of a shared battle. Every address begins with a link's token."""

    def __init__(self, pages: LivePages, tokens: Tokens, beat: float, with_referee: bool = True) -> None:
        """``with_referee`` says whether a program of the referee takes part, to which orders can be sent."""
        self._with_referee = with_referee
        self.streams = Streams(pages, beat)
        self.pages, self._tokens, self._beat = pages, tokens, beat
        pages.desk.has_page = lambda role: bool(self.streams.watching.get(role))
        self._css = (FOLDER / "window.css").read_text(encoding="utf-8")
        self._script = (FOLDER / "window.js").read_text(encoding="utf-8")
        self._order_script = (FOLDER / "order.js").read_text(encoding="utf-8")

    def app(self, hosts: Collection[str]) -> ASGIApp:
        """The web application, which answers only requests addressed to these hosts."""
        routes = [
            Route("/{token}/", self._page),
            Route("/{token}/events", self._events),
            Route("/{token}/journal", self._journal),
            Route("/{token}/report", self._report),
            Route("/{token}/order", self._order),
            Route("/{token}/order", self._send, methods=["POST"]),
            Route("/{token}/back", self._take_back, methods=["POST"]),
            Route("/{token}/die", self._throw, methods=["POST"]),
            Route("/{token}/mistake", self._mistake, methods=["POST"]),
            Route("/{token}/choice", self._choose, methods=["POST"]),
            Route("/{token}/ready", self._ready, methods=["POST"]),
        ]
        handlers = {NotTaken: self._not_taken, HTTPException: _refused, Exception: _refused}
        starlette = Starlette(routes=routes, exception_handlers=handlers)
        starlette.router.redirect_slashes = False
        return GZipMiddleware(Guard(starlette, hosts, self._tokens), compresslevel=PRESSED, exclude_content_types=())

    def _token(self, request: Request) -> bytes:
        token = self._tokens.found(request.path_params["token"])
        if token is None:
            raise HTTPException(404)
        return token

    async def _page(self, request: Request) -> Response:
        role = self._tokens.roles[self._token(request)]
        if request.method != "HEAD":
            self.streams.expect(role)
        if role.gives_orders:
            self.pages.leave(role.side or "", request.query_params.get("left", ""))
        page = templates().get_template("page.html.j2")
        text = page.render(
            page=self.pages.page(role),
            side=role.side,
            gives_orders=role.gives_orders,
            with_referee=self._with_referee,
            reader=role.words,
            beat=self._beat,
            css=Markup(self._css),
            script=Markup(self._script),
            only_shown=ONLY_SHOWN,
        )
        return HTMLResponse(text, headers={"content-security-policy": policy(self._css, self._script, forms=True)})

    def _player(self, request: Request) -> Role:
        """The role that gives orders over this link. Raises HTTPException if the link gives none, and NotTaken while the referee
        takes no orders.
        """
        role = self._tokens.roles[self._token(request)]
        if not role.gives_orders:
            raise HTTPException(404)
        if not self.pages.desk.post.takes:
            raise NotTaken(404)
        return role

    def _not_taken(self, _request: Request, _error: Exception) -> Response:
        if not self._with_referee:
            return self._refusal("No orders here", ONLY_SHOWN, 404)
        return self._refusal("No orders now", "The referee takes no orders from phones now. Tell him yours.", 404)

    def _refusal(self, heading: str, error: object, status: int) -> Response:
        text = templates().get_template("refused.html.j2").render(css=Markup(self._css), heading=heading, error=error)
        return HTMLResponse(text, status, headers={"content-security-policy": policy(self._css)})

    async def _order(self, request: Request, trouble: str = "", words: Mapping[str, str] | None = None) -> Response:
        role = self._player(request)
        try:
            order, entered, ask, who = values_of(_words(request.query_params.multi_items()) if words is None else words)
            page = await self.pages.order_page(role, order, entered, ask, who)
        except FleetbookError as error:
            return self._refusal("No such order", error, 400)
        text = (
            templates()
            .get_template("order.html.j2")
            .render(
                page=page,
                side=role.side,
                trouble=trouble,
                id=token_urlsafe(16),
                css=Markup(self._css),
                script=Markup(self._order_script),
            )
        )
        return HTMLResponse(text, headers={"content-security-policy": policy(self._css, self._order_script, forms=True)})

    async def _send(self, request: Request) -> Response:
        role, words = self._player(request), await _form(request)
        try:
            taken = await self.pages.send(role, words, words.get("id") or token_urlsafe(16))
        except FleetbookError as error:
            return await self._order(request, str(error), {name: value for name, value in words.items() if name not in EXTRA})
        return _home() if taken else await self._order(request, SENT_ALREADY, {n: v for n, v in words.items() if n not in EXTRA})

    async def _take_back(self, request: Request) -> Response:
        role, words = self._player(request), await _form(request)
        self.pages.desk.take_back(role, words.get("id", ""))
        return _home()

    async def _throw(self, request: Request) -> Response:
        role, words = self._player(request), await _form(request)
        face = words.get("face", "")
        rolls = face in (ROLL, REST)
        if rolls or FACE.fullmatch(face):
            with self.pages.telling():
                self.pages.desk.throw(role, words.get("asked", ""), None if rolls else int(face), face == REST)
        return _home()

    async def _mistake(self, request: Request) -> Response:
        role, _ = self._player(request), await _form(request)
        with self.pages.telling():
            self.pages.desk.mistake(role)
        return _home()

    async def _choose(self, request: Request) -> Response:
        role, words = self._player(request), await _form(request)
        with self.pages.telling():
            self.pages.desk.pick(role, words.get("asked", ""), words.get("option", ""))
        return _home()

    async def _ready(self, request: Request) -> Response:
        role, words = self._player(request), await _form(request)
        self.pages.desk.ready(role, words.get("ready") == READY)
        return _home()

    async def _events(self, request: Request) -> Any:
        token = self._token(request)
        return Stream(self.streams, token, self._tokens.roles[token], request.method == "HEAD")

    async def _journal(self, request: Request) -> Response:
        side = self._tokens.roles[self._token(request)].side
        asked = request.query_params.get("page", "1")
        text = await self.pages.journal(side, int(asked), self._css) if PAGE_NUMBER.fullmatch(asked) else None
        if text is None:
            raise HTTPException(404)
        return HTMLResponse(text, headers={"content-security-policy": policy(self._css)})

    async def _report(self, request: Request) -> Response:
        side = self._tokens.roles[self._token(request)].side
        text = await self.pages.report(side)
        if text is None:
            raise HTTPException(404)
        style = text.partition("<style>")[2].partition("</style>")[0]
        return HTMLResponse(text, headers={"content-security-policy": policy(style)})


def _words(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Words by name. If a name has several values, such as ticked boxes, they become one text."""
    found: dict[str, str] = {}
    for name, value in pairs:
        found[name] = f"{found[name]}; {value}" if name in found else value
    return found


async def _form(request: Request) -> dict[str, str]:
    """The words of a submitted form. Raises HTTPException if the form was not on a page of this window."""
    headers = request.headers
    ours = headers.get("origin", "").lower() == f"http://{headers['host'].lower()}"
    if not ours or headers.get("content-type", "").partition(";")[0] != "application/x-www-form-urlencoded":
        raise HTTPException(403)
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_FORM:
            raise HTTPException(413)
    try:
        return _words(parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict"))
    except ValueError:
        raise HTTPException(400) from None


def _home() -> Response:
    return Response(status_code=303, headers={**NO_PAGE, "location": "./#orders"})


def _refused(_request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return HTMLResponse(NOTHING, status, headers=NO_PAGE)


class Pace:
    """Limits how fast each client may send requests: many at first, then a steady rate. Faster requests wait or are refused."""

    def __init__(self) -> None:
        self._due: dict[Hashable, float] = {}  # when a client's next request is due at the steady rate

    def wait(self, asker: Hashable, kinder: int = 1) -> float | None:
        """The seconds that a new request must wait. None if it is refused; a refused request does not count.

        ``kinder`` multiplies the usual rate for this client.
        """
        now = time.monotonic()
        if len(self._due) >= MOST_KEPT and asker not in self._due:
            self._due = {each: due for each, due in self._due.items() if due > now - BURST * EVERY}
            while len(self._due) >= MOST_KEPT:
                del self._due[min(self._due, key=self._due.__getitem__)]  # the client with the shortest wait
        rested = now - BURST * EVERY
        due = max(self._due.get(asker, rested), rested)
        if due - now > LONGEST_WAIT:
            return None
        self._due[asker] = due + EVERY / kinder
        return max(due - now, 0.0)

    def give_back(self, asker: Hashable, kinder: int = 1) -> None:
        """Stop counting a request whose client left before it was answered."""
        if asker in self._due:
            self._due[asker] -= EVERY / kinder


class Guard:
    """Passes requests that name this host to the application, and limits their rate. Every answer gets the same headers.

    Host and token are checked first. So strangers cannot slow down a reader who shares their address.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str], tokens: Tokens) -> None:
        self._app, self._hosts, self._tokens, self._pace = app, {host.encode() for host in hosts}, tokens, Pace()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            await send(message)

        named = [value for name, value in scope["headers"] if name == b"host"]
        is_ours = len(named) == 1 and named[0].lower() in self._hosts
        scope[TOKEN] = self._tokens.found(scope["path"].split("/")[1]) if is_ours and "/" in scope["path"] else None
        wait = await self._waited(scope, receive)
        if wait is None:
            return
        if not wait:
            answer: ASGIApp = HTMLResponse(NOTHING, 429, {**NO_PAGE, "retry-after": "2"})
        elif scope["method"] not in ALLOWED:
            answer = HTMLResponse(NOTHING, 405, {**NO_PAGE, "allow": ", ".join(ALLOWED), "connection": "close"})
        else:
            answer = self._app if is_ours else HTMLResponse(NOTHING, 404, NO_PAGE)
        await answer(scope, receive, sending)

    async def _waited(self, scope: Scope, receive: Receive) -> bool | None:
        """Wait until a request may be answered. Returns False if it is refused, None if the client has left."""
        kinder = KINDER if scope[TOKEN] and not scope["path"].endswith(f"/{ORDER}") else 1
        asker = scope["client"][0] if scope["client"] else "", scope[TOKEN]
        wait = self._pace.wait(asker, kinder)
        if not wait:
            return wait is not None
        leaving = asyncio.create_task(left(receive))
        gone, _ = await asyncio.wait((leaving,), timeout=wait)
        leaving.cancel()
        if gone:
            self._pace.give_back(asker, kinder)
            return None
        return True
