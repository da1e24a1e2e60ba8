package notation_test

import (
	"errors"
	"strings"
	"testing"

	"boardgame/dsl/value"
	"boardgame/interp"
	"boardgame/interp/verify/gametest"
)

func TestPositionText(t *testing.T) {
	for _, test := range []struct{ game, options, want string }{
		{"chess", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR White"},
		{"cage", "size=4", "cCcC/CcCc/cCcC/CcCc Red size=4"},
		{"shiftago", "mode=expert seats=4", "7/7/7/7/7/7/7 Blue mode=expert seats=4"},
		{"blockade", "field=tiny", "1PP1/4/4/1pp1 First field=tiny"},
		{"nine-mens-morris", "", "3/3/3/6/3/3/3 White"},
	} {
		g := gametest.Load(t, test.game, test.options)
		if got := g.PositionText(g.Start()); got != test.want {
			t.Errorf("%s %s\ngot  %s\nwant %s", test.game, test.options, got, test.want)
		}
	}
}

// Everything after the player is read and written.
func TestPositionFields(t *testing.T) {
	for _, test := range []struct{ game, options, text, want string }{
		{"chess", "", "8/8/8/8/8/8/8/K1k5 b fresh=none quiet=99",
			"8/8/8/8/8/8/8/K1k5 Black fresh=none quiet=99"},
		{"chess", "", ".......k/8/8/8/8/8/8/K.6 w", "7k/8/8/8/8/8/8/K7 White"},
		{"shiftago", "mode=expert seats=3",
			"7/7/Bm6/7/7/OmWm5/7 orange marbles(Blue)=3 points(white)=4",
			"7/7/Bm6/7/7/OmWm5/7 Orange mode=expert seats=3 marbles(Blue)=3 points(White)=4"},
		{"shiftago", "", "7/7/M5m/7/7/7/7 White", "7/7/M5m/7/7/7/7 White"},
		{"quoridor", "seats=4", "9/9/9/9/9/9/9/9/(White.pawn)7(blue.p) Red wall=d4ne,d5e,d4e",
			"9/9/9/9/9/9/9/9/Wp7(Blue.pawn) Red seats=4 wall=d4e,d4ne,d5e"},
		{"blockade", "field=tiny", "1PP1/4/4/1pp1 Second then=raise,lay|pass upright(First)=1",
			"1PP1/4/4/1pp1 Second field=tiny upright(First)=1 then=raise,lay|pass"},
		{"hex", "size=3", "s2/3/3 Red ply=4", "s2/3/3 Red size=3 ply=4"},
		{"tic-tac-toe", "", "MMM/mm1/3 O end=1 win=X", "MMM/mm1/3 O end=1 win=X"},
		{"reversi", "", "8/8/8/8/8/8/8/Dd6 White passes=1", "8/8/8/8/8/8/8/Dd6 White passes=1"},
	} {
		g := gametest.Load(t, test.game, test.options)
		p := at(t, g, test.text)
		if got := g.PositionText(p); got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
			continue
		}
		if q := at(t, g, test.want); !q.Equal(p) {
			t.Errorf("%s: written and read it is another position", test.text)
		}
	}
	g := gametest.Load(t, "tic-tac-toe", "")
	p := at(t, g, "MMM/mm1/3 O end=1 win=X")
	if got := g.ResultText(p.Result()); !strings.HasPrefix(got, "X wins") {
		t.Errorf("the result is %q", got)
	}
}

func TestPositionErrors(t *testing.T) {
	for _, test := range []struct {
		game, text string
		column     int
		want       string
	}{
		{"chess", "", 1, "a position begins with the rows of the board, such as rnbqkbnr/"},
		{"chess", "8/8/8/8/8/8/8", 14,
			"expected `/` and another row: the board has 8 rows, but here are 7"},
		{"chess", "8/8/8/8/8/8/8/8/8 White", 17, "the board has 8 rows, and this is row 9"},
		{"chess", "8/9/8/8/8/8/8/8 White", 3,
			"row 2 has 8 cells; 9 empty ones do not fit behind the first 0"},
		{"chess", "8/8/7/8/8/8/8/8 White", 6, "row 3 has 8 cells, but here are only 7"},
		{"chess", "8/8/8pp/8/8/8/8/8 White", 6, "one too many"},
		{"chess", "8/x7/8/8/8/8/8/8 White", 3,
			`no piece is written "x"; expected a number of empty cells or one of B b K k`},
		{"chess", "8/é7/8/8/8/8/8/8 White", 3, `no piece is written "é"`},
		{"chess", "8/0/8/8/8/8/8/8 White", 3, "0 empty ones"},
		{"chess", "8/99999999999999999999/8/8/8/8/8/8 White", 3, "do not fit"},
		{"chess", "8/(White.pawn7/8/8/8/8/8/8 White", 3, "expected `)`"},
		{"chess", "8/(White.paw)(Red.pawn)6/8/8/8/8/8/8 White", 15, `there is no player "Red"`},
		{"chess", "8/8/8/8/8/8/8/8 Green", 17,
			`there is no player "Green"; expected White or Black`},
		{"chess", "8/8/8/8/8/8/8/8 White quite=3", 23,
			`nothing called "quite"; did you mean quiet?`},
		{"chess", "8/8/8/8/8/8/8/8 White quiet=x", 29, `expected a whole number, not "x"`},
		{"chess", "8/8/8/8/8/8/8/8 White quiet", 23, `expected name=value`},
		{"chess", "8/8/8/8/8/8/8/8 White quiet=1 quiet=2", 31, `given twice`},
		{"chess", "8/8/8/8/8/8/8/8 White fresh=a1,k9", 32, `the board has no site "k9"`},
		{"chess", "8/8/8/8/8/8/8/8 White quiet(White)=1", 29, "quiet has only one value"},
		{"chess", "8/8/8/8/8/8/8/8 White ply=-1", 27, "expected a number from 0"},
		{"chess", "8/8/8/8/8/8/8/8 White lose=White", 1,
			"at most one player or team is left, so the game is over"},
		{"chess", "8/8/8/8/8/8/8/8 White then=go", 28, "no `then` of the rules continues like this"},
		{"chess", "8/8/8/8/8/8/8/8 White then=puhs", 28,
			`there is no move "puhs"; did you mean push?`},
		{"chess", "8/8/8/8/8/8/8/8 White done=2", 1, "must say what may follow"},
		{"chess", "8/8/8/8/8/8/8/8 White most=1:2", 28, "expected the number of a group"},
		{"chess", "8/8/8/8/8/8/8/8 White pawn=a1n", 28, "no site"},
		{"quoridor", "9/9/9/9/9/9/9/9/9 White wall=a1ne,a1ne", 35, "two pieces on a1ne"},
		{"quoridor", "9/9/9/9/9/9/9/9/w8 White", 17, "a wall cannot stand on a1"},
		{"quoridor", "9/9/9/9/9/9/9/9/9 White pawn(Black)=a1n", 37, "a pawn cannot stand on a1n"},
		{"quoridor", "9/9/9/9/9/9/9/9/9 White walls=3", 25,
			"walls is kept per player; write walls(player)=…"},
		{"quoridor", "9/9/9/9/9/9/9/9/9 White seats=4", 31,
			"this game is played with seats=2, the position is of one with seats=4"},
		{"english-draughts", "8/8/8/8/8/8/8/8 Black then=jump:form=d4", 33,
			"expected a role of the move jump"},
		{"english-draughts", "8/8/8/8/8/8/8/8 Black then=jump:from=d44", 38,
			`the board has no site "d44"`},
	} {
		g := gametest.Load(t, test.game, "")
		_, err := g.ParsePosition(test.text)
		var wrong *interp.PositionError
		if !errors.As(err, &wrong) {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		if wrong.Column != test.column || !strings.Contains(wrong.Message, test.want) {
			t.Errorf("%s\ngot  %v\nwant column %d: %s", test.text, err, test.column, test.want)
		}
	}
	g := gametest.Load(t, "chess", "")
	if _, err := g.ParsePosition(strings.Repeat("8/", 100_000)); err == nil {
		t.Error("a very long text is read")
	}
}

// partners is a game of two teams.
const partners = `game "Partners"
players North, East, South, West
teams North + South, East + West
board square(3, 3)
piece man
move put { at c in empty  do place man on c }
turn put else draw
end { win "a row" if in_a_row(team & occupied, 3) }
`

// A team wins or draws as a whole, also where a position says who has won.
func TestPartOfATeamWins(t *testing.T) {
	g := gametest.FromText(t, partners, "")
	for of, want := range map[string]string{
		"North":            "North and South win together: write win=North,South",
		"East,North":       "North and South win together: write win=North,East,South",
		"North,South,West": "East and West win together: write win=North,East,South,West",
	} {
		_, err := g.ParsePosition("3/3/3 East end=1 win=" + of)
		var wrong *interp.PositionError
		if !errors.As(err, &wrong) || wrong.Column != 22 || !strings.Contains(wrong.Message, want) {
			t.Errorf("win=%s: %v", of, err)
		}
	}
	for of, want := range map[string]string{
		"South,North": "North and South win: a row", "none": "draw: a row",
		"North,East,South,West": "draw: a row",
	} {
		p := at(t, g, "3/3/3 East end=1 win="+of)
		if got := g.ResultText(p.Result()); got != want {
			t.Errorf("win=%s: %s, not %s", of, got, want)
		}
	}
}

// FuzzParsePosition: any text gives a position or an error; and a position that was read can be
// written and read again.
func FuzzParsePosition(f *testing.F) {
	for _, text := range []string{
		"8/8/5m2/8/3m4/2M5/8/8 Black", "8/8/5m2/8/3m4/2M5/8/8 White then=jump:from=e5 done=3",
		"8/8/8/8/8/8/8/8 Black lose=White ply=3",
		"mmmmmmmm/8/8/8/8/8/8/(Black.king)7 W again pass end=0",
		"8/8/8/8/8/8/8/8 White passes=99999999999",
		"3/3/3 East end=1 win=North", "3/3/3 East lose=North end=1 win=South,North,East",
	} {
		f.Add(text)
	}
	games := []*interp.Game{gametest.Load(f, "english-draughts", ""),
		gametest.FromText(f, partners, "")}
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range games {
			p, err := g.ParsePosition(text)
			if err != nil {
				continue
			}
			written := g.PositionText(p)
			q, err := g.ParsePosition(written)
			if err != nil {
				t.Fatalf("%q: %v", written, err)
			}
			if again := g.PositionText(q); again != written {
				t.Fatalf("%q is read and written as %q", written, again)
			}
			if a, b := g.ResultText(p.Result()), g.ResultText(q.Result()); a != b {
				t.Fatalf("%q: %s, and written and read %s", text, a, b)
			}
		}
	})
}

// A position whose towers are all at full height is written and read.
func TestPositionOfHighTowers(t *testing.T) {
	g := gametest.FromText(t,
		"game \"High\"\nplayers White, Black\nboard square(20, 20) with towers\n"+
			"piece man\nmove go { from p in mine do remove p }\nturn go else draw\n", "")
	tower := "[" + strings.Repeat("M", value.MaxTower) + "]"
	row := strings.Repeat(tower, 20)
	text := strings.TrimSuffix(strings.Repeat(row+"/", 20), "/") + " White"
	p, err := g.ParsePosition(text)
	if err != nil {
		t.Fatalf("%.200s", err)
	}
	if got := g.PositionText(p); got != text {
		t.Errorf("%d characters are read and %d written", len(text), len(got))
	}
	if _, err := g.ParsePosition(text + strings.Repeat(" ", 1<<20)); err == nil ||
		!strings.Contains(err.Error(), "a position has at most") {
		t.Errorf("%.200v", err)
	}
}
