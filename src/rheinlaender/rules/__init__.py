"""The rules, stated once: plain functions over one record, run interpreted or compiled from the same source."""
