"""The server: tables in the browser, kept in an append-only log."""
