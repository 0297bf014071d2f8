"""Packages of rules, ours and strangers': what they declare, whether it can be used, and where in their files it cannot."""
