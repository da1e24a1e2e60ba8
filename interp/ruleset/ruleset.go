// Package ruleset finds games: those that come with the program, by name, and rules files, by path.
//
// A game is found as a [Ruleset]: its text, and what its NAME.toml says about it. This package only
// checks that the text is valid UTF-8 and finds which game a variant extends. The rest is left to
// package dsl, for which [Library] finds the files that a text refers to.
package ruleset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/interp/level"
	"boardgame/interp/record"
	"boardgame/rulesets"
)

// NetExt is the extension of files with the patterns of learned weights.
const NetExt = ".net"

// MaxFile is the greatest size of a rules file, in bytes.
const MaxFile = 1 << 20

// Ext is the extension of rules files.
const Ext = ".rules"

// Ruleset is a game that has been found.
type Ruleset struct {
	// for a built-in game its name; for a file its name without folder and extension
	Name    string
	File    *source.File // the rules text; its name is for messages
	Info    Info
	Builtin bool
	toml    string // the source of own, or else of what the rules extend; "" if there is no such file
	own     Info   // what the game's own NAME.toml says; Info adds what the rules extend
}

// List returns the names of the built-in games in alphabetical order.
func List() []string {
	return entries(".")
}

// entries returns the names in a folder of built-in games, in order, as their files list them: to
// sort them again, as fs.ReadDir does, takes 20 KB of code in the page.
func entries(folder string) []string {
	f, err := rulesets.FS().Open(folder)
	if err != nil {
		return nil
	}
	defer f.Close()
	all, _ := f.(fs.ReadDirFile)
	if all == nil {
		return nil
	}
	found, _ := all.ReadDir(-1)
	return lists.Map(found, func(f fs.DirEntry) string { return f.Name() })
}

// NotFoundError is the error for a name that no game has.
type NotFoundError struct {
	Name       string
	Suggestion string // the game most likely meant, or ""
}

// Error says that, and what to do.
func (e *NotFoundError) Error() string {
	return e.Unknown() + "; the path of a " + Ext + " file works, too"
}

// Unknown is Error for those who cannot name files.
func (e *NotFoundError) Unknown() string {
	message := fmt.Sprintf("there is no game called %q", e.Name)
	if e.Suggestion != "" {
		return message + fmt.Sprintf("; did you mean %s? `boardgame list` names the games", e.Suggestion)
	}
	return message + ". `boardgame list` names the games; `boardgame list --search WORD` finds " +
		"them by their descriptions"
}

// Find finds a game by the name of a built-in one, or by the path of a rules file or of the folder
// NAME in which it is NAME.rules. A bare word is a built-in game first, then a file or folder of
// that name, with or without the extension, then one of the games in [OwnFolder], and last the
// title of a built-in game. A NAME.toml beside a file is read if there is one; what it leaves out,
// a variant takes from the game it extends.
//
// An unknown name gives a [*NotFoundError]; the other errors say which file is wrong, and how.
func Find(name string) (*Ruleset, error) {
	if slices.Contains(List(), name) {
		return builtin(name)
	}
	inside := filepath.Join(name, filepath.Base(name)+Ext)
	if stat, err := os.Stat(inside); err == nil && stat.Mode().IsRegular() {
		return load(inside, 0)
	}
	bare := !strings.ContainsAny(name, `/\`) && !strings.HasSuffix(name, Ext)
	file := name
	if bare {
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) || name == "" {
			file = name + Ext
			if _, err := os.Stat(file); err != nil {
				if file = ownFile(name); file == "" {
					if named := Titled(name); named != "" {
						return builtin(named)
					}
					return nil, &NotFoundError{name, diag.NearestName(name, append(List(), Own()...))}
				}
			}
		}
	}
	return load(file, 0)
}

// Titled returns the name of the built-in game with a name or title, which may be written in small
// letters or large ones; "" if there is none.
func Titled(title string) string {
	is := func(name string) bool { return strings.EqualFold(title, name) }
	names := List()
	i := slices.IndexFunc(names, is)
	if i < 0 {
		i = slices.IndexFunc(names, func(name string) bool {
			about, err := About(name)
			return err == nil && is(about.Title)
		})
	}
	if i < 0 {
		return ""
	}
	return names[i]
}

// load finds the game of a rules file, reached through this many files that extend one another.
func load(file string, extended int) (*Ruleset, error) {
	text, err := readFile(file)
	switch {
	case err != nil:
		return nil, err
	case strings.HasSuffix(file, TestExt):
		return nil, &fileError{file, "holds tests; name the rules file that they are for", nil}
	case record.Is(text):
		return nil, &fileError{file, "is a saved game; name its rules file before it", nil}
	}
	r := &Ruleset{
		Name: strings.TrimSuffix(filepath.Base(file), Ext),
		File: source.NewFile(file, text),
	}
	infoFile := strings.TrimSuffix(file, Ext) + ".toml"
	info, err := readFile(infoFile)
	switch {
	case infoFile == file || errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	default:
		if err := r.describe(infoFile, info); err != nil {
			return nil, err
		}
		r.Info.nets(func(name string) (string, error) {
			return readFile(filepath.Join(filepath.Dir(file), name))
		})
	}
	return r, r.inherit(extended)
}

// describe reads the NAME.toml of a game.
func (r *Ruleset) describe(name, text string) (err error) {
	r.toml = text
	r.own, err = ReadInfo(name, text)
	r.Info = r.own
	return err
}

// inherit gives a variant what the game that it extends says about itself and the variant does not,
// as far as it fits the rules: everything except the title and the like, presets with options that
// the variant does not have, and levels that it cannot play.
func (r *Ruleset) inherit(extended int) error {
	r.blind()
	const most = 16 // files that extend one another; in a circle, say: package dsl says so
	name := r.extends()
	if name == "" || extended >= most {
		return nil
	}
	file, own, err := locate(name, r.File.Name)
	if err != nil {
		return nil // package dsl says so
	}
	var base *Ruleset
	if own {
		base, err = builtin(strings.TrimSuffix(name, Ext))
	} else {
		base, err = load(file.Name, extended+1)
	}
	if err != nil {
		return err
	}
	r.adopt(base, Library{})
	return nil
}

// blind gives a game with secrets the levels that do not look at them, unless it has some.
func (r *Ruleset) blind() {
	if !strings.Contains(r.File.Text, "hidden") {
		return // most games: nothing to parse
	}
	tree, _ := dsl.Parse(r.File)
	for _, d := range tree.Decls {
		if _, ok := d.(*syntax.Hidden); ok {
			r.Info.Levels = level.Blind(r.Info.Levels)
			for i := range r.Info.Levels {
				r.Info.Levels[i].Values = r.Info.Values
			}
		}
	}
}

// unchanged leaves out what the extended game says of values that the rules declare anew.
func (r *Ruleset) unchanged(values map[string]level.Value) map[string]level.Value {
	if len(values) == 0 || r.own.Values != nil || !strings.Contains(r.File.Text, "value") {
		return values
	}
	values = maps.Clone(values)
	tree, _ := dsl.Parse(r.File)
	for _, d := range tree.Decls {
		if v, ok := d.(*syntax.Value); ok {
			delete(values, v.Name.Text)
		}
	}
	return values
}

// extends returns the name of the game that the rules extend; "" if they extend none.
func (r *Ruleset) extends() (name string) {
	if !strings.Contains(r.File.Text, "extends") {
		return "" // most games: nothing to parse
	}
	tree, _ := dsl.Parse(r.File)
	for _, d := range tree.Decls {
		if game, ok := d.(*syntax.Game); ok && game.Extends != nil {
			name = game.Extends.Text
		}
	}
	return name
}

// ofOneGame are the fields of an Info that say something of one game alone.
var ofOneGame = []string{"Title", "Author", "Year", "Link", "Description", "Checked", "Figures",
	"Featured", "Length", "Choices", "Rivals", "Graded", "Less", "Primer"}

// adopt takes over what a different game says about itself and r does not, as far as it fits these
// rules.
func (r *Ruleset) adopt(base *Ruleset, lib dsl.Library) {
	info, other := reflect.ValueOf(&r.Info).Elem(), reflect.ValueOf(base.Info)
	for i := range info.NumField() {
		alone := slices.Contains(ofOneGame, info.Type().Field(i).Name)
		if info.Field(i).IsZero() && !alone {
			info.Field(i).Set(other.Field(i))
		}
	}
	r.Info.Values = r.unchanged(r.Info.Values)
	r.Info.Levels = slices.Clone(r.Info.Levels)
	for i := range r.Info.Levels {
		r.Info.Levels[i].Values = r.Info.Values
	}
	if r.own.Levels == nil {
		// What lies between easy, medium and hard was measured with the other rules, and may be in
		// another order here: only the levels that these rules grade, as in "medium skilled", are
		// lent.
		seats := strings.Join(slices.Collect(maps.Keys(r.Info.Graded)), " ")
		graded := strings.FieldsFunc(seats, func(r rune) bool { return r == ' ' || r == ':' })
		var lent []level.Level
		easy, hard := level.Index(r.Info.Levels, "easy"), level.Index(r.Info.Levels, "hard")
		for i, l := range r.Info.Levels {
			if easy < 0 || i <= easy || i >= hard || l.Name == "medium" ||
				slices.Contains(graded, l.Name) {
				lent = append(lent, l)
			}
		}
		r.Info.Levels = lent
		for i := range r.Info.Levels {
			if l := &r.Info.Levels[i]; l.Strength != nil {
				l.Strength, l.Title = nil, ""
			}
		}
	}
	if r.toml == "" {
		r.toml = base.toml
	}
	if r.own.Levels != nil && len(r.Info.Presets) == 0 {
		return // nothing that may not fit: most variants need not be loaded
	}
	rules, list := dsl.Load(r.File, nil, lib)
	if rules == nil || list.HasErrors() {
		return // players are told
	}
	if r.own.Presets == nil {
		r.Info.Presets = slices.DeleteFunc(slices.Clone(r.Info.Presets), func(p Preset) bool {
			_, list := dsl.OptionsWith(r.File, p.Options, lib)
			return list.HasErrors()
		})
	}
	if r.own.Levels == nil {
		r.Info.Levels = r.lent(base, rules, lib)
	}
}

// lent returns those levels of the extended game that can play a variant, whose rules these are:
// without what is for options that the variant does not have, and without weights that do not fit
// it.
func (r *Ruleset) lent(base *Ruleset, rules *ir.Game, lib dsl.Library) []level.Level {
	astray := len(r.Info.Weights) > 0 && !sameAims(base.File, rules, lib)
	if r.own.Weights == nil {
		r.Info.Weights = level.Lend(r.Info.Weights, astray)
	}
	var all []level.Level
	for _, l := range r.Info.Levels {
		l.Weights = r.Info.Weights
		if l = l.Applicable(rules); l.Check(rules) == nil {
			all = append(all, l)
		}
	}
	return all
}

// Bots returns all levels of a game: its own, then the standard ones, which know what the file says
// of values and weights, too.
func (info *Info) Bots() []level.Level {
	all := level.WithStandard(info.Levels)
	if len(info.Levels) > 0 {
		return all // these know it from the first of its own
	}
	for i := range all {
		all[i].Weights, all[i].Values = info.Weights, info.Values
	}
	return all
}

// Strongest returns the name of the last of the game's own levels, apart from those kept from other
// programs; if it has none, that of a standard level, by the rule of thumb of [level.Suggest].
func (r *Ruleset) Strongest() string {
	for _, l := range slices.Backward(r.Info.Levels) {
		if l.Origin == "" {
			return l.Name
		}
	}
	if r.File == nil { // the zero value
		return "alphabeta"
	}
	if rules, list := dsl.Load(r.File, nil, Library{}); rules != nil && !list.HasErrors() {
		return level.Suggest(rules)
	}
	return "alphabeta"
}

// TOML returns the text of the game's own NAME.toml, or else that of the game that it extends, and
// false if there is neither.
func (r *Ruleset) TOML() (string, bool) { return r.toml, r.toml != "" }

// About returns what a built-in game says of itself before the tables of its TOML file: its title,
// author, family and the like. That is enough for lists, and a hundred times as fast as [Find].
func About(name string) (Info, error) {
	file := path.Join(name, name+".toml")
	text, err := fs.ReadFile(rulesets.FS(), file)
	if err != nil {
		return Info{}, err
	}
	head, _, _ := strings.Cut(string(text), "\n[")
	return ReadInfo(file, head)
}

// Presets returns the presets of a built-in game. It loads only those games that can have some, by
// their TOML file or by that of a game that they extend.
func Presets(name string) ([]Preset, error) {
	const table = "\n[[preset]]"
	for base := name; base != ""; {
		rules, err := fs.ReadFile(rulesets.FS(), path.Join(base, base+Ext))
		if err != nil {
			return nil, err
		}
		toml, err := fs.ReadFile(rulesets.FS(), path.Join(base, base+".toml"))
		if err == nil && strings.Contains(string(toml), table) {
			rs, err := Find(name)
			if err != nil {
				return nil, err
			}
			return rs.Info.Presets, nil
		}
		r := &Ruleset{File: source.NewFile(base, string(rules))}
		base = strings.TrimSuffix(r.extends(), Ext)
	}
	return nil, nil
}

// found holds the built-in games found so far, by name. They do not change.
var found sync.Map

// builtin returns the built-in game with a name. Callers may change its fields, not what these
// refer to.
func builtin(name string) (*Ruleset, error) {
	if before, ok := found.Load(name); ok {
		again := *before.(*Ruleset)
		return &again, nil
	}
	text, err := fs.ReadFile(rulesets.FS(), path.Join(name, name+Ext))
	if err != nil {
		return nil, err
	}
	r := &Ruleset{
		Name:    name,
		File:    source.NewFile(path.Join(name, name+Ext), string(text)),
		Builtin: true,
	}
	if info, err := fs.ReadFile(rulesets.FS(), path.Join(name, name+".toml")); err == nil {
		if err := r.describe(path.Join(name, name+".toml"), string(info)); err != nil {
			return nil, err
		}
		r.Info.nets(func(string) (string, error) { return "", fs.ErrNotExist })
	}
	if err := r.inherit(0); err != nil {
		return nil, err
	}
	kept := *r
	found.Store(name, &kept)
	return r, nil
}

// nets reads the patterns of weights: from beside the rules, or from the built-in game after which
// a file is called, for copies of its rules.
func (info *Info) nets(read func(name string) (string, error)) {
	for _, w := range info.Weights {
		if w.Net == "" || level.Fetch != nil {
			continue
		}
		text, err := read(w.Net)
		if err != nil {
			text = builtinNet(w.Net)
		}
		w.SetPatterns(text)
	}
}

// builtinNet returns the patterns of a built-in game; "" if there are none.
func builtinNet(name string) string {
	game, _, _ := strings.Cut(strings.TrimSuffix(name, NetExt), "_")
	data, _ := fs.ReadFile(rulesets.FS(), game+"/"+name)
	return string(data)
}

// readFile reads a file that should be a text of reasonable size.
func readFile(name string) (string, error) {
	stat, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", &fileError{name, "does not exist", err}
	case err != nil:
		return "", &fileError{name, "cannot be read: " + reason(err), err}
	case stat.IsDir():
		return "", &fileError{name, "is a folder" + rulesIn(name), nil}
	case !stat.Mode().IsRegular():
		return "", &fileError{name, "is " + source.Sort(stat.Mode()) + ", not a file", nil}
	}
	f, err := source.Open(name)
	if err != nil {
		return "", &fileError{name, "cannot be read: " + reason(err), err}
	}
	defer f.Close()
	return readStream(name, f)
}

// readStream reads a text of reasonable size to its end.
func readStream(name string, from io.Reader) (string, error) {
	data, err := io.ReadAll(io.LimitReader(from, MaxFile+1))
	if err != nil {
		return "", &fileError{name, "cannot be read: " + reason(err), err}
	}
	if len(data) > MaxFile {
		return "", &fileError{
			name,
			fmt.Sprintf("is too large to be read: more than %d kB", MaxFile>>10),
			nil,
		}
	}
	return text(name, data)
}

// text checks that data is text: UTF-8 without hidden characters. It drops a byte order mark.
func text(name string, data []byte) (string, error) {
	if utf16(data) {
		return "", &fileError{name, "is UTF-16; save it as UTF-8", nil}
	}
	s := strings.TrimPrefix(string(data), "\ufeff")
	line := 1
	for i, r := range s {
		switch {
		case r == '\n':
			line++
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd"):
			return "", &fileError{
				name,
				fmt.Sprintf("is not text: byte %#02x in line %d is not UTF-8; save it as UTF-8", s[i],
					line),
				nil,
			}
		}
	}
	if strings.Contains(s, "\r") && !strings.Contains(s, "\n") {
		return "", &fileError{name, "has only carriage returns as line ends; save it with LF line " +
			"ends (Unix)", nil}
	}
	if err := source.CheckText(s); err != nil {
		return "", &fileError{name, "contains " + err.Error(), nil}
	}
	return s, nil
}

// utf16 reports whether data is text in UTF-16, as some editors save it: it begins with a byte
// order mark, or with ASCII characters of which every other byte is 0.
func utf16(data []byte) bool {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return true
	}
	const enough = 8
	if len(data) < enough {
		return false
	}
	var zeros [2]int
	for i, b := range data[:enough] {
		switch {
		case b == 0:
			zeros[i%2]++
		case b >= utf8.RuneSelf || b < ' ' && b != '\n' && b != '\r' && b != '\t':
			return false
		}
	}
	return zeros[0]+zeros[1] == enough/2 && (zeros[0] == 0 || zeros[1] == 0)
}

// fileError says what is wrong with a file as a whole.
type fileError struct {
	name, what string
	cause      error
}

func (e *fileError) Error() string { return e.name + " " + e.what }
func (e *fileError) Unwrap() error { return e.cause }

// reason is an error of the operating system without the name of the file, which the message
// already has.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// rulesIn lists the rules files in a folder, as the end of a sentence.
func rulesIn(folder string) string {
	if filepath.Ext(folder) == ".toml" {
		return ", not a file"
	}
	found, err := filepath.Glob(filepath.Join(folder, "*"+Ext))
	if err != nil || len(found) == 0 {
		return "; name a " + Ext + " file"
	}
	return "; name a file in it: " + strings.Join(found[:min(len(found), 5)], ", ")
}

// Preset returns the options of a preset; an unknown name is an error that lists them.
func (r *Ruleset) Preset(name string) (Preset, error) {
	var names []string
	for _, p := range r.Info.Presets {
		if strings.EqualFold(p.Name, name) {
			return p, nil
		}
		names = append(names, p.Name)
	}
	message := fmt.Sprintf("%s has no preset %q", r.Name, name)
	if len(names) == 0 {
		return Preset{}, errors.New(message + "; it has none at all")
	}
	if near := diag.Nearest(name, names); near != "" {
		message += fmt.Sprintf("; did you mean %s?", near)
	} else {
		message += "."
	}
	return Preset{}, fmt.Errorf("%s The presets are %s", message, strings.Join(names, ", "))
}

// Piece returns how to show a kind of a player ("" for no one's), and false if the game does not
// say.
func (info *Info) Piece(player, kind string) (Piece, bool) {
	for _, p := range info.Pieces {
		if p.Player == player && p.Kind == kind {
			return p, true
		}
	}
	if player != "" {
		p, ok := info.Piece("", kind)
		return Piece{Player: player, Kind: kind, Shape: p.Shape, Letter: p.Letter, Path: p.Path,
			Ink: p.Ink}, ok
	}
	return Piece{}, false
}

// Library finds the files that rules refer to with `extends` and `use`: first beside the file that
// refers to them, then among the built-in games. Package dsl uses it.
type Library struct{}

// Find returns the file called name, referred to by the file called from. The name may have the
// extension or not.
func (Library) Find(name, from string) (*source.File, error) {
	file, _, err := locate(name, from)
	return file, err
}

// locate finds the file called name, referred to by the file called from, and reports whether it
// belongs to the built-in game of this name.
func locate(name, from string) (file *source.File, own bool, err error) {
	base := strings.TrimSuffix(name, Ext)
	beside := filepath.Join(filepath.Dir(from), filepath.FromSlash(base)+Ext)
	if !sameFile(beside, from) {
		switch text, err := readFile(beside); {
		case err == nil:
			return source.NewFile(beside, text), false, nil
		case !errors.Is(err, fs.ErrNotExist):
			return nil, false, err
		}
	}
	if slices.Contains(List(), base) && from != path.Join(base, base+Ext) {
		r, err := builtin(base)
		if err != nil {
			return nil, false, err
		}
		return r.File, true, nil
	}
	message := fmt.Sprintf("there is no file %s, and no built-in game called %q", beside, base)
	if sameFile(beside, from) {
		message = fmt.Sprintf("%s cannot refer to itself, and there is no other game called %q", beside,
			base)
	}
	if near := diag.Nearest(base, List()); near != "" && near != base {
		message += fmt.Sprintf("; did you mean %q?", near)
	}
	return nil, false, errors.New(message)
}

func sameFile(a, b string) bool {
	return filepath.Clean(a) == filepath.Clean(b)
}
