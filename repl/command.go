package repl

import (
	"context"
	"slices"
	"strings"

	"boardgame/dsl/lists"
	"boardgame/repl/table"
)

// command is a word that does something other than play a move.
type command struct {
	name  string
	short []string // other names
	args  string   // how it is called
	help  string   // one sentence
	more  string   // what else `help NAME` says
	table bool     // needs a game on the table
	// of tells the games for which the command is listed; nil: all
	of  func(t *table.Table) bool
	run run
}

func (c *command) named(word string) bool {
	return strings.EqualFold(c.name, word) ||
		slices.ContainsFunc(c.short, func(n string) bool { return strings.EqualFold(n, word) })
}

// listed reports whether help and Tab offer the command at a table, or without one.
func (c *command) listed(t *table.Table) bool {
	return (!c.table || t != nil) && (c.of == nil || t == nil || c.of(t))
}

// run is what a command does.
type run = func(s *Session, ctx context.Context, args string) error

// commands is filled in by init, because help lists it.
var commands []*command

// findCommand finds a command by its name, another name of it, or an unambiguous beginning of at
// least two letters; with several, it returns none and their names.
func findCommand(word string) (*command, []string) {
	var begun []*command
	var names []string
	for _, c := range commands {
		if c.named(word) {
			return c, nil
		}
		if len(word) >= 2 && len(word) <= len(c.name) && strings.EqualFold(c.name[:len(word)], word) {
			begun = append(begun, c)
			names = append(names, c.name)
		}
	}
	if len(begun) == 1 {
		return begun[0], nil
	}
	return nil, names
}

func commandNames() []string {
	return lists.Map(commands, func(c *command) string { return c.name })
}

func onView(do func(*view, context.Context, string) error) run {
	return func(s *Session, ctx context.Context, args string) error { return do(s.view, ctx, args) }
}

func onAdviser(do func(*adviser, context.Context, string) error) run {
	return func(s *Session, ctx context.Context, args string) error { return do(s.adviser, ctx, args) }
}

func onHost(do func(*host, context.Context, string) error) run {
	return func(s *Session, ctx context.Context, args string) error { return do(s.host, ctx, args) }
}

func onModes(do func(*modes, context.Context, string) error) run {
	return func(s *Session, ctx context.Context, args string) error { return do(s.modes, ctx, args) }
}
