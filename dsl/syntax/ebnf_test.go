package syntax

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/ebnf"

	"boardgame/dsl/source"
	"boardgame/dsl/syntax/token"
	"boardgame/testdata/long"
)

// rulesOfEBNF parses the published grammar.
func rulesOfEBNF(t *testing.T) map[string]*ebnf.Production {
	t.Helper()
	text, _, found := strings.Cut(EBNF(), "\n\n")
	if !found {
		t.Fatal("the words in angle brackets are not explained")
	}
	parsed, err := ebnf.ParseString(text)
	if err != nil {
		t.Fatalf("the published grammar is none: %v\n%s", err, text)
	}
	rules := map[string]*ebnf.Production{}
	for _, p := range parsed.Productions {
		rules[p.Production] = p
	}
	return rules
}

func TestEBNFIsComplete(t *testing.T) {
	rules := rulesOfEBNF(t)
	text := EBNF()
	used := map[string]bool{"File": true}
	for _, m := range regexp.MustCompile(`[^<"\w](\w+)\b`).FindAllStringSubmatch(regexp.MustCompile(
		`"[^"]*"|(?m)^\w+ =|<\w+>`).ReplaceAllString(strings.Split(text, "\n\n")[0], " "), -1) {
		used[m[1]] = true
		if rules[m[1]] == nil {
			t.Errorf("%s is not defined", m[1])
		}
	}
	for name := range rules {
		if !used[name] {
			t.Errorf("%s is defined and not used", name)
		}
	}
	for _, w := range token.Words() {
		if !token.Reserved(w) {
			continue
		}
		if !strings.Contains(text, `"`+w+`"`) {
			t.Errorf("the reserved word %s is not in the grammar", w)
		}
	}
	for _, s := range token.Signs {
		if !strings.Contains(text, fmt.Sprintf("%q", s)) {
			t.Errorf("the sign %s is not in the grammar", s)
		}
	}
}

// A writer generates texts from the published grammar.
type writer struct {
	rules map[string]*ebnf.Production
	rng   *rand.Rand
	out   []string
}

func (w *writer) rule(name string, depth int) {
	alternatives := w.rules[name].Expression.Alternatives
	if depth > 12 { // come to an end
		switch name {
		case "Unary":
			alternatives = alternatives[1:2]
		case "Primary":
			alternatives = alternatives[:1]
		}
	}
	// Forms that extend as far to the right as possible are put into parentheses, and so are paths,
	// because a sign after them would repeat their last step.
	enclosed := slices.Contains([]string{"Only", "Slice", "IfExpr", "LetExpr", "ForExpr", "Quant",
		"Path"}, name)
	if enclosed {
		w.out = append(w.out, "(")
	}
	w.sequence(alternatives[w.rng.IntN(len(alternatives))], depth+1)
	if enclosed {
		w.out = append(w.out, ")")
	}
}

func (w *writer) sequence(s *ebnf.Sequence, depth int) {
	for _, term := range s.Terms {
		least, most := 1, 1
		switch term.Repetition {
		case "?":
			least = 0
		case "*":
			least, most = 0, 2
		case "+":
			most = 2
		}
		n := least
		if depth < 12 {
			n += w.rng.IntN(most - least + 1)
		}
		for range n {
			switch {
			case term.Literal != "":
				w.out = append(w.out, strings.Trim(term.Literal, `"`))
			case term.Token != "":
				w.out = append(w.out, map[string]string{"name": "abc", "int": "7",
					"string": `"text"`, "picture": "\"\"\"\n . .\n\"\"\""}[term.Token])
			case term.Name != "":
				w.rule(term.Name, depth)
			default:
				alternatives := term.Group.Expr.Alternatives
				w.sequence(alternatives[w.rng.IntN(len(alternatives))], depth)
			}
		}
	}
}

// The parser understands what the published grammar allows: texts are generated from the one and
// parsed by the other.
func TestEBNFIsTrue(t *testing.T) {
	long.OneThread(t)
	rules := rulesOfEBNF(t)
	read := 0
	for seed := range uint64(600) {
		w := &writer{rules: rules, rng: rand.New(rand.NewPCG(seed, 7))}
		w.rule("Decl", 0)
		text := strings.Join(w.out, " ")
		if len(w.out) > 3000 || ambiguous(w.out) {
			continue
		}
		read++
		_, list := Parse(source.NewFile("text", text))
		for _, d := range list {
			if d.Code != token.NotYet {
				t.Fatalf("seed %d: %s at %q\n%s", seed, d.Summary, d.Span.Text(), text)
			}
		}
	}
	if read < 300 {
		t.Errorf("only %d texts were good for anything", read)
	}
}

// ambiguous reports whether a text has one of the constructs for which the grammar allows too much:
// min and max without arguments are quantifiers, and so is `some x` before `in`; what follows `the`
// begins with a name, a quantifier or (, and what follows `under` with a name or a bracket.
func ambiguous(words []string) bool {
	for i, w := range words {
		next := func(n int) string {
			if i+n < len(words) {
				return words[i+n]
			}
			return ""
		}
		switch w {
		case "hidden": // a sign would continue what is before it
			if next(1) == "-" {
				return true
			}
		case "the":
			if n := next(1); n != "abc" && n != "(" && n != "those" && n != "union" {
				return true
			}
		case "under":
			if n := next(1); n != "abc" && n != "(" && n != "{" {
				return true
			}
		case "min", "max":
			if next(1) != "(" && (next(1) != "abc" || next(2) != "in") {
				return true
			}
		case "some", "no", "one":
			if next(2) == "in" && next(3) != "" && words[max(i-1, 0)] != "(" {
				return true
			}
		}
	}
	return false
}
