package repl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"strings"

	"boardgame/interp/course"
	"boardgame/interp/record"
	"boardgame/interp/wire"
	"boardgame/repl/board"
	"boardgame/repl/speech"
)

func (s *modal) cmdDraw(ctx context.Context, args string) error {
	if args == "" {
		return errors.New("name the file, as in `draw position.svg`; `offer` offers a draw")
	}
	if strings.EqualFold(args, "offer") {
		return s.cmdOffer(ctx, "")
	}
	to := readTarget(args)
	if ext := filepath.Ext(to.name); ext != ".svg" {
		return fmt.Errorf("a drawing is an SVG file; write `draw %s.svg`",
			strings.TrimSuffix(to.name, ext))
	}
	t := s.table
	return s.write("draw", to, []byte(board.SVG(t.view(t.course.At(), marks{}))))
}

// target is a file that the person has named to be written.
type target struct {
	name   string // as it was typed
	anyway bool   // even if it already exists
}

// readTarget reads the name of a file and the `anyway` that may follow it.
func readTarget(args string) target {
	name, anyway := strings.CutSuffix(args, " anyway")
	return target{strings.TrimSpace(name), anyway}
}

// write writes data into a file for a command.
func (d *desk) write(command string, to target, data []byte) error {
	return d.put(command, to, func(file string) error { return record.WriteFile(file, data) })
}

// put lets a command write a file, and says so. It creates no folders, because a typo would leave
// one behind. It replaces an existing file only if this game was written to it or read from it, or
// if the person adds `anyway`.
func (d *desk) put(command string, to target, write func(file string) error) error {
	file := expand(to.name)
	if folder := filepath.Dir(file); !isFolder(folder) {
		return fmt.Errorf("%s was not written: there is no folder %s", to.name, folder)
	}
	if stat, err := os.Stat(file); err == nil && stat.Mode().IsRegular() && !to.anyway &&
		!d.table.files[absolute(file)] {
		return fmt.Errorf("%s already exists; nothing was written. `%s %s anyway` replaces it",
			to.name, command, to.name)
	}
	if err := write(file); err != nil {
		return fmt.Errorf("%s was not written: %w", to.name, err)
	}
	d.table.files[absolute(file)] = true
	d.Say("Wrote %s.", to.name)
	return nil
}

// absolute is the absolute name of a file, as far as it can be known.
func absolute(file string) string {
	if name, err := filepath.Abs(file); err == nil {
		return name
	}
	return file
}

func isFolder(name string) bool {
	stat, err := os.Stat(name)
	return err == nil && stat.IsDir()
}

func (s *modal) cmdExport(ctx context.Context, args string) error {
	if args == "" {
		return errors.New("name the file, as in `export game.html`, `export game.svg` or `export " +
			"game.txt`")
	}
	to := readTarget(args)
	switch strings.ToLower(filepath.Ext(to.name)) {
	case ".svg":
		return s.cmdDraw(ctx, args)
	case ".html", ".htm":
		return s.write("export", to, []byte(s.table.page()))
	case ".pgn":
		return s.exportAs(to, "PGN", s.table.pgn)
	case ".sgf":
		return s.exportAs(to, "SGF", s.table.sgf)
	case ".fen":
		return s.exportAs(to, "FEN", s.table.fen)
	}
	if err := s.put("export", to, s.table.save); err != nil {
		return err
	}
	if filepath.Ext(to.name) == "" {
		s.Say("This is a text record; a name that ends in .html or .svg makes a page or a picture.")
	}
	return nil
}

// exportAs writes the game in a form that other programs read, as far as its ruleset describes it.
func (d *desk) exportAs(to target, form string, write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		name := strings.TrimSuffix(to.name, filepath.Ext(to.name))
		return fmt.Errorf("this game cannot be written as %s: %w. `export %s.txt` writes a text "+
			"record, `export %s.html` a page", form, err, name, name)
	}
	return d.write("export", to, text.Bytes())
}

// pgn writes what was played up to the current position as a PGN.
func (t *table) pgn(to io.Writer) error {
	if t.SAN == nil {
		return fmt.Errorf("the ruleset of %s does not describe the short algebraic notation",
			t.Rules().Title)
	}
	d, err := wire.NewUCI(t.Game, &t.Ruleset.Info)
	if err != nil {
		return err
	}
	g := &wire.PGN{Start: t.course.Start(), Steps: t.course.Steps(0, t.course.At()),
		Result: wire.PGNResult(t.now().Result())}
	for i, name := range []string{"White", "Black"} {
		g.Tags = append(g.Tags, wire.Tag{Name: name, Value: t.seats[i].String()})
	}
	return t.SAN.Write(to, d, g)
}

// sgf writes what was played up to the current position as an SGF.
func (t *table) sgf(to io.Writer) error {
	format, err := wire.NewStones(t.Game, &t.Ruleset.Info)
	if err != nil {
		return err
	}
	by := ""
	how, _ := t.course.Ended()
	switch {
	case how == course.TimedOut:
		by = "Time"
	case how != course.NotEnded:
		by = "Resign"
	}
	return format.Write(to, t.course.Start(), t.course.Steps(0, t.course.At()),
		[2]string{t.seats[0].String(), t.seats[1].String()},
		format.Result(t.now().Result(), by))
}

// fen writes the current position as a line of FEN.
func (t *table) fen(to io.Writer) error {
	text, err := wire.FEN(t.Game, &t.Ruleset.Info, t.now())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(to, text)
	return err
}

// save writes the record of the game.
func (t *table) save(file string) error {
	var text bytes.Buffer
	if err := t.record().Write(&text); err != nil {
		return err
	}
	return record.WriteFile(file, text.Bytes())
}

// page makes a self-contained page on which you can step through the game.
func (t *table) page() string {
	var moments, list strings.Builder
	frame := func(at int) {
		v := t.view(at, marks{})
		v.Title = "" // the page has one
		fmt.Fprintf(&moments, "<div class=moment>%s</div>\n", board.SVG(v))
	}
	frame(0)
	for _, tn := range t.course.Turns() {
		if tn.From >= t.course.At() {
			break
		}
		tn.To = min(tn.To, t.course.At())
		frame(tn.To)
		fmt.Fprintf(&list, "<li><button type=button>%s: %s</button>",
			html.EscapeString(t.PlayerName(tn.Player)), html.EscapeString(t.turnText(tn)))
		if n := t.course.Note(tn.To); n != "" {
			fmt.Fprintf(&list, "<p>%s</p>", html.EscapeString(n))
		}
		list.WriteString("</li>\n")

	}
	var seats []string
	for i := range t.seats {
		seats = append(seats, fmt.Sprintf("%s: %s", t.PlayerName(i), t.seats[i]))
	}
	result := "not finished"
	if r := t.now().Result(); r != nil {
		result = t.Game.ResultText(r)
	}
	intro := ""
	if n := t.course.Note(0); n != "" {
		intro = "<p>" + html.EscapeString(n) + "</p>"
	}
	return strings.NewReplacer(
		"{title}", html.EscapeString(t.title()), "{seats}",
		html.EscapeString(strings.Join(seats, " – ")),
		"{result}", html.EscapeString(speech.Capital(result)), "{intro}", intro,
		"{moments}", moments.String(), "{list}", list.String(),
	).Replace(pageText)
}

// pageText is the page around the moments. Without scripts all of them are shown, one below the
// other.
const pageText = `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {
  font: 16px/1.4 system-ui, sans-serif; margin: 1rem auto; max-width: 70rem; padding: 0 1rem;
  color: #26221f; background: #fffdf8;
}
main { display: flex; flex-wrap: wrap; gap: 1.5rem; }
#board { flex: 1 1 24rem; max-width: 44rem; }
#board svg { width: 100%; height: auto; max-height: 80vh; }
#moves { flex: 1 1 14rem; max-height: 80vh; overflow: auto; margin: 0; }
#moves button {
  font: inherit; border: 0; background: none; padding: .1rem .4rem; cursor: pointer;
  text-align: left; border-radius: .3rem;
}
#moves button.here { background: #26221f; color: #fffdf8; }
#moves p { margin: .1rem .4rem .4rem; font-style: italic; }
nav button { font: inherit; min-width: 3rem; padding: .3rem; }
</style>
<h1>{title}</h1>
<p>{seats}. {result}.</p>
{intro}
<nav hidden><button type="button" id="first" title="start">|&lt;</button>
<button type="button" id="back" title="back (left arrow)">&lt;</button>
<button type="button" id="on" title="on (right arrow)">&gt;</button>
<button type="button" id="last" title="end">&gt;|</button> <span id="where"></span></nav>
<main>
<div id="board">
{moments}</div>
<ol id="moves">
{list}</ol>
</main>
<script>
"use strict";
const moments = [...document.querySelectorAll(".moment")];
const moves = [...document.querySelectorAll("#moves button")];
let at = moments.length - 1;
function go(to) {
  at = Math.max(0, Math.min(moments.length - 1, to));
  moments.forEach((m, i) => m.hidden = i !== at);
  moves.forEach((m, i) => m.classList.toggle("here", i === at - 1));
  if (at > 0) moves[at - 1].scrollIntoView({ block: "nearest" });
  document.getElementById("where").textContent = at + " of " + (moments.length - 1);
}
moves.forEach((m, i) => m.onclick = () => go(i + 1));
document.querySelector("nav").hidden = false;
document.getElementById("first").onclick = () => go(0);
document.getElementById("back").onclick = () => go(at - 1);
document.getElementById("on").onclick = () => go(at + 1);
document.getElementById("last").onclick = () => go(moments.length - 1);
document.addEventListener("keydown", e => {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: moments.length - 1 }[e.key];
  if (to !== undefined) { e.preventDefault(); go(to); }
});
go(at);
</script>
</html>
`
