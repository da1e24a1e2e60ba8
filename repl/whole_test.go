package repl

import (
	"bytes"
	"slices"
	"testing"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/repl/board"
	"boardgame/repl/keyboard"
	"boardgame/repl/table"
	"boardgame/testdata/long"
)

// A whole game of Blockade against the strongest level can be entered by answering questions alone,
// and another with the marker alone.
func TestBlockadeAgainstHard(t *testing.T) {
	long.Skip(t, "two games against a level that thinks ahead")
	for name, enter := range map[string]func(*testing.T, *Session, interp.Move){
		"guide": byGuide, "point": byPoint,
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			s := testSession(t, &out, nil)
			seats := map[string]string{"Second": "hard"}
			if err := s.Start("blockade", "one-pawn", nil, seats); err != nil {
				t.Fatal(err)
			}
			const most = 400 // steps
			for !s.view.table.Sheet.Over() {
				if s.view.table.Sheet.Course.At() > most {
					t.Fatalf("no end after %d steps", most)
				}
				enter(t, s, nearest(s.view.table))
			}
			t.Logf("%d steps: %s", s.view.table.Sheet.Course.At(),
				s.view.table.Sheet.Speech.Game.ResultText(s.view.table.Sheet.Now().Result()))
		})
	}
}

// nearest is the step after which the mover is best off by the value `nearer` of the rules.
func nearest(t *table.Table) interp.Move {
	values := t.Sheet.Speech.Rules().Values
	v := values[slices.IndexFunc(values, func(v *ir.Value) bool { return v.Name == "nearer" })]
	best, most := t.Sheet.Legal()[0], int64(-1<<62)
	for _, m := range t.Sheet.Legal() {
		next, err := t.Sheet.Speech.Game.Play(t.Sheet.Now(), m)
		if err != nil {
			continue
		}
		if next.Result() != nil {
			return m
		}
		if n := t.Sheet.Speech.Game.Value(next, v, t.Sheet.Mover()); n > most {
			best, most = m, n
		}
	}
	return best
}

// byGuide enters a step through the questions of guided entry.
func byGuide(t *testing.T, s *Session, m interp.Move) {
	before := s.view.table.Sheet.Course.At()
	if _, asking := s.modes.mode().(*guided); !asking {
		typeIn(t, s, "guide")
	}
	for s.view.table.Sheet.Course.At() == before {
		q := s.view.table.Sheet.Questions().Asked(s.modes.mode().(*guided).left())
		if len(q.Answers) > table.MostListed {
			t.Fatalf("%s has %d answers", q.Ask, len(q.Answers))
		}
		typeIn(t, s, q.Answers[with(q, m)].Text)
	}
}

// byPoint enters a step with the keys of the marker.
func byPoint(t *testing.T, s *Session, m interp.Move) {
	p := newPointer(s.view.table)
	v := board.View{Board: s.view.table.Sheet.Speech.Board()}
	for range 10 {
		q := p.question()
		i := with(q, m)
		if site := q.Answers[i].Site; site != topology.None {
			for _, letter := range s.view.table.Sheet.Speech.SiteName(site) {
				p.press(keyboard.Key(letter), v)
			}
		} else {
			for p.item != i {
				p.press(keyboard.Next, v)
			}
		}
		if got, found, _ := p.press(keyboard.Take, v); found {
			if got != m {
				t.Fatalf("pointing gives %s", s.view.table.Sheet.Speech.Said.Text(s.view.table.Sheet.Now(),
					got))
			}
			typeIn(t, s, s.view.table.Sheet.Speech.Game.Text(s.view.table.Sheet.Now(), got))
			return
		}
	}
	t.Fatal("pointing gives nothing")
}

// with finds the answer that leads to a step.
func with(q table.Question, m interp.Move) int {
	return slices.IndexFunc(q.Answers,
		func(a table.Answer) bool { return slices.Contains(a.Moves, m) })
}
