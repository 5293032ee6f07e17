"""What a driver in Python is: a conversation a line in, a line out when the agent is done."""

import asyncio
import json
import sys
import traceback


def drive(converse):
    """Run ``async converse(prompt, api, key, servers)`` for each line of standard input, until its end."""
    for line in sys.stdin:
        answer = {}
        try:
            asyncio.run(converse(**json.loads(line)))
        except Exception as error:
            traceback.print_exc()
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)
