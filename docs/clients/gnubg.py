#!/usr/bin/env python3
"""Measure levels of Backgammon with GNU Backgammon, decision by decision, or let it play:

    boardgame match backgammon --seat "easy medium" --games 20 --out games.jsonl
    python3 gnubg.py games.jsonl
    boardgame match backgammon --seat easy --seat "ugi:python3 gnubg.py ugi"

For each level, it prints the number of decisions and the equity that each loses on average against
the best play. GNU Backgammon estimates equity without looking ahead (0-ply). It is from -1 to 1,
because a gammon counts no more than a win. A turn with only one play is no decision.
"""
import json
import re
import shutil
import subprocess
import sys

GNUBG = shutil.which("gnubg") or "/usr/games/gnubg"
BEGIN = [f"set player {i} human" for i in (0, 1)] + ["set output mwc off", "new match 1"] + [
    f"set automatic {what} off" for what in ("game", "roll", "move", "bearoff")] + [
    f"set evaluation chequerplay evaluation {what}" for what in ("plies 0", "prune off")]


def play(board, start, die):
    """Move a man of the player to move; points count down to it, 25 is the bar, 0 is off."""
    to = max(start - die, 0)
    board[0][start] -= 1
    board[0][to] += 1
    if to and board[1][25 - to] == 1:
        board[1][25 - to], board[1][25] = 0, board[1][25] + 1


def turns(moves, side):
    """Yield for each turn the side, the dice, the steps, and the board before and after it."""
    men = [0] * 26
    men[24], men[13], men[8], men[6] = 2, 5, 3, 5
    board, parts = [men, men[:]], re.split(r"(\d)-(\d):? ?", moves)[1:]
    for high, low, steps in zip(parts[::3], parts[1::3], parts[2::3]):
        mine = [board[side], board[1 - side]]
        before = [side_men[:] for side_men in mine]
        for start, die in re.findall(r"(\w+) (\d)", steps):
            point = 25 if start == "bar" else int(start[1:])
            play(mine, 25 - point if side and point < 25 else point, int(die))
        yield side, (high, low), steps.strip(), before, [men[:] for men in mine]
        side = 1 - side


def decisions(game):
    """Yield the level, the dice, and the board before and after each turn in which men move."""
    level = {seat["player"]: seat["level"] for seat in game["seats"]}
    for side, dice, steps, before, chosen in turns(game["moves"], int(game["first"] == "Black")):
        if steps:
            yield level[("White", "Black")[side]], dice, before, chosen


def told(dice, men, theirs):
    """Return the commands that set up a position and ask about all plays."""
    board = [men[25]] + [men[i] - theirs[25 - i] for i in range(1, 25)] + [-theirs[25]]
    return ["set turn 0", "set board simple " + " ".join(map(str, board)), "set turn 0",
            "set dice %s %s" % dice, "hint 9999"]


def after(board, text):
    """Return the men of both after a play such as bar/22*/20 or 6/off(2)."""
    (men, theirs), names = [side[:] for side in board], {"bar": 25, "off": 0}
    for way, times in re.findall(r"([\w/*]+)(?:\((\d)\))?", text):
        points = [names[p] if p in names else int(p) for p in way.replace("*", "").split("/")]
        men[points[0]] -= int(times or 1)
        men[points[-1]] += int(times or 1)
    for hit in set(re.findall(r"(\d+)\*", text)):
        theirs[25 - int(hit)] -= 1
        theirs[25] += 1
    return [men, theirs]


def ask(commands):
    """Return what GNU Backgammon prints."""
    return subprocess.run([GNUBG, "-t", "-q"], input="\n".join(BEGIN + commands) + "\n", text=True,
                          capture_output=True, check=True).stdout


def ways(board, dice):
    """Yield each way to use some of the dice, as points and dice, and the men of both after it."""
    yield [], board
    for die in set(dice):
        rest = list(dice)
        rest.remove(die)
        for start in [25] if board[0][25] else range(24, 0, -1):
            far = max((i for i in range(26) if board[0][i]), default=0)
            blocked = start > die and board[1][25 - start + die] > 1
            early = start <= die and (far > 6 or start < die and start < far)
            if board[0][start] and not blocked and not early:
                then = [men[:] for men in board]
                play(then, start, die)
                for steps, end in ways(then, rest):
                    yield [(start, die)] + steps, end


def chosen(moves):
    """Return the best play at the end of the moves of a game, as one word of boardgame."""
    *_, (side, dice, _, before, _) = turns(moves.replace("~", " ").replace(",", ", "), 0)
    answer = ask(told(dice, *before))
    best = after(before, re.search(r"^ +1\. .*?-ply +(.+?) +Eq\.:", answer, re.M)[1])
    high, low = map(int, dice)
    dice = [high] * 4 if high == low else [high, low]
    steps = max((s for s, end in ways(before, dice) if end == best),
                key=lambda s: sum(die for _, die in s))  # the last man is borne off by the higher die
    point = ["bar" if p == 25 else f"p{25 - p if side else p}" for p, _ in steps]
    return ",".join(f"{p}~{die}" for p, (_, die) in zip(point, steps))


def engine():
    """Speak UGI until told to quit."""
    if not shutil.which(GNUBG):
        sys.exit("GNU Backgammon is not installed: apt-get install gnubg")
    start = moves = ""
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "ugi":
            print("id name GNU Backgammon, 0-ply\nugiok")
        elif word == "isready":
            print("readyok")
        elif word == "position":
            start, _, moves = rest.partition(" moves ")
        elif word == "go" and start == "startpos" and moves:
            print("bestmove", chosen(moves))
        elif word == "go":
            print("info string error: expected a game from its start, with dice\nbestmove 0000")
        elif word == "quit":
            break
        sys.stdout.flush()


def main(path):
    asked = [d for line in open(path, encoding="utf-8") for d in decisions(json.loads(line))]
    output = ask([command for _, dice, before, _ in asked for command in told(dice, *before)])
    answers = output.split("The dice have been set to")[1:]
    assert len(answers) == len(asked), f"{len(answers)} answers to {len(asked)} questions"
    losses = {}
    for (level, dice, before, chosen), answer in zip(asked, answers):
        plays = re.findall(r"^ +\d+\. .*?0-ply +(.+?) +Eq\.: +([-+][\d.]+)", answer, re.M)
        value = {str(after(before, t)): float(eq) for t, eq in plays}
        if len(plays) > 1:
            best = max(value.values())
            losses.setdefault(level, []).append(best - value[str(chosen)])
    for level, lost in losses.items():
        print(f"{level}: {len(lost)} decisions, {sum(lost) / len(lost):.4f} lost in each")


if __name__ == "__main__":
    engine() if sys.argv[1] == "ugi" else main(sys.argv[1])
