"""Hash functions. They are those of Python itself: the functions of OpenSSL, which ``hashlib`` loads, would take half a megabyte
of memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import blake2b, sha256
else:
    try:
        from _blake2 import blake2b
        from _sha256 import sha256
    except ImportError:  # Python 3.12 on, or a Python without its own hash functions
        from hashlib import blake2b, sha256

__all__ = ["blake2b", "sha256"]
