// Package revision reads rules as they were in a revision of a git repository.
package revision

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"boardgame/dsl/source"
	"boardgame/interp/ruleset"
)

// Split splits FILE@REV. A whole name that is a game or a file stays whole. A revision may have an
// @ of its own, as HEAD@{1} has, so the last one behind the extension of a rules file splits.
func Split(rules string) (file, revision string, ok bool) {
	at := strings.LastIndexByte(rules, '@')
	if name := strings.LastIndex(rules, ruleset.Ext+"@"); name >= 0 {
		at = name + len(ruleset.Ext)
	}
	if at <= 0 {
		return rules, "", false
	}
	if _, err := ruleset.Find(rules); err == nil {
		return rules, "", false
	}
	return rules[:at], rules[at+1:], true
}

// Read reads a file as of a revision.
func Read(ctx context.Context, name, revision string) (*source.File, error) {
	if revision == "" || strings.HasPrefix(revision, "-") {
		return nil, fmt.Errorf("%s@%s: expected a git revision after the @, such as HEAD~1", name,
			revision)
	}
	folder, base := filepath.Split(name)
	cmd := exec.CommandContext(ctx, "git", "show", "--no-textconv", revision+":./"+base)
	cmd.Dir = folder
	var out, problem strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &problem
	if err := cmd.Run(); err != nil {
		what, _, _ := strings.Cut(strings.TrimSpace(problem.String()), "\n")
		if what == "" {
			what = err.Error()
		}
		return nil, fmt.Errorf("%s@%s cannot be read from git: %s", name, revision,
			strings.TrimPrefix(what, "fatal: "))
	}
	return ruleset.ReadFrom(name+"@"+revision, strings.NewReader(out.String()))
}

// Library finds the files that rules refer to in a git revision, and the built-in games.
type Library struct {
	Context  context.Context
	Revision string
}

// Find implements [dsl.Library].
func (l Library) Find(name, from string) (*source.File, error) {
	from = strings.TrimSuffix(from, "@"+l.Revision)
	beside := filepath.Join(filepath.Dir(from), strings.TrimSuffix(name, ruleset.Ext)+ruleset.Ext)
	if file, err := Read(l.Context, beside, l.Revision); err == nil {
		return file, nil
	}
	// Only a built-in game can still be meant: the current file is not what was there then.
	return ruleset.Library{}.Find(name, "")
}
