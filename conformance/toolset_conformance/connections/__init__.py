"""How a port is reached: in this process, or over the protocol."""
