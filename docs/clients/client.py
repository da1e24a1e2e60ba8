#!/usr/bin/env python3
"""Plays games with boardgame and draws how long random games last.

    python3 client.py [BOARDGAME] [GAME]

BOARDGAME is the program (by default the one in PATH), GAME a game that comes with it. The class Boardgame is a whole
client of the protocol in docs/protocol.md: copy it.
"""
import json
import subprocess
import sys


class Failure(Exception):
    """An error that the program answered: code, message and data."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code, self.data = error["code"], error.get("data")


class Boardgame:
    """A running program. Methods of the protocol are methods of this object: b.start(name="hex")."""

    def __init__(self, program="boardgame"):
        self.process = subprocess.Popen(
            [program, "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.last = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def ask(self, method, event=None, **params):
        """Sends a request and returns its result. Events on the way are given to the function event."""
        self.last += 1
        print(json.dumps({"id": self.last, "method": method, "params": params}), file=self.process.stdin, flush=True)
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer["id"] != self.last:
                continue  # an event of something else, such as a table that is watched
            if "event" in answer:
                if event:
                    event(answer["data"])
            elif "error" in answer:
                raise Failure(answer["error"])
            else:
                return answer["result"]
        raise EOFError("the program has ended")

    def __getattr__(self, method):
        return lambda event=None, **params: self.ask(method, event, **params)


def play(game, name, first, second):
    """Lets two bots play a game and shows it."""
    state = game.start(name=name, seed=1)
    table = state["table"]
    while not state["over"]:
        level = (first, second)[state["seat"] % 2]
        state = game.bot(table=table, level=level)["state"]
    for number, turn in enumerate(game.history(table=table)["turns"], 1):
        print(f"{number:3}. {turn['player']}: {turn['text']}")
    print(game.board(table=table, text=True)["text"])
    print(state["result"]["text"])
    game.close(table=table)


def refused(game, name):
    """Shows what the program says to a move that makes no sense."""
    table = game.start(name=name)["table"]
    try:
        game.play(table=table, move="z99")
    except Failure as failure:
        print(f"{failure.code}: {failure}")
    game.close(table=table)


def histogram(game, name, games=400, width=50):
    """Draws the lengths of random games."""
    table = game.start(name=name)["table"]
    lengths = game.playouts(table=table, games=games, seed=1)["lengths"]
    game.close(table=table)
    step = max(1, (max(lengths) - min(lengths)) // 12 + 1)
    bars = {}
    for length in lengths:
        bars[length // step] = bars.get(length // step, 0) + 1
    print(f"{games} random games of {name}, by their number of steps:")
    for bar in range(min(bars), max(bars) + 1):
        count = bars.get(bar, 0)
        mark = "#" * round(count * width / max(bars.values()))
        print(f"{bar * step:5}-{bar * step + step - 1:<5} {count:4} {mark}")


if __name__ == "__main__":
    program = sys.argv[1] if len(sys.argv) > 1 else "boardgame"
    name = sys.argv[2] if len(sys.argv) > 2 else "connect-four"
    with Boardgame(program) as game:
        play(game, name, "greedy", "random")
        refused(game, name)
        histogram(game, name)
