package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// forms are the commands that are reached through another one, as `test --cover` reaches cover.
// Each can still be called by its own name.
var forms = []struct{ verb, words, name string }{
	{"test", "--published", "certify"},
	{"test", "--cover", "cover"},
	{"bench", "--plan", "plan"},
	{"rules", "prelude", "prelude"},
	{"serve", "--out", "site"},
	{"serve", "--protocol ugi", "ugi"},
	{"serve", "--protocol uci", "uci"},
	{"serve", "--protocol lsp", "lsp"},
	{"serve", "--protocol json", "serve --stdio"},
}

// ownNames replaces the words of a form on a command line by the name of the command that they
// reach. The folder after --out stays: it belongs to that command.
func ownNames(args []string) []string {
	for _, f := range forms {
		if len(args) < 2 || args[0] != f.verb {
			continue
		}
		flag, value, _ := strings.Cut(f.words, " ")
		at := slices.IndexFunc(args, func(arg string) bool {
			return arg == f.words || value != "" && arg == flag+"="+value ||
				flag == "--out" && strings.HasPrefix(arg, "--out=")
		})
		if value != "" && at < 0 {
			if i := slices.Index(args, flag); i >= 0 && i+1 < len(args) && args[i+1] == value {
				args = slices.Delete(slices.Clone(args), i+1, i+2)
				at = i
			}
		}
		if at < 1 || f.words == "prelude" && at != 1 {
			continue
		}
		rest := slices.Clone(args[1:])
		if flag != "--out" {
			rest = slices.Delete(rest, at-1, at)
		}
		return append(strings.Fields(f.name), rest...)
	}
	return args
}

// formOf returns how the help of a command calls it.
func formOf(name string) string {
	for _, f := range forms {
		if f.name == name {
			return strings.TrimSuffix(f.verb+" "+f.words, " --out") // which the help names itself
		}
	}
	return name
}

// otherForms ends the help of a command: what else can be reached through it.
func otherForms(app *kong.Application, verb string) string {
	var b strings.Builder
	for _, f := range forms {
		i := slices.IndexFunc(app.Children, func(n *kong.Node) bool { return n.Name == f.name })
		if f.verb != verb || i < 0 {
			continue
		}
		if b.Len() == 0 {
			b.WriteString("\nOther forms, each with its own --help:\n")
		}
		fmt.Fprintf(&b, "  %-22s %s\n", f.verb+" "+f.words, app.Children[i].Help)
	}
	return b.String()
}

// overview is the help of the whole program, which fits on a screen of 24 lines: the commands by
// group in two columns.
func overview(app *kong.Application) string {
	var left, right []string
	for _, group := range groups {
		lines := []string{group.Title + ":"}
		for _, node := range app.Children {
			if node.Group != nil && node.Group.Key == group.Key && !node.Hidden {
				lines = append(lines, fmt.Sprintf("  %-8s %s", node.Name, node.Help))
			}
		}
		if len(left)+len(lines) <= overviewLines {
			left = append(left, lines...)
		} else {
			right = append(right, lines...)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Usage: boardgame COMMAND [flags]\n\n%s\n\n", description)
	for i := range max(len(left), len(right)) {
		line := ""
		if i < len(left) {
			line = left[i]
		}
		if i < len(right) {
			line = fmt.Sprintf("%-41s%s", line, right[i])
		}
		b.WriteString(line + "\n")
	}
	b.WriteString("\n" + `boardgame COMMAND --help explains a command, --version names this build.
`)
	return b.String()
}

// overviewLines is how many lines a column of the overview has room for.
const overviewLines = 16
