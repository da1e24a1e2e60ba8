package syntax

import (
	"fmt"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
)

// fixes returns the changes of the text that mend a mistake where the grammar stopped at token i.
// They do to the text what [parser.mend] does to the tokens.
func (p *parser) fixes(tokens []Token, i int, m mistake) []diag.Fix {
	if m.at > 0 {
		i = m.at
	}
	if m.diag.Code == ElseMissing && i > 0 {
		return p.elses(tokens[i-1])
	}
	width := max(m.width, 1)
	if len(m.diag.Fixes) > 0 || m.text == Unread {
		return nil
	}
	last := min(i+width, len(tokens)) - 1
	switch m.how {
	case replace:
		// a word that is read as a name stays as it is written
		if i < len(tokens) && tokens[i].Text != m.text {
			return []diag.Fix{replacing(tokens[i].Span(p.file).To(tokens[last].Span(p.file)),
				m.text)}
		}
	case replaceBefore:
		if i > 0 {
			return []diag.Fix{replacing(tokens[i-1].Span(p.file), m.text)}
		}
	case insert:
		if i > 0 {
			return []diag.Fix{inserting(p.file, tokens[i-1], m.text)}
		}
	case dropToken:
		if i < len(tokens) {
			return []diag.Fix{removing(tokens[i].Span(p.file).To(tokens[last].Span(p.file)))}
		}
	case dropBefore:
		if i > 0 {
			return []diag.Fix{removing(tokens[i-1].Span(p.file))}
		}
	}
	return nil
}

// elses offers the second half of an `if a: b`, for each type that b may have.
func (p *parser) elses(before Token) []diag.Fix {
	var all []diag.Fix
	for _, value := range []string{"none", "0", "false"} {
		f := inserting(p.file, before, "else "+value)
		all = append(all, f)
	}
	return all
}

// replacing puts a text in the place of another; an empty one takes it out.
func replacing(at source.Span, text string) diag.Fix {
	if text == "" {
		return removing(at)
	}
	title := fmt.Sprintf("Replace `%s` with `%s`", clip(at.Text()), text)
	if wordLength(text) > 0 { // `a%b` becomes `a mod b`
		all := at.File.Text
		if at.Lo > 0 && wordLength(all[at.Lo-1:at.Lo]) > 0 {
			text = " " + text
		}
		if at.Hi < len(all) && wordLength(all[at.Hi:at.Hi+1]) > 0 {
			text += " "
		}
	}
	return diag.Fix{Title: title, Span: at, Text: text}
}

// removing takes a text out, with the blanks before it if nothing else stands on either side.
func removing(at source.Span) diag.Fix {
	title := fmt.Sprintf("Take out `%s`", clip(at.Text()))
	text := at.File.Text
	for at.Lo > 0 && text[at.Lo-1] == ' ' &&
		(at.Hi == len(text) || text[at.Hi] == ' ' || text[at.Hi] == '\n') {
		at.Lo--
	}
	return diag.Fix{Title: title, Span: at}
}

// inserting puts a word or sign behind a token.
func inserting(f *source.File, after Token, text string) diag.Fix {
	title := fmt.Sprintf("Insert `%s`", text)
	if text != "," && text != ")" && text != "]" {
		text = " " + text
	}
	at := after.End.Offset
	return diag.Fix{Title: title, Span: source.Span{File: f, Lo: at, Hi: at}, Text: text}
}
