package rulebook

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// books are the sentences of the games, without examples, once they are written: all tests read the
// same.
var books = map[string]*book{}

// everyBook writes the sentences of every game, without examples, and calls look with them.
func everyBook(t *testing.T, look func(t *testing.T, b *book)) {
	t.Helper()
	long.OneThread(t)
	for _, name := range long.Sample(ruleset.List(), 1) {
		if books[name] == nil {
			rs := gametest.Ruleset(t, name)
			books[name] = briefBook(t, rs)
			books[name].ctx = context.WithoutCancel(t.Context())
		}
		t.Run(name, func(t *testing.T) { look(t, books[name]) })
	}
}

// briefBook writes the sentences of one game.
func briefBook(t *testing.T, rs *ruleset.Ruleset) *book {
	t.Helper()
	index, list, err := dsl.GlanceContext(t.Context(), rs.File, nil, ruleset.Library{})
	if err != nil || index == nil || index.Game == nil {
		t.Fatal(err, list)
	}
	b := &book{ctx: t.Context(), lib: ruleset.Library{}, brief: true}
	b.write(rs, index)
	return b
}

// about returns the sentences about a part of the rules.
func (b *book) about(at source.Span) (all []string) {
	for _, s := range b.out.Sections {
		for _, item := range s.Items {
			if slices.Contains(item.Places, at) {
				all = append(all, item.Text)
			}
		}
	}
	return all
}

// A refusal, and the reason of an end, come with their condition: in the author's words, in ours,
// or as the rules have it.
func TestConditionsAreSaid(t *testing.T) {
	everyBook(t, func(t *testing.T, b *book) {
		for _, s := range b.out.Sections {
			for _, item := range s.Items {
				if strings.Contains(item.Text, "Not possible: “") {
					t.Errorf("no condition: %q", item.Text)
				}
			}
		}
		n, f, ok := decl[*syntax.End](b)
		if !ok {
			return
		}
		for _, s := range n.Sentences {
			for _, text := range b.about(s.Span(f)) {
				if said, _, _ := strings.Cut(text, "“"); !strings.Contains(said, " if ") {
					t.Errorf("no condition: %q", text)
				}
			}
		}
	})
}

// Nothing is said to be taken where pieces stand on each other.
func TestTowersTakeNothing(t *testing.T) {
	towers := 0
	everyBook(t, func(t *testing.T, b *book) {
		if !b.game.Towers {
			return
		}
		towers++
		for _, s := range b.out.Sections {
			for _, item := range s.Items {
				if strings.Contains(item.Text, "a piece that stands there is taken") {
					t.Errorf("in a game with towers: %q", item.Text)
				}
			}
		}
	})
	if towers < long.Times(5, 5) {
		t.Errorf("only %d games have towers", towers)
	}
}

// What a move does again and again is said as what it does once: no sentence quotes effects.
func TestEffectsAreSaid(t *testing.T) {
	effects := regexp.MustCompile(` (:=|\+=|-=|->|<->|becomes) |^(place|remove|shift|each|while) `)
	everyBook(t, func(t *testing.T, b *book) {
		for _, s := range b.out.Sections {
			for _, item := range s.Items {
				for i, part := range strings.Split(item.Text, "`") {
					if i%2 == 1 && item.Bullet && effects.MatchString(part) {
						t.Errorf("effects as code: %q", item.Text)
					}
				}
			}
		}
	})
}

// What counts increases and decreases; only sets have something added or taken out.
func TestNumbersIncrease(t *testing.T) {
	sums := 0
	everyBook(t, func(t *testing.T, b *book) {
		for _, st := range b.game.States {
			if st.Type != ir.Number {
				continue
			}
			name := regexp.QuoteMeta(st.Name)
			wrong := regexp.MustCompile("(?i)(add [^;]* to|take [^;]* out of) `" + name + "[`(]")
			right := regexp.MustCompile("`" + name + "(\\([^`]*)?` (increases|decreases) by")
			for _, s := range b.out.Sections {
				for _, item := range s.Items {
					sums += len(right.FindAllString(item.Text, -1))
					if wrong.MatchString(item.Text) {
						t.Errorf("`%s` is a number: %q", st.Name, item.Text)
					}
				}
			}
		}
	})
	if sums < long.Times(20, 20) {
		t.Errorf("only %d sums are said", sums)
	}
}

// A name for a number, a condition or a kind is never spoken of as a place.
func TestNamesOfOtherThanSites(t *testing.T) {
	names := 0
	look := func(t *testing.T, b *book) {
		for _, l := range b.index.Live {
			m, ok := l.Decl.(*syntax.Move)
			if !ok || !b.offered(m) {
				continue
			}
			others := map[string]syntax.Expr{}
			syntax.Inspect(m, func(x any) {
				switch x := x.(type) {
				case *syntax.LetClause:
					others[x.Name.Text] = x.Value
				case *syntax.LetAction:
					others[x.Name.Text] = x.Value
				case *syntax.Bind:
					if x.Role == "as" || x.Role == "with" {
						others[x.Name.Text] = x.Domain.Lo
					}
				}
			})
			for name, value := range others {
				k := b.index.ExprOf(value.Span(l.File))
				if k == nil || k.Expr.Type == ir.Sites {
					continue
				}
				names++
				quoted := "(`" + regexp.QuoteMeta(name) + "`|the chosen kind)"
				site := regexp.MustCompile(fmt.Sprintf("Let `%s` be [^`]|(?:on|to|from|next to) %s"+
					"(?:[,;.]|$)|%s is (?:there|off the board|empty|not empty)|(?:cells?|stands) in %s",
					regexp.QuoteMeta(name), quoted, quoted, quoted))
				for _, text := range b.within(m.Span(l.File)) {
					if site.MatchString(text) {
						t.Errorf("`%s` is no place: %q", name, text)
					}
				}
			}
		}
	}
	everyBook(t, look)
	if names < long.Times(20, 20) {
		t.Errorf("only %d names are no sites", names)
	}
}

// within returns the sentences about anything inside a part of the rules.
func (b *book) within(at source.Span) (all []string) {
	for _, s := range b.out.Sections {
		for _, item := range s.Items {
			if slices.ContainsFunc(item.Places, func(p source.Span) bool {
				return p.File == at.File && p.Lo >= at.Lo && p.Hi <= at.Hi
			}) {
				all = append(all, item.Text)
			}
		}
	}
	return all
}

// A sentence that quotes the rules says which comment the author may write: with one behind the
// place of each, the book has the author's words, and no such sentence is left.
func TestWordlessSentencesTakeComments(t *testing.T) {
	wordless, games := 0, 0
	long.OneThread(t)
	for _, name := range long.Sample(ruleset.List(), 1) {
		rs := gametest.Ruleset(t, name)
		behind := map[int]string{} // by the end of a line
		plain := briefBook(t, rs)
		plain.glossary()
		for _, item := range plain.out.Wordless() {
			if at := item.Places[0]; at.File == rs.File {
				line, _ := at.File.Position(at.Hi)
				end := at.File.Offset(line) + len(at.File.Line(line))
				behind[end] = fmt.Sprintf("words of line %d here", line)
				wordless++
			}
		}
		if len(behind) == 0 {
			continue
		}
		games++
		text := rs.File.Text
		for _, at := range slices.Backward(slices.Sorted(maps.Keys(behind))) {
			text = text[:at] + " # " + behind[at] + text[at:]
		}
		with := *rs
		with.File = source.NewFile(rs.File.Name, text)
		b := briefBook(t, &with)
		b.glossary()
		for _, item := range b.out.Wordless() {
			if item.Places[0].File == with.File {
				t.Errorf("%s: still without words: %q", name, item.Text)
			}
		}
		said, about := "", map[string]bool{}
		for _, s := range b.out.Sections {
			for _, item := range s.Items {
				said += strings.ToLower(item.Text) + "\n"
				if len(item.Places) > 0 {
					about[commentBehind(item.Places[0])] = true
				}
			}
		}
		for _, words := range behind { // a definition that nothing quotes any more is left out
			if about[words] && !strings.Contains(said, words) {
				t.Errorf("%s: the book leaves out the comment %q", name, words)
			}
		}
	}
	if wordless < long.Times(300, 60) || games < long.Times(15, 15) {
		t.Errorf("only %d sentences of %d games have no words", wordless, games)
	}
	t.Logf("%d sentences of %d games", wordless, games)
}

// poor finds sentences that say of places what is true of pieces, speak of membership as of
// ownership, or quote a comparison of two names.
var poor = regexp.MustCompile("(Remove|Shift|everything on) all cells|[Pp]lace [^.;]* on all|" +
	"(stand|cells) (not )?in a corner|or more of (enemy|[a-z]+ stand)|cells that is|" +
	"\\bcells? of `|\\bis of `|on one of `|the value of `players|" +
	"not taken by|` (around|orthogonal|forward)|" +
	"Only if `\\w+(\\(\\w+\\))? [<>!=]+ \\w+(\\(\\w+\\))?`")

// Sentences speak of places, pieces and sets as what they are; each part of a book has a title of
// its own; what is chosen is what was offered; and a board with something on it is not empty.
func TestSentencesFit(t *testing.T) {
	chosen := regexp.MustCompile(`the chosen (\w+)`)
	everyBook(t, func(t *testing.T, b *book) {
		titles := map[string]bool{}
		for _, s := range b.out.Sections {
			if titles[s.Title] {
				t.Errorf("two parts are called %q", s.Title)
			}
			titles[s.Title] = true
			choices := "site"
			for _, item := range s.Items {
				if found := poor.FindString(item.Text); found != "" && item.View == nil {
					t.Errorf("%q: %q", found, item.Text)
				}
				for _, m := range chosen.FindAllStringSubmatch(item.Text, -1) {
					if !strings.Contains(choices, strings.TrimSuffix(m[1], "s")) {
						t.Errorf("no %s is chosen before: %q", m[1], item.Text)
					}
				}
				if strings.HasPrefix(item.Text, "Choose ") || strings.HasPrefix(item.Text, "Draw ") {
					choices += item.Text
				}
				numbers := slices.ContainsFunc(b.game.States, func(s ir.State) bool { return s.PerCell })
				if item.Text == "The board is empty at first." && numbers && len(b.game.Kinds) == 0 {
					t.Error("the board is called empty, but numbers stand on it")
				}
				hidden := slices.ContainsFunc(item.Places, func(at source.Span) bool {
					return strings.HasPrefix(at.File.Text[:at.Lo], "hidden")
				})
				if s.Title == "The end" && hidden {
					t.Errorf("what is hidden, among the ends: %q", item.Text)
				}
			}
		}
	})
}

// What a `let` names is a condition only if its value is one.
func TestOnlyConditionsHold(t *testing.T) {
	lets := 0
	everyBook(t, func(t *testing.T, b *book) {
		for m, f := range live[*syntax.Move](b) {
			for _, c := range m.Clauses {
				let, ok := c.(*syntax.LetClause)
				if !ok {
					continue
				}
				lets++
				k := b.index.ExprOf(let.Value.Span(f))
				for _, text := range b.about(let.Span(f)) {
					if strings.Contains(text, "means that") && k != nil && k.Expr.Type != ir.Truth {
						t.Errorf("a condition: %q", text)
					}
				}
			}
		}
	})
	if lets < long.Times(20, 20) {
		t.Errorf("only %d values have names", lets)
	}
}
