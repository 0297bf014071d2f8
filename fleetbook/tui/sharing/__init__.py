"""The players' window from the app: its server, and the page of its links, codes and readers."""
