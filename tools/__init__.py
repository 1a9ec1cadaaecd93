"""Programs that write parts of this project: drawings, tables, pages."""
