"""The rule book: its pages and clauses, its figures worked through, and both in words and markup."""
