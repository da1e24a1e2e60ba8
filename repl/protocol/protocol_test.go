package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"boardgame/interp/cpu"
	"boardgame/interp/ruleset"
	"boardgame/repl/protocol/message"
	"boardgame/testdata/long"
)

// A client talks to its own server and checks every line against the schema.
type client struct {
	*testing.T
	conn *Conn
	next int

	mu     sync.Mutex
	came   *sync.Cond
	lines  []received
	asked  map[string]string // method by id
	probed map[string]bool   // methods that were answered
}

// received is a line from the server.
type received struct {
	ID     json.RawMessage
	Result json.RawMessage
	Error  *struct {
		Code       message.Code
		Message    string
		RetryAfter int
		Data       json.RawMessage
	}
	Event string
	Data  json.RawMessage
	line  string
}

func connect(t *testing.T, s *Server) *client {
	c := &client{T: t, asked: map[string]string{}, probed: map[string]bool{}}
	c.came = sync.NewCond(&c.mu)
	c.conn = s.Connect(t.Context(), c.take)
	t.Cleanup(c.conn.Close)
	return c
}

// take receives the lines from the server.
func (c *client) take(line []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.came.Broadcast()
	var m received
	if err := json.Unmarshal(line, &m); err != nil {
		c.Errorf("%v: %s", err, line)
	}
	m.line = string(line)
	c.lines = append(c.lines, m)
	what, of := "Answer", reflect.Type(nil)
	value := func(data []byte) any {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			c.Errorf("%v: %s", err, data)
		}
		return v
	}
	method := methods[c.asked[string(m.ID)]]
	data := m.Result
	switch {
	case m.Event == "queued":
		what, of, data = "Event", nil, m.Data
	case m.Event == "bye":
		return
	case m.Event != "":
		what, of, data = "Event", method.event, m.Data
	case m.Error != nil:
		data = m.Error.Data
		of = map[message.Code]reflect.Type{
			message.CodeIllegal:  reflect.TypeFor[message.Illegal](),
			message.CodePosition: reflect.TypeFor[message.PositionMistake](),
			message.CodeRules:    reflect.TypeFor[message.Diagnostics](),
		}[m.Error.Code]
		if !slices.Contains(message.Codes, m.Error.Code) || m.Error.Code == message.CodeInternal {
			c.Errorf("code %q: %s", m.Error.Code, line)
		}
	default:
		of = deref(method.result)
		c.probed[c.asked[string(m.ID)]] = true
	}
	if err := validate(what, value(line)); err != nil {
		c.Errorf("%v\n%s", err, line)
	}
	if of != nil {
		if err := validate(of.Name(), value(data)); err != nil {
			c.Errorf("%v\n%s", err, data)
		}
	}
}

// send sends a request and returns its id.
func (c *client) send(method, params string) string {
	c.next++
	id := fmt.Sprint(c.next)
	c.mu.Lock()
	c.asked[id] = method
	c.mu.Unlock()
	line := fmt.Appendf(nil, `{"id":%s,"method":%q,"params":%s}`, id, method, params)
	if c.conn.attached != nil {
		c.conn.Take(line)
	} else {
		c.conn.Handle(line)
	}
	return id
}

// wait returns the first line with an id that satisfies is.
func (c *client) wait(id string, is func(received) bool) received {
	c.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		for _, m := range c.lines {
			if string(m.ID) == id && is(m) {
				return m
			}
		}
		c.came.Wait()
	}
}

// ask sends a request and returns its answer.
func (c *client) ask(method, params string) received {
	c.Helper()
	return c.wait(c.send(method, params), func(m received) bool { return m.Event == "" })
}

// get makes a request that must succeed.
func get[T any](c *client, method, params string) T {
	c.Helper()
	m := c.ask(method, params)
	if m.Error != nil {
		c.Fatalf("%s %s: %s", method, params, m.line)
	}
	var v T
	if err := json.Unmarshal(m.Result, &v); err != nil {
		c.Fatal(err)
	}
	return v
}

const tinyRules = `game "Tiny"
players A, B
board square(3, 1)
piece stone
move put {
  at p in empty
  do place stone on p
}
turn put else draw
end {
  win if count(mine) = 2 and a1 in mine
}
`

// Every method answers as the schema says, with every second built-in game; what is hidden in some
// is open here, see TestMethodsOfVeiledTables.
func TestMethods(t *testing.T) {
	c := connect(t, NewServer(Options{Paths: true, Open: true}))
	hello := get[message.Hello](c, "hello", `{"version":1}`)
	if hello.Protocol != message.Version || !slices.Equal(hello.Methods, Methods()) {
		t.Errorf("hello: %+v", hello)
	}
	shipped := get[message.GamesResult](c, "games", `{}`)
	names := []string{}
	for _, g := range shipped.Games {
		names = append(names, g.Name)
	}
	if diff := cmp.Diff(ruleset.List(), names); diff != "" {
		t.Error(diff)
	}
	for _, g := range shipped.Games {
		if !slices.ContainsFunc(shipped.Families,
			func(f message.Family) bool { return f.Name == g.Family }) {
			t.Errorf("%s belongs to %q, which is not one of the families", g.Name, g.Family)
		}
	}
	if !slices.ContainsFunc(shipped.Games, func(g message.Shipped) bool { return g.Featured }) ||
		!slices.ContainsFunc(shipped.Games, func(g message.Shipped) bool { return !g.Featured }) {
		t.Error("all games or none are offered to newcomers")
	}
	for i, name := range names {
		if i%2 != 0 || !long.Case(i/2, 20) {
			continue
		}
		get[message.RulesText](c, "rules", fmt.Sprintf(`{"name":%q}`, name))
		get[message.OptionsResult](c, "options", fmt.Sprintf(`{"name":%q}`, name))
		g := get[message.Game](c, "load", fmt.Sprintf(`{"name":%q}`, name))
		if h := get[message.Game](c, "load", fmt.Sprintf(`{"name":%q}`, name)); h.Game != g.Game {
			t.Errorf("%s is loaded twice, as %s and %s", name, g.Game, h.Game)
		}
		get[message.Game](c, "describe", fmt.Sprintf(`{"game":%q}`, g.Game))
		get[message.Levels](c, "levels", fmt.Sprintf(`{"game":%q}`, g.Game))
		s := get[message.State](c, "start", fmt.Sprintf(`{"game":%q,"seed":1}`, g.Game))
		table := fmt.Sprintf(`{"table":%q`, s.Table)
		moves := get[message.Moves](c, "moves", table+`,"changes":true}`)
		if len(moves.Moves) != s.Moves {
			t.Errorf("%s: %d moves, the state says %d", name, len(moves.Moves), s.Moves)
		}
		played := get[message.PlayResult](c, "play",
			table+fmt.Sprintf(`,"move":%q,"at":0}`, moves.Moves[0].Long))
		for over, more := played.State.Over, []string{"", `,"only":true,"steps":1`}; !over &&
			len(more) > 0; more = more[1:] {
			b := get[message.BotResult](c, "bot", table+`,"level":"random"`+more[0]+`}`)
			over = b.State != nil && b.State.Over
		}
		b := get[message.Board](c, "board",
			table+`,"text":true,"svg":true,"data":true,"layout":true,"targets":true}`)
		for _, site := range b.Layout.Sites {
			n := strings.Count(b.SVG, fmt.Sprintf(`data-site="%s"`, site.Site))
			far := n == 0 && strings.Contains(b.SVG, `data-board="bare"`) // only what is near is drawn
			if n != 1 && !far {
				t.Errorf("%s: the SVG does not have the site %s once", name, site.Site)
			}
		}
		pos := get[message.Position](c, "position", table+`}`)
		if again := get[message.State](c, "start", fmt.Sprintf(`{"game":%q,"position":%q}`, g.Game,
			pos.Text)); again.Position != pos.Text {
			t.Errorf("%s: the position %q was read as %q", name, pos.Text, again.Position)
		}
		get[message.ResultResult](c, "result", table+`}`)
		get[message.State](c, "state", table+`}`)
		get[message.Why](c, "why", table+`,"move":"a1"}`)
		get[message.Value](c, "eval", table+`,"expr":"mine"}`)
		get[message.Values](c, "value", table+`}`)
		r := get[message.Record](c, "record", table+`}`)
		text, _ := json.Marshal(r.Record)
		get[message.State](c, "open", fmt.Sprintf(`{"record":%s}`, text))
		get[message.Perft](c, "perft", table+`,"depth":1,"unit":"actions","divide":true}`)
		get[message.State](c, "undo", table+`}`)
		get[message.State](c, "redo", table+`}`)
		get[message.State](c, "goto", table+`,"at":0}`)
		get[message.History](c, "history", table+`}`)
		adviser := table + `,"level":"greedy"}`
		if g.Secrets {
			adviser = table + `,"level":"infoset:playouts=5"}`
		}
		if s.Chance {
			c.refused(message.CodeParams, "hint", adviser)
		} else {
			get[message.Thought](c, "hint", adviser)
		}
		get[message.State](c, "watch", table+`}`)
		get[message.Nothing](c, "unwatch", table+`}`)
		seated := get[message.Seated](c, "sit", fmt.Sprintf(`%s,"player":%q}`, table, s.Player))
		get[message.Seated](c, "sit", fmt.Sprintf(`%s,"token":%q}`, table, seated.Token))
		get[message.State](c, "leave", table+`}`)
		get[message.State](c, "list", table+`,"listed":true}`)
	}
	c.study()
	c.rest()
	c.probed["roll"] = true // see TestChance
	for _, name := range []string{"join", "offer", "accept", "decline", "resign", "owner", "evict",
		"reserve", "figures"} {
		c.probed[name] = true // see people_test.go and attack_test.go
	}
	for _, name := range Methods() {
		if !c.probed[name] {
			t.Errorf("the method %s was not asked for", name)
		}
	}
}

// rest asks for what need not be asked of every game.
// study asks what an author does.
func (c *client) study() {
	book := get[message.Rulebook](c, "rulebook", `{"name":"tic-tac-toe"}`)
	if !strings.Contains(book.HTML, "three in a row") {
		c.Errorf("the rulebook is %s", book.HTML)
	}
	tested := get[message.Tested](c, "test", `{"name":"tic-tac-toe"}`)
	if tested.Passed == 0 || tested.Failed != 0 || len(tested.Cases) != tested.Passed {
		c.Errorf("the tests of tic-tac-toe: %+v", tested)
	}
	text, _ := json.Marshal(strings.Replace(get[message.RulesText](c, "rules",
		`{"name":"tic-tac-toe"}`).Text, "square(3, 3)", "square(4, 4)", 1))
	if changed := get[message.Tested](c, "test", fmt.Sprintf(`{"text":%s,"of":"tic-tac-toe"}`,
		text)); changed.Failed == 0 {
		c.Errorf("the tests of tic-tac-toe pass on another board: %+v", changed)
	}
	c.refused(message.CodeNotFound, "test", fmt.Sprintf(`{"text":%s}`, text))
	r := get[message.Reported](c, "report", `{"name":"tic-tac-toe","games":20}`)
	if !strings.Contains(r.Text, "20") {
		c.Errorf("the report is %s", r.Text)
	}
	c.refused(message.CodeLimit, "report", `{"name":"tic-tac-toe","games":1000000}`)
}

func (c *client) rest() {
	text, _ := json.Marshal(tinyRules)
	get[message.Completions](c, "complete", fmt.Sprintf(`{"text":%s,"offset":3}`, text))
	get[message.Formatted](c, "format", fmt.Sprintf(`{"text":%s}`, text))
	g := get[message.Game](c, "load", fmt.Sprintf(`{"text":%s,"file":"tiny.rules"}`, text))
	s := get[message.State](c, "start", fmt.Sprintf(`{"game":%q,"moves":"b1 c1 a1"}`, g.Game))
	if !s.Over || s.Result.Winners[0] != "A" || s.Result.Rule.File != "tiny.rules" ||
		s.Last.Text != "a1" {
		c.Errorf("the end: %+v %+v", s, s.Result)
	}
	get[message.Checked](c, "check", fmt.Sprintf(`{"text":%s,"play":true,"games":20}`, text))
	get[message.Covered](c, "cover", fmt.Sprintf(`{"game":%q,"games":5}`, g.Game))
	s = get[message.State](c, "start", fmt.Sprintf(`{"game":%q}`, g.Game))
	p := get[message.Playouts](c, "playouts", fmt.Sprintf(`{"table":%q,"games":20,"seed":3}`, s.Table))
	if p.Games != 20 || len(p.Lengths) != 20 || p.Wins[0]+p.Wins[1]+p.Draws+p.Unfinished != 20 {
		c.Errorf("playouts: %+v", p)
	}
	for _, method := range []string{"analyze", "analyse"} {
		get[message.Thought](c, method, fmt.Sprintf(`{"table":%q,"time":20}`, s.Table))
	}
	get[message.Tables](c, "tables", `{}`)
	get[message.Canceled](c, "cancel", `{"request":"none"}`)
	get[message.Nothing](c, "close", fmt.Sprintf(`{"table":%q}`, s.Table))
	get[message.Nothing](c, "unload", fmt.Sprintf(`{"game":%q}`, g.Game))
}

// Turns of several steps are played whole or step by step, undone and redone.
func TestTurns(t *testing.T) {
	c := connect(t, NewServer(Options{}))
	s := get[message.State](c, "start",
		`{"name":"english-draughts","position":"8/8/8/4m3/8/2m5/1M6/8 Black"}`)
	if s.Moves == 0 {
		t.Fatal("no move")
	}
	m := get[message.Moves](c, "moves", fmt.Sprintf(`{"table":%q}`, s.Table))
	first := get[message.PlayResult](c, "play",
		fmt.Sprintf(`{"table":%q,"move":%q}`, s.Table, m.Moves[0].Text))
	if !first.State.InTurn || first.State.Player != s.Player {
		t.Errorf("after the first jump: %+v", first.State)
	}
	m = get[message.Moves](c, "moves", fmt.Sprintf(`{"table":%q}`, s.Table))
	second := get[message.PlayResult](c, "play",
		fmt.Sprintf(`{"table":%q,"move":%q}`, s.Table, m.Moves[0].Text))
	if second.State.InTurn || second.State.At != 2 {
		t.Errorf("after the second: %+v", second.State)
	}
	whole := second.State.Last.Text
	back := get[message.State](c, "undo", fmt.Sprintf(`{"table":%q}`, s.Table))
	if back.At != 0 || back.Steps != 2 || back.Position != s.Position {
		t.Errorf("undo: %+v", back)
	}
	if again := get[message.State](c, "redo", fmt.Sprintf(`{"table":%q}`, s.Table)); again.At != 2 {
		t.Errorf("redo: %+v", again)
	}
	if one := get[message.State](c, "undo", fmt.Sprintf(`{"table":%q,"steps":1}`, s.Table)); one.At != 1 ||
		!one.InTurn {
		t.Errorf("undo one step: %+v", one)
	}
	kept := get[message.PlayResult](c, "play",
		fmt.Sprintf(`{"table":%q,"move":%q}`, s.Table, m.Moves[0].Text))
	if kept.State.At != 2 || kept.State.Steps != 2 {
		t.Errorf("the same step again: %+v", kept.State)
	}
	get[message.State](c, "undo", fmt.Sprintf(`{"table":%q}`, s.Table))
	kept = get[message.PlayResult](c, "play",
		fmt.Sprintf(`{"table":%q,"move":%q}`, s.Table, first.Steps[0].Text))
	if kept.State.At != 1 || kept.State.Steps != 2 {
		t.Errorf("the first step again, what follows is forgotten: %+v", kept.State)
	}
	get[message.State](c, "undo", fmt.Sprintf(`{"table":%q}`, s.Table))
	all := get[message.PlayResult](c, "play", fmt.Sprintf(`{"table":%q,"move":%q}`, s.Table, whole))
	if all.State.Position != second.State.Position || len(all.Steps) != 2 {
		t.Errorf("the whole turn %q: %+v", whole, all)
	}
}

// Turns are told as players of the game write them, where that is not the text of the rules.
func TestNotation(t *testing.T) {
	c := connect(t, NewServer(Options{}))
	for _, of := range []struct {
		game, moves string
		want        []string
	}{
		{"chess", "e4 e5 Nf3 d6 Bb5",
			[]string{"e4", "e5", "Nf3", "d6", "Bb5+"}},
		{"chess", "f3 e5 g4 Qh4", []string{"f3", "e5", "g4", "Qh4#"}},
		{"hex", "c3 d4", []string{"", ""}},
	} {
		s := get[message.State](c, "start", fmt.Sprintf(`{"name":%q,"moves":%q}`, of.game, of.moves))
		h := get[message.History](c, "history", fmt.Sprintf(`{"table":%q}`, s.Table))
		got := []string{}
		for _, turn := range h.Turns {
			got = append(got, turn.Notation)
		}
		if diff := cmp.Diff(of.want, got); diff != "" {
			t.Errorf("%s %s: %s", of.game, of.moves, diff)
		}
		if s.Last != nil && s.Last.Notation != of.want[len(of.want)-1] {
			t.Errorf("%s %s: the state has %q", of.game, of.moves, s.Last.Notation)
		}
	}
}

// The value of an option may be written as text, or as a number or a boolean.
func TestOptionsAsNumbers(t *testing.T) {
	c := connect(t, NewServer(Options{}))
	text := get[message.State](c, "start", `{"name":"cage","options":{"size":"6","extra":"true"}}`)
	plain := get[message.State](c, "start", `{"name":"cage","options":{"size":6,"extra":true}}`)
	if plain.Position != text.Position || !strings.Contains(plain.Position, "size=6") {
		t.Errorf("%s\n%s", plain.Position, text.Position)
	}
}

// A game says what it is about, as its ruleset describes it.
func TestDescription(t *testing.T) {
	c := connect(t, NewServer(Options{}))
	if g := get[message.Game](c, "load", `{"name":"hex"}`); !strings.HasPrefix(g.Description, "Join your two ") {
		t.Errorf("Hex is about %q", g.Description)
	}
}

// A refused move is answered as at the table in the terminal, in the notation of the game; `why`
// says the same.
func TestRefusals(t *testing.T) {
	c := connect(t, NewServer(Options{}))
	for _, row := range []struct{ game, before, move, message string }{
		{"cage", "", "e9-e8", "Your checker on e9 cannot go to e8.\nFrom there: e9xe10"},
		{"cage", "", "b2xa2xb1", "The turn is over after b2xa2; leave out xb1."},
		{"chess", "", "e2-e5", "Your pawn on e2 cannot go to e5.\nFrom there: e2-e3   e2-e4"},
		{"chess", "e2-e4", "e4-e5", "White's pawn is on e4; Black is to move.\nTo e5: e7-e5"},
		{"chess", "", "zzz", "I don't recognize \"zzz\" as a move."},
		{"tic-tac-toe", "b2", "b2", "b2 is taken: X's mark is there."},
	} {
		table := get[message.State](c, "start", fmt.Sprintf(`{"name":%q,"moves":%q}`, row.game,
			row.before)).Table
		m := c.ask("play", fmt.Sprintf(`{"table":%q,"move":%q}`, table, row.move))
		if m.Error == nil || m.Error.Code != message.CodeIllegal || m.Error.Message != row.message {
			t.Errorf("%s, %s: %+v\nwant %q", row.game, row.move, m.Error, row.message)
		}
		why := get[message.Why](c, "why", fmt.Sprintf(`{"table":%q,"move":%q}`, table, row.move))
		if why.Legal || why.Message != row.message {
			t.Errorf("%s, why %s: %q\nwant %q", row.game, row.move, why.Message, row.message)
		}
		for _, r := range why.Readings {
			if strings.Contains(r.Why, "`") || r.Text == "" {
				t.Errorf("%s, why %s: %q quotes the rules, or %q is not beside it", row.game,
					row.move, r.Why, r.Text)
			}
		}
	}
	table := get[message.State](c, "start", `{"name":"chess"}`).Table
	m := c.ask("play", fmt.Sprintf(`{"table":%q,"move":"e2-e4 e7-e4"}`, table))
	if want := "Step 2: Your pawn on e7 cannot go to e4."; m.Error == nil ||
		!strings.HasPrefix(m.Error.Message, want) {
		t.Errorf("%+v\nwant %q", m.Error, want)
	}
}

// A wrong request is answered with a code, the mistake and what to do.
func TestErrors(t *testing.T) {
	c := connect(t, NewServer(Options{Limits: message.Limits{Tables: 3, Games: 3}}))
	get[message.State](c, "start", `{"name":"tic-tac-toe"}`) // t1
	get[message.State](c, "start", `{"name":"tic-tac-toe","moves":"a1 b1 a2 b2 a3"}`)
	for _, row := range []struct {
		method, params string
		code           message.Code
		message        string
	}{
		{"strat", `{}`, message.CodeMethod, `there is no method "strat"; did you mean "start"?`},
		{"state", `{"tabel":"t1"}`, message.CodeParams,
			`state has no parameter "tabel"; did you mean "table"?`},
		{"games", `{"x":1}`, message.CodeParams, `games has no parameter "x"; it takes none`},
		{"state", `{"table":1}`, message.CodeParams,
			`the parameters of state: table is a number, expected a string`},
		{"start", `{"name":1}`, message.CodeParams,
			`the parameters of start: name is a number, expected a string`},
		{"start", `{"name":"cage","options":[8]}`, message.CodeParams,
			`the parameters of start: options is [8]; expected an object`},
		{"start", `{"name":"cage","options":{"size":[8]}}`, message.CodeParams,
			`the parameters of start: options.size is [8]; expected a string, a number, true or false`},
		{"state", `{}`, message.CodeParams, `name the table: start returns its handle`},
		{"state", `{"table":"t9"}`, message.CodeNotFound,
			`there is no table "t9"; start returns such handles`},
		{"start", `{"name":"tictactoe"}`, message.CodeNotFound,
			`there is no game called "tictactoe"; did you mean tic-tac-toe?`},
		{"start", `{"game":"g7"}`, message.CodeNotFound,
			`there is no loaded game "g7"; load returns such handles`},
		{"start", `{"game":"g1","name":"hex"}`, message.CodeParams,
			`game names loaded rules; leave out name, text, path, preset and options`},
		{"load", `{}`, message.CodeParams,
			`give the rules as one of name, text and path, not 0 of them`},
		{"load", `{"path":"x.rules"}`, message.CodeForbidden,
			`this server opens no files; send the rules as text`},
		{"load", `{"name":"hex","toml":"x"}`, message.CodeParams,
			`toml, files and file go only with text`},
		{"load", `{"name":"hex:big"}`, message.CodeNotFound,
			`hex has no preset "big". The presets are plain, tiny, small, classic`},
		{"load", `{"text":"game \"x\" extends \"../secret\"\n"}`, message.CodeRules,
			`the rules cannot be played: `},
		{"load", `{"name":"hex","options":{"siez":"5"}}`, message.CodeRules,
			`the rules cannot be played: `},
		{"start", `{"name":"hex","position":"9 Nobody"}`, message.CodePosition, ``},
		{"start", `{"name":"hex","first":"Green"}`, message.CodeNotFound, `there is no player "Green"`},
		{"play", `{"table":"t1","move":""}`, message.CodeParams, `name the move to play`},
		{"play", `{"table":"t1","move":"d9"}`, message.CodeIllegal,
			`There is no d9; columns a–c, rows 1–3.`},
		{"play", `{"table":"t1","move":"a1","at":3}`, message.CodeChanged, `the table is at step 0, not 3`},
		{"play", `{"table":"t2","move":"c3"}`, message.CodeOver, `the game is over: `},
		{"bot", `{"table":"t2"}`, message.CodeOver, `the game is over: `},
		{"bot", `{"table":"t1","level":"greeedy"}`, message.CodeNotFound, ``},
		{"undo", `{"table":"t1"}`, message.CodeParams, `there are only 0 steps to take back`},
		{"redo", `{"table":"t1"}`, message.CodeParams, `only 0 steps have been taken back`},
		{"goto", `{"table":"t1","at":1}`, message.CodeParams,
			`at is 1; the table knows positions from 0 to 0`},
		{"moves", `{"table":"t1","site":"z1"}`, message.CodeNotFound, `the board has no site "z1"`},
		{"board", `{"table":"t1","legal":["z1"]}`, message.CodeNotFound, `the board has no site "z1"`},
		{"why", `{"table":"t1","move":" "}`, message.CodeParams,
			`say which move to explain, legal or not`},
		{"eval", `{"table":"t1","expr":"mien"}`, message.CodeParams, "unknown name `mien`"},
		{"eval", `{"table":"t1","expr":"1","me":"Z"}`, message.CodeNotFound,
			`there is no player "Z"; there is `},
		{"value", `{"table":"t1","name":"x"}`, message.CodeNotFound, `the rules have no value "x"`},
		{"perft", `{"table":"t1","depth":0}`, message.CodeParams, `depth is 0; it is from 1 to 100`},
		{"perft", `{"table":"t1","depth":1,"unit":"plies"}`, message.CodeParams,
			`unit is "plies"; it can be turns or steps`},
		{"playouts", `{"table":"t1","games":0}`, message.CodeParams,
			`games and length are from 1 to 1000000`},
		{"playouts", `{"table":"t1","length":0}`, message.CodeParams,
			`games and length are from 1 to 1000000`},
		{"cover", `{"name":"hex","games":0}`, message.CodeParams,
			`games and length are from 1 to 1000000`},
		{"check", `{"name":"hex","play":true,"time":0}`, message.CodeParams,
			`games and length are from 1 to 1000000, time is from 1 to 600000 milliseconds`},
		{"report", `{"name":"hex","games":0}`, message.CodeLimit,
			`games is 0; it must be between 1 and 10000`},
		{"playouts", `{"table":"t1","games":-1}`, message.CodeParams,
			`games and length are from 1 to 1000000`},
		{"check", `{"name":"tic-tac-toe","play":true,"time":99999999999}`, message.CodeParams,
			`games and length are from 1 to 1000000, time is from 1 to 600000 milliseconds`},
		{"open", `{"record":"x"}`, message.CodeParams, ``},
		{"hello", `{"version":99}`, message.CodeForbidden,
			`the client speaks version 99 of the protocol, this program version 1`},
		{"start", `[]`, message.CodeParams, `the parameters of start: `},
	} {
		m := c.ask(row.method, row.params)
		if m.Error == nil {
			t.Errorf("%s %s: no error but %s", row.method, row.params, m.line)
		} else if m.Error.Code != row.code || !strings.HasPrefix(m.Error.Message, row.message) {
			t.Errorf("%s %s: %s %q\nwant %s %q", row.method, row.params, m.Error.Code,
				m.Error.Message, row.code, row.message)
		}
	}
	get[message.State](c, "start", `{"name":"hex"}`)
	if m := c.ask("start", `{"name":"hex"}`); m.Error == nil || m.Error.Code != message.CodeLimit {
		t.Errorf("a fourth table: %s", m.line)
	}
	for _, line := range []string{``, `{`, `[1]`, `"x"`, `{"id":{},"method":"games"}`, `{"id":1}`,
		`{"id":1,"method":5}`, "\xff\x00"} {
		c.conn.Handle([]byte(line))
		c.mu.Lock()
		last := c.lines[len(c.lines)-1]
		c.mu.Unlock()
		if last.Error == nil || last.Error.Code != message.CodeParse {
			t.Errorf("%q: %s", line, last.line)
		}
	}
	c.conn.Handle(bytes.Repeat([]byte("x"), message.MaxLine+1))
}

// Without paths the server opens no file of the client's choice, not even through references in
// rules.
func TestNoPaths(t *testing.T) {
	c := connect(t, NewServer(Options{}))
	t.Chdir(t.TempDir())
	for _, name := range []string{"secret.rules", filepath.Join("hex", "secret.rules"),
		"rules.toml"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("def hidden = 42\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, params := range []string{
		`{"text":"game \"x\" extends \"secret\"\n"}`,
		`{"text":"game \"x\" extends \"hex\"\nuse \"secret\"\n"}`, `{"name":"secret"}`,
		`{"name":"./secret.rules"}`,
		`{"path":"secret.rules"}`,
		`{"text":"game \"x\" extends \"hex\"\nuse \"secret\"\n","file":"hex/hex.rules"}`,
	} {
		if m := c.ask("load", params); m.Error == nil || strings.Contains(m.line, "hidden") {
			t.Errorf("load %s: %s", params, m.line)
		}
	}
	s := get[message.State](c, "start", `{"name":"hex"}`)
	if m := c.ask("eval", fmt.Sprintf(`{"table":%q,"expr":"1\nuse \"secret\""}`,
		s.Table)); m.Error == nil {
		t.Errorf("eval reads a file: %s", m.line)
	}
	get[message.Game](c, "load",
		`{"text":"game \"x\" extends \"hex\"\nuse \"mine\"\n","files":{"mine":"def hidden = 42\n"}}`)
}

// A long request is canceled, and the rest goes on meanwhile.
func TestCancel(t *testing.T) {
	c := connect(t, NewServer(Options{Limits: message.Limits{Running: 2}}))
	s := get[message.State](c, "start", `{"name":"cage"}`)
	long := c.send("perft", fmt.Sprintf(`{"table":%q,"depth":90}`, s.Table))
	think := c.send("analyze", fmt.Sprintf(`{"table":%q}`, s.Table))
	if m := c.ask("playouts", fmt.Sprintf(`{"table":%q}`, s.Table)); m.Error == nil ||
		m.Error.Code != message.CodeLimit {
		t.Errorf("a third: %s", m.line)
	}
	get[message.State](c, "state", fmt.Sprintf(`{"table":%q}`, s.Table))
	c.wait(think, func(m received) bool { return m.Event == "thought" })
	for _, id := range []string{long, think} {
		if !get[message.Canceled](c, "cancel", fmt.Sprintf(`{"request":%s}`, id)).Canceled {
			t.Errorf("%s was not there to be canceled", id)
		}
	}
	answer := func(m received) bool { return m.Event == "" }
	if m := c.wait(long, answer); m.Error == nil || m.Error.Code != message.CodeCanceled {
		t.Errorf("perft: %s", m.line)
	}
	if m := c.wait(think, answer); m.Error != nil {
		t.Errorf("an analysis that is canceled has a result: %s", m.line)
	}
}

// A hint and a bot tell what they have found so far, if they are asked to; the answer comes last.
func TestProgress(t *testing.T) {
	c := connect(t, NewServer(Options{}))
	s := get[message.State](c, "start", `{"name":"reversi"}`)
	for _, method := range []string{"hint", "bot"} {
		ask := c.send(method, fmt.Sprintf(`{"table":%q,"level":"alphabeta:depth=4","progress":true}`,
			s.Table))
		m := c.wait(ask, func(m received) bool { return m.Event == "thought" })
		var thought message.Thought
		if err := json.Unmarshal(m.Data, &thought); err != nil || thought.Move == "" {
			t.Errorf("%s: %s", method, m.line)
		}
		if m := c.wait(ask, func(m received) bool { return m.Event == "" }); m.Error != nil {
			t.Errorf("%s: %s", method, m.line)
		}
	}
}

// A game is written as a record, and as PGN or SGF if it has that; otherwise the error says why.
func TestRecordForms(t *testing.T) {
	c := connect(t, NewServer(Options{}))
	for _, want := range []struct{ game, moves, form, has string }{
		{"chess", "e2e4 e7e5", "", "ruleset: chess"}, {"chess", "e2e4 e7e5", "pgn", "1. e4 e5 *"},
		{"hex", "c3 d4", "sgf", "GM[11]"}, {"hex", "c3 d4", "record", "c3"},
		{"chess", "e2e4", "sgf", "does not say how SGF"}, {"hex", "c3", "pgn", "has no PGN"},
		{"hex", "c3", "png", "record, pgn or sgf"},
	} {
		s := get[message.State](c, "start", fmt.Sprintf(`{"name":%q,"moves":%q}`, want.game, want.moves))
		m := c.ask("record", fmt.Sprintf(`{"table":%q,"form":%q}`, s.Table, want.form))
		if !strings.Contains(m.line, want.has) {
			t.Errorf("%s as %q: %s", want.game, want.form, m.line)
		}
	}
}

// A client that leaves ends what runs for it.
func TestClose(t *testing.T) {
	c := connect(t, NewServer(Options{}))
	s := get[message.State](c, "start", `{"name":"chess"}`)
	c.send("perft", fmt.Sprintf(`{"table":%q,"depth":90}`, s.Table))
	c.send("analyze", fmt.Sprintf(`{"table":%q}`, s.Table))
	c.send("hint", fmt.Sprintf(`{"table":%q,"level":"mcts:time=1h"}`, s.Table))
	c.conn.Close() // returns when they have ended
}

// Two clients at one table see each other's moves; a bot that is still thinking when someone plays
// does nothing.
func TestWatch(t *testing.T) {
	server := NewServer(Options{})
	a, b := connect(t, server), connect(t, server)
	s := get[message.State](a, "start", `{"name":"tic-tac-toe"}`)
	table := fmt.Sprintf(`{"table":%q`, s.Table)
	watching := b.send("watch", table+"}")
	get[message.PlayResult](a, "play", table+`,"move":"b2"}`)
	m := b.wait(watching, func(m received) bool { return m.Event == "state" })
	var seen message.State
	if err := json.Unmarshal(m.Data, &seen); err != nil || seen.At != 1 || seen.Last.Text != "b2" {
		t.Errorf("seen: %s", m.line)
	}
	get[message.Nothing](b, "unwatch", table+"}")
	get[message.State](a, "undo", table+"}")
	b.mu.Lock()
	events := 0
	for _, m := range b.lines {
		if m.Event != "" {
			events++
		}
	}
	b.mu.Unlock()
	if events != 1 {
		t.Errorf("%d events, want 1", events)
	}
	thinking := b.send("bot", table+`,"level":"mcts:time=150ms"}`)
	get[message.PlayResult](a, "play", table+`,"move":"a1"}`)
	if m := b.wait(thinking, func(m received) bool { return m.Event == "" }); m.Error != nil &&
		m.Error.Code != message.CodeChanged {
		t.Errorf("the bot: %s", m.line)
	}
}

// Several clients play at many tables of one server at a time.
func TestManyTables(t *testing.T) {
	server := NewServer(Options{})
	var clients sync.WaitGroup
	for n := range 4 {
		c := connect(t, server)
		clients.Go(func() {
			name := []string{"tic-tac-toe", "connect-four"}[n%2]
			for range 3 {
				s := get[message.State](c, "start", fmt.Sprintf(`{"name":%q}`, name))
				for !s.Over {
					s = *get[message.BotResult](c, "bot",
						fmt.Sprintf(`{"table":%q,"level":"random"}`, s.Table)).State
				}
			}
		})
	}
	clients.Wait()
}

// A pipe carries the protocol: lines of any length, answers in order, the end of the input.
func TestPipe(t *testing.T) {
	in := strings.Join([]string{
		`{"id":1,"method":"start","params":{"name":"tic-tac-toe"}}`, ``,
		`{"id":2,"method":"play","params":{"table":"t1","move":"a1"}}`, strings.Repeat("x",
			message.MaxLine+100000),
		`{"id":3,"method":"perft","params":{"table":"t1","depth":3}}`,
		`{"id":4,"method":"state","params":{"table":"t1"}}`,
	}, "\n")
	var out bytes.Buffer
	if err := NewServer(Options{}).Pipe(t.Context(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for line := range strings.Lines(out.String()) {
		var m received
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		ids[string(m.ID)] = m.Error == nil
	}
	want := map[string]bool{"1": true, "2": true, "3": true, "4": true, "null": false}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Error(diff)
	}
}

// A line that is too long is refused as such, whatever fills it.
func TestPipeRefusesLongLines(t *testing.T) {
	for _, in := range []string{
		strings.Repeat("x", message.MaxLine+1),
		strings.Repeat("x", 3*message.MaxLine),
		`{"id":1,"method":"hello"` + strings.Repeat(" ", message.MaxLine) + `}`,
		strings.Repeat(" ", message.MaxLine) + `{"id":1,"method":"hello"}`,
	} {
		var out bytes.Buffer
		if err := NewServer(Options{}).Pipe(t.Context(), strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		if want := "the request has more than 4194304 bytes"; !strings.Contains(out.String(), want) {
			t.Errorf("%.30s…: %s", in, out.String())
		}
	}
}

// A line may have exactly as many bytes as the limit says; its end does not count.
func TestPipeTakesLongestLines(t *testing.T) {
	const head, tail = `{"id":1,"method":"hello"`, `}`
	longest := head + strings.Repeat(" ", message.MaxLine-len(head+tail)) + tail
	for _, in := range []string{longest, longest + "\n", longest + "\n" + head + tail + "\n"} {
		var out bytes.Buffer
		if err := NewServer(Options{}).Pipe(t.Context(), strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.String(), `"error":{`) ||
			strings.Count(out.String(), `{"id":1,`) != strings.Count(in, head) {
			t.Errorf("%.200s", out.String())
		}
		out.Reset()
		in = " " + in
		in = strings.Replace(in, "hello\"", "hello\" ", 1)
		if err := NewServer(Options{}).Pipe(t.Context(), strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), "the request has more than") {
			t.Errorf("one byte more: %.200s", out.String())
		}
	}
}

const ownRules = "game \"Own\"\nplayers White, Black\nboard square(3, 3)\npiece man\n" +
	"move put { at c in empty do place man on c }\nturn put else draw\n"

// A designer's own tests run: those beside the file of a game that the server was started with,
// with its rules or with changed ones. A game loaded as text has none. No folder of the server's is
// told, also where a test file is broken.
func TestOwnTests(t *testing.T) {
	dir, rules := t.TempDir(), ownRules
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777),
			os.WriteFile(name, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "own.rules")
	write("own.rules", rules)
	write("own.txtar", "-- middle --\nafter: b2\nto move after: Black\n"+
		"-- corner --\nafter: c3\nto move after: Black\n")
	s := NewServer(Options{})
	g, err := s.Load(t.Context(), &message.LoadParams{Source: message.Source{Path: file}})
	if err != nil {
		t.Fatal(err)
	}
	c := connect(t, s)
	small := strings.Replace(rules, "(3, 3)", "(2, 2)", 1)
	for text, passed := range map[string]int{rules: 2, small: 1} {
		tested := get[message.Tested](c, "test", fmt.Sprintf(`{"text":%q,"of":%q}`, text, g.Game))
		if tested.Passed != passed || tested.Passed+tested.Failed != 2 ||
			tested.Cases[0].File != "own.txtar" {
			t.Errorf("%+v", tested)
		}
	}
	loaded := get[message.Game](c, "load", fmt.Sprintf(`{"text":%q}`, rules))
	refused := func(of, text string) {
		t.Helper()
		m := c.ask("test", fmt.Sprintf(`{"text":%q,"of":%q}`, rules, of))
		if m.Error == nil || !strings.HasPrefix(m.Error.Message, text) ||
			strings.Contains(m.line, dir) {
			t.Errorf("%s\nwant %s", m.line, text)
		}
	}
	refused(loaded.Game, loaded.Game+" was loaded as text and has no tests")
	refused("g99", "there is no loaded game g99")
	refused("owm", `no game that comes with boardgame is called "owm"`)
	shipped := get[message.Game](c, "load", `{"name":"tic-tac-toe"}`)
	if m := get[message.Tested](c, "test", fmt.Sprintf(`{"name":"tic-tac-toe","of":%q}`,
		shipped.Game)); m.Passed == 0 || m.Failed > 0 {
		t.Errorf("%+v", m)
	}

	write(filepath.Join("tests", "own.txtar"), "-- edge --\nafter: a2\nto move after: Black\n")
	tested := get[message.Tested](c, "test", fmt.Sprintf(`{"text":%q,"of":%q}`, rules, g.Game))
	if tested.Passed != 3 || tested.Cases[0].File != "own.txtar" ||
		tested.Cases[2].File != "tests/own.txtar" {
		t.Errorf("%+v", tested)
	}
	write("own.txtar", "-- middle --\naftre: b2\n")
	refused(g.Game, "the tests cannot be run: 1 error; the first: ")
	write("own.txtar", "\xff\n")
	refused(g.Game, "own.txtar is not text: byte 0xff in line 1 is not UTF-8")
	write(filepath.Join("tests", "b.txtar", "x.rules"), rules)
	write("own.txtar", "-- corner --\nafter: c3\nto move after: Black\n")
	refused(g.Game, "tests/b.txtar is a folder")
}

// A file that is called like a game that comes with boardgame has tests of its own.
func TestTestsOfPath(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "chess.rules")
	for name, text := range map[string]string{"chess.rules": ownRules,
		"chess.txtar": "-- middle --\nafter: b2\nto move after: Black\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := connect(t, NewServer(Options{Paths: true}))
	if own := get[message.Tested](c, "test", fmt.Sprintf(`{"path":%q}`, file)); own.Passed != 1 ||
		own.Failed != 0 {
		t.Errorf("%+v", own)
	}
}

// An answer is sent before the next request comes, and a reader that has gone away ends the pipe.
func TestPipeAnswersAtOnce(t *testing.T) {
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- NewServer(Options{}).Pipe(t.Context(), in, out) }()
	one := make([]byte, 1<<16)
	for _, request := range []string{`{"id":1,"method":"hello"}` + "\n",
		`{"id":2,"method":"hello"}` + "\n" + `{"id":3,`, `"method":"hello"}` + "\n"} {
		if _, err := io.WriteString(requests, request); err != nil {
			t.Fatal(err)
		}
		if n, err := answers.Read(one); err != nil || !bytes.HasSuffix(one[:n], []byte("\n")) {
			t.Fatalf("%q %v", one[:n], err)
		}
	}
	answers.Close()
	if _, err := io.WriteString(requests, `{"id":4,"method":"hello"}`+"\n"); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if err == nil {
			t.Error("no error though nobody reads")
		}
	case <-time.After(long.Patience):
		t.Fatal("the pipe goes on though nobody reads")
	}
}

// Whatever the line, a server fails only by an answer.
func FuzzHandle(f *testing.F) {
	f.Add(`{"id":1,"method":"start","params":{"name":"cage"}}`)
	f.Add(`{"id":1,"method":"moves","params":{"table":"t1","at":0}}`)
	f.Add(`{"id":1,"method":"load","params":{"text":"game \"x\"\n"}}`)
	f.Add(`{"id":1,"method":"play","params":{"table":"t1","move":"d2xd1"}}`)
	f.Add(`{"id":1,"method":"board","params":{"table":"t1","svg":true,"width":-3}}`)
	f.Fuzz(func(t *testing.T, line string) {
		server := NewServer(Options{})
		answers := 0
		c := server.Connect(t.Context(), func(line []byte) {
			answers++
			var m received
			if err := json.Unmarshal(line, &m); err != nil {
				t.Errorf("%v: %s", err, line)
			}
			if m.Error != nil && m.Error.Code == message.CodeInternal {
				t.Errorf("%s", line)
			}
		})
		defer c.Close()
		c.Handle([]byte(`{"id":0,"method":"start","params":{"name":"tic-tac-toe","seed":1}}`))
		if strings.Contains(line, `"long"`) || strings.Contains(line, "perft") ||
			strings.Contains(line, "analy") || strings.Contains(line, "time") {
			return // would take too long
		}
		c.Handle([]byte(line))
		if c.Wait(); answers < 2 {
			t.Errorf("%q is not answered", line)
		}
	})
}

// noErrors receives answers, none of which may be an error.
type noErrors struct{ testing.TB }

func (w noErrors) Write(lines []byte) (int, error) {
	if bytes.Contains(lines, []byte(`"error"`)) {
		w.Errorf("an error: %s", lines)
	}
	return len(lines), nil
}

// Small requests through a pipe: answers per second of CPU time.
func BenchmarkSmall(b *testing.B) {
	requests := []string{
		`{"id":1,"method":"state","params":{"table":"t1"}}`,
		`{"id":2,"method":"moves","params":{"table":"t1"}}`,
		`{"id":3,"method":"play","params":{"table":"t1","move":"c4"}}`,
		`{"id":4,"method":"undo","params":{"table":"t1"}}`,
	}
	var in bytes.Buffer
	in.WriteString(`{"id":0,"method":"start","params":{"name":"reversi"}}` + "\n")
	for i := range b.N {
		in.WriteString(requests[i%len(requests)] + "\n")
	}
	b.ResetTimer()
	from := cpu.Process()
	if err := NewServer(Options{}).Pipe(b.Context(), &in, noErrors{b}); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.N)/(cpu.Process()-from).Seconds(), "requests/cpu-s")
}

// Chance moves are drawn by roll, drawn by a bot for itself, or played as real dice showed them.
func TestChance(t *testing.T) {
	c := connect(t, NewServer(Options{Paths: true}))
	s := get[message.State](c, "start", `{"path":"../../rulesets/einstein/einstein.rules","seed":4}`)
	table := fmt.Sprintf(`{"table":%q`, s.Table)
	if !s.Chance {
		t.Fatalf("nothing is left to chance: %+v", s)
	}
	moves := get[message.Moves](c, "moves", table+"}")
	if len(moves.Moves) != s.Moves || moves.Moves[0].Weight < 1 {
		t.Fatalf("%+v", moves)
	}
	if m := c.ask("hint", table+"}"); m.Error == nil ||
		!strings.Contains(m.Error.Message, "chance decides") {
		t.Errorf("a hint for chance: %s", m.line)
	}
	real := get[message.PlayResult](c, "play",
		table+fmt.Sprintf(`,"move":%q}`, moves.Moves[len(moves.Moves)-1].Long))
	get[message.State](c, "undo", table+`,"steps":1}`)
	rolled := get[message.PlayResult](c, "roll", table+"}")
	if got := rolled.State.Rolled; got == "" || got != rolled.Steps[len(rolled.Steps)-1].Text {
		t.Errorf("what was rolled is called %q: %+v", got, rolled.Steps)
	}
	if len(rolled.Steps) == 0 || rolled.State.Chance || real.State.At != s.At+1 {
		t.Fatalf("%+v", rolled)
	}
	back := get[message.State](c, "goto", table+fmt.Sprintf(`,"at":%d}`, s.At))
	if again := get[message.PlayResult](c, "roll", table+"}"); !back.Chance ||
		again.State.Position != rolled.State.Position {
		t.Errorf("another roll: %+v, %+v", again.State, rolled.State)
	}
	if m := c.ask("roll", table+`,"at":99}`); m.Error == nil || m.Error.Code != message.CodeChanged {
		t.Errorf("a roll at another step: %s", m.line)
	}
	if m := c.ask("roll", table+"}"); m.Error == nil || m.Error.Code != message.CodeParams {
		t.Errorf("a roll where somebody chooses: %s", m.line)
	}
	for range 200 {
		s = *get[message.BotResult](c, "bot", table+`,"level":"random"}`).State
		if s.Over {
			return
		}
	}
	t.Error("the game does not end")
}

// Pieces describe the whole tower, in a position, in what a move changes and on the board.
func TestTowers(t *testing.T) {
	c := connect(t, NewServer(Options{}))
	g := get[message.Game](c, "load", fmt.Sprintf(`{"text":%q}`, "game \"High\"\nplayers A, B\n"+
		"board square(2, 1) with towers\npiece man, king\n"+
		"setup { A man: a1 B king: a1 B man: b1 }\n"+
		"move go { from p in mine to q in theirs do p -> under q }\nturn go else draw\n"))
	table := fmt.Sprintf(`{"table":%q`, get[message.State](c, "start",
		fmt.Sprintf(`{"game":%q,"position":"[Mk]M B"}`, g.Game)).Table)
	low := []message.Buried{{Player: "A", Kind: "man"}}
	at := get[message.Position](c, "position", table+`}`)
	want := []message.PieceData{{Site: "a1", Player: "B", Kind: "king", Below: low}, {Site: "b1",
		Player: "A", Kind: "man", Below: nil}}
	if diff := cmp.Diff(want, at.Pieces); diff != "" {
		t.Error(diff)
	}
	data := get[message.Board](c, "board", table+`,"data":true}`)
	if men := data.Data.Pieces; len(men) != 2 || len(men[0].Below) != 1 ||
		men[0].Below[0].Name != "A man" || men[0].Below[0].Sign == "" {
		t.Errorf("%+v", data.Data.Pieces)
	}
	moves := get[message.Moves](c, "moves", table+`,"changes":true}`)
	under := &message.PieceData{Site: "b1", Player: "A", Kind: "man",
		Below: []message.Buried{{Player: "A", Kind: "man"}, {Player: "B", Kind: "king"}}}
	wantChanges := []message.Change{{Site: "a1", Before: &want[0], After: nil}, {Site: "b1",
		Before: &want[1], After: under}}
	if diff := cmp.Diff(wantChanges, moves.Moves[0].Changes); diff != "" {
		t.Error(diff)
	}
}

// Completion knows what the rules declare, and counts in bytes.
func TestCompleteText(t *testing.T) {
	c := connect(t, NewServer(Options{}))
	text := `game \"Ä\"\nplayers A, B\nboard square(3, 3)\npiece man\nregion heart = {b2}\nmove put {\n  to p in h`
	r := get[message.Completions](c, "complete", fmt.Sprintf(`{"text":"%s","offset":%d}`, text,
		len(strings.NewReplacer(`\"`, `"`, `\n`, "\n").Replace(text))))
	i := slices.IndexFunc(r.Items, func(o message.Completion) bool { return o.Label == "heart" })
	if i < 0 || r.Items[i].Detail != "region" || r.EndOffset-r.Offset != 1 {
		t.Errorf("%+v", r)
	}
	c.refused(message.CodeParams, "complete", `{"text":"game","offset":5}`)
}
