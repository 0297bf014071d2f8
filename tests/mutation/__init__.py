"""Whether the tests that claim to prove a figure fail when it is changed: ``python -m tests.mutation SYSTEM [--table NAME]``."""
