package main

import (
	"maps"
	"strings"

	"github.com/alecthomas/kong"
)

// helpTexts are --help texts too long for a struct tag, keyed by the name that a tag refers to:
// help:"${name}". They may contain variables themselves, such as ${default}.
type helpTexts map[string]string

// allHelp has the help texts of all verbs; each verb's own are in its file.
var allHelp = []helpTexts{
	sharedHelp, asJSONHelp, benchHelp, certifyHelp, checkHelp, configHelp, convertHelp,
	diffHelp, fmtHelp, hintHelp, matchHelp, startHelp, newHelp, outsideHelp, playHelp, rateHelp,
	replayHelp, reportHelp, rulebookHelp, rulesHelp, serveHelp, siteHelp, solveHelp, svgHelp, testHelp,
	trainHelp, ugiHelp,
}

// sharedHelp has the help texts of flags that several verbs have.
var sharedHelp = helpTexts{
	"versionFlag": "Print the version of this program and of Go.",
	"color":       "Colors: ${enum}. Auto: on a terminal, unless NO_COLOR is set.",
	"option":      "Set an option of the rules; may be given several times.",
	"jobs":        "How many games to play at a time. By default, one for each core.",
	"unit":        "What is counted: whole turns, or steps, the single parts of turns.",
}

// insertHelp inserts the help texts that the tags name. They could be kong variables, but kong
// expands all variables again for each flag, which would make every start of the program 50 ms
// slower.
func insertHelp(k *kong.Kong) error {
	all := helpTexts{}
	for _, texts := range allHelp {
		maps.Copy(all, texts)
	}
	insert := func(help *string) {
		name := strings.TrimSuffix(strings.TrimPrefix(*help, "${"), "}")
		if text, ok := all[name]; ok {
			*help = text
		}
	}
	return kong.Visit(k.Model.Node, func(node kong.Visitable, next kong.Next) error {
		switch node := node.(type) {
		case *kong.Node:
			insert(&node.Help)
		case *kong.Value:
			insert(&node.Help)
		}
		return next(nil)
	})
}
