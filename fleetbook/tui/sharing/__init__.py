"""The players' window: the app starts its server, and shows a page with its links, codes and readers."""
