package rulebook

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
)

// A thing is a set of sites in words: "an empty cell next to it", "your men".
type thing struct {
	// a thing that was mentioned: "it", "the piece jumped over"; the rest is empty
	the   string
	what  ir.Type  // of a thing that was mentioned: Kinds, Number or Truth; otherwise it is a place
	head  string   // one of them: "cell", "man"
	owner string   // "your", "enemy", "Red's"
	adj   []string // "empty"
	with  []string // "next to it", "in `home`"
	or    []thing  // the alternatives; then head is empty
	when  string   // of one among several: the condition under which it applies
}

// isCell reports whether the thing is known only to be a place.
func (t thing) isCell() bool { return sites[t.head] && t.owner == "" }

// sites are the names of places; a cell may also stand for any of them.
var sites = map[string]bool{"cell": true, "edge": true, "corner": true, "place": true}

// bare reports whether the thing is a cell with a single property.
func (t thing) bare() bool {
	return t.isCell() && len(t.adj)+len(t.with) == 1
}

func (t thing) tail() string {
	tail := ""
	if len(t.with) > 0 { // exceptions last
		is := lists.Filter(t.with, func(w string) bool { return !exception.MatchString(w) })
		tail = " " + strings.Join(append(is, lists.Filter(t.with, exception.MatchString)...), " ")
		if strings.Count(tail, "among `") > 1 {
			tail = strings.ReplaceAll(tail, "` among `", "` and among `")
		}
	}
	if t.when != "" {
		tail += " " + t.when
	}
	return tail
}

// named is a noun with the adjectives of the thing: "empty cells".
func (t thing) named(noun string) string {
	return strings.Join(append(slices.Clip(t.adj), noun), " ")
}

// owned is a noun with the adjectives and the owner of the thing: "enemy men".
func (t thing) owned(noun string) string {
	return strings.TrimSpace(t.owner + " " + t.named(noun))
}

// but returns the thing with more properties.
func (t thing) but(with ...string) thing {
	t.with = append(slices.Clip(t.with), with...)
	return t
}

// standing returns what stands on the thing, if that is a place.
func (t thing) standing() thing {
	t.or = lists.Map(t.or, thing.standing)
	if t.isCell() {
		t.head = "piece"
		t.with = lists.Filter(t.with, func(w string) bool { return w != "with a piece" })
		for i, w := range t.with {
			if of, ok := strings.CutPrefix(w, "without one of your "); ok {
				t.with[i] = strings.Replace("other than your "+of, "your pieces", "yours", 1)
			}
		}
	}
	return t
}

// one names a member: "an empty cell", "one of your men".
func (t thing) one() string {
	switch {
	case t.the != "":
		return t.the
	case t.or != nil:
		return t.any(thing.one, "or") + t.tail()
	case t.owner != "" && t.owner != "enemy":
		return "one of " + t.owned(diag.Plurals(t.head)) + t.tail()
	}
	return article(t.owned(t.head)) + t.tail()
}

// many names all of them: "empty cells", "your men".
func (t thing) many() string {
	switch {
	case t.the != "":
		return t.the
	case t.or != nil:
		return t.any(thing.many, "and") + t.tail()
	}
	return t.owned(diag.Plurals(t.head)) + strings.NewReplacer(" that is ", " that are ",
		" in a corner", " in the corners").Replace(t.tail())
}

// thoseMeant names all of them with the definite article: "the empty cells". Names of sites have no
// article: "c1 and b1".
func (t thing) thoseMeant() string {
	first := t
	for first.or != nil {
		first = first.or[0]
	}
	if first.the != "" {
		return t.many()
	}
	return "the " + t.many()
}

// none says that there is none: "no empty cell", "none of your men".
func (t thing) none() string {
	switch {
	case t.the != "":
		return "not " + t.the
	case t.or != nil:
		parts := lists.Map(t.or, thing.none)
		for i := 1; i < len(parts); i++ {
			parts[i] = strings.TrimPrefix(parts[i], "no ")
		}
		return gather(parts, "or") + t.tail()
	case t.owner == "your":
		return "none of " + t.owned(diag.Plurals(t.head)) + t.tail()
	}
	return "no " + t.owned(t.head) + t.tail()
}

// single names the one member of a set: "the cell next to it".
func (t thing) single() string {
	if t.the != "" || t.or != nil || t.owner != "" {
		return t.one()
	}
	return "the " + t.named(t.head) + t.tail()
}

// mayBeTaken reports whether an enemy piece may stand on the thing.
func (t thing) mayBeTaken() bool {
	if t.or != nil {
		return slices.ContainsFunc(t.or, thing.mayBeTaken)
	}
	if t.owner != "" || !sites[t.head] {
		return t.owner != "your"
	}
	return !slices.Contains(t.adj, "empty") && !strings.Contains(t.tail(), "over empty cells")
}

// is says that something is such a thing: "is empty", "is in `home`", "is a man".
func (t thing) is(not bool) string {
	verb := "is "
	if not {
		verb += "not "
	}
	switch {
	case t.what == ir.NoType && strings.HasPrefix(t.the, "`"): // a set that has a name
		return verb + "in " + t.the
	case t.the != "":
		return verb + t.the
	case t.or != nil:
		return verb + t.one()
	case t.bare() && len(t.adj) == 1:
		return verb + t.adj[0]
	case t.bare():
		return verb + t.with[0]
	case t.head == "piece" && t.owner == "your" && len(t.adj)+len(t.with) == 0:
		return verb + "yours"
	}
	return verb + t.one()
}

// any lists what a thing may be, a piece that was mentioned first. If a condition separates two
// alternatives, the second applies otherwise.
func (t thing) any(say func(thing) string, word string) string {
	if len(t.or) == 2 && t.or[1].when == "otherwise" {
		other := t.or[1]
		other.when = ""
		return say(t.or[0]) + ", otherwise " + say(other)
	}
	parts := lists.Map(t.or, say)
	if i := slices.Index(parts, "it"); i > 0 {
		parts[0], parts[i] = parts[i], parts[0]
	}
	return gather(parts, word)
}

// gather joins parts that differ in one word, with the given word: "cells in rows 1 and 2", "an
// enemy bishop or queen".
func gather(parts []string, word string) string {
	if len(parts) < 2 {
		return join(parts, word)
	}
	split := make([][]string, len(parts))
	for i, part := range parts {
		split[i] = tokens(part)
	}
	first, at := split[0], -1
	for _, other := range split[1:] {
		if len(other) != len(first) {
			return join(parts, word)
		}
		for i := range first {
			if first[i] != other[i] {
				if at >= 0 && at != i {
					return join(parts, word)
				}
				at = i
			}
		}
	}
	if at < 0 || len(first) == 1 {
		return join(parts, word)
	}
	differ := lists.Map(split, func(s []string) string { return s[at] })
	all := slices.Clone(first)
	if all[at] = join(differ, word); word == "and" && at > 0 &&
		(all[at-1] == "row" || all[at-1] == "column") {
		all[at-1] += "s"
	}
	return strings.Join(all, " ")
}

// tokens are the words of a text; a quotation of the rules is one word.
func tokens(text string) []string {
	var all []string
	quoted := false
	begun := 0
	for i, r := range text {
		switch {
		case r == '`':
			quoted = !quoted
		case r == ' ' && !quoted:
			all = append(all, text[begun:i])
			begun = i + 1
		}
	}
	return append(all, text[begun:])
}

// join writes a list: a, b and c.
func join(parts []string, word string) string {
	n := len(parts)
	if n < 2 {
		return strings.Join(parts, "")
	}
	for _, part := range parts { // a list in a list needs commas to be distinguishable
		if strings.Contains(part, " "+word+" ") {
			return strings.Join(parts[:n-1], ", ") + ", " + word + " " + parts[n-1]
		}
	}
	return strings.Join(parts[:n-1], ", ") + " " + word + " " + parts[n-1]
}

// possessor is the possessive of a name: "Red's", "Tigers'".
func possessor(name string) string {
	if strings.HasSuffix(name, "s") {
		return name + "'"
	}
	return name + "'s"
}

func article(noun string) string {
	letter, _, _ := strings.Cut(noun, " ")
	if len(letter) == 1 && letter < "a" { // an F, a U
		if strings.Contains("AEFHILMNORSX", letter) {
			return "an " + noun
		}
		return "a " + noun
	}
	if noun != "" && strings.ContainsRune("aeiouAEIOU", rune(noun[0])) &&
		!strings.HasPrefix(noun, "one") {
		return "an " + noun
	}
	return "a " + noun
}

// number writes a number as in a sentence.
func number(n int64) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
		"ten"}
	if n >= 0 && n < int64(len(words)) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// counted writes a number of things.
func counted(n int64, noun string) string {
	if n != 1 {
		noun = diag.Plurals(noun)
	}
	return number(n) + " " + noun
}

// hasCode reports whether a text quotes more of the rules than a name.
func hasCode(text string) bool {
	return slices.ContainsFunc(codes(text),
		func(code string) bool { return strings.ContainsAny(code, "&|{.=<>+*") })
}

// codes are the quotations of the rules in a text.
func codes(text string) (all []string) {
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 {
			all = append(all, part)
		}
	}
	return all
}

// uncapital lowercases the first letter of a text, except in an abbreviation or a name of one
// letter.
func uncapital(text string) string {
	if len(text) < 2 || text[1] < 'a' || text[1] > 'z' {
		return text
	}
	return strings.ToLower(text[:1]) + text[1:]
}

// capital capitalizes the first letter of a sentence.
func capital(text string) string {
	if text == "" || text[0] == '`' {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
