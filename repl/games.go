package repl

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"boardgame/interp/record"
	"boardgame/interp/ruleset"
	"boardgame/repl/config"
	"boardgame/repl/table"
)

// The commands that open, save and change games and settings.

func (k *host) cmdSave(_ context.Context, args string) error {
	if args == "" {
		if k.view.table.Slot != nil && !k.unsaved {
			k.paper.Say("The game is saved as %s; `save FILE` writes a copy.", k.view.table.Slot.File)
			return nil
		}
		return errors.New("name the file, as in `save mygame.txt`")
	}
	return k.view.put("save", readTarget(args), k.view.table.Save)
}

func (s *modes) cmdLoad(_ context.Context, args string) error {
	file, anyway := strings.CutSuffix(args, " anyway")
	if file == "" {
		return errors.New("name the file, as in `load mygame.txt`; `resume` lists saved games")
	}
	file = expand(file)
	r, err := record.Load(file)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no file %s; `resume` lists saved games", file)
	}
	if err != nil {
		return err
	}
	t, err := s.host.restore(r, anyway)
	if err != nil {
		return err
	}
	t.Files[absolute(file)] = true
	s.open(t)
	return nil
}

func (s *modes) cmdResume(_ context.Context, args string) error {
	games := s.host.saves.Open()
	if args == "all" || strings.HasPrefix(args, "all ") {
		games = s.host.saves.List()
		args = strings.TrimSpace(strings.TrimPrefix(args, "all"))
	}
	if len(games) == 0 {
		if s.host.saves.Dir == "" {
			return errors.New("no games are saved here")
		}
		which := "unfinished game"
		if s.atTable() && !s.view.table.Sheet.Over() {
			which = "other " + which
		}
		return fmt.Errorf("there is no %s; `resume all` lists finished ones too", which)
	}
	if args == "" {
		for i, sv := range games {
			s.paper.Para("      ", fmt.Sprintf("%4d %s", i+1, sv.Title(s.paper.Options.Now())))
		}
		s.paper.Say("`resume N` continues one.")
		return nil
	}
	number, anyway := strings.CutSuffix(args, " anyway")
	n, err := strconv.Atoi(strings.TrimSpace(number))
	if err != nil || n < 1 || n > len(games) {
		return fmt.Errorf("expected the number of a game, 1 to %d, not %q", len(games), args)
	}
	return s.resume(games[n-1], anyway)
}

func (k *host) cmdSeat(_ context.Context, args string) error {
	t := k.view.table
	if args == "" {
		for i := range t.Seats {
			k.paper.Say("  %s = %s  %s", t.Sheet.Speech.PlayerName(i), t.Seats[i],
				t.Sheet.Legend(i, k.paper.Sign))
		}
		return nil
	}
	if err := table.Shut(t); err != nil { // the others would play on, though they know
		return err
	}
	at := strings.IndexAny(args, "= ")
	if at < 0 {
		return errors.New("write PLAYER=WHO, as in `seat Blue=greedy`; `bots` lists who there is")
	}
	i, err := t.Player(args[:at])
	if err != nil {
		return err
	}
	if err := t.Sit(i, strings.Trim(args[at:], "= ")); err != nil {
		return err
	}
	k.paper.Say("%s played by %s now.", t.Sheet.Speech.Does(i, "is"),
		map[bool]string{true: "a person", false: t.Seats[i].Level}[t.Seats[i].IsHuman()])
	k.remember(t)
	return k.keep()
}

func (s *Session) cmdNew(ctx context.Context, args string) error {
	switch {
	case args == "menu", args == "" && s.view.table == nil:
		s.toMenu()
		return nil
	case args == "":
		return s.modes.cmdAgain(ctx, "")
	}
	name, preset, options, err := s.view.readGame(args)
	if err != nil {
		return err
	}
	t, err := table.New(name, preset, options, nil, s.host.seed())
	if err != nil {
		return err
	}
	lost := t.SeatAs(s.view.table)
	s.modes.open(t)
	for _, line := range lost {
		s.paper.Say("%s", line)
	}
	return nil
}

// readGame reads which game to play, as after `boardgame play`: the rules, a preset after a colon
// or a blank, and options as NAME=VALUE, `-o` before them or not. Options alone are for the rules
// of the game on the table.
func (d *view) readGame(args string) (name, preset string, options map[string]string, err error) {
	words := pairs(args)
	n := len(words)
	for n > 0 && (strings.Contains(words[n-1], "=") || words[n-1] == "-o") {
		n--
	}
	options = map[string]string{}
	for _, word := range words[n:] {
		if word = strings.TrimPrefix(word, "-o"); word == "" {
			continue
		}
		option, value, ok := strings.Cut(word, "=")
		if !ok || option == "" || value == "" {
			return "", "", nil, fmt.Errorf("write options as NAME=VALUE, not %q", word)
		}
		options[option] = value
	}
	if n == 0 {
		if d.table == nil {
			return "", "", nil, errors.New("name the game, as in `new GAME NAME=VALUE`")
		}
		return d.table.Name, d.table.Sheet.Speech.Preset, options, nil
	}
	name, preset = ruleset.SplitPreset(strings.Join(words[:n], " "))
	if _, err := ruleset.Find(name); err != nil && n > 1 && preset == "" {
		name, preset = strings.Join(words[:n-1], " "), words[n-1]
	}
	return name, preset, options, nil
}

func (s *modes) cmdAgain(context.Context, string) error {
	old := s.view.table
	var seats []string
	for _, seat := range old.Seats {
		if seat.Program {
			seats = append(seats, table.Human) // until it sits down below
			continue
		}
		seats = append(seats, seat.String())
	}
	t, err := table.New(old.Name, old.Sheet.Speech.Preset, old.Options, seats, s.host.seed())
	if err != nil {
		return err
	}
	for i, seat := range old.Seats {
		if seat.Program {
			t.Seats[i] = seat
		}
	}
	if err := s.host.limit(t, old.ClocksFor()); err != nil {
		return err
	}
	t.Flip = old.Flip
	s.open(t)
	return nil
}

func (d *view) cmdRules(context.Context, string) error {
	info := d.table.Sheet.Speech.Ruleset.Info
	d.paper.Say("%s", d.paper.Paint("bold", d.table.Sheet.Speech.Rules().Title)+by(info))
	if info.Description != "" {
		d.paper.Para("", info.Description)
	}
	if info.Link != "" {
		d.paper.Say("%s", info.Link)
	}
	if info.Primer != "" {
		d.paper.Say("")
		d.sayPrimer(info)
	}
	d.paper.Say("")
	d.paper.Raw(strings.TrimRight(d.table.Sheet.Speech.Ruleset.File.Text, "\n"))
	return nil
}

func (s *Session) cmdSet(_ context.Context, args string) error {
	if args == "" {
		for _, st := range config.Settings {
			s.paper.Para("                     ",
				fmt.Sprintf("  %-11s = %-9s %s (%s)", st.Name, st.Get(s.paper.Config), st.Help, st.Values))
		}
		return nil
	}
	name, value, _ := strings.Cut(strings.Replace(args, "=", " ", 1), " ")
	value = strings.TrimSpace(value)
	if value == "" {
		v, err := s.paper.Config.Get(name)
		if err != nil {
			return err
		}
		s.paper.Say("%s = %s", name, v)
		if strings.EqualFold(name, "coordinates") && s.view.table != nil {
			for _, c := range s.view.table.Sheet.Speech.Ruleset.Info.Coordinates {
				s.paper.Para("    ", fmt.Sprintf("  %s: %s", c.Name, c.Description))
			}
		}
		return nil
	}
	if strings.EqualFold(name, "coordinates") && s.view.table != nil {
		if err := s.view.table.Sheet.SetCoordinates(value); err != nil {
			return err
		}
	}
	if err := s.paper.Config.Set(name, value); err != nil {
		return err
	}
	switch strings.ToLower(name) { // the last one counts
	case "pause":
		s.paper.Options.Pause = -1
	case "board":
		s.paper.Options.ASCII = false
	case "evaluation":
		s.host.changed = s.view.table != nil && s.modes.atTable()
	case "screen":
		if !s.paper.InPlace() {
			s.paper.Stage.Close()
		} else if s.view.table != nil && s.modes.atTable() {
			s.paper.Stage.Open()
		}
	case "coordinates":
		s.paper.Options.Coordinates = ""
		if s.view.table != nil {
			s.view.speak()
			s.host.changed = true
		}
	case "colour", "color":
		s.paper.Options.Color = s.paper.Config.Color == "always" || s.paper.Config.Color == "auto" &&
			s.paper.Color
	}
	if err := s.paper.Config.Save(); err != nil {
		return err
	}
	v, _ := s.paper.Config.Get(name)
	s.paper.Say("%s = %s", name, v)
	return nil
}
