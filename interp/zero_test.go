package interp_test

import (
	"context"
	"flag"
	"io"
	"math/rand/v2"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/clock"
	"boardgame/interp/level"
	"boardgame/interp/match"
	"boardgame/interp/notation"
	"boardgame/interp/position"
	"boardgame/interp/query"
	"boardgame/interp/record"
	"boardgame/interp/report"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/interp/weigh"
)

var stacks = flag.Bool("stacks", false, "show where a zero value panics")

// users are the types whose values users get or make: each as its zero value.
var users = []any{
	interp.Game{}, interp.Branch{}, interp.Turn{}, interp.Unit(0), interp.Unit(9),
	interp.Move(0), ^interp.Move(0), position.Position{}, position.Result{}, position.History{},
	position.Trail{}, position.Pending{},
	notation.Notation{}, notation.Alias{}, notation.IllegalMoveError{}, notation.PositionError{},
	notation.SequenceError{}, notation.Reading{},
	bot.Choice{}, bot.History{}, bot.Expectation{}, bot.ForfeitError{}, bot.Line{}, weigh.Learner{},
	bot.Measure(0), bot.Measure(99), bot.Outcome(0), bot.Share{}, bot.Solution{}, bot.Level{},
	bot.Phase{}, bot.Settings{}, bot.Weights{},
	clock.Clock{}, clock.Control{}, level.Order{}, level.Reader{}, level.Row{}, level.Table{},
	match.Match{}, match.Game{}, match.File{}, match.Entrant{}, match.Estimate{}, match.Running{},
	match.SPRT{}, match.Sequential{}, match.Shard{}, match.Standing{}, match.Summary{},
	match.Terms{}, match.Times{}, match.Verdict{}, match.Seat{}, match.Step{}, match.Thought{},
	report.Report{}, report.Options{}, report.Board{}, report.Lead{}, report.Length{},
	report.Sample{}, report.Sight{}, report.Trace{}, report.Heat{}, report.Choices{},
	record.Game{}, record.Error{}, record.OtherRulesError{}, record.Played{}, record.Turn{},
	ruleset.Ruleset{}, ruleset.Info{}, ruleset.NotFoundError{}, ruleset.Alias{},
	ruleset.Coordinates{}, ruleset.Notation{}, ruleset.Memory{}, ruleset.Library{},
	query.Question{}, query.Error{},
	diag.List{}, diag.Diagnostic{}, source.File{}, source.Span{},
}

// mayBeNil are those of them that are handed out as pointers and passed around.
var mayBeNil = []any{interp.Game{}, position.Position{}, notation.Notation{}}

// Whoever calls a method of a zero value gets an error or an empty answer, whatever they pass: nil
// or something that makes sense. So does whoever calls one of a nil game or position.
func TestZeroValues(t *testing.T) {
	game := gametest.Load(t, "tic-tac-toe", "")
	t.Chdir(t.TempDir()) // for what writes files
	sensible := map[reflect.Type]reflect.Value{}
	for _, v := range []any{game, game.Rules(), game.Start(), game.Moves(game.Start()),
		game.Moves(game.Start())[0], rand.New(rand.NewPCG(1, 2)), 1, "a1", uint64(1),
		time.Second, []string{"a1"}, game.Rules().Board} {
		sensible[reflect.TypeOf(v)] = reflect.ValueOf(v)
	}
	argument := func(of reflect.Type, sense bool) reflect.Value {
		switch of {
		case reflect.TypeFor[context.Context]():
			return reflect.ValueOf(t.Context())
		case reflect.TypeFor[io.Writer]():
			return reflect.ValueOf(io.Discard)
		case reflect.TypeFor[io.Reader]():
			return reflect.ValueOf(strings.NewReader(""))
		}
		if v, ok := sensible[of]; ok && sense {
			return v
		}
		if of.Kind() == reflect.Func {
			return reflect.MakeFunc(of, func([]reflect.Value) []reflect.Value {
				var none []reflect.Value
				for i := range of.NumOut() {
					none = append(none, reflect.Zero(of.Out(i)))
				}
				return none
			})
		}
		return reflect.Zero(of)
	}
	try := func(receiver reflect.Value, m reflect.Method, sense bool) {
		defer func() {
			if r := recover(); r != nil {
				t.Errorf("%v.%s panics (nil: %t, arguments that make sense: %t): %v",
					receiver.Type(), m.Name, receiver.IsNil(), sense, r)
				if *stacks {
					t.Logf("%s", debug.Stack())
				}
			}
		}()
		args := []reflect.Value{receiver}
		for i := 1; i < m.Type.NumIn(); i++ {
			args = append(args, argument(m.Type.In(i), sense))
		}
		call := m.Func.Call
		if m.Type.IsVariadic() {
			call = m.Func.CallSlice
		}
		for _, result := range call(args) {
			if result.Type() == reflect.TypeFor[error]() && !result.IsNil() {
				_ = result.Interface().(error).Error()
			}
		}
	}
	for _, zero := range users {
		of := reflect.TypeOf(zero)
		for i := range reflect.PointerTo(of).NumMethod() {
			m := reflect.PointerTo(of).Method(i)
			for _, sense := range []bool{false, true} {
				value := reflect.New(of)
				value.Elem().Set(reflect.ValueOf(zero))
				try(value, m, sense)
			}
		}
	}
	for _, zero := range mayBeNil {
		of := reflect.PointerTo(reflect.TypeOf(zero))
		for i := range of.NumMethod() {
			try(reflect.Zero(of), of.Method(i), false)
			try(reflect.Zero(of), of.Method(i), true)
		}
	}
}
