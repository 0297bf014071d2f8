"""Playing a battle: a driver carries out orders, a journal stores them, and each side reads its own view."""
