#!/bin/sh
# Plays a match over UGI between two bots and counts the wins of the first.
#
#     sh match.sh [BOARDGAME] [GAME] [GAMES]
#
# The script itself knows no rules: whose turn it is and who has won is asked of the engine. Each move is a run of its own,
# which is slow but shows all there is to say; a real match runner keeps the engines running.
set -eu
program=${1:-boardgame}
game=${2:-tic-tac-toe}
games=${3:-4}

# engine COMMAND... sends commands to an engine and prints what it answers.
engine() {
	printf '%s\n' ugi "$@" | "$program" ugi "$game"
}

# word FIRST prints the second word of the last line that begins with FIRST.
word() {
	awk -v first="$1" '$1 == first { found = $2 } END { print found }'
}

wins=0
number=1
while [ "$number" -le "$games" ]; do
	moves=
	# The bots change seats after every game.
	if [ $((number % 2)) -eq 1 ]; then p1=greedy p2=random first=p1win; else p1=random p2=greedy first=p2win; fi
	while [ "$(engine "position startpos moves$moves" 'query gameover' | word response)" = false ]; do
		if [ "$(engine "position startpos moves$moves" 'query p1turn' | word response)" = true ]; then level=$p1; else level=$p2; fi
		# Another seed for every move and game: a run that begins anew would draw the same.
		seed=$((number * 1000 + ${#moves}))
		best=$(engine "setoption name Level value $level" "setoption name Seed value $seed" \
			"position startpos moves$moves" go | word bestmove)
		moves="$moves $best"
	done
	result=$(engine "position startpos moves$moves" 'query result' | word response)
	echo "game $number: $result after$moves"
	if [ "$result" = "$first" ]; then wins=$((wins + 1)); fi
	number=$((number + 1))
done
echo "greedy won $wins of $games games"
