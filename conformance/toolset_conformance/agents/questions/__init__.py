"""From the protocol's questions to conversations, and from what was seen back to answers."""
