package ruleset

import (
	"strings"

	"boardgame/dsl/source"
)

// mostNested is how deep the tables and lists of a TOML file may be nested. Ours have three levels;
// a decoder needs half a gigabyte for fifty thousand.
const mostNested = 16

// mostSet is how many keys and tables a TOML file may have. Ours have fewer than two hundred; a
// decoder searches for each among all others.
const mostSet = 5000

// mostQuoted is how many bytes a quoted text may have. Ours have less than a thousand; titles and
// descriptions are shown in lists and lines.
const mostQuoted = 10000

// CheckTOML reports a text whose tables and lists are nested too deep to decode, or which has too
// many keys and tables, or too long a quoted text. It looks at brackets, braces, equals signs and
// the dots of keys, and skips quoted text and comments. It leaves every other mistake to the
// decoder. The error is [Mistakes].
func CheckTOML(name, text string) error {
	fail := func(line int, format string, args ...any) error {
		file := source.NewFile(name, text)
		at := source.Span{File: file, Lo: file.Offset(line), Hi: file.Offset(line + 1)}
		return Mistakes{wrong(at, format, args...)}
	}
	line, depth, dots, set := 1, 0, 0, 0
	assigned := false // the value of a key comes next
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\n':
			line++
			dots, assigned = 0, assigned && depth > 0
		case '#':
			if end := strings.IndexByte(text[i:], '\n'); end >= 0 {
				i += end - 1
			} else {
				i = len(text)
			}
		case '"', '\'':
			end := quoted(text[i:])
			if end > mostQuoted {
				return fail(line, "a text has %d bytes; it may have %d", end, mostQuoted)
			}
			line += strings.Count(text[i:i+end], "\n")
			i += end - 1
		case '[', '{':
			if depth++; depth == 1 && !assigned {
				set++
			}
			dots = 0
		case ']', '}':
			depth = max(depth-1, 0)
		case '=':
			set++
			dots, assigned = 0, true
		case ',':
			dots = 0
		case '.':
			dots++
		}
		if depth > mostNested || dots > mostNested {
			return fail(line, "tables and lists are nested more than %d deep", mostNested)
		}
		if set > mostSet {
			return fail(line, "there are more than %d keys and tables", mostSet)
		}
	}
	return nil
}

// quoted returns the length of the string at the beginning of a text. A string without an end
// extends to the end of its line, or of the text.
func quoted(text string) int {
	quote := text[:1]
	if long := strings.Repeat(quote, 3); strings.HasPrefix(text, long) {
		quote = long
	}
	for i := len(quote); i < len(text); i++ {
		switch {
		case text[i] == '\\' && quote[0] == '"':
			i++
		case strings.HasPrefix(text[i:], quote):
			return i + len(quote)
		case text[i] == '\n' && len(quote) == 1:
			return i
		}
	}
	return len(text)
}
