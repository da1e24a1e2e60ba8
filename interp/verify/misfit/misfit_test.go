package misfit_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/interp/verify/misfit"
	"boardgame/testdata/long"
)

// found returns the misfits of a ruleset.
func found(t *testing.T, rs *ruleset.Ruleset) (mistakes, notes ruleset.Mistakes) {
	t.Helper()
	games := []*ir.Game{gametest.Rules(t, rs, nil)}
	games = append(games, lists.Map(rs.Others(context.Background(), nil),
		func(c ruleset.Choice) *ir.Game { return c.Rules })...)
	for _, d := range misfit.Find(context.Background(), rs, games) {
		if d.Severity == diag.Error {
			mistakes = append(mistakes, d)
		} else {
			notes = append(notes, d)
		}
	}
	return mistakes, notes
}

// No game that comes with the program has a misfit.
func TestShipped(t *testing.T) {
	long.OneThread(t)
	for _, name := range long.Sample(ruleset.List(), 11) {
		mistakes, notes := found(t, gametest.Ruleset(t, name))
		if all := append(mistakes, notes...); len(all) > 0 {
			t.Errorf("%s: %v", name, all)
		}
	}
}

const rules = `game "Walk"
option size = 4 in 3..5
players White, Black
board square(size, size)
piece rook, king
region home = rank(1)
setup {
  White rook: a1
  White king: b1
  Black rook: a3
  Black king: b3
}
move walk {
  from p in mine
  to   q in p.adjacent & empty
  do   p -> q
}
move leap {
  from  p in mine
  along d in {north, south}
  to    q in p.d.d & empty
  do    p -> q
}
turn walk, leap else lose
value activity = count(mine.adjacent & empty)
end {
  draw "a hundred turns" if ply >= 100
}
`

// Every table that cannot work is reported once, with its line, and nothing is said of its
// neighbors that can.
func TestFind(t *testing.T) {
	const notation = "[[notation]]\nname = 'FEN'\n[[notation.field]]\nwhat = 'player'\n"
	const both = "letters = { w = 'White', b = 'Black' }\n"
	const hard, easy = "[[level]]\nname = 'hard'\n", "[[level]]\nname = 'easy'\nbot = 'greedy'\n"
	for _, c := range []struct{ toml, want string }{
		{"", ""},
		// presets
		{"[[preset]]\nname = 'tiny'\noptions = { size = 3 }", ""},
		{"[[preset]]\nname = 'tiny'\noptions = { siz = 3 }", "2: preset \"tiny\": there is no option " +
			"`siz`. The game has"},
		{"[[preset]]\nname = 'tiny'\noptions = { size = 3 }\n[[preset]]\nname = 'huge'\noptions = " +
			"{ size = 9 }", "5: preset \"huge\": the option `size` has no value `9`. Its values are"},
		{"[[preset]]\nname = 'very small'\noptions = { size = 3 }",
			"2: preset \"very small\": players type"},
		{"[[preset]]\nname = 'default'\noptions = { size = 3 }", "2: preset \"default\": players type"},
		// positions
		{"[[position]]\nname = 'end'\nposition = 'K3/4/4/3k Black'", ""},
		{"[[position]]\nname = 'five'\nposition = 'K4/5/5/5/4k Black'", ""},
		{"[[position]]\nname = 'end'\nposition = 'gibberish'", "3: position \"end\": column 1: no piece"},
		{"[[position]]\nname = 'end'\nposition = 'K3/4/4/3k Red'", "3: position \"end\": "},
		// levels
		{easy + "slip = 20\nby = ['from']\nreply = 'standard'", ""},
		{"[[level]]\nname = 'two words'\nbot = 'random'", "2: level \"two words\": nobody can choose"},
		{"[[level]]\nname = 'a:b'\nbot = 'random'", "2: level \"a:b\": nobody can choose"},
		{"[[level]]\nname = 'White=easy'\nbot = 'random'", "2: level \"White=easy\": nobody can choose"},
		{"[[level]]\nname = 'human'\nbot = 'random'", "2: level \"human\": nobody can choose"},
		{hard + "bot = 'gredy'", "2: level \"hard\": there is no bot \"gredy\""},
		{hard + "bot = 'mcts'\nplayouts = 30\nrave = 0.0", ""},
		{hard + "bot = 'mcts'\nnodes = 30", "4: level \"hard\": the bot mcts has no setting `nodes`"},
		{hard + "bot = 'alphabeta'\n\nplayouts = 3", "5: level \"hard\": the bot alphabeta has no"},
		{hard + "bot = 'random'\nvalue = 'standard'", "4: level \"hard\": the bot random has no"},
		{hard + "bot = 'alphabeta'\nplayouts = 3\n[[level.when]]\nseats = [2]\nbot = 'mcts'", ""},
		{hard + "bot = 'alphabeta'\n[[level.when]]\nseats = [2]\nbot = 'mcts'\nslip = 3",
			"7: level \"hard\": the bot mcts has no setting `slip`; it is for greedy or alphabeta"},
		{hard + "bot = 'random'\n[[level.when]]\nseats = [7]\nbot = 'greedy'",
			"5: level \"hard\": the game is never for 7 players"},
		{hard + "bot = 'random'\n[[level.when]]\nseats = [7]\nbot = 'gredy'",
			"2: level \"hard\": there is no bot"},
		{easy + "[graded]\n'random easy' = [3, 1, 2]\n'easy mcts:playouts=3' = [3, 1, 2]", ""},
		{easy + "[graded]\n'random easy' = [3, 1, 2]\n'easy medium' = [3, 1, 2]",
			"6: graded \"easy medium\": there is no bot \"medium\""},
		{easy + "[graded]\n\"easy mcts:nods=3\" = [3, 1, 2]", "5: graded \"easy mcts:nods=3\": a bot"},
		{"[[value]]\nname = 'material'\nunit = 5", "2: the rules have no value `material`"},
		{"[[value]]\nname = 'activity'\nunit = 5\n[[value]]\nname = 'material'\nunit = 5",
			"5: the rules have no value `material`"},
		{"[[weights]]\nname = 'w'\noptions = { siz = 4 }", "3: the rules have no option `siz`; did"},
		// signs
		{"[[piece]]\nplayer = 'White'\nkind = 'rok'\n[[piece]]\nplayer = 'Black'\nkind = 'rok'",
			"3: the rules have no piece `rok`; did you"},
		{"[[piece]]\nplayer = 'White'\nkind = 'rook'\ncolor = 'red'", "4: the pieces of White are red"},
		{"[[mark]]\nregion = 'hme'\ncolor = 'red'", "2: the rules have no region `hme`"},
		{"[[hand]]\ncounter = 'walls'\npiece = 'rook'", "2: the rules have no counter `walls`"},
		{"[look]\nframe = 'none'\nstars = ['e5']", ""},
		{"[look]\nframe = 'hom'\n", "2: the rules have no region `hom`"},
		{"[look]\ntally = 'material'\n", "2: the rules have no value `material`"},
		{"[look]\nstars = ['a1', 'h8']", "2: the rules have no site `h8`"},
		// aliases
		{"[[alias]]\ntyped = '{cell} up'\nmeans = 'leap {cell} north'", ""},
		{"[[alias]]\ntyped = '{cell up'\nmeans = 'leap'", "2: alias \"{cell up\": a brace in"},
		{"[[alias]]\ntyped = '{cell}'\nmeans = 'leap {cell'", "3: alias \"{cell}\": a brace in"},
		{"[[alias]]\ntyped = '{cell} up'\nmeans = 'jump {cell} north'", "3: alias \"{cell} up\": no"},
		{"[[alias]]\ntyped = '{cell} {way}'\nmeans = '{cell}-{cell,way:cell}'\nways = { N = 'nort' }",
			"4: the rules have no direction `nort`; did you mean `north`?"},
		{"[[alias]]\ntyped = '{cell}'\nmeans = 'leap {cell}'\npreset = 'old'",
			"4: alias \"{cell}\": there is no preset \"old\""},
		{"[[coordinates]]\nname = 'x'\ncolumn = 'A'\nline = '1'\ncell = '{column}{line}}'",
			"5: coordinates \"x\": a brace in"},
		// notations and what other programs need
		{notation + both + "[uci]\nnotation = 'FEN'\nmove = '{from}{to}'", ""},
		{notation + both + "[uci]\nnotation = 'FEN'\nmove = '{from}{too}'",
			"8: the rules have no move with a role `too`; did you mean `to`?"},
		{notation + both + "[uci]\nnotation = 'FEN'\nmove = '{from}{to'", "8: uci.move: a brace in"},
		{notation + "letters = { w = 'White', r = 'Red' }", "2: notation FEN: the letter \"r\" of the"},
		{notation + "letters = { b = 'Black' }", "2: notation FEN: there is no letter for White"},
		{"[[notation]]\nname = 'FEN'\n[[notation.field]]\nwhat = 'ep'", "2: notation FEN: the rules"},
		{"[san]\nsilent = 'king'\ncheck = 'count(mine) = 1'\n[san.moves]\n'^' = 'leap north'", ""},
		{"[san]\ncheck = 'count(mine) = 1'", "1: san: `silent` is missing"},
		{"[san]\nsilent = 'pawn'", "2: the rules have no piece `pawn`"},
		{"[san]\nsilent = 'king'\ncheck = 'attaked(mine)'", "3: san.check: unknown name `attaked`"},
		{"[san]\nsilent = 'king'\ncheck = 'count(mine)'", "3: san.check is \"count(mine)\"; it should"},
		{"[san]\nsilent = 'king'\n[san.moves]\n'O-O' = 'castle'", "4: the rules have no move `castle`"},
		{"[san]\nsilent = 'king'\n[san.moves]\n'^' = 'leap up'", "4: the rules have no direction `up`"},
		{"[san]\nsilent = 'king'\n[san.moves]\n'^' = ''", "4: san: \"^\" needs the move"},
		{"[sgf]\ngame = 9\npoints = 'names'\noptions = { SZ = 'size' }\nmoves = { up = 'leap' }", ""},
		{"[sgf]\ngame = 9\npoints = 'names'\noptions = { SZ = 'siz' }", "4: the rules have no option"},
		{"[sgf]\ngame = 9\npoints = 'names'\nmoves = { up = 'jump' }", "4: the rules have no move `jump"},
		{"[[rival]]\nname = 'x'\nprogram = 'uci:x'\nlimit = 'nodes=4'", ""},
		{"[[rival]]\nname = 'x'\nprogram = 'stockfish'", "2: rival \"x\": stockfish: expected PROTOCOL"},
		{"[[rival]]\nname = 'x'\nprogram = 'uci:x'\nlimit = 'z=1'", "2: rival \"x\": there is no limit"},
	} {
		file := filepath.Join(t.TempDir(), "walk.rules")
		for name, text := range map[string]string{file: rules,
			strings.TrimSuffix(file, ".rules") + ".toml": c.toml} {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		rs, err := ruleset.Find(file)
		if err != nil {
			t.Errorf("%s\n%v", c.toml, err)
			continue
		}
		mistakes, notes := found(t, rs)
		all := append(mistakes, notes...)
		fails := strings.Contains(c.toml, "[[position]]") || strings.Contains(c.toml, "[[preset]]") ||
			strings.Contains(c.want, "level") && !strings.Contains(c.want, "the bot ") &&
				!strings.Contains(c.want, "never")
		switch {
		case c.want == "" && len(all) > 0:
			t.Errorf("%s\nhas misfits: %v", c.toml, all)
		case c.want != "" && (len(all) != 1 || !strings.Contains(all.Error(), ".toml:"+c.want)):
			t.Errorf("%s\nhas the misfits %v, not %q", c.toml, all, c.want)
		case c.want != "" && fails != (len(mistakes) == 1):
			t.Errorf("%s\nis a mistake or is none: %v", c.toml, mistakes)
		}
	}
}
