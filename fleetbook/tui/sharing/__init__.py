"""The players' window in the app: its server, and a page with its links and readers."""
