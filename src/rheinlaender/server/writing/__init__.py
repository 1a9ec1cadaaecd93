"""Writers: what is sent of tables, games, lessons and the book, as the contract describes it."""
