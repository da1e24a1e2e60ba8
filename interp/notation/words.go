package notation

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sided matches the names of edges and corners: a cell and a side of it.
var sided = regexp.MustCompile(`[a-z]+[0-9]+[nesw]+`)

// ownNames replaces the other names of an edge or a corner by the one used in the notation: d7se is
// the corner d6ne.
func (nm *names) ownNames(text string) string {
	board := nm.rules.Board
	if board.Edges.Empty() && board.Corners.Empty() {
		return text
	}
	return sided.ReplaceAllStringFunc(text, func(name string) string {
		if s, ok := board.SiteByName(name); ok {
			return board.Names[s]
		}
		return name
	})
}

// joined matches the members of a set that is chosen: a1+c1.
var joined = regexp.MustCompile(`[a-z0-9_]+(\+[a-z0-9_]+)+`)

// normal is a text in lowercase with single blanks, and with the members of sets in order.
func normal(text string) string {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	if !strings.Contains(text, "+") {
		return text
	}
	return joined.ReplaceAllStringFunc(text, func(set string) string {
		members := strings.Split(set, "+")
		slices.Sort(members)
		return strings.Join(members, "+")
	})
}

var crossed = regexp.MustCompile(`(\d) ?x ?([a-z])`)

// squeezed is a normal text without the signs between its words: c3xd4, c3-d4 and c3 d4 are c3d4. A
// minus that makes another number is not a sign between words, and two numbers stay apart.
func squeezed(text string) string { return unsigned(crossed.ReplaceAllString(text, "$1$2")) }

// unsigned is a normal text without its signs, except for the minus of a number; an x stays, and a
// blank stands for the signs between two digits.
func unsigned(text string) string {
	var b strings.Builder
	last := 0 // the index behind what was written last
	for i, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !minus(text, i) {
			continue
		}
		if i > last && unicode.IsDigit(r) && isDigit(text[max(0, last-1)]) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		last = i + utf8.RuneLen(r)
	}
	return b.String()
}

// stray reports whether something between the commas of a text consists only of signs, as in "e5,
// %". It means nothing to the program, but its author meant something.
func stray(text string) bool {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" && unsigned(normal(part)) == "" {
			return true
		}
	}
	return false
}

// parted reports whether the commas of a text separate the words of a form that matches it without
// signs: they do in c3,d4 for c3-d4, but not in c3d,4.
func parted(text, form string) bool {
	if !strings.Contains(text, ",") {
		return true
	}
	words := tokens(form)
	for part := range strings.SplitSeq(text, ",") {
		for part = squeezed(part); part != ""; words = words[1:] {
			if len(words) == 0 || !strings.HasPrefix(part, words[0]) {
				return false
			}
			part = strings.TrimPrefix(part[len(words[0]):], " ")
		}
	}
	return true
}

// plus reports whether the sign at a place of a text joins the members of a set.
func plus(text string, i int) bool {
	return text[i] == '+' && i > 0 && i+1 < len(text) && inWord(text[i-1]) && inWord(text[i+1])
}

// behind matches a word to which a minus joins a number, as in 3-4, c3-4 and north-4; a-1 is a
// column and a row that does not exist.
var behind = regexp.MustCompile(`(\d|[\p{L}_]{3,})$`)

// minus reports whether the sign at a place of a text is the minus of a number: it stands directly
// before a digit, and does not join the number to the word before it.
func minus(text string, i int) bool {
	return text[i] == '-' && i+1 < len(text) && isDigit(text[i+1]) &&
		!behind.MatchString(text[max(0, i-12):i])
}

func inWord(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' }

// tokens are the words of a normal text: what stands between its signs, and on either side of the x
// of a capture. The minus of a number belongs to it.
func tokens(text string) []string {
	text = crossed.ReplaceAllString(text, "$1 $2")
	var all []string
	from := -1 // where the current word begins
	end := func(to int) {
		if from >= 0 {
			all = append(all, text[from:to])
		}
		from = -1
	}
	for i, r := range text {
		switch {
		case minus(text, i):
			end(i)
			from = i
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '.' && !plus(text, i):
			end(i)
		case from < 0:
			from = i
		}
	}
	end(len(text))
	return all
}

func cutPrefixFold(s, prefix string) (rest string, ok bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return "", false
	}
	return s[len(prefix):], true
}

// unspaced is a text without blanks.
func unspaced(text string) string { return strings.ReplaceAll(text, " ", "") }
