package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// helpTexts are the help texts of flags that several verbs have, by the name that a tag refers to:
// help:"${name}". They may contain variables themselves, such as ${default}.
var helpTexts = map[string]string{
	"versionFlag": "Print the version of this program and of Go.",
	"color":       "Colors: ${enum}. Auto: on a terminal, unless NO_COLOR is set.",
	"option":      "Set an option of the rules; may be given several times.",
	"asJSON":      "For programs: the answer as an object, the same as in docs/protocol.md.",
	"jobs":        "How many games to play at a time. By default, one for each core.",
	"unit":        "What is counted: whole turns, or steps, the single parts of turns.",
	"matchSeed":   "The seed. The same seed plays the same games, whatever --jobs and --shard.",
	"matchLength": "The number of turns after which a game is stopped; it counts as a draw for all.",
	"startPosition": "Begin at this position instead of the start: a line as printed by the command " +
		"position of play, or the name of a position of the game.",
	"outsideLimit": "How long an engine in a seat may think: movetime=500ms, clock=60s+1s, depth=4, " +
		"nodes=10000, own (it decides), or several separated by commas. The default is movetime=1s.",
	"botLevel": "The bot that plays unless the option Level is set: a level of the game, perhaps " +
		"with settings, as in mcts:playouts=500. By default, the strongest of the game.",
}

// flagsHead stands in the Help of a verb above the longer texts of its flags and arguments. Each
// begins a line with what it is about, --flag or ARGUMENT; its further lines are indented.
const flagsHead = "\n\nFlags:\n\n"

// insertHelp gives flags and arguments the texts that stand in the Help of their verb, or that
// their tags name. The latter could be kong variables, but kong expands all variables again for
// each flag, which would make every start of the program 50 ms slower.
func insertHelp(k *kong.Kong) error {
	insert := func(name string, value *kong.Value, own map[string]string) {
		if text, ok := own[name]; ok {
			value.Help = text
			delete(own, name)
		}
		shared := strings.TrimSuffix(strings.TrimPrefix(value.Help, "${"), "}")
		if text, ok := helpTexts[shared]; ok {
			value.Help = text
		}
	}
	for _, node := range append(k.Model.Children, k.Model.Node) {
		help, flags, _ := strings.Cut(node.Detail, flagsHead)
		node.Detail = help
		own := map[string]string{}
		for _, line := range strings.Split(strings.ReplaceAll(flags, "\n    ", " "), "\n") {
			if name, text, ok := strings.Cut(line, " "); ok {
				own[name] = text
			}
		}
		for _, flag := range node.Flags {
			insert("--"+flag.Name, flag.Value, own)
		}
		for _, argument := range node.Positional {
			insert(strings.ToUpper(argument.Name), argument, own)
		}
		for name := range own {
			return fmt.Errorf("the help of %s is about %s, which it does not have", node.Name, name)
		}
	}
	return nil
}
