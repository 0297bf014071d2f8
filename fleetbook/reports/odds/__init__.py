"""The odds of an order as data. The computation is a module of its own, which is loaded only when odds are needed."""
