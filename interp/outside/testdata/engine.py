"""A small engine for tic-tac-toe that speaks UGI: it plays on the first free cell. With an argument it misbehaves."""
import subprocess
import sys
import time

mode = sys.argv[1] if len(sys.argv) > 1 else ""
cells = [c + r for r in "123" for c in "abc"]
moves = []
games = 0


def say(text):
    print(text, flush=True)


def go():
    if mode == "crash" and len(moves) >= 2:
        print("Traceback: something broke", file=sys.stderr, flush=True)
        sys.exit(3)
    if mode == "silent" and len(moves) >= 2:
        time.sleep(600)
    if mode == "illegal" and len(moves) >= 2:
        return say("bestmove " + moves[0])
    if mode == "nonsense" and len(moves) >= 2:
        return say("bestmove \x1b[31m\x00 over there")
    if mode == "empty":
        return say("bestmove")
    if mode == "flood":
        for _ in range(15000):
            say("info string " + "x" * 50)
    if mode == "longline":
        sys.stdout.write("x" * (2 << 20))
        sys.stdout.flush()
    if mode == "slow":
        time.sleep(0.3)
    if mode == "deaf":
        say("bestmove " + next(c for c in cells if c not in moves))
        time.sleep(600)
    say("info depth 1 score cp 0 nodes 1 time 0 pv a1")
    say("bestmove " + next(c for c in cells if c not in moves))


if mode == "mute":
    time.sleep(600)
if mode == "family":
    child = subprocess.Popen(["sleep", "600"])
    print("child", child.pid, file=open(sys.argv[2], "w"))
while line := sys.stdin.readline():
    words = line.split()
    if words[:1] == ["ugi"]:
        say("id name first free cell")
        say("ugiok")
    elif words[:1] == ["isready"]:
        say("readyok")
    elif words[:1] == ["position"]:
        moves = words[words.index("moves") + 1:] if "moves" in words else []
    elif words[:1] == ["go"]:
        go()
    elif words[:1] == ["quit"] and mode != "stubborn":
        break
if mode == "stubborn":
    time.sleep(600)
