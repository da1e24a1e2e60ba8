package table

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strings"

	"boardgame/interp/record"
	"boardgame/interp/wire"
	"boardgame/repl/board"
	"boardgame/repl/speech"
)

// PGN writes what was played up to the current position as a PGN.
func (t *Table) PGN(to io.Writer) error {
	if t.Sheet.Speech.SAN == nil {
		return fmt.Errorf("the ruleset of %s does not describe the short algebraic notation",
			t.Sheet.Speech.Rules().Title)
	}
	d, err := wire.NewUCI(t.Sheet.Speech.Game, &t.Sheet.Speech.Ruleset.Info)
	if err != nil {
		return err
	}
	return t.Sheet.Speech.SAN.WriteRecord(to, d, t.Record(), wire.Left{})
}

// SGF writes what was played up to the current position as an SGF.
func (t *Table) SGF(to io.Writer) error {
	format, err := wire.NewStones(t.Sheet.Speech.Game, &t.Sheet.Speech.Ruleset.Info)
	if err != nil {
		return err
	}
	return format.WriteRecord(to, t.Record(), wire.Left{})
}

// FEN writes the current position as a line of FEN.
func (t *Table) FEN(to io.Writer) error {
	text, err := wire.FEN(t.Sheet.Speech.Game, &t.Sheet.Speech.Ruleset.Info, t.Sheet.Now())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(to, text)
	return err
}

// Save writes the record of the game.
func (t *Table) Save(file string) error {
	var text bytes.Buffer
	if err := t.Record().Write(&text); err != nil {
		return err
	}
	return record.WriteFile(file, text.Bytes())
}

// Page makes a self-contained page on which you can step through the game.
func (t *Table) Page() string {
	var moments, list strings.Builder
	frame := func(at int) {
		v := t.View(at, Marks{})
		v.Title = "" // the page has one
		fmt.Fprintf(&moments, "<div class=moment>%s</div>\n", board.SVG(v))
	}
	frame(0)
	for _, tn := range t.Sheet.Course.Turns() {
		if tn.From >= t.Sheet.Course.At() {
			break
		}
		tn.To = min(tn.To, t.Sheet.Course.At())
		frame(tn.To)
		fmt.Fprintf(&list, "<li><button type=button>%s: %s</button>",
			html.EscapeString(Taker(t, tn)), html.EscapeString(t.Sheet.TurnText(tn)))
		if n := t.Sheet.Course.Note(tn.To); n != "" {
			fmt.Fprintf(&list, "<p>%s</p>", html.EscapeString(n))
		}
		list.WriteString("</li>\n")

	}
	var seats []string
	for i := range t.Seats {
		seats = append(seats, fmt.Sprintf("%s: %s", t.Sheet.Speech.PlayerName(i), t.Seats[i]))
	}
	result := "not finished"
	if r := t.Sheet.Now().Result(); r != nil {
		result = t.Sheet.Speech.Game.ResultText(r)
	}
	intro := ""
	if n := t.Sheet.Course.Note(0); n != "" {
		intro = "<p>" + html.EscapeString(n) + "</p>"
	}
	return strings.NewReplacer(
		"{title}", html.EscapeString(t.Title()), "{seats}",
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
