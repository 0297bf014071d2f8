"""What a report says, section by section, as blocks that any format renders."""
