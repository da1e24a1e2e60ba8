#!/usr/bin/env python3
"""Measure levels of Backgammon with GNU Backgammon, decision by decision:

    boardgame match backgammon --seat "easy medium" --games 20 --out games.jsonl
    python3 gnubg.py games.jsonl

For each level, it prints the number of decisions and the equity that each loses on average against
the best play. GNU Backgammon estimates equity without looking ahead (0-ply). It is from -1 to 1,
because a gammon counts no more than a win. A turn with only one play is no decision.
"""
import json
import re
import shutil
import subprocess
import sys

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


def decisions(game):
    """Yield for each turn the level, the dice, and the board before and after it."""
    level = {seat["player"]: seat["level"] for seat in game["seats"]}
    men = [0] * 26
    men[24], men[13], men[8], men[6] = 2, 5, 3, 5
    side, board, turns = 0, [men, men[:]], re.split(r"(\d)-(\d):? ?", game["moves"])[1:]
    for turn, (high, low, steps) in enumerate(zip(turns[::3], turns[1::3], turns[2::3])):
        if turn == 0 and game["first"] == "Black":
            side = 1
        mine = [board[side], board[1 - side]]
        before = [side_men[:] for side_men in mine]
        for start, die in re.findall(r"(\w+) (\d)", steps):
            point = 25 if start == "bar" else int(start[1:])
            play(mine, 25 - point if side and point < 25 else point, int(die))
        if steps.strip():
            yield level[("White", "Black")[side]], (high, low), before, mine[0][:]
        side = 1 - side


def told(dice, men, theirs):
    """Return the commands that set up a position and ask about all plays."""
    board = [men[25]] + [men[i] - theirs[25 - i] for i in range(1, 25)] + [-theirs[25]]
    return ["set board simple " + " ".join(map(str, board)), "set turn 0",
            "set dice %s %s" % dice, "hint 9999"]


def after(men, text):
    """Return the men after a play such as bar/22*/20 or 6/off(2)."""
    men, names = men[:], {"bar": 25, "off": 0}
    for way, times in re.findall(r"([\w/*]+)(?:\((\d)\))?", text):
        points = [names[p] if p in names else int(p) for p in way.replace("*", "").split("/")]
        men[points[0]] -= int(times or 1)
        men[points[-1]] += int(times or 1)
    return men


def main(path):
    asked = [d for line in open(path, encoding="utf-8") for d in decisions(json.loads(line))]
    program = shutil.which("gnubg") or "/usr/games/gnubg"
    text = BEGIN + [command for _, dice, before, _ in asked for command in told(dice, *before)]
    output = subprocess.run([program, "-t", "-q"], input="\n".join(text) + "\n", text=True,
                            capture_output=True, check=True).stdout
    answers = output.split("The dice have been set to")[1:]
    assert len(answers) == len(asked), f"{len(answers)} answers to {len(asked)} questions"
    losses = {}
    for (level, dice, before, chosen), answer in zip(asked, answers):
        plays = re.findall(r"^ +\d+\. .*?0-ply +(.+?) +Eq\.: +([-+][\d.]+)", answer, re.M)
        value = {tuple(after(before[0], t)): float(eq) for t, eq in plays}
        if len(plays) > 1:
            best = max(value.values())
            losses.setdefault(level, []).append(best - value[tuple(chosen)])
    for level, lost in losses.items():
        print(f"{level}: {len(lost)} decisions, {sum(lost) / len(lost):.4f} lost in each")


if __name__ == "__main__":
    main(sys.argv[1])
