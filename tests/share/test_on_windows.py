"""The players' window on Windows: a port of its own, addresses that phones reach, an ordered end without a loop's signals."""

from __future__ import annotations

import asyncio
import signal
import socket
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest

from fleetbook.share import reach
from fleetbook.share.reach import addresses, listening
from fleetbook.share.sharing import share
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from tests.share.visiting import PATIENCE, Listener


def test_no_other_program_can_take_the_port_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """With SO_REUSEADDR, Windows gives a port that is listened at to any program that asks for it the same way."""
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", ~socket.SO_REUSEADDR, raising=False)
    set_options: list[int] = []

    class Watched(socket.socket):
        def setsockopt(self, level: int, option: int, *value: object) -> None:
            if level == socket.SOL_SOCKET:
                set_options.append(option)

    monkeypatch.setattr(socket, "socket", Watched)
    with ExitStack() as stack:
        listening(["127.0.0.1"], 0, stack)
    assert set_options == [~socket.SO_REUSEADDR]


def test_the_network_that_leads_elsewhere_comes_first_and_that_of_virtual_machines_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "_of_interfaces", lambda: iter(()))
    monkeypatch.setattr(reach, "_of_routes", lambda: iter(("10.0.0.7",)))
    named = ("169.254.3.4", "172.20.0.1", "192.168.56.1", "127.0.0.1", "10.0.0.7", "192.168.1.20")
    monkeypatch.setattr(reach, "_of_name", lambda: iter(named))
    assert addresses() == ["10.0.0.7", "192.168.1.20", "172.20.0.1", "192.168.56.1", "169.254.3.4"]


def test_an_interrupt_ends_the_sharing_in_order_where_a_loop_takes_no_signals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(asyncio.SelectorEventLoop, "add_signal_handler", none, raising=False)
    path = tmp_path / "a.battle"
    BattleFile.create(path, load_setup("ijmuiden")).close()
    before, listener = signal.getsignal(signal.SIGINT), Listener()

    def interrupt() -> None:
        assert listener.serves.wait(PATIENCE)
        signal.raise_signal(signal.SIGINT)

    threading.Thread(target=interrupt).start()
    share(path, listener)
    assert signal.getsignal(signal.SIGINT) is before
    assert listener.links
