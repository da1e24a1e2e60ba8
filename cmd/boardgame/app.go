package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"boardgame/dsl/diag"
	"boardgame/dsl/pattern"
	"boardgame/dsl/source"
	"boardgame/dsl/version"
	"boardgame/interp/level"
)

// The exit statuses.
const (
	statusFine  = 0
	statusWrong = 1 // the input is wrong, or the verb failed
	statusUsage = 2 // the command line is wrong, or names something that does not exist
)

// An app is one run of the program, with its streams and their properties. Every verb receives it.
type app struct {
	stdin  io.Reader
	out    *output // the results; flushed when the verb has ended
	stdout guarded // what out writes to
	stderr guarded
	color  string // auto, always or never
	ctx    context.Context
	stop   *stopper
}

// colorFor reports whether to write colors to a stream.
func (a *app) colorFor(w io.Writer) bool {
	switch a.color {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(w)
}

// guarded is a stream that keeps hidden characters from a terminal. It gives access to the stream
// it writes to, for questions about that; only messages whose lengths are counted go there
// directly.
type guarded struct {
	io.Writer
	stream io.Writer
}

// unguarded returns the stream behind a guarded one.
func unguarded(stream any) any {
	if g, ok := stream.(guarded); ok {
		return g.stream
	}
	return stream
}

// isTerminal reports whether a stream is one; only files of the operating system can be.
func isTerminal(stream any) bool {
	f, ok := unguarded(stream).(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// widthOf returns the columns of a terminal, and 100 for anything else: files are read in wide
// windows.
func widthOf(stream any) int {
	if f, ok := unguarded(stream).(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 100
}

// maxShown bounds the diagnostics printed in one run: nobody reads more, and a file of junk has
// thousands.
const maxShown = 100

// report writes diagnostics to the error stream.
func (a *app) report(list diag.List) {
	// If the error stream fails, there is nowhere left to say so.
	_ = diag.Text(a.stderr, list, diag.Options{
		Width: widthOf(a.stderr), Color: a.colorFor(a.stderr), Limit: maxShown, Summary: true,
	})
}

// warn writes a message to the error stream. On a terminal it breaks lines between words.
func (a *app) warn(format string, args ...any) {
	text := "boardgame: " + source.Safe(source.Brief(fmt.Sprintf(format, args...)))
	if isTerminal(a.stderr) {
		text = strings.Join(diag.Wrap(text, widthOf(a.stderr)-1), "\n")
	}
	fmt.Fprintln(a.stderr, text)
}

// errReported ends a verb that has already written its message, with the status for wrong input.
var errReported = errors.New("reported")

// failure is errReported if a verb has failed and said so.
func failure(failed bool) error {
	if failed {
		return errReported
	}
	return nil
}

// wait runs work that takes long and cannot be stopped from outside. If the program is interrupted,
// it stops waiting.
func (a *app) wait(work func()) error {
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	select {
	case <-done:
		return nil
	case <-a.ctx.Done():
		return a.ctx.Err()
	}
}

// A usageError is a mistake on the command line.
type usageError struct{ error }

func (e *usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}

// misuse makes an error a mistake on the command line: a flag or an argument names something that
// does not exist or does not fit.
func misuse(err error) error {
	if err == nil {
		return nil
	}
	return &usageError{err}
}

// A statusError ends the program with its own exit status; the error is reported like any other.
type statusError struct {
	status int
	err    error
}

func (e *statusError) Error() string { return e.err.Error() }
func (e *statusError) Unwrap() error { return e.err }

// commands is the command line, as kong reads it. The verbs are embedded by group. Hidden ones are
// reached through others; see forms.
type commands struct {
	commonFlags

	playVerbs    `group:"play"`
	writeVerbs   `group:"write"`
	askVerbs     `group:"ask"`
	measureVerbs `group:"measure"`
	connectVerbs `group:"connect"`
}

type commonFlags struct {
	Version kong.VersionFlag `name:"version" help:"${versionFlag}"`

	Color string `enum:"auto,always,never" default:"auto" placeholder:"WHEN" help:"${color}"`
}

type playVerbs struct {
	Play   playCmd   `cmd:"" help:"Play a game"`
	Serve  serveCmd  `cmd:"" help:"Open the board in a browser"`
	List   listCmd   `cmd:"" help:"List the games, or show one"`
	Config configCmd `cmd:"" help:"Show or change your settings"`
}

type writeVerbs struct {
	New      newCmd      `cmd:"" help:"Begin a game of your own"`
	Check    checkCmd    `cmd:"" help:"Find mistakes in rules"`
	Explain  explainCmd  `cmd:"" help:"Explain a message of check"`
	Fmt      fmtCmd      `cmd:"" help:"Lay out rules files"`
	Rules    rulesCmd    `cmd:"" help:"Print or copy rules"`
	Rulebook rulebookCmd `cmd:"" help:"Explain rules in English"`
	SVG      svgCmd      `cmd:"" name:"svg" help:"Draw a position"`
	Prelude  preludeCmd  `cmd:"" hidden:"" help:"Print what every rules file may use"`
}

type askVerbs struct {
	Moves  movesCmd  `cmd:"" help:"List the legal moves"`
	Why    whyCmd    `cmd:"" help:"Say why a move is not legal"`
	Hint   hintCmd   `cmd:"" help:"Show the best moves"`
	Eval   evalCmd   `cmd:"" help:"Evaluate an expression"`
	Replay replayCmd `cmd:"" help:"Replay a game"`
	Perft  perftCmd  `cmd:"" help:"Count sequences of moves"`
	Solve  solveCmd  `cmd:"" help:"Prove who wins"`
}

type measureVerbs struct {
	Test    testCmd    `cmd:"" help:"Run the tests of games"`
	Match   matchCmd   `cmd:"" help:"Let bots play each other"`
	Rate    rateCmd    `cmd:"" help:"Measure bots in Elo points"`
	Report  reportCmd  `cmd:"" help:"Measure balance and length"`
	Train   trainCmd   `cmd:"" help:"Teach bots a game"`
	Diff    diffCmd    `cmd:"" help:"Compare two games"`
	Bench   benchCmd   `cmd:"" help:"Measure how fast a game runs"`
	Certify certifyCmd `cmd:"" hidden:"" help:"Check the published figures of games"`
	Cover   coverCmd   `cmd:"" hidden:"" help:"Show which parts of the rules are used"`
	Plan    planCmd    `cmd:"" hidden:"" help:"Show how a game was compiled"`
}

type connectVerbs struct {
	Build      buildCmd      `cmd:"" help:"Compile to WebAssembly"`
	Convert    convertCmd    `cmd:"" help:"Convert saved games"`
	Ugi        ugiCmd        `cmd:"" hidden:"" help:"Let match runners use the bots of a game"`
	Uci        uciCmd        `cmd:"" hidden:"" help:"Let chess programs use the bots of a game"`
	Lsp        lspCmd        `cmd:"" hidden:"" help:"Serve editors"`
	Completion completionCmd `cmd:"" hidden:"" help:"Let a shell complete commands and names"`

	Site siteCmd `cmd:"" hidden:"" help:"Write the board in the browser as files"`
}

var groups = []kong.Group{
	{Key: "play", Title: "Play"},
	{Key: "write", Title: "Write rules"},
	{Key: "ask", Title: "Ask about a position"},
	{Key: "measure", Title: "Test and measure"},
	{Key: "connect", Title: "Exchange"},
}

const description = `Board games whose rules are text files. RULES is the name of a game (see list),
a name with a preset (cage:feup-a), or the path of a rules file.`

// run executes a command line and returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := newStopper(stdin)
	defer s.close()
	a := &app{stdin: stdin, stdout: guarded{source.Writer(stdout), stdout},
		stderr: guarded{source.Writer(stderr), stderr}, color: "auto", ctx: s.ctx, stop: s}
	a.out = newOutput(a.stdout)
	err := s.run(func() error {
		if err := plainArguments(args); err != nil {
			return err
		}
		return a.execute(args)
	})
	if e := a.out.Flush(); e != nil && (err == nil || errors.Is(err, errReported)) {
		err = fmt.Errorf("the output cannot be written: %w", e)
	}
	status := a.say(err)
	var own *statusError
	if errors.As(err, &own) && status != statusFine {
		return own.status
	}
	return status
}

// plainArguments returns an error if an argument has a hidden character: messages quote arguments,
// and files are named after them.
func plainArguments(args []string) error {
	for _, arg := range args {
		if _, r, hidden := source.FirstHidden(arg); hidden {
			return usagef("the argument %q contains the hidden character %U; take it out", arg, r)
		}
	}
	return nil
}

// say reports the error that ended a verb, unless that was done already, and returns the exit
// status for it.
func (a *app) say(err error) int {
	var usage *usageError
	switch {
	case err == nil:
		return statusFine
	case errors.Is(err, syscall.EPIPE), errors.Is(err, io.ErrClosedPipe):
		// the reader of our output has read enough, as in `boardgame moves cage | head -1`
		return statusFine
	case errors.Is(err, errReported):
		return statusWrong
	case errors.Is(err, context.Canceled):
		a.warn("interrupted; %s", a.stop.kept())
		return statusWrong
	case errors.As(err, &usage):
		a.warn("%s", err)
		return statusUsage
	default:
		a.warn("%s", err)
		return statusWrong
	}
}

// needsValue matches kong's message about a flag at the end of the line without its value.
var needsValue = pattern.Of(
	`^(--[a-z-]+): (?:expected .* but got "EOL" \(<EOL>\)|missing value, expecting .*)$`)

// quotedArgument matches kong's message about a missing argument.
var quotedArgument = pattern.Of(`expected "([^"]*)"`)

// angled matches an argument as kong writes it, with the blanks after it that fill a column.
var angled = pattern.Of(`<([a-z]+(?:=[a-z]+)?)>( ?\.\.\.)?(\]*)( {2,})?`)

// capitalArguments writes the arguments of a command as NAME, the way flags write their values.
// Columns keep their alignment.
func capitalArguments(text string) string {
	return angled().ReplaceAllStringFunc(text, func(found string) string {
		parts := angled().FindStringSubmatch(found)
		argument := strings.ToUpper(parts[1])
		if parts[2] != "" {
			argument += "…"
		}
		argument += parts[3]
		if parts[4] == "" {
			return argument
		}
		return argument + strings.Repeat(" ", len(found)-utf8.RuneCountInString(argument))
	})
}

// printHelp prints help with the arguments as NAME.
func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	var text strings.Builder
	out := ctx.Stdout
	ctx.Stdout = &text
	if ctx.Selected() == nil {
		ctx.Stdout = out
		_, err := io.WriteString(out, overview(ctx.Model))
		return err
	}
	err := kong.DefaultHelpPrinter(options, ctx)
	ctx.Stdout = out
	name := ctx.Selected().Name
	shown := strings.Replace(text.String(), "boardgame "+name, "boardgame "+formOf(name), 1)
	_, e := io.WriteString(out, capitalArguments(shown)+otherForms(ctx.Model, name))
	return errors.Join(err, e)
}

// plainNumbers replaces kong's words for the number that it expects.
var plainNumbers = strings.NewReplacer(
	"expected a valid 64 bit int but got", "expected a whole number, not",
	"expected a valid 64 bit uint but got", "expected a whole number, 0 or more, not",
	"expected uint value but got", "expected a whole number, 0 or more, not",
	`,"" but got`, " but got", // of a flag that may be left out
)

// parser returns what reads a command line into a struct; helped is set where that prints help.
func (a *app) parser(grammar any, helped *bool) (*kong.Kong, error) {
	return kong.New(grammar,
		kong.Name("boardgame"), kong.Description(description), kong.ExplicitGroups(groups),
		kong.Writers(a.out, a.stderr), kong.Exit(func(int) { *helped = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true,
			WrapUpperBound: 100}), kong.Help(printHelp),
		kong.Vars{"version": version.Long(), "checkTime": checkTime.String(),
			"turns": strconv.Itoa(level.MostTurns)},
		kong.PostBuild(insertHelp), kong.Bind(a))
}

// verbAlone is a command line with one verb only. Reading all verbs takes a third of the time that
// the program needs to start. It is nil if args call no verb, or ask for help or for words to
// complete, which need all verbs.
func verbAlone(args []string) *struct {
	commonFlags
	kong.Plugins
} {
	asksHelp := func(arg string) bool {
		name, _, _ := strings.Cut(arg, "=")
		return name == "--help" || name == "-h" || name == "--version"
	}
	if args[0] == "completion" || slices.ContainsFunc(args, asksHelp) {
		return nil
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[commands]()) {
		_, verb := field.Tag.Lookup("cmd")
		name := cmp.Or(field.Tag.Get("name"), strings.ToLower(field.Name))
		if verb && name == args[0] {
			field.Index, field.Offset = nil, 0
			one := reflect.New(reflect.StructOf([]reflect.StructField{field}))
			return &struct {
				commonFlags
				kong.Plugins
			}{Plugins: kong.Plugins{one.Interface()}}
		}
	}
	return nil
}

// execute parses a command line and runs its verb.
func (a *app) execute(args []string) error {
	switch {
	case len(args) == 0:
		args = []string{"--help"}
	case args[0] == "help":
		args = append(args[1:len(args):len(args)], "--help")
	}
	args = ownNames(args)
	var helped bool
	if alone := verbAlone(args); alone != nil {
		parser, err := a.parser(alone, &helped)
		if err != nil {
			return err
		}
		ctx, err := parser.Parse(minusFirst(joinPresets(args)))
		if helped {
			return nil
		}
		if err == nil {
			a.color = alone.Color
			return ctx.Run(a)
		}
	}
	var c commands
	parser, err := a.parser(&c, &helped)
	if err != nil {
		return err
	}
	ctx, err := parser.Parse(minusFirst(joinPresets(args)))
	if helped {
		return nil
	}
	if err != nil {
		verb := ""
		var parse *kong.ParseError
		if errors.As(err, &parse) && parse.Context != nil {
			if node := parse.Context.Selected(); node != nil {
				verb = " " + formOf(node.Name)
			}
		}
		message := needsValue().ReplaceAllString(strings.TrimSuffix(err.Error(), "."), "$1 needs a value")
		message = capitalArguments(plainNumbers.Replace(message))
		message = quotedArgument().ReplaceAllString(message, "expected $1")
		if strings.HasPrefix(message, "unexpected argument "+args[0]) && verb == "" {
			if name := joinPresets(append([]string{"play"}, args...))[1:]; isGame(name[0]) {
				return usagef("%s is a game, not a command; did you mean `boardgame play %s`?",
					name[0], strings.Join(name, " "))
			}
			message = strings.Replace(message, "unexpected argument", "there is no command", 1)
		}
		if message == "unknown flag --protocol" && strings.HasPrefix(verb, " serve") {
			message = "give --protocol once, with json, lsp, uci or ugi"
		}
		for i := 2; i < len(args); i++ {
			if message == "unexpected argument "+args[i] {
				if meant := noPreset(args[i-1], args[i]); meant != "" {
					return usagef("%s", meant)
				}
			}
		}
		return usagef("%s\nTry `boardgame%s --help`.", message, verb)
	}
	a.color = c.Color
	return ctx.Run(a)
}
