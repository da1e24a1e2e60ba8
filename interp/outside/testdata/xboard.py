"""An engine that speaks the protocol of xboard, for tic-tac-toe. What it does wrong is its argument."""
import sys

mode = sys.argv[1] if len(sys.argv) > 1 else ""
cells = [c + r for r in "123" for c in "abc"]
taken = set()


def say(text):
    print(text, flush=True)


for line in sys.stdin:
    word = line.strip()
    if word == "protover 2":
        say("feature done=1")
    elif word == "new":
        taken = set()
    elif word in cells:
        taken.add(word)
    elif word == "go":
        if mode == "draw":
            say("1/2-1/2 {by agreement}")
            continue
        if mode == "resign":
            say("0-1 {White resigns}")
            continue
        say("move " + next(c for c in cells if c not in taken))
        say("1-0 {it thinks that it has won}")
    elif word == "quit":
        break
