package mend

import (
	"boardgame/dsl/diag"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax/token"
)

// fixes returns the changes to the text that fix a mistake at token i, where the grammar stopped.
// They do to the text what [Mender.Mend] does to the tokens.
func (p *Mender) fixes(tokens []token.Token, i int, m mistake) []diag.Fix {
	if m.at > 0 {
		i = m.at
	}
	if m.diag.Code == token.ElseMissing && i > 0 {
		return elses(p.File, tokens[i-1])
	}
	width := max(m.width, 1)
	if len(m.diag.Fixes) > 0 || m.text == token.Unread {
		return nil
	}
	last := min(i+width, len(tokens)) - 1
	switch m.how {
	case replace:
		// a word that is read as a name keeps its text
		if i < len(tokens) && tokens[i].Text != m.text {
			return []diag.Fix{token.Replacing(tokens[i].Span(p.File).To(tokens[last].Span(p.File)), m.text)}
		}
	case replaceBefore:
		if i > 0 {
			return []diag.Fix{token.Replacing(tokens[i-1].Span(p.File), m.text)}
		}
	case insert:
		if i > 0 {
			return []diag.Fix{token.Inserting(p.File, tokens[i-1], m.text)}
		}
	case dropToken:
		if i < len(tokens) {
			return []diag.Fix{token.Removing(tokens[i].Span(p.File).To(tokens[last].Span(p.File)))}
		}
	case dropBefore:
		if i > 0 {
			return []diag.Fix{token.Removing(tokens[i-1].Span(p.File))}
		}
	}
	return nil
}

// elses offers the missing half of an `if a: b`, for each type that b may have.
func elses(f *source.File, before token.Token) []diag.Fix {
	return lists.Map([]string{"none", "0", "false"}, func(value string) diag.Fix {
		return token.Inserting(f, before, "else "+value)
	})
}
