package repl

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/interp/bot"
	"boardgame/interp/ruleset"
	"boardgame/repl/saves"
	"boardgame/repl/speech"
	"boardgame/repl/table"
	"boardgame/repl/wording"
)

func (s *Session) toMenu() {
	s.paper.Stage.Close()
	m := &menu{}
	s.modes.stack = []mode{m}
	for _, name := range ruleset.List() {
		title := name
		about, err := ruleset.About(name)
		if err == nil && !about.Featured {
			m.others = append(m.others, name)
			continue
		}
		if err == nil && about.Title != "" {
			title = about.Title + by(about)
		}
		if err == nil && about.Primer != "" && m.first == nil && s.paper.Options.Live &&
			s.paper.Config.Game == "" {
			if r, err := ruleset.Find(name); err == nil {
				m.first = r
			}
		}
		m.games = append(m.games, menuGame{name, title})
	}
	m.saved = slices.DeleteFunc(s.host.saves.Open(), (*saves.Saved).Declined)
	m.show(s)
}

// firstGame shows the rules of a game to a new player and starts it: the person moves first,
// against the easiest bot.
func (s *Session) firstGame(r *ruleset.Ruleset) {
	s.paper.Say("")
	s.paper.Say("%s", s.paper.Paint("bold", r.Info.Title))
	s.view.sayPrimer(r.Info)
	s.paper.Say("")
	s.modes.enter(&confirm{ask: "Press Enter to begin. [Y/n] ",
		means: "`y` or Enter begins the game; `n` goes back to the menu.",
		yes: func() error {
			t, err := table.New(r.Name, "", nil, []string{table.Human, easiest(r.Info.Levels)},
				s.host.seed())
			if err != nil {
				return err
			}
			s.modes.open(t)
			return nil
		},
		no: func() error { s.toMenu(); return nil }})
}

func (m *menu) prompt(*Session) string {
	return [...]string{"game? ", "preset? ", "options? ", "seats? "}[m.page]
}

// entry is a line of a page: one choice.
type entry struct{ name, text string }

func (m *menu) entries() []entry {
	var all []entry
	switch m.page {
	case gamePage:
		for _, g := range m.games {
			all = append(all, entry{g.name, g.title})
		}
	case presetPage:
		all = append(all, entry{ruleset.NoPreset, "the game as it is"})
		for _, p := range m.ruleset.Info.Presets {
			all = append(all, entry{p.Name, p.Description})
		}
	case optionPage:
		for _, o := range m.domain {
			all = append(all, entry{o.Name, o.Value})
		}
	case seatPage:
		all = append(all, entry{table.Human, "a person at this keyboard"})
		for _, l := range m.levels {
			all = append(all, entry{l.Name, levelText(l)})
		}
	}
	return all
}

// show writes the page.
func (m *menu) show(s *Session) {
	s.paper.Say("")
	switch m.page {
	case gamePage:
		s.paper.Say("%s", s.paper.Paint("bold", "Which game?"))
		if rows := s.paper.Height(); rows > 0 && rows < len(m.games)+menuTalk {
			m.listNames(s, m.offered(s))
		} else {
			m.list(s, m.offered(s))
		}
		if m.first != nil {
			s.paper.Say("%s", s.paper.Paint("bold",
				fmt.Sprintf("New here? Press Enter to play %s against a bot.", m.first.Info.Title)))
		}
		if len(m.saved) > 0 {
			s.paper.Para("    ", fmt.Sprintf("resume: %s, such as %s",
				diag.Amount(len(m.saved), "unfinished game"), m.saved[0].Title(s.paper.Options.Now())))
		}
		s.paper.Para("  ", "(a number, a name or the path of a rules file; `all` names every game; "+
			"`settings`, `help`, `quit`)")
	case presetPage:
		s.paper.Say("%s", s.paper.Paint("bold", m.ruleset.Info.Title+": which preset?"))
		m.list(s, m.offered(s))
		s.paper.Para("  ", "(a number or a name, with or without options, as in `1 NAME=VALUE`; `back`)")
	case optionPage:
		s.paper.Say("%s", s.paper.Paint("bold", m.title()+": the options"))
		for _, o := range m.domain {
			line := fmt.Sprintf("  %s = %s   (%s)", o.Name, s.paper.Paint("bold", o.Value),
				domainText(o.Domain))
			if o.Help != "" {
				line += "  " + o.Help
			}
			s.paper.Para("      ", line)
		}
		s.paper.Para("  ", "(name=value changes an option, Enter or `ok` accepts them; `back`)")
	case seatPage:
		s.paper.Say("%s", s.paper.Paint("bold", "Who plays?"))
		for i, p := range m.players {
			s.paper.Say("  %s = %s", p, s.paper.Paint("bold", m.seats[i]))
		}
		for i, e := range m.entries() {
			s.paper.Para(strings.Repeat(" ", 20), fmt.Sprintf("  %2d %-14s %s", i+1, e.name, e.text))
		}
		level := easiest(m.levels)
		s.paper.Para("  ",
			fmt.Sprintf("(Enter or `ok` begins. To change who plays, type %s=%s, just `%s` "+
				"for your opponent, or all seats in order, as in `human %s`. `back` goes back)",
				m.players[len(m.players)-1], level, level, level))
	}
}

func (m *menu) title() string {
	if m.ruleset.Info.Title != "" {
		return m.ruleset.Info.Title
	}
	return m.name
}

func (m *menu) list(s *Session, offered string) {
	longest := 0
	for _, e := range m.entries() {
		longest = max(longest, len(e.name))
	}
	for i, e := range m.entries() {
		mark := " "
		if e.name == offered {
			mark = "*"
		}
		line := fmt.Sprintf("%s %2d %-*s  %s", mark, i+1, longest, e.name, e.text)
		if by := strings.LastIndex(line, " ("); m.page == gamePage && by > 0 &&
			utf8.RuneCountInString(line) > s.paper.Options.Width() {
			line = line[:by] // nobody chooses by the author
		}
		s.paper.Para(strings.Repeat(" ", min(longest+8, s.paper.Options.Width()/2)), line)
	}
	if offered != "" {
		s.paper.Say("  (Enter: %s)", offered)
	}
}

// menuTalk is how many lines the page of games has besides the games.
const menuTalk = 6

// listNames lists only the names of the choices, in columns.
func (m *menu) listNames(s *Session, offered string) {
	var names []string
	for i, e := range m.entries() {
		names = append(names, fmt.Sprintf("%2d %s", i+1, e.name))
	}
	s.paper.Columns("  ", names)
	if offered != "" {
		s.paper.Say("  (Enter: %s)", offered)
	}
}

// offered is the choice that an empty line takes.
func (m *menu) offered(s *Session) string {
	switch m.page {
	case gamePage:
		return s.paper.Config.Game
	case presetPage:
		if last := s.paper.Config.Last[m.name]; last.Preset != "" {
			return last.Preset
		}
		return ruleset.NoPreset
	}
	return ""
}

// domainText writes the values of an option, consecutive numbers as a range.
func domainText(domain []string) string {
	if ir.IsRange(domain) {
		return domain[0] + " to " + domain[len(domain)-1]
	}
	return strings.Join(domain, ", ")
}

func (m *menu) complete(s *Session, line string) []string {
	var words []string
	add := func(w string) {
		if strings.HasPrefix(w, line) {
			words = append(words, w)
		}
	}
	switch m.page {
	case optionPage:
		for _, o := range m.domain {
			for _, v := range o.Domain {
				add(o.Name + "=" + v)
			}
		}
	case seatPage:
		for _, p := range m.players {
			for _, e := range m.entries() {
				add(p + "=" + e.name)
			}
		}
	default:
		for _, e := range m.entries() {
			add(e.name)
		}
	}
	if m.page != gamePage {
		add("back")
	}
	return append(words, s.view.commandWords(line)...)
}

func (m *menu) exec(s *Session, line string) (bool, error) {
	if line == "all" && m.page == gamePage {
		names := append(entryNames(m.entries()), m.others...)
		slices.Sort(names)
		s.paper.Columns("  ", names)
		return true, nil
	}
	if line == "back" || line == ".." {
		if m.page == gamePage {
			return true, nil
		}
		m.page--
		if m.page == optionPage && len(m.domain) == 0 {
			m.page--
		}
		if m.page == presetPage && len(m.ruleset.Info.Presets) == 0 {
			m.page--
		}
		m.show(s)
		return true, nil
	}
	if line == "" || line == "ok" { // a script has no empty lines
		line = m.offered(s)
	}
	switch m.page {
	case gamePage:
		if line == "" && m.first != nil {
			s.firstGame(m.first)
			return true, nil
		}
		if line == "" {
			m.show(s)
			return true, nil
		}
		return m.chooseGame(s, line)
	case presetPage:
		return m.choosePreset(s, line)
	case optionPage:
		return m.chooseOptions(s, line)
	}
	return m.chooseSeats(s, line)
}

// orCommand tries a line that is not a choice as a command. If it is none either, orCommand returns
// what is wrong with the choice.
func (m *menu) orCommand(line string, err error) (bool, error) {
	if c, _ := findCommand(speech.FirstWord(line)); c != nil {
		return false, nil
	}
	return true, err
}

// pick finds a line of the page by its number, its name, or the beginning of its name or text.
func (m *menu) pick(line string) (string, error) {
	entries := m.entries()
	var names, texts []string
	for i, e := range entries {
		if line == strconv.Itoa(i+1) || strings.EqualFold(line, e.name) ||
			strings.EqualFold(line, e.text) {
			return e.name, nil
		}
		names, texts = append(names, e.name), append(texts, e.text)
	}
	if name := ruleset.Titled(line); m.page == gamePage && name != "" {
		return name, nil
	}
	if i, ok := wording.UniquePrefix(line, names); ok {
		return names[i], nil
	}
	if i, ok := wording.UniquePrefix(line, texts); ok {
		return names[i], nil
	}
	if m.page == gamePage && len(wording.Beginning(line, names)) == 0 {
		if i, ok := wording.UniquePrefix(line, m.others); ok {
			return m.others[i], nil
		}
		if begun := wording.Beginning(line, m.others); len(begun) > 1 {
			return "", fmt.Errorf("%q could be %s", line, speech.Or(begun))
		}
		if near := diag.NearestName(line, names); near == "" {
			if near = diag.NearestName(line, m.others); near != "" {
				return "", fmt.Errorf("there is no %q here; did you mean %s?", line, near)
			}
		}
	}
	if begun := wording.Beginning(line, names); len(begun) > 1 {
		return "", fmt.Errorf("%q could be %s", line, speech.Or(begun))
	}
	return "", fmt.Errorf("there is no %q here%s", line, wording.DidYouMean(line, names))
}

func (m *menu) chooseGame(s *Session, line string) (bool, error) {
	name, presetName, _ := strings.Cut(line, ":")
	picked, err := m.pick(name)
	rest := ""
	if err != nil { // the line may also have a preset and options
		first, more, _ := strings.Cut(line, " ")
		first, presetName, _ = strings.Cut(first, ":")
		if p, e := m.pick(first); e == nil && more != "" {
			picked, rest, err = p, more, nil
		}
	}
	if err != nil {
		path, preset := ruleset.SplitPreset(line)
		r, e := ruleset.Find(path)
		if e != nil {
			c, _ := findCommand(speech.FirstWord(line)) // `load FILE` takes a path, too
			if strings.ContainsAny(line, "/.\\") && (c == nil || !c.named(speech.FirstWord(line))) {
				return true, e
			}
			return m.orCommand(line, err)
		}
		m.ruleset, m.name, presetName = r, path, preset
	} else {
		if m.ruleset, err = ruleset.Find(picked); err != nil {
			return true, err
		}
		m.name = picked
	}
	m.preset, m.options = "", nil
	if presetName != "" {
		p, err := m.ruleset.Preset(presetName)
		if err != nil {
			return true, err
		}
		m.preset = p.Name
		return true, m.toOptions(s, rest)
	}
	if rest != "" {
		m.page = presetPage
		handled, err := m.choosePreset(s, rest)
		if err != nil || !handled {
			m.page = gamePage
		}
		return handled, err
	}
	s.paper.Say("%s", s.paper.Paint("bold", m.title()))
	if d := m.ruleset.Info.Description; d != "" {
		s.paper.Para("", d)
	}
	if len(m.ruleset.Info.Presets) > 0 {
		m.page = presetPage
		m.show(s)
		return true, nil
	}
	return true, m.toOptions(s, "")
}

// choosePreset reads a preset, options, or a preset followed by options.
func (m *menu) choosePreset(s *Session, line string) (bool, error) {
	words := pairs(line)
	options := len(words)
	for options > 0 && strings.Contains(words[options-1], "=") {
		options--
	}
	name := strings.Join(words[:options], " ")
	if name == "" {
		name = m.offered(s)
	}
	picked, err := m.pick(name)
	if err != nil {
		return m.orCommand(line, err)
	}
	m.preset = ""
	if picked != ruleset.NoPreset {
		m.preset = picked
	}
	return true, m.toOptions(s, strings.Join(words[options:], " "))
}

// toOptions opens the options page, with the values that the preset sets and those last chosen with
// it. given are further options, as typed on that page.
func (m *menu) toOptions(s *Session, given string) error {
	options, list := dsl.Options(m.ruleset.File, ruleset.Library{})
	if list.HasErrors() {
		return &table.Mistakes{Name: m.ruleset.File.Name, List: table.Diagnostics(list)}
	}
	m.options = map[string]string{}
	if last := s.paper.Config.Last[m.name]; last.Preset == m.preset {
		maps.Copy(m.options, last.Options)
	}
	m.known = nil
	for _, o := range options {
		m.known = append(m.known, o.Name)
	}
	if err := m.offer(m.options); err != nil { // the rules have changed since
		if err := m.offer(map[string]string{}); err != nil {
			return err
		}
	}
	if err := m.setOptions(given); err != nil {
		return err
	}
	if len(m.domain) == 0 {
		return m.toSeats(s)
	}
	m.page = optionPage
	m.show(s)
	return nil
}

func (m *menu) chooseOptions(s *Session, line string) (bool, error) {
	if line == "" {
		return true, m.toSeats(s)
	}
	if !strings.Contains(line, "=") {
		return m.orCommand(line, fmt.Errorf("write name=value, as in %s=%s", m.domain[0].Name,
			m.domain[0].Domain[len(m.domain[0].Domain)-1]))
	}
	if err := m.setOptions(line); err != nil {
		return true, err
	}
	m.show(s)
	return true, nil
}

// offer accepts a choice of options, and finds the options that exist with it.
func (m *menu) offer(options map[string]string) error {
	chosen := map[string]string{}
	if p, err := m.ruleset.Preset(m.preset); m.preset != "" && err == nil {
		maps.Copy(chosen, p.Options)
	}
	maps.Copy(chosen, options)
	domain, list := dsl.OptionsWith(m.ruleset.File, chosen, ruleset.Library{})
	if wrong := list.Errors(); len(wrong) > 0 {
		return errors.New(strings.TrimSuffix(wrong[0].Summary+". "+wrong[0].Detail, "."))
	}
	m.domain, m.options = domain, options
	return nil
}

// setOptions reads pairs such as size=6, separated by blanks or commas. If any is wrong, none is
// set.
func (m *menu) setOptions(line string) error {
	options := maps.Clone(m.options)
	for _, pair := range pairs(strings.ReplaceAll(line, ",", " ")) {
		name, value, ok := strings.Cut(pair, "=")
		if !ok {
			return fmt.Errorf("write name=value, not %q", pair)
		}
		name, err := m.option(name)
		if err != nil {
			return err
		}
		for _, o := range m.domain {
			if o.Name != name {
				continue
			}
			if i := slices.IndexFunc(o.Domain,
				func(v string) bool { return strings.EqualFold(v, value) }); i >= 0 {
				value = o.Domain[i]
			}
		}
		options[name] = value
	}
	return m.offer(options)
}

// pairs are the words of a line, where NAME = VALUE is one word.
func pairs(line string) []string { return strings.Fields(strings.ReplaceAll(line, " = ", "=")) }

// option finds the option that a text names.
func (m *menu) option(name string) (string, error) {
	if i, ok := wording.UniquePrefix(name, m.known); ok {
		return m.known[i], nil
	}
	if m.known == nil {
		return "", fmt.Errorf("%s has no options", m.title())
	}
	return "", fmt.Errorf("there is no option %q%s", name, wording.DidYouMean(name, m.known))
}

// toSeats opens the seats page, for the players that exist with these options.
func (m *menu) toSeats(s *Session) error {
	t, err := table.New(m.name, m.preset, m.options, nil, 1)
	if err != nil {
		return err
	}
	m.players, m.seats = nil, nil
	rules := t.Sheet.Speech.Rules()
	m.levels = lists.Map(t.Sheet.Speech.Ruleset.Info.Bots(),
		func(l bot.Level) bot.Level { return l.For(rules) })
	last := s.paper.Config.Last[m.name].Seats
	for i, p := range rules.Players {
		m.players = append(m.players, p.Name)
		who := table.Human
		if i < len(last) && t.Sit(i, last[i]) == nil {
			who = last[i]
		} else if len(last) == 0 && i > 0 {
			who = easiest(t.Sheet.Speech.Ruleset.Info.Levels)
		}
		m.seats = append(m.seats, who)
	}
	m.page = seatPage
	m.show(s)
	return nil
}

// chooseSeats gives seats to people and bots. Pairs PLAYER=WHO name the seat; a list takes the
// seats in order. A single level is for the opponent: it takes the first seat that is not human, or
// the first seat if all are.
func (m *menu) chooseSeats(s *Session, line string) (bool, error) {
	if line == "" {
		t, err := table.New(m.name, m.preset, m.options, m.seats, s.host.seed())
		if err != nil {
			return true, err
		}
		s.modes.open(t)
		return true, nil
	}
	parts := pairs(strings.ReplaceAll(line, ", ", " "))
	if c, _ := findCommand(parts[0]); c != nil && !strings.Contains(line, "=") {
		return false, nil
	}
	seats := slices.Clone(m.seats)
	for i, part := range parts {
		player, who, named := strings.Cut(part, "=")
		// In `mcts:time=2s` the equals sign belongs to the level.
		if strings.Contains(player, ":") {
			player, who, named = "", part, false
		}
		at := i
		if named {
			var ok bool
			if at, ok = playerIndex(m.players, player); !ok {
				return true, fmt.Errorf("there is no player %q; %s", player, wording.Choose(m.players))
			}
		} else {
			who = part
			if i >= len(m.players) {
				return true, fmt.Errorf("there are %d seats, but you named %d players",
					len(m.players), len(parts))
			}
		}
		if n, err := strconv.Atoi(who); err == nil && n >= 1 && n <= len(m.entries()) {
			who = m.entries()[n-1].name
		}
		names := entryNames(m.entries())
		if i, ok := wording.UniquePrefix(who, names); ok {
			who = names[i]
		}
		if strings.EqualFold(who, table.Human) {
			who = table.Human
		} else if _, err := table.FindLevel(m.levels, who); err != nil {
			return true, err
		}
		if len(parts) == 1 && !named && who != table.Human {
			at = max(0, slices.IndexFunc(seats, func(w string) bool { return w != table.Human }))
		}
		seats[at] = who
	}
	m.seats = seats
	m.show(s)
	return true, nil
}

func entryNames(entries []entry) []string {
	return lists.Map(entries, func(e entry) string { return e.name })
}

func playerIndex(players []string, name string) (int, bool) {
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(players) {
		return n - 1, true
	}
	return wording.UniquePrefix(name, players)
}
