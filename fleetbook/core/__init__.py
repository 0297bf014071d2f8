"""The engine: dice, tables, ship cards, procedures, steps, events, battles, play and odds. No screen, no disk, no clock."""
