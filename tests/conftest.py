"""What all tests share: compiled modules are kept, also where the environment says not to, or every process that a test starts
would compile the program anew, and every worker all tests; and the data folder is not the user's.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tests.share.chromium import Browser

settings.register_profile("fleetbook", deadline=None)  # a busy machine is slow, and no test is wrong for it
settings.load_profile("fleetbook")
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.fixture(scope="session", autouse=True)
def data_folder_of_all_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A data folder for tests that have none of their own, and one in which the processes of a run share played battles."""
    from fleetbook.store.library.paths import DATA_VARIABLE  # noqa: PLC0415 (once compiled modules are kept)

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(DATA_VARIABLE, str(tmp_path_factory.mktemp("data")))
        if "PYTEST_XDIST_WORKER" in os.environ:
            shared = tmp_path_factory.getbasetemp().parent / "played"
            shared.mkdir(exist_ok=True)
            patch.setenv("FLEETBOOK_PLAYED", str(shared))
        yield


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One Chromium for all pages that a process prints: it takes a second to start."""
    from tests.share.chromium import browsing  # noqa: PLC0415 (likewise)

    with browsing(tmp_path_factory.mktemp("browser")) as one:
        yield one


@pytest.fixture(autouse=True)
def no_preferences_of_another_test(data_folder_of_all_tests: None) -> Iterator[None]:
    """A preference that a test has set in the folder of all tests ends with that test."""
    from fleetbook.store.library.paths import data_folder  # noqa: PLC0415 (likewise)

    path = data_folder() / "config.toml"
    yield
    path.unlink(missing_ok=True)
