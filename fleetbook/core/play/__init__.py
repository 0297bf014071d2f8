"""Playing a battle: the journal, the driver that carries out orders, what each side may read, and records in words."""
