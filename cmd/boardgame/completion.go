package main

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"boardgame/dsl"
	"boardgame/interp/ruleset"
)

type completionCmd struct {
	Shell string   `arg:"" enum:"bash,zsh,fish,words" help:"bash, zsh or fish."`
	Words []string `arg:"" optional:"" passthrough:"" help:"What was typed so far."`
}

func (*completionCmd) Help() string {
	return `Prints a script that lets a shell complete commands, flags, and the names of games, presets,
options and levels. Put one of these lines into the file that your shell reads first:

    source <(boardgame completion bash)     # ~/.bashrc
    source <(boardgame completion zsh)      # ~/.zshrc
    boardgame completion fish | source      # ~/.config/fish/config.fish`
}

// scripts ask the program itself, so that they need not know its commands. Bash splits words at
// colons and equal signs, so its script cuts off what stands before the last of them.
//
//go:embed completion
var scripts embed.FS

func (c *completionCmd) Run(a *app, k *kong.Kong) error {
	if c.Shell != "words" {
		script, err := scripts.ReadFile("completion/boardgame." + c.Shell)
		a.out.Write(script)
		return err
	}
	words := c.Words
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	for _, word := range completions(k.Model, words) {
		fmt.Fprintln(a.out, word)
	}
	return nil
}

// completions lists what the last of the words may become. The ones before it are complete.
func completions(app *kong.Application, words []string) []string {
	if len(words) == 0 {
		words = []string{""}
	}
	before, current := words[:len(words)-1], words[len(words)-1]
	fitting := func(candidates []string) []string {
		return slices.DeleteFunc(candidates, func(c string) bool {
			return !strings.HasPrefix(c, current)
		})
	}
	if len(before) == 0 {
		var names []string
		for _, node := range app.Children {
			if !node.Hidden {
				names = append(names, node.Name)
			}
		}
		return fitting(names)
	}
	called := ownNames(before)
	verb := slices.IndexFunc(app.Children, func(n *kong.Node) bool { return n.Name == called[0] })
	if verb < 0 {
		return nil
	}
	node := app.Children[verb]
	if strings.HasPrefix(current, "-") {
		if flag, value, ok := strings.Cut(current, "="); ok {
			out, _ := flagValues(node, flag, value, called)
			for i := range out {
				out[i] = flag + "=" + out[i]
			}
			return fitting(out)
		}
		var flags []string
		for _, group := range node.AllFlags(true) {
			for _, f := range group {
				flags = append(flags, "--"+f.Name)
			}
		}
		for _, f := range forms {
			if flag, _, _ := strings.Cut(f.words, " "); f.verb == node.Name && flag[0] == '-' {
				flags = append(flags, flag)
			}
		}
		slices.Sort(flags)
		return fitting(slices.Compact(flags))
	}
	if last := before[len(before)-1]; strings.HasPrefix(last, "-") {
		if values, takes := flagValues(node, last, current, called); takes {
			return fitting(values)
		}
	}
	if len(node.Positional) == 0 || gameIn(called) != nil && !node.Positional[0].IsSlice() {
		return nil
	}
	return fitting(gamesFor(current))
}

// gameIn returns the game that a command line names; nil: none. It may be a file.
func gameIn(args []string) *ruleset.Ruleset {
	for _, arg := range args[1:] {
		name, _ := ruleset.SplitPreset(arg)
		if ruleset.Named(name) || ruleset.Filed(name) {
			if rs, err := ruleset.Find(name); err == nil {
				return rs
			}
		}
	}
	return nil
}

// gamesFor lists the games; once one is written whole, with a colon, its presets too.
func gamesFor(current string) []string {
	names := append(ruleset.List(), ruleset.Own()...)
	name, _, colon := strings.Cut(current, ":")
	if rs, err := ruleset.Find(name); colon && err == nil {
		for _, p := range rs.Info.Presets {
			names = append(names, name+":"+p.Name)
		}
	}
	return names
}

// flagValues lists the values of a flag that are known, and reports whether it takes one.
func flagValues(node *kong.Node, flag, current string, called []string) ([]string, bool) {
	rs := gameIn(called)
	switch flag {
	case "-o", "--option":
		return optionValues(rs, current), true
	case "--level", "--seat":
		var levels []string
		seat, _, named := strings.Cut(current, "=")
		if rs != nil {
			for _, l := range rs.Info.Bots() {
				if named {
					l.Name = seat + "=" + l.Name
				}
				levels = append(levels, l.Name)
			}
		}
		return levels, true
	case "--family":
		return ruleset.FamilyNames(), true
	case "--protocol":
		return []string{"json", "lsp", "uci", "ugi"}, true
	}
	for _, group := range node.AllFlags(true) {
		for _, f := range group {
			if "--"+f.Name == flag && f.Enum != "" {
				return strings.Split(strings.TrimSuffix(f.Enum, ","), ","), true
			} else if "--"+f.Name == flag {
				return nil, !f.IsBool()
			}
		}
	}
	return nil, false
}

// optionValues lists the options of a game as NAME= or, once the name is written, NAME=VALUE.
func optionValues(rs *ruleset.Ruleset, current string) []string {
	if rs == nil {
		return nil
	}
	rules, _ := dsl.Load(rs.File, nil, ruleset.Library{})
	if rules == nil {
		return nil
	}
	name, _, chosen := strings.Cut(current, "=")
	var out []string
	for _, o := range rules.Options {
		if !chosen {
			out = append(out, o.Name+"=")
		} else if o.Name == name {
			for _, value := range o.Domain {
				out = append(out, name+"="+value)
			}
		}
	}
	return out
}
