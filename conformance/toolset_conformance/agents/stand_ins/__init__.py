"""The stand-ins: a Messages API and MCP servers on loopback, which write down all that they see."""
