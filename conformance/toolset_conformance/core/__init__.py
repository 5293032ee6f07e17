"""What all the rest is made of: JSON values, messages and methods of the protocol, mismatches, errors."""
