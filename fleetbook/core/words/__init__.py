"""The sentences that rules write, stored as data, and the code that turns them into text."""
