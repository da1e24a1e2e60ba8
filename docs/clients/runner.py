"""A match between two UGI engines, by a program that knows no rules and nothing of boardgame.

    runner.py GAMES MOVETIME COMMAND1 COMMAND2

Each engine is asked whose turn it is and how the game stands, and both must agree. A game is
opened by two moves that the first engine draws from `query legal` where it has that, so that games
differ. The last line says the score.
"""

import random
import shlex
import subprocess
import sys


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.tell("ugi")
        self.answer("ugiok")
        self.tell("isready")
        self.answer("readyok")

    def tell(self, line):
        self.process.stdin.write(line + "\n")

    def answer(self, word):
        for line in self.process.stdout:
            if line.startswith(word):
                return line.rstrip("\n")
        sys.exit("an engine has gone away while it was to say " + word)

    def query(self, what):
        self.tell("query " + what)
        return self.answer("response").removeprefix("response").strip()


def agreed(engines, what):
    answers = [e.query(what) for e in engines]
    if answers[0] != answers[1]:
        sys.exit(f"the engines disagree on {what}: {answers}")
    return answers[0]


def play(engines, movetime, dice):
    moves = []
    for e in engines:
        e.tell("uginewgame")
    while True:
        for e in engines:
            e.tell("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        if agreed(engines, "gameover") == "true":
            return agreed(engines, "result"), moves
        mover = engines[0 if agreed(engines, "p1turn") == "true" else 1]
        if len(moves) < 2:
            moves.append(dice.choice(engines[0].query("legal").split()))
            continue
        mover.tell(f"go movetime {movetime}")
        move = mover.answer("bestmove").split()[1]
        if move not in ("0000", "") and len(moves) < 1000:
            moves.append(move)
        else:
            sys.exit("no move: " + " ".join(moves))


def main():
    games, movetime = int(sys.argv[1]), int(sys.argv[2])
    engines = [Engine(c) for c in sys.argv[3:5]]
    score = [0.0, 0.0]
    dice = random.Random(1)
    for game in range(games):
        order = engines if game % 2 == 0 else engines[::-1]
        result, moves = play(order, movetime, dice)
        points = {"p1win": 1.0, "p2win": 0.0, "draw": 0.5}[result]
        first = 0 if game % 2 == 0 else 1
        score[first] += points
        score[1 - first] += 1 - points
        print(f"game {game + 1}: {result} after {len(moves)} turns", flush=True)
    for e in engines:
        e.tell("quit")
        if e.process.wait(10) != 0:
            sys.exit("an engine did not quit in peace")
    print(f"score {score[0]} : {score[1]}")


main()
