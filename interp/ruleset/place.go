package ruleset

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"boardgame/dsl/diag"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
)

// Mistakes are what is wrong in a TOML file, each with its place there if that is known.
type Mistakes diag.List

// Error writes a line for each mistake: the file, the line, and the column unless the mistake is
// about the whole line.
func (m Mistakes) Error() string {
	return strings.Join(lists.Map(m, func(d *diag.Diagnostic) string {
		return before(d.Span) + diag.Sentence(d)
	}), "\n")
}

// err returns the mistakes as an error, nil if there are none.
func (m Mistakes) err() error {
	if len(m) == 0 {
		return nil
	}
	return m
}

// before returns what a message in one line about a place of a TOML file begins with.
func before(s source.Span) string {
	switch {
	case !s.Valid():
		return ""
	case s.Lo == s.Hi:
		return s.File.Name + ": "
	}
	line, column := s.File.Position(s.Lo)
	place := s.File.Name + ":" + strconv.Itoa(line)
	if text := s.File.Line(line); strings.TrimSpace(text[:min(column-1, len(text))]) != "" {
		place += ":" + strconv.Itoa(column)
	}
	return place + ": "
}

// places are the tables and keys of a TOML file, in its order.
type places struct {
	file *source.File
	all  []place
}

type place struct {
	path string // of a table or of a key in it: level.when.bot
	head bool   // it is the line in brackets that begins a table
	span source.Span
}

// placesOf finds the tables and keys of a TOML file. What is not TOML has none, or wrong ones.
func placesOf(file *source.File) *places {
	p, text, table := &places{file: file}, file.Text, ""
	for at := 0; at < len(text); {
		if strings.IndexByte(" \t\r\n", text[at]) >= 0 {
			at++
			continue
		}
		end := at + statement(text[at:])
		span := source.Span{File: file, Lo: at, Hi: at + len(strings.TrimSpace(text[at:end]))}
		switch line := text[at:end]; {
		case line[0] == '#':
		case line[0] == '[':
			line, _, _ = strings.Cut(line, "]")
			table = dotted(strings.TrimLeft(line, "["))
			p.all = append(p.all, place{table, true, span})
		default:
			key := dotted(line[:keyLength(line)])
			if table != "" {
				key = table + "." + key
			}
			p.all = append(p.all, place{key, false, span})
		}
		at = end
	}
	return p
}

// statement returns the length of the first comment, header or key with its value in a text.
func statement(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' || c == '\'':
			i += quoted(text[i:]) - 1
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == '\n' && (depth <= 0 || text[0] == '['):
			return i
		case c == '#' && depth <= 0 && i > 0:
			return i
		case c == '#':
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				return len(text)
			}
			i += end - 1
		}
	}
	return len(text)
}

// keyLength returns the length of the key that a statement sets.
func keyLength(text string) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"', '\'':
			i += quoted(text[i:]) - 1
		case '=', '\n':
			return i
		}
	}
	return len(text)
}

// dotted writes a dotted key without its quotes and blanks.
func dotted(key string) string {
	var b strings.Builder
	for i := 0; i < len(key); i++ {
		switch key[i] {
		case '"', '\'':
			n := quoted(key[i:])
			b.WriteString(strings.Trim(key[i:i+n], `"'`))
			i += n - 1
		case ' ', '\t', '\r':
		default:
			b.WriteByte(key[i])
		}
	}
	return b.String()
}

// whole is the place of what is wrong with the file as such.
func (p *places) whole() source.Span { return source.Span{File: p.file} }

// at returns the place of a key in the n-th table of a name, counted from 0; of the table if that
// does not set the key in a line of its own; and of the whole file if there is no such table. The
// name "" stands for what comes before all tables.
func (p *places) at(table, key string, n int) source.Span {
	found := p.whole()
	inside := table == ""
	if !inside {
		key = table + "." + key
	}
	for _, place := range p.all {
		if place.head && (place.path == table || inside && !strings.HasPrefix(place.path, table+".")) {
			if found != p.whole() || table == "" {
				break
			}
			if inside = n == 0; inside {
				found = place.span
			}
			n--
		}
		switch {
		case inside && place.path == key:
			return place.span
		case !place.head && place.path == table: // graded = { … }
			found = place.span
		}
	}
	return found
}

// line returns the place of a line, without the blanks around it.
func (p *places) line(line int) source.Span {
	lo, text := p.file.Offset(line), p.file.Line(line)
	lo += len(text) - len(strings.TrimLeft(text, " \t"))
	return source.Span{File: p.file, Lo: lo, Hi: lo + len(strings.TrimSpace(text))}
}

// of returns the place that sets a key for the n-th time, counted from 0, given its whole path.
func (p *places) of(path string, n int) source.Span {
	for _, place := range p.all {
		if place.path == path {
			if n == 0 {
				return place.span
			}
			n--
		}
	}
	return p.whole()
}

// Place returns where the NAME.toml sets a key in the n-th table of a name, counted from 0; the
// place of the table if that does not set the key in a line of its own, and that of the whole file
// if there is no such table. The zero value has no places.
func (r *Ruleset) Place(table, key string, n int) source.Span {
	if r.File == nil {
		return source.Span{}
	}
	name := strings.TrimSuffix(r.File.Name, Ext) + ".toml"
	return placesOf(source.NewFile(name, r.toml)).at(table, key, n)
}

// wrong is a mistake at a place.
func wrong(at source.Span, format string, args ...any) *diag.Diagnostic {
	return diag.Said(at, fmt.Sprintf(format, args...))
}

// unread words the decoder's complaint about what is not TOML.
func (p *places) unread(e toml.ParseError) *diag.Diagnostic {
	span := p.line(e.Position.Line)
	if lo := p.file.Offset(e.Position.Line) + e.Position.Col - 1; span.Lo < lo && lo < span.Hi {
		_, n := utf8.DecodeRuneInString(p.file.Text[lo:])
		span.Lo, span.Hi = lo, lo+n
	}
	d := diag.Said(span, e.Message)
	_, value, _ := strings.Cut(p.file.Line(e.Position.Line), "=")
	switch value = strings.TrimSpace(value); {
	case strings.HasPrefix(e.Message, "expected value but found") && value != "":
		d.Suggestion = "write text between straight quotes: \"" + strings.Trim(value, "“”„«»‘’\"") + "\""
	case strings.HasPrefix(e.Message, "expected '.' or '='"):
		d.Suggestion = "write `=` between a key and its value"
	}
	return d
}

// mistyped is how the decoder reports a value that its key does not take.
var (
	mistyped   = regexp.MustCompile(`^toml: line (\d+) \(last key "(.*)"\): (.*)$`)
	otherTypes = regexp.MustCompile(`^incompatible types: TOML value has type (.*); ` +
		`destination has type (.*)$`)
	otherLength = regexp.MustCompile(`^expected array length (\d+); got TOML array of length (\d+)$`)
)

// typeNames are the decoder's names of types, and ours.
var typeNames = map[string]string{
	"string": "text in quotes", "integer": "a whole number", "int64": "a whole number",
	"float": "a number", "float64": "a number", "boolean": "true or false", "bool": "true or false",
	"slice": "a list in brackets", "[]any": "a list in brackets", "map": "a table",
	"[]map[string]any": "a list of tables", "map[string]any": "a table",
	"primitive (string-like)": "text in quotes", "time.Time": "a date",
}

// wrongType words what the decoder says of a value that its key does not take.
func (p *places) wrongType(message string) *diag.Diagnostic {
	parts := mistyped.FindStringSubmatch(message)
	if parts == nil {
		return wrong(p.whole(), "%s", strings.TrimPrefix(message, "toml: "))
	}
	line, _ := strconv.Atoi(parts[1]) // digits
	span := p.line(line)
	key := dotted(strings.ReplaceAll(parts[2], `\"`, `"`))
	if n := otherLength.FindStringSubmatch(parts[3]); n != nil {
		return wrong(span, "`%s` is a list of %s, and this one has %s", key, n[1], n[2])
	}
	types := otherTypes.FindStringSubmatch(parts[3])
	switch {
	case types == nil:
		if strings.HasPrefix(parts[3], "type mismatch") {
			return wrong(span, "`%s` should be a table", key)
		}
		return wrong(span, "`%s`: %s", key, parts[3])
	case types[1] == "map[string]any" && types[2] == "slice":
		d := wrong(span, "there may be several tables `%s`", key)
		d.Suggestion = "write double brackets: `[[" + key + "]]`"
		return d
	}
	is, should := types[1], types[2]
	if name := typeNames[is]; name != "" {
		is = name
	}
	if name := typeNames[should]; name != "" {
		should = name
	}
	return wrong(span, "`%s` is %s here, and should be %s", key, is, should)
}
