"""A battle refereed without a screen: a dialogue of one question a line, for screen readers and simple terminals."""
