package syntax

import (
	"fmt"
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/dsl/syntax/token"
)

// bracketed writes an expression with all its parentheses.
func bracketed(x Expr) string {
	list := func(args []Expr) string {
		out := make([]string, len(args))
		for i, a := range args {
			out[i] = bracketed(a)
		}
		return strings.Join(out, ", ")
	}
	domain := func(d *Domain) string {
		if d.Hi != nil {
			return bracketed(d.Lo) + ".." + bracketed(d.Hi)
		}
		return bracketed(d.Lo)
	}
	switch x := x.(type) {
	case *Int:
		return fmt.Sprint(x.Value)
	case *StrExpr:
		return fmt.Sprintf("%q", x.Text)
	case *Call:
		if x.Parens {
			return x.Name.Text + "(" + list(x.Args) + ")"
		}
		return x.Name.Text
	case *Paren:
		return "⟨" + bracketed(x.X) + "⟩"
	case *SetLit:
		var out []string
		for _, d := range x.Items {
			out = append(out, domain(d))
		}
		return "{" + strings.Join(out, ", ") + "}"
	case *Path:
		s := bracketed(x.Base)
		for _, step := range x.Steps {
			s += "." + bracketed(step.By)
			if step.Only != nil {
				s += "[" + bracketed(step.Only) + "]"
			}
			if step.Rep != nil && step.Rep.Op == "{" {
				s += "{" + domain(step.Rep.Count) + "}"
			} else if step.Rep != nil {
				s += step.Rep.Op
			}
		}
		return s
	case *Unary:
		return "(" + x.Op + " " + bracketed(x.X) + ")"
	case *Binary:
		return "(" + bracketed(x.X) + " " + x.Op + " " + bracketed(x.Y) + ")"
	case *If:
		return "(if " + bracketed(x.Cond) + ": " + bracketed(x.Then) + " else " +
			bracketed(x.Else) + ")"
	case *Let:
		return "(let " + x.Name.Text + " = " + bracketed(x.Value) + ": " + bracketed(x.Body) + ")"
	case *For:
		return "(for " + bracketed(x.Player) + ": " + bracketed(x.Body) + ")"
	case *Quant:
		return "(" + x.Op + " " + x.Name.Text + " in " + domain(&x.Domain) + ": " +
			bracketed(x.Body) + ")"
	}
	return fmt.Sprintf("%T", x)
}

func TestPrecedence(t *testing.T) {
	for text, want := range map[string]string{
		"a & b | c & d":                   "((a & b) | (c & d))",
		"a | b - c":                       "((a | b) - c)",
		"a - b - c":                       "((a - b) - c)",
		"a * b + c / d mod e":             "((a * b) + ((c / d) mod e))",
		"a + b^2 * -c":                    "(a + ((b ^ 2) * (- c)))",
		"-x^2":                            "((- x) ^ 2)",
		"some a & b = c":                  "((some (a & b)) = c)",
		"some a | b and no c":             "((some (a | b)) and (no c))",
		"not a = b and c":                 "((not (a = b)) and c)",
		"not not a or b and c":            "((not (not a)) or (b and c))",
		"a implies b implies c":           "(a implies (b implies c))",
		"a or b implies c and d":          "((a or b) implies (c and d))",
		"some x in a: b and c":            "(some x in a: (b and c))",
		"a and some x in b: c or d":       "(a and (some x in b: (c or d)))",
		"1 + if a: 2 else 3 + 4":          "(1 + (if a: 2 else (3 + 4)))",
		"if a: b else if c: d else e":     "(if a: b else (if c: d else e))",
		"let x = 1: x + 2":                "(let x = 1: (x + 2))",
		"for next: mine & a":              "(for next: (mine & a))",
		"min c in cells: f(c) = m":        "(min c in cells: (f(c) = m))",
		"max(1, 2) + min (3)":             "(max(1, 2) + min(3))",
		"min x in 1..3: x":                "(min x in 1..3: x)",
		"p.d[empty]*.e":                   "p.d[empty]*.e",
		"p.d{2}.(a | b){1..n - 1} & c":    "(p.d{2}.(a | b){1..(n - 1)} & c)",
		"(a | b).north + f(g, {h, 1..2})": "",
		"all P in players: P = me":        "(all P in players: (P = me))",
		"a in b and c != d":               "((a in b) and (c != d))",
		"a = some b":                      "(a = (some b))",
		`marked("*") - x`:                 `(marked("*") - x)`,
		"- 3 - -3":                        "((- 3) - (- 3))",
		"2*a - 1":                         "((2 * a) - 1)",
		"(those c in S: not m) & d":       "(⟨(those c in S: (not m))⟩ & d)",
		"one S and one x in S: y":         "((one S) and (one x in S: y))",
		"9223372036854775807":             "9223372036854775807",
	} {
		f := source.NewFile("text", "def x = "+text)
		tree, list := Parse(f)
		if want == "" {
			// a + after a step repeats it
			if len(list) != 1 || list[0].Code != token.RepeatsStep {
				t.Errorf("%s: %v", text, list)
			}
			continue
		}
		if len(list) > 0 {
			t.Errorf("%s: %s", text, list[0].Summary)
			continue
		}
		x := tree.Decls[0].(*Def).Body
		if got := bracketed(x); got != want {
			t.Errorf("%s\nis read as %s\nshould be  %s", text, got, want)
		}
		if got := x.Span(f).Text(); got != text {
			t.Errorf("%s has the span %q", text, got)
		}
	}
}

// Every node covers exactly its text, without the comments and blanks around it.
func TestSpans(t *testing.T) {
	const text = `# before
move jump "label" {  # opens
  from p in mine     # who
  if   some p.north & theirs "why",
       a = b
  do   p -> q when x, # moved
       remove y
  then jump from q when z, pass
}
# behind`
	f := source.NewFile("text", text)
	tree, list := Parse(f)
	if len(list) > 0 {
		t.Fatal(list[0].Summary)
	}
	m := tree.Decls[0].(*Move)
	for _, c := range []struct {
		name string
		span source.Span
		want string
	}{
		{"move", m.Span(f), text[len("# before\n") : len(text)-len("\n# behind")]},
		{"name", m.Name.Span(f), "jump"},
		{"label", m.Label.Span(f), `"label"`},
		{"clause", m.Clauses[0].(*Bind).Span(f), "from p in mine"},
		{"domain", m.Clauses[0].(*Bind).Domain.Span(f), "mine"},
		{"condition", m.Clauses[1].(*IfClause).Conds[0].Span(f), `some p.north & theirs "why"`},
		{"path", m.Clauses[1].(*IfClause).Conds[0].Expr.(*Unary).X.(*Binary).X.Span(f), "p.north"},
		{"effect", m.Do[0].Span(f), "p -> q when x"},
		{"action", m.Do[0].Action.(*Change).Span(f), "p -> q"},
		{"remove", m.Do[1].Span(f), "remove y"},
		{"choice", m.Then.Span(f), "jump from q when z, pass"},
		{"role", m.Then.Groups[0].Items[0].Roles[0].Span(f), "from q"},
	} {
		if c.span.Text() != c.want {
			t.Errorf("%s: %q, want %q", c.name, c.span.Text(), c.want)
		}
	}
}

// Walk visits every node once, in the order of the text, and no absent node.
func TestWalk(t *testing.T) {
	for name, f := range gameFiles(t) {
		tree, _ := Parse(f)
		seen := map[any]bool{}
		names := 0
		last := -1
		Inspect(tree, func(x any) {
			if seen[x] {
				t.Errorf("%s: %T is met twice", name, x)
			}
			seen[x] = true
			if n, ok := x.(*Name); ok {
				names++
				if n.Pos.Offset < last {
					t.Errorf("%s: %s comes too late", name, n.Text)
				}
				last = n.Pos.Offset
			}
		})
		want := 0
		tokens, _ := token.Scan(f)
		tokens = token.Significant(tokens)
		token.Soften(tokens)
		for _, t := range tokens {
			if t.Kind == token.NameToken {
				want++
			}
		}
		if names < want-contextual(tokens) {
			t.Errorf("%s: %d names met, the text has %d", name, names, want)
		}
		stopped := 0
		Walk(tree, func(x any) bool { stopped++; return false })
		if stopped != 1 {
			t.Errorf("%s: Walk went on though it was told not to", name)
		}
	}
}

// contextual counts the words that look like names but are fixed words in their place.
func contextual(tokens []token.Token) int {
	n := 0
	for _, t := range tokens {
		switch t.Text {
		case "once", "least", "most":
			n++
		}
	}
	return n
}

func TestTokens(t *testing.T) {
	const text = "def a = b # c\n  # d\nmove x { } # e"
	var got []string
	for _, tok := range token.Tokens(source.NewFile("", text)) {
		s := tok.Text
		if tok.First {
			s = "^" + s
		}
		got = append(got, s)
	}
	if s := strings.Join(got, "|"); s != "^def|a|=|b|# c|^# d|^move|x|{|}|# e" {
		t.Error(s)
	}
	for name, f := range gameFiles(t) {
		at := 0
		for _, tok := range token.Tokens(f) {
			if strings.TrimSpace(f.Text[at:tok.Pos.Offset]) != "" ||
				tok.Span(f).Text() != tok.Text {
				t.Fatalf("%s: token %q at %d", name, tok.Text, tok.Pos.Offset)
			}
			line, column := f.Position(tok.Pos.Offset)
			if line != tok.Pos.Line || column != tok.Pos.Column {
				t.Fatalf("%s: %q is at %d:%d, not %d:%d", name, tok.Text, line, column,
					tok.Pos.Line, tok.Pos.Column)
			}
			at = tok.End.Offset
		}
	}
}

// BenchmarkParse reads a file of about 200 lines.
func BenchmarkParse(b *testing.B) {
	text := ""
	files := gameFiles(b)
	for _, name := range []string{"chess.rules", "blockade.rules", "cage.rules"} {
		text += files[name].Text
	}
	f := source.NewFile("text", text)
	b.ReportMetric(float64(f.Lines()), "lines")
	for b.Loop() {
		Parse(f)
	}
}
