"""Alembic's entry: the steps run in the transaction of the connection that the store hands over."""

from alembic import context

from rheinlaender.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
