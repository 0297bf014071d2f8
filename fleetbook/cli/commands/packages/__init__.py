"""Commands for those who write rules: a package to begin with, and what is wrong with one."""
