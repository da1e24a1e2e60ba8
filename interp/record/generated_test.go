package record_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/record"
	"boardgame/interp/verify/gametest"
)

// recorded writes a random game of this many steps.
func recorded(t testing.TB, g *interp.Game, name string, steps int, rng *rand.Rand) string {
	t.Helper()
	p := g.Start()
	var played []interp.Move
	for p.Result() == nil && len(played) < steps {
		moves := g.Moves(p)
		m := moves[rng.IntN(len(moves))]
		played = append(played, m)
		var err error
		if p, err = g.Play(p, m); err != nil {
			t.Fatal(err)
		}
	}
	r, err := course.RecordOf(g, name, g.Start(), played)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// damaged changes a record as editors, disks and people do.
func damaged(text string, rng *rand.Rand) string {
	lines := strings.Split(text, "\n")
	for range 1 + rng.IntN(4) {
		i, j := rng.IntN(len(lines)), rng.IntN(len(lines))
		switch rng.IntN(8) {
		case 0:
			lines[i], lines[j] = lines[j], lines[i]
		case 1:
			lines[i] = lines[j]
		case 2:
			lines = append(lines[:i:i], lines[min(i+1, len(lines)-1):]...)
		case 3:
			lines[i] = lines[i][:rng.IntN(len(lines[i])+1)]
		case 4:
			if len(lines[i]) > 0 {
				at := rng.IntN(len(lines[i]))
				lines[i] = lines[i][:at] + string(rune(rng.IntN(0x250))) + lines[i][at+1:]
			}
		case 5:
			lines[i] += " " + lines[j]
		case 6:
			key, _, _ := strings.Cut(lines[i], ":")
			lines[i] = key + ": " + []string{"", "-1", "99999999999999999999", "a=b", "\u202e",
				"seat", "5m+3s"}[rng.IntN(7)]
		case 7:
			cut := strings.Join(lines, "\n")
			return cut[:rng.IntN(len(cut)+1)]
		}
	}
	return strings.Join(lines, "\n")
}

// TestGeneratedRecords reads and replays records of random games, intact and damaged: each is
// replayed or refused.
func TestGeneratedRecords(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	read, replayed, tried := 0, 0, 0
	for _, name := range []string{"tic-tac-toe", "english-draughts", "reversi",
		"../../rulesets/royal-game-of-ur/royal-game-of-ur.rules"} {
		g := gametest.Load(t, name, "")
		for range 8 {
			whole := recorded(t, g, name, 20, rng)
			if r, err := record.Read("whole", strings.NewReader(whole)); err != nil {
				t.Fatalf("%v\n%s", err, whole)
			} else if _, err := r.Replay(g); err != nil {
				t.Fatalf("%v\n%s", err, whole)
			}
			for range 20 {
				tried++
				text := damaged(whole, rng)
				r, err := record.Read("damaged", strings.NewReader(text))
				if err != nil {
					continue
				}
				read++
				if played, err := r.Replay(g); err == nil && played.Last() != nil {
					replayed++
				}
				var b bytes.Buffer
				if err := r.Write(&b); err != nil {
					t.Fatalf("what was read cannot be written: %v\n%s", err, text)
				}
			}
		}
	}
	t.Logf("of %d damaged records %d were read and %d replayed", tried, read, replayed)
	if read == tried || replayed == 0 || replayed == read {
		t.Errorf("of %d damaged records %d were read and %d replayed", tried, read, replayed)
	}
}
