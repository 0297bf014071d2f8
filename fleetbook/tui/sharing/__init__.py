"""The players' window seen from the app: what serves it, and the page of its links, codes and readers."""
