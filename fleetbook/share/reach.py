"""Find the network addresses of this machine, and open sockets that listen at them."""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress

from fleetbook.core.errors import FleetbookError
from fleetbook.store.errors import cause

HERE = "127.0.0.1"
BACKLOG = 64
PATIENCE_MS = 20_000  # milliseconds for a phone to acknowledge data, on systems with such a limit
_ASK_ADDRESS = 0x8915  # SIOCGIFADDR of Linux


class Unreachable(FleetbookError):
    """An address at which the window cannot listen."""


def addresses() -> list[str]:
    """The addresses of this machine in its networks, without loopback, the most useful first.

    Self-assigned addresses and addresses of virtual networks, which phones can hardly reach, come last.
    """
    routed = [*_of_routes()]
    found = dict.fromkeys((*_of_interfaces(), *routed, *_of_name()))
    usable = [address for address in found if not address.startswith(("127.", "0."))]
    return sorted(usable, key=lambda address: (address.startswith("169.254."), address not in routed and address.endswith(".1")))


def _of_interfaces() -> Iterator[str]:
    if not sys.platform.startswith("linux"):
        return
    import fcntl  # noqa: PLC0415 (not on every system)

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                answer = fcntl.ioctl(asking, _ASK_ADDRESS, struct.pack("256s", name.encode()[:15]))
                yield socket.inet_ntoa(answer[20:24])


def _of_routes() -> Iterator[str]:
    """The network address from which this machine reaches the internet. Nothing is sent to find it."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(("192.0.2.1", 9))
        yield asking.getsockname()[0]


def _of_name() -> Iterator[str]:
    with suppress(OSError):
        yield from (str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET))


def listening(hosts: Sequence[str], port: int, stack: ExitStack) -> list[socket.socket]:
    """Sockets that listen at these addresses on one port. Port 0 takes any free port. ``stack`` closes them. Raises
    Unreachable.
    """
    sockets: list[socket.socket] = []
    for host in hosts:
        listener = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP))
        # SO_REUSEADDR would let any program on Windows take this port, and receive the phones' links.
        alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        listener.setsockopt(socket.SOL_SOCKET, alone, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, PATIENCE_MS)
        try:
            listener.bind((host, port))
            listener.listen(BACKLOG)
        except OSError as error:
            raise Unreachable(f"{host}:{port} cannot be listened at: {cause(error)}; another --port may be free") from None
        port = listener.getsockname()[1]
        sockets.append(listener)
    return sockets


def who_can_reach(hosts: Sequence[str]) -> str:
    """A sentence that tells who can open the links at these addresses."""
    if list(hosts) == [HERE]:
        return "only this machine can reach these links"
    return (
        "everyone in the networks of these addresses can reach them; a link is enough to read its page, and nothing is encrypted"
    )
