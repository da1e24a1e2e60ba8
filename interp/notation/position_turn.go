package notation

import (
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// pending reads what may follow in the current turn.
func (r *positionReader) pending(f field) error {
	of := ""
	if i := strings.IndexByte(f.text, '/'); i >= 0 {
		of, f = f.text[:i], f.from(i+1)
	}
	pending := &position.Pending{}
	r.p.Pending = pending
	for _, part := range f.split('|') {
		var group position.PendingGroup
		for _, text := range part.split(',') {
			item, err := r.item(text)
			if err != nil {
				return err
			}
			group.Items = append(group.Items, item)
		}
		pending.Groups = append(pending.Groups, group)
	}
	choice := r.nt.positions.findChoice(pending.Groups, of)
	if choice == nil {
		return r.wrong(f, "no `then` of the rules continues like this")
	}
	for i, group := range matchGroups(pending.Groups, choice) {
		pending.Groups[i].Group = group
		for j, item := range matchItems(&pending.Groups[i], group) {
			pending.Groups[i].Items[j].Item = item
		}
	}
	return nil
}

func (r *positionReader) item(f field) (position.PendingItem, error) {
	for op, word := range outcomeWords {
		if f.text == word {
			return position.PendingItem{Op: op}, nil
		}
	}
	parts := f.split(':')
	names := lists.Map(r.nt.rules.Moves, func(mv *ir.Move) string { return mv.Name })
	i, err := r.named(parts[0], "move", names)
	if err != nil {
		return position.PendingItem{}, err
	}
	mv := r.nt.rules.Moves[i]
	item := position.PendingItem{Op: ir.MoveItem, Move: mv.ID}
	for _, part := range parts[1:] {
		word, _, ok := strings.Cut(part.text, "=")
		role := slices.IndexFunc(mv.Roles, func(role ir.Role) bool { return role.Word == word })
		if !ok || role < 0 {
			return item, r.wrong(part, "expected a role of the move %s and its value, such as from=d4",
				mv.Name)
		}
		set := position.RoleSet{Role: role}
		if values := part.from(len(word) + 1); values.text != "none" {
			for _, value := range values.split('+') {
				if err := r.roleValue(&set, &mv.Roles[role], value); err != nil {
					return item, err
				}
			}
		}
		item.Roles = append(item.Roles, set)
	}
	return item, nil
}

func (r *positionReader) roleValue(set *position.RoleSet, role *ir.Role, f field) error {
	var i int
	var err error
	switch role.Fixes() {
	case ir.Sites:
		var s topology.Site
		s, err = r.site(f)
		set.Sites.Add(s)
		return err
	case ir.Steps:
		var rel topology.Relation
		rel, err = r.relation(f)
		set.Dirs = set.Dirs.Or(topology.StepsOf(rel))
		return err
	case ir.Players:
		i, err = r.player(f)
	case ir.Kinds:
		i, err = r.kind(f)
	default:
		return r.wrong(f, "the role %s is a number and cannot be bound beforehand", role.Word)
	}
	set.Bits |= 1 << i
	return err
}

// aim reads `1:3`: the values that the turn must reach in a group with `most` or `least`.
func (r *positionReader) aim(f field) error {
	groups := r.nt.positions.aimGroups()
	parts := f.split(':')
	n, err := r.count(parts[0], len(groups))
	if err != nil || n == 0 || len(parts) != 2 {
		return r.wrong(
			f,
			"expected the number of a group with `with most` or `with least`, from 1 to %d, and "+
				"its value, such as 1:3",
			len(groups),
		)
	}
	aim := &position.Aim{By: groups[n-1].Best}
	values := parts[1].split(',')
	if len(values) != len(aim.By) {
		return r.wrong(parts[1], "expected %s", diag.Plural(len(aim.By), "number"))
	}
	for _, v := range values {
		value, err := strconv.ParseInt(v.text, 10, 64)
		if err != nil {
			return r.wrong(v, "expected a whole number, not %s", quote(v.text))
		}
		aim.Values = append(aim.Values, value)
	}
	if r.p.Pending == nil {
		return r.wrong(f, "%s is said in the middle of a turn only; %s is missing", wordMost, wordThen)
	}
	r.p.Pending.Aims = append(r.p.Pending.Aims, aim)
	return nil
}

// thenText writes what may follow in a turn: groups separated by `|`, items by `,`; a role bound
// beforehand comes after a `:`, its values joined by `+`. If the items alone do not show which
// `then` of the rules they come from, the move that owns it comes first, with a `/`.
func (pos *positions) thenText(pending *position.Pending) string {
	var groups []string
	for _, group := range pending.Groups {
		var items []string
		for i := range group.Items {
			items = append(items, pos.itemText(&group.Items[i]))
		}
		groups = append(groups, strings.Join(items, ","))
	}
	text := strings.Join(groups, "|")
	first := pending.Groups[0].Group
	if found := pos.findChoice(pending.Groups, ""); found == nil ||
		!slices.Contains(found.Groups, first) {
		for _, mv := range pos.rules.Moves {
			if mv.Then != nil && slices.Contains(mv.Then.Groups, first) {
				return mv.Name + "/" + text
			}
		}
		if then := pos.rules.SetupThen; then != nil && slices.Contains(then.Groups, first) {
			return wordSetup + "/" + text
		}
	}
	return text
}

var outcomeWords = map[ir.ItemOp]string{
	ir.PassItem:    "pass",
	ir.DoneItem:    "done",
	ir.WinItem:     "win",
	ir.LoseItem:    "lose",
	ir.DrawItem:    "draw",
	ir.IllegalItem: "illegal",
}

func (pos *positions) itemText(item *position.PendingItem) string {
	if item.Op != ir.MoveItem {
		return outcomeWords[item.Op]
	}
	mv := pos.rules.Moves[item.Move]
	text := mv.Name
	for i := range item.Roles {
		set := &item.Roles[i]
		text += ":" + mv.Roles[set.Role].Word + "=" + strings.Join(
			pos.roleSetNames(&mv.Roles[set.Role], set), "+")
	}
	return text
}

func (pos *positions) roleSetNames(role *ir.Role, set *position.RoleSet) []string {
	var names []string
	switch role.Fixes() {
	case ir.Sites:
		for s := range set.Sites.All() {
			names = append(names, pos.names.siteName(s))
		}
	case ir.Steps:
		for r := range set.Dirs.All() {
			names = append(names, pos.names.relationName(r))
		}
	default:
		for i := range 64 {
			if set.Bits>>i&1 != 0 {
				names = append(names, pos.names.valueText(&ir.Role{Type: role.Fixes()}, int64(i), false))
			}
		}
	}
	if len(names) == 0 {
		return []string{"none"}
	}
	return names
}

// choices returns every choice of the rules from which something may be pending: the turn, the
// `then` of each move, with the name of the move, and that of the setup.
func (pos *positions) choices() (all []*ir.Choice, of []string) {
	if pos.rules.Turn != nil {
		all, of = append(all, pos.rules.Turn), append(of, "turn")
	}
	for _, mv := range pos.rules.Moves {
		if mv.Then != nil {
			all, of = append(all, mv.Then), append(of, mv.Name)
		}
	}
	if pos.rules.SetupThen != nil {
		all, of = append(all, pos.rules.SetupThen), append(of, wordSetup)
	}
	return all, of
}

// findChoice returns the first `then` (of the named move, or of any) from which the groups can
// come, or nil.
func (pos *positions) findChoice(groups []position.PendingGroup, name string) *ir.Choice {
	all, of := pos.choices()
	for i, c := range all {
		if of[i] != "turn" && (name == "" || strings.EqualFold(name, of[i])) &&
			matchGroups(groups, c) != nil {
			return c
		}
	}
	return nil
}

// matchGroups finds for each pending group the group of the choice that it comes from: its items
// are some of that group's, in order, and so are the groups. It returns nil if there is no such
// match.
func matchGroups(groups []position.PendingGroup, c *ir.Choice) []*ir.Group {
	var matched []*ir.Group
	rest := c.Groups
	for i := range groups {
		for len(rest) > 0 && matchItems(&groups[i], rest[0]) == nil {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			return nil
		}
		matched, rest = append(matched, rest[0]), rest[1:]
	}
	return matched
}

func matchItems(group *position.PendingGroup, of *ir.Group) []*ir.Item {
	matched := make([]*ir.Item, 0, len(group.Items))
	rest := of.Items
	for i := range group.Items {
		for len(rest) > 0 && !matchItem(&group.Items[i], rest[0]) {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			return nil
		}
		matched, rest = append(matched, rest[0]), rest[1:]
	}
	return matched
}

func matchItem(item *position.PendingItem, of *ir.Item) bool {
	return item.Op == of.Op && (item.Op != ir.MoveItem || item.Move == of.Move &&
		slices.EqualFunc(item.Roles, of.Roles,
			func(a position.RoleSet, b ir.RoleValue) bool { return a.Role == b.Role }))
}

// aimGroups returns the groups of the rules with `most` or `least`, in order: the numbers in
// `most=1:3` count them from 1.
func (pos *positions) aimGroups() []*ir.Group {
	var groups []*ir.Group
	all, _ := pos.choices()
	for _, c := range all {
		for _, group := range c.Groups {
			if len(group.Best) > 0 {
				groups = append(groups, group)
			}
		}
	}
	return groups
}

// aimNumber returns the number of the group whose expressions measure an aim.
func (pos *positions) aimNumber(aim *position.Aim) int {
	return 1 + slices.IndexFunc(pos.aimGroups(),
		func(group *ir.Group) bool { return slices.Equal(group.Best, aim.By) })
}
