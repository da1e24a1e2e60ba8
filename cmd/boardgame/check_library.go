package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/interp/ruleset"
)

// library says of each folder what its game lacks to come with boardgame.
func (c *checkCmd) library(a *app) error {
	complete := true
	for _, folder := range c.Files {
		lacks, err := c.lacks(a, folder)
		if err != nil {
			return err
		}
		complete = complete && len(lacks) == 0
		for _, text := range lacks {
			a.paragraph("", folder, text)
		}
		if len(lacks) == 0 {
			a.paragraph("", folder, "complete. Its tests: `boardgame test "+folder+"`")
		}
	}
	return failure(!complete)
}

// lacks lists what is missing in the folder of a game, each with what to do.
func (c *checkCmd) lacks(a *app, folder string) (lacks []string, err error) {
	whole, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	name := filepath.Base(whole)
	file := filepath.Join(folder, name+ruleset.Ext)
	rs, err := ruleset.Find(file)
	if err != nil {
		return nil, err
	}
	list, _, err := c.one(a, file)
	if err != nil {
		return nil, err
	}
	want := func(is bool, format string, args ...any) {
		if !is {
			lacks = append(lacks, fmt.Sprintf(format, args...))
		}
	}
	info, toml := rs.Info, name+".toml"
	want(!list.HasErrors() && !slices.ContainsFunc(list, func(d *diag.Diagnostic) bool {
		return d.Severity == diag.Warning
	}), "`boardgame check %s` reports errors or warnings", file)
	want(regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(name),
		"the name of the folder should be small letters, digits and dashes")
	if rules, _ := dsl.Load(rs.File, nil, ruleset.Library{}); rules != nil {
		want(info.Title == rules.Title, "%s should say title = %q, as the rules do", toml, rules.Title)
	}
	want(info.Description != "", "%s needs a description of a line or two", toml)
	want(info.Link != "" || info.Author != "" || strings.Contains(rs.File.Text, "http"),
		"%s needs a source: a link to the rules, or an author", toml)
	want(slices.Contains(ruleset.FamilyNames(), info.Family), "%s needs a family: %s", toml,
		strings.Join(ruleset.FamilyNames(), ", "))
	want(slices.Contains(ruleset.Statuses, info.Checked) && info.Figures != "",
		"%s should say what the rules were compared with: checked (%s), and the figures", toml,
		strings.Join(ruleset.Statuses, ", "))
	want(info.Length > 0, "%s should say length = N: the mean of `boardgame report %s --level easy`",
		toml, file)
	want(info.Choices > 0, "%s should say choices = N: the mean number of legal steps by "+
		"`boardgame bench %s`", toml, file)
	want(len(info.Levels) > 0, "%s needs levels, such as easy, medium and hard", toml)
	tests, err := rs.Tests()
	want(len(tests) > 0, "there should be tests: tests/%s%s", name, ruleset.TestExt)
	return lacks, errors.Join(err, a.ctx.Err())
}
