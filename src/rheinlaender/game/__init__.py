"""The game for people and servers: typed moves and events, refusals in words, views."""
