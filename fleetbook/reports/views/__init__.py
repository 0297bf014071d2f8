"""What a battle tells, as data for screens, reports and JSON."""
