"""Chromium without a screen, spoken to through a pipe: pages opened as a phone or a wall would, looked at and questioned."""

from __future__ import annotations

import base64
import json
import os
import select
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--remote-debugging-pipe", "--hide-scrollbars",
)  # fmt: skip
PATIENCE = 60.0  # seconds: a busy machine is slow to start a browser
PHONE, WALL = (390, 844), (1920, 1080)


class Browser:
    """One browser; its pages are its tabs."""

    def __init__(self, send: int, receive: int) -> None:
        self._send, self._receive = send, receive
        self._left, self._number = b"", 0
        self.events: list[dict[str, Any]] = []

    def ask(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """Have something done; its answer."""
        self._number += 1
        asked = {"id": self._number, "method": method, "params": parameters, **({"sessionId": session} if session else {})}
        os.write(self._send, json.dumps(asked).encode() + b"\0")
        while True:
            message = self._next()
            if message.get("id") == self._number:
                assert "error" not in message, message
                result: dict[str, Any] = message["result"]
                return result
            self.events.append(message)

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._left:
            assert select.select([self._receive], [], [], PATIENCE)[0], "the browser does not answer"
            more = os.read(self._receive, 1 << 20)
            assert more, "the browser has ended"
            self._left += more
        message, _, self._left = self._left.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found

    def open(self, url: str, size: tuple[int, int], dark: bool = False) -> Tab:
        """A page in a window of a size."""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        tab = Tab(self, target, self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])
        for domain in ("Page", "Runtime", "Log", "Network"):
            tab.ask(f"{domain}.enable")
        tab.ask("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=size == PHONE)
        tab.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        tab.ask("Page.navigate", url=url)
        tab.wait_for("document.readyState === 'complete' && location.href !== 'about:blank'")
        return tab


class Tab:
    """A page that is open."""

    def __init__(self, browser: Browser, target: str, session: str) -> None:
        self._browser, self._target, self._session = browser, target, session

    def close(self) -> None:
        """Close it: a browser keeps six connections to a host and no more, and each open page has one."""
        self._browser.ask("Target.closeTarget", targetId=self._target)

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Have something done in it."""
        return self._browser.ask(method, self._session, **parameters)

    def value(self, expression: str) -> Any:
        """What an expression of the page comes to."""
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def wait_for(self, expression: str, patience: float = PATIENCE) -> float:
        """Wait until an expression holds; how long it took."""
        began = time.monotonic()
        while not self.value(expression):
            assert time.monotonic() - began < patience, f"{expression} does not hold: {self.text}"
        return time.monotonic() - began

    @property
    def text(self) -> str:
        """What is read on it."""
        read: str = self.value("document.body.innerText")
        return read

    def picture(self, path: Path) -> None:
        """What is seen of it."""
        path.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"]))

    def printed(self) -> bytes:
        """The page printed to PDF, on the paper that it asks for."""
        self.value("document.fonts.ready.then(() => true)")
        printed = self.ask("Page.printToPDF", preferCSSPageSize=True, printBackground=True, generateDocumentOutline=False)
        return base64.b64decode(printed["data"])

    @property
    def complaints(self) -> list[str]:
        """What stands in its console, and exceptions."""
        self.value("0")
        own = [event for event in self._browser.events if event.get("sessionId") == self._session]
        kinds = ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled")
        return [json.dumps(event["params"]) for event in own if event["method"] in kinds]


@contextmanager
def browsing(folder: Path, *options: str) -> Iterator[Browser]:
    """A browser that is ended afterwards, with a new profile in a folder."""
    assert CHROMIUM
    asked, answered = folder / "asked", folder / "answered"
    for pipe in (asked, answered):
        os.mkfifo(pipe)
    send, receive = (os.open(pipe, os.O_RDWR) for pipe in (asked, answered))
    # The browser reads commands from the handle 3 and writes answers to 4.
    started = f'exec "$0" "$@" 3<{shlex.quote(str(asked))} 4>{shlex.quote(str(answered))}'
    command = ["/bin/sh", "-c", started, CHROMIUM, *QUIET, *options, f"--user-data-dir={folder / 'profile'}", "about:blank"]
    nowhere = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere)
    try:
        yield Browser(send, receive)
    finally:
        os.write(send, b'{"id": 0, "method": "Browser.close"}\0')
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        os.close(send)
        os.close(receive)
