"""HTTP and sockets on top: requests are counted, read, answered or refused."""
