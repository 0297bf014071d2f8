"""What all tests share: compiled modules are kept, also where the environment says not to, or every process that a test starts
would compile the program anew, and every worker all tests.
"""

from __future__ import annotations

import os
import sys

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
