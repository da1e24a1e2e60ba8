package ruleset

// Family is a group of games with the same kind of goal or means. Every game that comes with the
// program belongs to one.
type Family struct {
	Name  string // as in `family = "chess"` of a NAME.toml
	Title string
}

// Families are all families, in the order in which games are listed.
var Families = []Family{
	{"line", "Lines and rows"},
	{"connection", "Connection"},
	{"territory", "Territory"},
	{"capture", "Capture"},
	{"chess", "Chess and its kin"},
	{"draughts", "Draughts"},
	{"stacking", "Stacking"},
	{"blocking", "Blocking"},
	{"walls", "Walls"},
	{"hunt", "Hunt"},
	{"race", "Race"},
	{"sowing", "Sowing"},
	{"dice", "Dice"},
	{"secret", "Secrets and bluff"},
	{"paper", "Paper and pencil"},
}

// FamilyNames returns the names of all families.
func FamilyNames() []string {
	names := make([]string, len(Families))
	for i, f := range Families {
		names[i] = f.Name
	}
	return names
}

// LengthName is short for games of fewer than 30 turns, medium for fewer than 80, otherwise long;
// empty if nobody knows.
func (i *Info) LengthName() string {
	const short, medium = 30, 80
	switch {
	case i.Length == 0:
		return ""
	case i.Length < short:
		return "short"
	case i.Length < medium:
		return "medium"
	}
	return "long"
}

// Statuses say what the rules of a game were compared with, the strongest evidence first: counts
// that others have published, a second program that shares nothing with the rules, positions worked
// out by hand, or only the two engines with each other.
var Statuses = []string{"published", "two programs", "hand", "engines"}
