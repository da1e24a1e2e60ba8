package repl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"boardgame/interp"
)

// rolls plays the steps of chance until a player has a choice. After an undo, the same rolls come
// again. With real dice it waits for the command `dice`.
func (k *host) rolls(ctx context.Context) error {
	t := k.view.table
	for t.Sheet.Drawn() && ctx.Err() == nil {
		if t.Sheet.Course.At() < t.Sheet.Course.Len() {
			t.Sheet.Course.Goto(t.Sheet.Course.At() + 1) // as it was drawn before
			continue
		}
		if t.RealDice {
			return nil
		}
		m, _ := t.Sheet.Speech.Game.Draw(t.Sheet.Now(), t.RollSeed)
		if err := k.roll(m); err != nil {
			return err
		}
	}
	return nil
}

// roll plays a step of chance and reports it. The last step of a setup tells the others, too.
func (k *host) roll(m interp.Move) error {
	t := k.view.table
	at, before, who := t.Sheet.Course.At(), t.Sheet.Now(), "Setup"
	text := t.Sheet.Speech.Said.Text(before, m)
	if err := t.Play(m); err != nil {
		return err
	}
	k.changed = true
	switch turn, played := t.Sheet.TurnBefore(at + 1); {
	case played:
		who = fmt.Sprintf("%s %s", t.Sheet.NumberAt(at), t.Who(before.ToMove()))
		id, values := t.Sheet.Speech.Game.Roles(m)
		if name := t.Sheet.Speech.MoveName(id); len(values) > 0 && !strings.HasPrefix(text, name+" ") {
			text = name + " " + text
		}
		if t.Sheet.Veiled() {
			text = t.Sheet.ToldOf(at, at+1)
		}
	case t.Sheet.Now().SettingUp():
		return k.keep()
	default:
		text = t.Sheet.TurnText(turn)
	}
	if t.Sheet.Veiled() && (text == "" || text == "?" && before.SettingUp()) {
		return k.keep() // a deal says no more than its end
	}
	k.paper.Say("%s: %s", who, text)
	return k.keep()
}

// cmdDice reads what real dice showed, or sets who rolls from now on.
func (k *host) cmdDice(ctx context.Context, args string) error {
	t := k.view.table
	switch strings.ToLower(args) {
	case "real":
		t.RealDice = true
		k.paper.Say("Now you roll: type what the dice show, such as `dice 5 3`. `dice auto` lets " +
			"boardgame roll again.")
		if t.Sheet.Course.Rolled(t.Sheet.Course.At()) && t.Sheet.Course.At() == t.Sheet.Course.Len() {
			k.paper.Say("`dice …` also replaces the roll that is on the table.")
		}
		return nil
	case "auto":
		t.RealDice = false
		return k.rolls(ctx)
	case "":
		if t.RealDice {
			k.paper.Say("You roll. `dice 5 3` enters what the dice show, `dice auto` lets boardgame roll.")
		} else {
			k.paper.Say("boardgame rolls. `dice 5 3` replaces its last roll with yours, `dice real` " +
				"makes it wait for your rolls.")
		}
		return nil
	}
	at := t.Sheet.Course.At()
	if !t.Sheet.Drawn() {
		if !t.Sheet.Course.Rolled(at) {
			return errors.New("there is nothing to roll now")
		}
		at--
	}
	p := t.Sheet.Course.Position(at)
	m, err := t.Sheet.Speech.Game.Parse(p, t.Sheet.Speech.Meant(args))
	if err != nil { // the numbers in the other order, separated by blanks
		words := strings.FieldsFunc(args, func(r rune) bool { return strings.ContainsRune(" ,-", r) })
		back := slices.Clone(words)
		slices.Reverse(back)
		for _, try := range []string{strings.Join(words, "-"), strings.Join(back, "-")} {
			if again, wrong := t.Sheet.Speech.Game.Parse(p, try); wrong == nil {
				m, err = again, nil
				break
			}
		}
	}
	if err != nil {
		texts := t.Sheet.Speech.Said.Texts(p)
		if len(texts) > 24 {
			texts = append(texts[:24:24], "…")
		}
		return fmt.Errorf("%q cannot be rolled here; possible rolls: %s", args, strings.Join(texts, " "))
	}
	t.Sheet.Course.Goto(at)
	return k.roll(m)
}
