// Package catalog describes games: who made them, who can play them, with which options.
package catalog

import (
	"cmp"
	"strconv"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/interp/level"
	"boardgame/interp/match"
	"boardgame/interp/ruleset"
)

// Game is what there is to know about a game before it is played.
type Game struct {
	Name        string           `json:"name"`
	Title       string           `json:"title"`
	Description string           `json:"description,omitempty"`
	Author      string           `json:"author,omitempty"`
	Year        int              `json:"year,omitempty"`
	Link        string           `json:"link,omitempty"`
	Family      string           `json:"family,omitempty"`
	Players     []int            `json:"players"`
	Chance      bool             `json:"chance"`
	Length      int              `json:"length,omitempty"` // in turns
	Choices     int              `json:"choices,omitempty"`
	Checked     string           `json:"checked,omitempty"`
	Figures     string           `json:"figures,omitempty"`
	Options     []Option         `json:"options,omitempty"`
	Presets     []ruleset.Preset `json:"presets,omitempty"`
	Coordinates []Coordinates    `json:"coordinates,omitempty"`
	Levels      []string         `json:"levels,omitempty"`
	Grades      []match.Grade    `json:"grades,omitempty"`
	Less        string           `json:"less,omitempty"`
	File        string           `json:"file,omitempty"` // of a game of the user's own
}

// Option is an option of the rules.
type Option struct {
	Name    string   `json:"name"`
	Default string   `json:"default"`
	Values  []string `json:"values"`
	Help    string   `json:"help,omitempty"`
}

// Coordinates are another way to name the sites.
type Coordinates struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

// Describe describes a game that has these options.
func Describe(rs *ruleset.Ruleset, options []ir.Option) Game {
	info := rs.Info
	g := Game{
		Name: rs.Name, Description: info.Description,
		Author: info.Author, Year: info.Year, Link: info.Link, Family: info.Family, Length: info.Length,
		Choices: info.Choices, Checked: info.Checked, Figures: info.Figures, Less: info.Less,
		Grades: match.Grades(info.Levels, info.Graded), Presets: info.Presets,
		Levels: lists.Map(info.Levels, func(l level.Level) string { return l.Name }),
	}
	if !rs.Builtin {
		g.File = rs.File.Name
	}
	rules, _ := dsl.Load(rs.File, nil, ruleset.Library{})
	g.Players = playersOf(rules, options)
	g.Title = cmp.Or(info.Title, rs.Name)
	if rules != nil {
		g.Title, g.Chance = cmp.Or(info.Title, rules.Title), rules.HasChance()
	}
	for _, o := range options {
		g.Options = append(g.Options, Option{o.Name, o.Default, o.Domain, o.Help})
	}
	for _, c := range info.Coordinates {
		g.Coordinates = append(g.Coordinates, Coordinates{c.Name, c.Description})
	}
	return g
}

// playersOf returns how many can play a game; rules is nil if it has mistakes. The option called
// seats says how many, if a game has one.
func playersOf(rules *ir.Game, options []ir.Option) (seats []int) {
	for _, o := range options {
		if o.Name != "seats" {
			continue
		}
		for _, value := range o.Domain {
			if n, err := strconv.Atoi(value); err == nil {
				seats = append(seats, n)
			}
		}
	}
	if seats == nil && rules != nil {
		seats = []int{len(rules.Players)}
	}
	return seats
}
