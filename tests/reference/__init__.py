"""docs/rules-reference.md, made from the code: what rules may use, with examples that are run."""
