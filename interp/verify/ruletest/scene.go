package ruletest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/record"
	"boardgame/interp/ruleset"
)

// Scene is a moment of a game that can become a case: the case expects what the rules say about it
// now.
type Scene struct {
	Name  string
	Note  string // why the case exists, for its reader; may be empty
	Game  *interp.Game
	From  *interp.Position // nil: the start
	Steps []interp.Move
	List  bool // list the legal moves, however many there are
}

// mostListed is the most legal moves that a case lists; beyond that it gives their number.
const mostListed = 12

// Offer is a case that may be added to the tests of a game.
type Offer struct {
	Why   string // its purpose
	Scene *Scene
	// Needless reports whether cases that were added before make it unnecessary.
	Needless func(added []*Case) bool
}

// Text returns the case: where it starts, the moves, and what to expect after them.
func (s *Scene) Text() (string, error) {
	from := s.From
	var b strings.Builder
	fmt.Fprintf(&b, "-- %s --\n", caseName(s.Name))
	for line := range strings.Lines(s.Note) {
		fmt.Fprintf(&b, "# %s\n", strings.TrimSpace(line))
	}
	var options []string
	for _, o := range s.Game.Rules().Options {
		if o.Value != o.Default {
			options = append(options, o.Name+"="+o.Value)
		}
	}
	if len(options) > 0 {
		fmt.Fprintf(&b, "options: %s\n", strings.Join(options, " "))
	}
	if from == nil {
		from = s.Game.Start()
	} else if text := s.Game.PositionText(from); text != s.Game.PositionText(s.Game.Start()) {
		fmt.Fprintf(&b, "position: %s\n", text)
	}
	after, p, err := s.after(from)
	if err != nil {
		return "", err
	}
	b.WriteString(after)
	s.expect(&b, p)
	return b.String(), nil
}

// after writes the line with the moves, and returns the position after them.
func (s *Scene) after(from *interp.Position) (string, *interp.Position, error) {
	if len(s.Steps) == 0 {
		return "", from, nil
	}
	// The short notation reads well; if it would be read as something else, the long one is used.
	for _, long := range []bool{false, true} {
		p := from
		var texts []string
		for _, m := range s.Steps {
			if long {
				texts = append(texts, s.Game.LongText(p, m)+",")
			} else {
				texts = append(texts, s.Game.Text(p, m))
			}
			next, err := s.Game.Play(p, m)
			if err != nil {
				return "", nil, err
			}
			p = next
		}
		text := strings.TrimSuffix(strings.Join(texts, " "), ",")
		if steps, _, err := s.Game.PlayText(from, text); err == nil && slices.Equal(steps, s.Steps) {
			return "after:" + folded(text) + "\n", p, nil
		}
	}
	return "", nil, errors.New(
		"the moves cannot be written in a way that reads back as the same moves")
}

// folded writes a value after its key or, if it is long, as a block below it.
func folded(text string) string {
	const width = 100
	if len(text) < width-len("after: ") {
		return " " + text
	}
	var b strings.Builder
	line := " "
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > width {
			b.WriteString("\n" + line)
			line = " "
		}
		line += " " + word
	}
	return b.String() + "\n" + line
}

// expect writes what to expect in a position.
func (s *Scene) expect(b *strings.Builder, p *interp.Position) {
	texts := s.Game.Texts(p)
	slices.Sort(texts)
	switch {
	case p.Result() != nil:
	case len(texts) <= mostListed || s.List:
		fmt.Fprintf(b, "legal:%s\n", folded(list(texts)))
	default:
		fmt.Fprintf(b, "legal: %d\n", len(texts))
	}
	fmt.Fprintf(b, "board:\n  %s\n", strings.ReplaceAll(s.Game.Picture(p), "\n", "\n  "))
	if p.Result() != nil {
		fmt.Fprintf(b, "result: %s\n", s.Game.ResultText(p.Result()))
		return
	}
	fmt.Fprintf(b, "to move after: %s\n", s.Game.Rules().Players[p.ToMove()].Name)
}

// caseName turns a text into the name of a case: one line without anything that ends a name.
func caseName(name string) string {
	name = strings.ReplaceAll(strings.Join(strings.Fields(name), " "), " --", " ")
	if name == "" || strings.HasSuffix(name, ruleset.Ext) {
		return "a case " + name
	}
	return name
}

// ownRules is the beginning of rules inside a test file: the cases after it use them.
var ownRules = regexp.MustCompile(`(?m)^-- .*\.rules --$`)

// Add returns the text of a test file with one more case. If a case of that name exists already,
// the new name gets a number. An empty text becomes a file about the named rules.
func Add(text, rules, theCase string) string {
	if text == "" {
		text = "rules: " + rules + "\n"
	}
	first, rest, _ := strings.Cut(theCase, "\n")
	name := strings.TrimSuffix(strings.TrimPrefix(first, "-- "), " --")
	for n := 2; strings.Contains("\n"+text, "\n"+first+"\n"); n++ {
		first = fmt.Sprintf("-- %s (%d) --", name, n)
	}
	at := len(text)
	if own := ownRules.FindStringIndex(text); own != nil {
		at = own[0]
	}
	before, after := strings.TrimRight(text[:at], "\n"), text[at:]
	if after != "" {
		after = "\n" + after
	}
	return before + "\n\n" + first + "\n" + rest + after
}

// FileFor returns the test file to which cases of a ruleset are added, and its text, which is empty
// if the file does not exist yet. It is the file with the same name as the rules, otherwise the
// first one found, otherwise a new one beside the rules or, if there is one, in the folder tests.
func FileFor(rs *ruleset.Ruleset) (name, text string, err error) {
	if rs.Builtin {
		return "", "", fmt.Errorf(
			"%s comes with boardgame; name the file to add its case to", rs.Name)
	}
	files, err := rs.Tests()
	if err != nil {
		return "", "", err
	}
	i := slices.IndexFunc(files, func(f *source.File) bool {
		return filepath.Base(f.Name) == rs.Name+ruleset.TestExt
	})
	switch {
	case i >= 0:
		return files[i].Name, files[i].Text, nil
	case len(files) > 0:
		return files[0].Name, files[0].Text, nil
	}
	folder := filepath.Dir(rs.File.Name)
	if stat, err := os.Stat(filepath.Join(folder, "tests")); err == nil && stat.IsDir() {
		folder = filepath.Join(folder, "tests")
	}
	return filepath.Join(folder, rs.Name+ruleset.TestExt), "", nil
}

// Append turns a scene into a case and adds it to a test file, or to the one of the ruleset if no
// file is named. It returns the name of the file.
func Append(rs *ruleset.Ruleset, file string, s *Scene) (string, error) {
	theCase, err := s.Text()
	if err != nil {
		return "", err
	}
	text := ""
	if file == "" {
		if file, text, err = FileFor(rs); err != nil {
			return "", err
		}
	} else if f, err := ruleset.ReadTest(file); err == nil {
		text = f.Text
	} else if _, missing := os.Stat(file); !errors.Is(missing, os.ErrNotExist) {
		return "", err
	}
	rules := rs.Name
	if !rs.Builtin {
		rules = filepath.Base(rs.File.Name)
	}
	if err := record.WriteFile(file, []byte(Add(text, rules, theCase))); err != nil {
		return "", fmt.Errorf("%s was not written: %w", file, err)
	}
	return file, nil
}
