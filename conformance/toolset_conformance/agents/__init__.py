"""Whole programs as ports: an agent is started as its users start it, between stand-ins of the Messages API and MCP.

The way of the data: a :class:`~.conversation.Conversation` says what the stand-ins will do, the agent is started
between them, and an :class:`~.conversation.Observation` holds what it did.
"""
