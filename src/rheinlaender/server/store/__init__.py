"""The store: the logs of all tables, durable and only ever appended. The trade calls this event sourcing."""
