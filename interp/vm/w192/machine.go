// Code generated from package w128; DO NOT EDIT.

// Package w192 is the engine of package w128 for boards of another width.
package w192

import (
	"math/bits"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile"
	"boardgame/interp/eval"
	"boardgame/interp/position"
	"boardgame/interp/vm/engine"
)

// Engine is a game compiled to programs on sets of this width. It is immutable and shared by its machines.
type Engine struct {
	p      *compile.Program
	consts []Set
	tables [][]Set
	lists  []list
	fields int
	nums   int
	pieces int
	// What repetitions compare: the fields, and the numbers, from hashFrom on those of memories.
	hashFields  []int
	hashNums    []int
	resets      []reset
	resetNums   []compile.Reset
	players     int
	stepLimit   int
	silentLimit int
	groups      [][]groupInfo    // by choice and group
	programs    []*programs      // by player
	applies     int              // the most programs that play steps any player has
	marks       bool             // turn boundaries are remembered
	aimed       []*compile.Group // those of `with least` or `with most`
	two         bool             // there are two players
	start       *position.Position
}

type reset struct {
	field int
	set   Set
}

type groupInfo struct {
	silent  bool // some item can be silent
	steps   uint64
	outcome uint64
	best    *compile.Group // of `with least` or `with most`
	moves   uint64
	items   []*compile.Item
	free    bool // for no player is there a class that must be tried
}

// programs is what one player's steps are found and played with.
type programs struct {
	groups  [][]compile.GroupCode // by choice and group
	classes []classInfo           // by class
	end     []compile.Chunk
	once    []compile.Chunk
	scores  map[int][]compile.Instr
}

type classInfo struct {
	compile.Class
	apply   *compile.Apply
	witness bool // those that the witness of another step leaves in doubt are known by their places
}

// newClassInfo returns what the engine knows of a class.
func newClassInfo(c compile.Class, apply *compile.Apply) classInfo {
	info := classInfo{Class: c, apply: apply}
	for _, r := range c.Roles {
		info.witness = info.witness || apply.Witness != nil && r.Role == apply.Witness.Role && r.Anchor < 0 && r.Off == 0
	}
	return info
}

// New makes the engine of a compiled game.
func New(p *compile.Program) *Engine {
	e := &Engine{p: p, fields: len(p.Fields), nums: p.Numbers, pieces: p.Pieces, players: len(p.Game.Players)}
	for i := range p.Consts {
		e.consts = append(e.consts, fromBits(&p.Consts[i]))
	}
	for _, t := range p.Tables {
		sets := make([]Set, len(t))
		for i := range t {
			sets[i] = fromBits(&t[i])
		}
		e.tables = append(e.tables, sets)
	}
	for i := range p.Lists {
		var l list
		for j := range p.Lists[i].Moves {
			s := &p.Lists[i].Moves[j]
			l.add(shiftBy{s.K, fromBits(&s.Mask), s.Reg, fromBits(&s.Last), s.Times, uint16(j)})
		}
		if p.Lists[i].Flood {
			l.into, l.onto = near(p.Lists[i].Moves)
		}
		if row := p.Lists[i].Row; row > 0 {
			l.axes = newAxes(p.Lists[i].Moves, row)
		}
		l.rayUp, l.rayDown = e.rays(p.Lists[i].Rays, true), e.rays(p.Lists[i].Rays, false)
		for _, lines := range p.Lists[i].Lines {
			sets := make([]Set, len(lines))
			for j := range lines {
				sets[j] = fromBits(&lines[j])
			}
			l.lines = append(l.lines, sets)
		}
		for j := range p.Lists[i].Gives {
			l.gives = append(l.gives, fromBits(&p.Lists[i].Gives[j]))
		}
		e.lists = append(e.lists, l)
	}
	for i := range p.ThisTurn {
		if r := &p.ThisTurn[i]; r.Field >= 0 {
			e.resets = append(e.resets, reset{r.Field, fromBits(&r.Set)})
		} else {
			e.resetNums = append(e.resetNums, *r)
		}
	}
	e.stepLimit = 4 * p.Game.Board.Sites
	e.silentLimit = 4 * p.Game.Board.Sites
	e.hashed()
	for _, ch := range p.Choices {
		var infos []groupInfo
		for _, g := range ch.Groups {
			info := groupInfo{items: g.Items, free: true}
			if g.Best > 0 {
				info.best = g
				e.aimed = append(e.aimed, g)
			}
			for _, item := range g.Items {
				bit := uint64(1) << item.Index
				info.silent = info.silent || item.Silent
				switch item.Source.Op {
				case ir.MoveItem:
					info.moves |= bit
				case ir.PassItem, ir.DoneItem:
					info.steps |= bit
				default:
					info.outcome |= bit
				}
			}
			infos = append(infos, info)
		}
		e.groups = append(e.groups, infos)
	}
	for _, player := range p.Players {
		code := &programs{end: player.End, once: player.AtOnce, scores: player.Scores}
		for _, c := range player.Classes {
			code.classes = append(code.classes, newClassInfo(c, player.Applies[c.Apply]))
		}
		e.applies = max(e.applies, len(player.Applies))
		for _, ch := range player.Choices {
			code.groups = append(code.groups, ch.Groups)
		}
		e.programs = append(e.programs, code)
	}
	e.marks = p.Repeats
	e.two = e.players == 2
	e.start = eval.New(p.Game).Start()
	return e
}

// rays gathers those of one sense by place.
func (e *Engine) rays(list []compile.Ray, up bool) rays {
	var r rays
	for _, y := range list {
		if y.Up == up {
			r.n++
		}
	}
	for place := range words * 64 {
		for _, y := range list {
			if y.Up == up {
				r.sets = append(r.sets, e.tables[y.Table][place])
			}
		}
	}
	return r
}

// hashed finds what repetitions compare (decision 28): the pieces and the memories that last longer than a turn.
func (e *Engine) hashed() {
	g := e.p.Game
	for i := range e.pieces {
		e.hashFields = append(e.hashFields, i)
	}
	for i := range g.States {
		s := &g.States[i]
		if !s.Memory || s.ThisTurn {
			continue
		}
		players, kinds, cells := position.Extent(g, s)
		base := position.Base(g, i)
		for j := range players * kinds * cells {
			if !position.InSets(s) {
				e.hashNums = append(e.hashNums, compile.NumFirst+base+j)
				continue
			}
			for _, f := range e.p.Memory[base+j] {
				if f >= 0 {
					e.hashFields = append(e.hashFields, f)
				}
			}
		}
	}
}

// NewMachine returns a machine for one goroutine.
func (e *Engine) NewMachine() *Machine {
	m := &Machine{e: e}
	for i := range e.p.Pinned {
		m.sets[e.p.PinnedAt+i] = fromBits(&e.p.Pinned[i])
	}
	copy(m.nums[e.p.KeptAt:], e.p.Kept)
	m.floods = make([]flooded, e.p.Floods)
	m.doubtful = make([]Set, e.applies)
	m.slow = eval.New(e.p.Game)
	m.search = m.spare()
	m.from(e.start)
	m.startAt = m.newPosition()
	m.save(m.startAt)
	return m
}

// Machine plays a game: its registers hold the position at hand.
type Machine struct {
	e    *Engine
	sets [256]Set
	nums [256]int64
	head head
	code *programs // of the player to move

	search
	checkOnly bool
	inStuck   bool // the search is that of stuck
	looked    int  // moments of turns looked at from the position at hand
	ahead     bool // the bundles are those of the first group of the turn that begins, or of the choice that is pending
	floods    []flooded
	doubtful  []Set // by apply program: the steps that the last witness leaves in doubt
	layers    []Set // room for trail
	scores    [ir.MaxPlayers]int64

	history history
	next    mark // if marked: the boundary of the turn that is about to begin
	marked  bool
	base    *position.History
	trail   []uint64
	walked  []uint64    // room for the trail of the search of stuck
	saved   []*Position // for searches that come back
	spares  []search    // room for searches that is not in use
	depth   int
	startAt *Position
	slow    *eval.Machine // for what is left to it
}

// search is what the last search for steps found.
type search struct {
	bundles []bundle
	total   int     // steps of the bundles
	others  []other // the steps that are in no bundle
	left    int     // how many of those are moves: the first ones
	offers  uint64
	doubt   []Set   // by bundle, while steps are tried: which still have to be
	group   int     // the group that offers all this
	aim     []int64 // what the turns that begin with one of the steps must reach, if the group says `with least` or `with most`
}

// other is a step that the programs do not find as one of a set: pass, done, or one of a move that is left to the evaluator.
type other struct {
	move position.Move
	item *compile.Item
}

// head is what a position has besides sets and numbers.
type head struct {
	mover   int8
	choice  int16 // pending; 0: the start of a turn
	steps   int16
	passed  bool
	over    bool
	draw    bool
	winners uint16
	end     int16 // the sentence that decided; or one of the codes below
	item    int16 // the item that decided, and its choice
	of      int16
	history int32
	trail   int16
	given   *position.Result // of a position that was over when it was taken over
}

const (
	endNone = -1 - iota
	endItem
	endDry    // nothing could be done
	endCircle // silent steps without end
)

// Position is one moment of a game.
type Position struct {
	head head
	sets []Set
	nums []int64
}

// Over reports whether the game has ended.
func (p *Position) Over() bool { return p.head.over }

// ToMove returns the player whose turn it is.
func (p *Position) ToMove() int { return int(p.head.mover) }

// Ply returns the number of turns taken.
func (p *Position) Ply() int { return int(p.nums[compile.NumPly]) }

func (m *Machine) newPosition() *Position {
	return &Position{sets: make([]Set, m.e.fields), nums: make([]int64, m.e.nums)}
}

// NewPosition returns room for a position, which is the start of the game.
func (m *Machine) NewPosition() engine.Position {
	p := m.newPosition()
	p.copy(m.startAt)
	return p
}

// Start puts p to the beginning of the game.
func (m *Machine) Start(p engine.Position) { p.(*Position).copy(m.startAt) }

// Copy makes dst the same as src.
func (m *Machine) Copy(dst, src engine.Position) { dst.(*Position).copy(src.(*Position)) }

func (p *Position) copy(q *Position) {
	p.head = q.head
	copy(p.sets, q.sets)
	copy(p.nums, q.nums)
}

func (m *Machine) save(p *Position) {
	p.head = m.head
	copy(p.sets, m.sets[:])
	copy(p.nums, m.nums[:])
}

func (m *Machine) load(p *Position) {
	m.ahead = false
	m.head = p.head
	m.code = m.e.programs[p.head.mover]
	copy(m.sets[:], p.sets)
	copy(m.nums[:], p.nums)
}

// push saves the position at hand to come back to it; pop comes back.
func (m *Machine) push() *Position {
	if m.depth == len(m.saved) {
		m.saved = append(m.saved, m.newPosition())
	}
	p := m.saved[m.depth]
	m.depth++
	m.save(p)
	return p
}

func (m *Machine) pop(p *Position) {
	m.depth--
	m.load(p)
}

// find runs the program of one group.
func (m *Machine) find(group int) {
	code := &m.code.groups[m.head.choice][group]
	if code.Stuck || code.Repeats {
		m.know(code.Facts)
	}
	m.bundles, m.others = m.bundles[:0], m.others[:0]
	m.total, m.left, m.offers, m.group = 0, 0, 0, group
	m.run(code.Code)
	if code.Left != nil {
		m.findLeft(code.Left)
	}
	if m.offers != 0 {
		info := &m.e.groups[m.head.choice][group]
		for _, it := range info.items {
			if m.offers&info.steps>>it.Index&1 != 0 {
				w := position.Done
				if it.Source.Op == ir.PassItem {
					w = position.Pass
				}
				m.others = append(m.others, other{w, it})
			}
		}
	}
}

// count returns how many steps were found.
func (m *Machine) count() int { return m.total + len(m.others) }

// know finds out what a program wants to know of the position beforehand.
func (m *Machine) know(facts compile.Facts) {
	if facts.Stuck {
		stuck, _ := m.stuck()
		m.nums[compile.NumStuck] = truth(stuck)
	}
	if facts.Repeats {
		m.repeats()
	}
}

// state is what ready found.
type state uint8

const (
	over  state = iota
	offer       // steps are offered: the bundles, some of which may still have to be tried, and the offers
)

// trial says which of the steps that must be tried ready tries.
type trial uint8

const (
	tryNone trial = iota // none: the caller will
	trySome              // until one is legal, so that the group is known to offer something
	tryAll               // all: the bundles are the legal steps
)

// ready goes on from a group to the next one that offers a step, taking silent steps and letting outcomes decide on the way.
func (m *Machine) ready(group int, trial trial) state {
	for silent := 0; !m.head.over; {
		m.looked = 0
		infos := m.e.groups[m.head.choice]
		decided := false
		for ; group < len(infos); group++ {
			info := &infos[group]
			if !m.ahead {
				m.find(group)
			}
			m.ahead = false
			switch {
			case info.best != nil || m.e.aimed != nil && m.aiming():
				m.filter()
				m.keepBest(info.best)
				m.keepAimed()
			case m.total == 0:
			case trial == tryAll || info.silent:
				m.filter()
			case trial == trySome && !m.anyLegal():
				m.bundles, m.total = m.bundles[:0], 0
			}
			if n := m.count(); n > 0 {
				if n == 1 && info.silent && m.silentOne(info) {
					if silent++; silent > m.e.silentLimit {
						m.finish(endCircle, true, 0)
						return over
					}
					m.playOnly()
					decided = true
					break
				}
				return offer
			}
			if it := m.decides(info); it != nil {
				m.outcome(it)
				decided = true
				break
			}
		}
		group = 0
		switch {
		case decided:
		case m.head.steps > 0:
			// Without a continuation the turn is over.
			if silent++; silent > m.e.silentLimit {
				m.finish(endCircle, true, 0)
				return over
			}
			m.done()
		default:
			m.finish(endDry, true, 0)
		}
	}
	return over
}

// silentOne reports whether the only step on offer is taken without a word.
func (m *Machine) silentOne(info *groupInfo) bool {
	if m.total == 0 {
		return m.others[0].item.Silent
	}
	item := m.code.classes[m.bundles[0].class].Item
	for i := range m.bundles {
		if m.bundles[i].count > 0 {
			item = m.code.classes[m.bundles[i].class].Item
		}
	}
	return info.item(item).Silent
}

// item returns the one with a number of its choice; items of a group are numbered one after the other.
func (g *groupInfo) item(index int) *compile.Item { return g.items[index-g.items[0].Index] }

// decides returns the first item on offer that decides the game or withdraws the step before; nil if there is none.
func (m *Machine) decides(g *groupInfo) *compile.Item {
	if out := m.offers & g.outcome; out != 0 {
		return g.item(bits.TrailingZeros64(out))
	}
	return nil
}

// playOnly takes the only step on offer.
func (m *Machine) playOnly() {
	if m.total == 0 {
		m.playOther(m.others[0].move)
		return
	}
	for i := range m.bundles {
		if b := &m.bundles[i]; b.count > 0 {
			c := *b
			m.play(&c, c.set.pick(0))
			return
		}
	}
}

// pass and done are the steps that are no move.
func (m *Machine) pass() {
	m.head.steps++
	m.head.passed = true
	m.endTurn()
}

func (m *Machine) done() {
	m.head.steps++
	m.head.passed = false
	m.endTurn()
}

// arguments puts the places of the roles of a step into the registers where its program reads them.
func (m *Machine) arguments(c *classInfo, b *bundle, place int64) {
	args := m.nums[m.e.p.Args&127:]
	for i := range c.Roles {
		s := &c.Roles[i]
		x := place + int64(s.Off)
		if s.Anchor >= 0 {
			x = int64(b.anchors[s.Anchor&1])
		}
		args[s.Role] = x
	}
}

// play takes a step that is known to be legal.
func (m *Machine) play(b *bundle, place int64) {
	c := &m.code.classes[b.class]
	m.arguments(c, b, place)
	m.run(c.apply.Code)
	m.after(c.apply)
}

// playOther takes a step that is in no bundle.
func (m *Machine) playOther(w position.Move) {
	switch w.ID() {
	case ir.PassID:
		m.pass()
	case ir.DoneID:
		m.done()
	default:
		m.playLeft(w)
	}
}

// after does what follows the effects of a step: it goes on with the turn, or ends it.
func (m *Machine) after(a *compile.Apply) {
	if m.e.aimed != nil {
		m.takeAim()
	}
	m.stepped()
	if m.ends(a) {
		m.endTurn()
		return
	}
	m.head.choice = int16(a.Then)
	if m.e.p.Choices[a.Then].MayRepeat {
		m.tread(m.moment())
	}
}

// stepped counts a step whose effects have been done.
func (m *Machine) stepped() {
	m.head.steps++
	m.head.passed = false
}

// ends reports whether the turn is over after a step.
func (m *Machine) ends(a *compile.Apply) bool {
	return a.Then == 0 || m.nums[compile.NumOpen] == 0 || int(m.head.steps) >= m.e.stepLimit || a.AtOnce && m.atOnce() >= 0
}

// tread remembers a moment that the rules could bring the turn back to.
func (m *Machine) tread(now uint64) {
	m.trail = append(m.trail[:m.head.trail], now)
	m.head.trail++
}

// try reports whether a step can be taken: whether what must hold after it holds. The position is then that after the step, if
// keep; else it is as before.
func (m *Machine) try(b *bundle, place int64, keep bool) bool {
	c := &m.code.classes[b.class]
	a := c.apply
	if a.LooksAhead || a.Late != nil {
		// Such a search ahead has an end, as that of the evaluator: beyond it a step that was not tried counts as possible.
		if m.looked++; m.looked > maxAhead && !keep {
			return true
		}
	} else {
		m.arguments(c, b, place)
		m.checkOnly = !keep
		ok := m.run(a.Code) != 0
		m.checkOnly = false
		if ok && keep {
			m.after(a)
		}
		return ok
	}
	before := m.push()
	m.arguments(c, b, place)
	ok := m.run(a.Code) != 0
	m.stepped()
	ok = ok && m.holdsLate(a, c, b, place)
	if keep && m.e.aimed == nil {
		if ok && m.follow(a, true) {
			m.depth--
			return true
		}
		m.pop(before)
		return false
	}
	ok = ok && m.follow(a, false)
	m.pop(before)
	if ok && keep {
		m.arguments(c, b, place)
		m.run(a.Code)
		m.after(a)
	}
	return ok
}

// holdsLate reports whether what a move ensures holds that is asked on the position after it.
func (m *Machine) holdsLate(a *compile.Apply, c *classInfo, b *bundle, place int64) bool {
	if a.Late == nil {
		return true
	}
	around := m.search
	m.search = m.spare()
	m.know(a.Late.Facts)
	m.giveBack(m.search)
	m.search = around
	m.arguments(c, b, place) // the search for steps has used their registers
	return m.run(a.Late.Code) == 1
}

// follow reports whether a step that has been taken can be followed as its continuation demands. If so and keep, the turn has gone on:
// it waits for the next step, or is over. Else the position is left in any state.
func (m *Machine) follow(a *compile.Apply, keep bool) bool {
	if m.ends(a) {
		if keep {
			m.endTurn()
		}
		return true
	}
	m.head.choice = int16(a.Then)
	ch := m.e.p.Choices[a.Then]
	if ch.MayRepeat {
		now := m.moment()
		if slices.Contains(m.trail[:m.head.trail], now) {
			return false
		}
		m.tread(now)
	}
	if !ch.Demanding || !m.mayWithdraw(ch) {
		return true
	}
	around := m.search
	m.search = m.spare()
	group, ok := m.followed()
	if ok && keep && group == 0 {
		m.giveBack(around)
		m.ahead = true // ready need not look for them again
		return true
	}
	m.giveBack(m.search)
	m.search = around
	return ok
}

// followed reports whether nothing withdraws the step before the pending choice: whether a group offers something, whose bundles are
// then at hand, or none decides.
func (m *Machine) followed() (group int, ok bool) {
	for g := range m.e.groups[m.head.choice] {
		info := &m.e.groups[m.head.choice][g]
		m.find(g)
		if len(m.others) > 0 || m.anyLegal() {
			return g, true
		}
		if it := m.decides(info); it != nil {
			return g, it.Source.Op != ir.IllegalItem
		}
	}
	return -1, true
}

// mayWithdraw reports whether an open item of the pending choice says illegal.
func (m *Machine) mayWithdraw(ch *compile.Choice) bool {
	for _, g := range ch.Groups {
		for _, it := range g.Items {
			if it.Source.Op == ir.IllegalItem && m.nums[compile.NumOpen]>>it.Index&1 != 0 {
				return true
			}
		}
	}
	return false
}

// spare returns room for a search within another one; giveBack keeps it for the next time.
func (m *Machine) spare() search {
	if n := len(m.spares); n > 0 {
		room := m.spares[n-1]
		m.spares = m.spares[:n-1]
		return room
	}
	return search{bundles: make([]bundle, 0, 64)}
}

func (m *Machine) giveBack(room search) { m.spares = append(m.spares, room) }

// anyLegal reports whether a move that was found is legal.
func (m *Machine) anyLegal() bool {
	if m.left > 0 {
		return true
	}
	for i := range m.bundles {
		b := m.bundles[i]
		if m.code.classes[b.class].Free {
			return true
		}
		for s := b.set; !s.empty(); s = s.dropLowest() {
			if m.try(&b, s.lowest(), false) {
				return true
			}
		}
	}
	return false
}

// filter takes out of the bundles the steps that are not legal. One that is legal may show that others are, which then are not tried.
func (m *Machine) filter() {
	m.doubt = m.doubt[:0]
	for i := range m.bundles {
		var tried Set
		if b := &m.bundles[i]; !m.code.classes[b.class].Free {
			tried = b.set
		}
		m.doubt = append(m.doubt, tried)
	}
	spared := fewDoubts
	for i := range m.bundles {
		b := m.bundles[i]
		for !m.doubt[i].empty() {
			x := m.doubt[i].lowest()
			m.doubt[i] = m.doubt[i].dropLowest()
			if !m.try(&b, x, false) {
				m.bundles[i].set = m.bundles[i].set.diff(single(x))
				m.bundles[i].count--
				m.total--
			} else if m.code.classes[b.class].witness && spared >= fewDoubts && m.doubt[i].count() >= fewDoubts {
				spared = m.acquit(i, x)
			}
		}
	}
}

// fewDoubts is how many steps a witness must spare, so that to find it is cheaper than to try them.
const fewDoubts = 6

// acquit finds the witness of a legal step of the i-th bundle and drops the doubts about steps that leave it alone. It returns how
// many those were.
func (m *Machine) acquit(i int, place int64) int {
	b := &m.bundles[i]
	c := &m.code.classes[b.class]
	clear(m.doubtful)
	m.arguments(c, b, place)
	m.run(c.apply.Witness.Code)
	n := 0
	for j := i; j < len(m.bundles); j++ {
		other := &m.code.classes[m.bundles[j].class]
		if other.witness && other.apply.Witness.Family == c.apply.Witness.Family {
			n += m.doubt[j].count()
			m.doubt[j] = m.doubt[j].and(m.doubtful[other.Apply])
			n -= m.doubt[j].count()
		}
	}
	return n
}

// outcome lets an item decide (decision 24).
func (m *Machine) outcome(item *compile.Item) {
	if item.Source.Op == ir.IllegalItem {
		m.finish(endDry, true, 0)
		return
	}
	if m.head.steps > 0 {
		m.nums[compile.NumPasses] = 0
		m.nums[compile.NumPly]++
	} else if m.head.history > 0 {
		m.head.history--
	}
	m.head.item, m.head.of = int16(item.Index), m.head.choice
	switch item.Source.Op {
	case ir.WinItem:
		m.finish(endItem, false, 1<<m.head.mover)
	case ir.LoseItem:
		m.lose(int(m.head.mover), endItem)
	case ir.DrawItem:
		m.finish(endItem, true, 0)
	}
	m.nextTurn()
}

// finish ends the game.
func (m *Machine) finish(end int16, draw bool, winners uint16) {
	m.head.over, m.head.end, m.head.draw, m.head.winners = true, end, draw, winners
}

// lose takes a player out; the last one in wins (decision 27).
func (m *Machine) lose(player int, end int16) {
	m.nums[compile.NumOut] |= 1 << player
	in := uint16(1<<m.e.players-1) &^ uint16(m.nums[compile.NumOut])
	switch bits.OnesCount16(in) {
	case 0: // a game for one
		m.finish(end, true, 0)
	case 1:
		m.finish(end, false, in)
	}
}

// endTurn ends a turn (decision 26).
func (m *Machine) endTurn() {
	if m.head.passed && m.head.steps == 1 {
		m.nums[compile.NumPasses]++
	} else {
		m.nums[compile.NumPasses] = 0
	}
	m.nums[compile.NumPly]++
	known := false // what the next player can do has been found, and nothing changes it
	for i := range m.code.end {
		c := &m.code.end[i]
		if c.Stuck {
			stuck, first := m.stuck()
			m.nums[compile.NumStuck] = truth(stuck)
			known = first
		}
		if c.Repeats {
			m.next, m.marked = m.repeats(), true
		}
		if s := m.sentence(c); s >= 0 {
			m.decide(s)
			known, m.marked = false, false
			break
		}
	}
	m.nextTurn()
	m.ahead = known
}

// atOnce returns the first sentence that says `at once` and holds, or -1.
func (m *Machine) atOnce() int {
	for i := range m.code.once {
		if s := m.sentence(&m.code.once[i]); s >= 0 {
			return s
		}
	}
	return -1
}

// sentence returns the first sentence of a chunk that holds, or -1.
func (m *Machine) sentence(c *compile.Chunk) int {
	if c.Left > 0 {
		return m.sentenceLeft(c.Left - 1)
	}
	return m.run(c.Code)
}

// decide lets a sentence decide.
func (m *Machine) decide(index int) {
	s := m.e.p.Game.End[index]
	player := s.Player
	if player < 0 {
		player = int(m.head.mover)
	}
	switch s.Outcome {
	case ir.Win:
		m.finish(int16(index), false, 1<<player)
	case ir.Lose:
		m.lose(player, int16(index))
	case ir.Draw:
		m.finish(int16(index), true, 0)
	case ir.Highest, ir.Lowest:
		m.score(index)
		copy(m.nums[m.e.p.Final:], m.scores[:m.e.players])
		winners, best := uint16(0), int64(0)
		for player := range m.e.players {
			if m.nums[compile.NumOut]>>player&1 != 0 {
				continue
			}
			n := m.scores[player]
			switch {
			case winners == 0 || s.Outcome == ir.Highest && n > best || s.Outcome == ir.Lowest && n < best:
				winners, best = 1<<player, n
			case n == best:
				winners |= 1 << player
			}
		}
		m.finish(int16(index), bits.OnesCount16(winners) != 1, winners)
	}
}

// score counts what a sentence compares, of every player.
func (m *Machine) score(index int) {
	if code, ok := m.code.scores[index]; ok {
		m.run(code)
		return
	}
	m.scoreLeft(index)
}

// nextMover returns who takes the next turn, if the turn ends as it stands.
func (m *Machine) nextMover() int8 {
	out := m.nums[compile.NumOut]
	if m.nums[compile.NumAgain] != 0 && out>>m.head.mover&1 == 0 {
		return m.head.mover
	}
	next := m.head.mover
	for range m.e.players - 1 {
		if next++; int(next) == m.e.players {
			next = 0
		}
		if out>>next&1 == 0 {
			return next
		}
	}
	return m.head.mover
}

// nextTurn gives the position to the player who moves next.
func (m *Machine) nextTurn() {
	if m.e.two && m.nums[compile.NumAgain]|m.nums[compile.NumOut] == 0 {
		m.head.mover ^= 1
	} else {
		m.head.mover = m.nextMover()
	}
	m.code = m.e.programs[m.head.mover]
	m.nums[compile.NumAgain] = 0
	m.nums[compile.NumOpen] = 0
	m.head.steps, m.head.choice, m.head.passed, m.head.trail = 0, 0, false, 0
	for i := range m.e.resets {
		m.sets[m.e.resets[i].field] = m.e.resets[i].set
	}
	for i := range m.e.resetNums {
		m.nums[m.e.resetNums[i].Number] = m.e.resetNums[i].Value
	}
	if m.e.marks {
		if !m.marked {
			m.next = m.boundary(m.head.mover)
		}
		m.marked = false
		m.history.put(m.head.history, m.next)
		m.head.history++
	}
}

// stuck reports whether who moves next has no move (decision 25), and whether the bundles are now those of the first group of his
// turn. When a turn ends nobody needs the former ones.
func (m *Machine) stuck() (stuck, first bool) {
	if m.inStuck {
		return false, false // within the search nobody is
	}
	trail := m.trail
	m.inStuck, m.trail, m.marked = true, m.walked[:0], false
	// The search changes nothing of the position; the turn that begins for its sake changes this.
	var before *Position
	head, code, again, open := m.head, m.code, m.nums[compile.NumAgain], m.nums[compile.NumOpen]
	if len(m.e.resets)+len(m.e.resetNums) > 0 {
		before = m.push()
	}
	if m.head.steps > 0 {
		m.nextTurn()
	}
	stuck = true
	for g := range m.e.groups[0] {
		m.find(g)
		if m.anyLegal() {
			stuck, first = false, g == 0
			break
		}
	}
	if before != nil {
		m.pop(before)
	}
	m.head, m.code, m.nums[compile.NumAgain], m.nums[compile.NumOpen] = head, code, again, open
	m.walked = m.trail
	m.inStuck, m.trail = false, trail
	return stuck, first
}

func mix(h, w uint64) uint64 {
	hi, lo := bits.Mul64(h^w, 0x9E3779B97F4A7C15)
	return bits.RotateLeft64(hi^lo, 29) + w
}

// boundary returns how repetitions see the position, with a player to move.
func (m *Machine) boundary(mover int8) mark {
	h := uint64(0x2545F4914F6CDD1D)
	k := mark{}
	for i, f := range m.e.hashFields {
		if i == m.e.pieces {
			k.pieces = h
		}
		for _, w := range m.sets[f].words() {
			h = mix(h, w)
		}
	}
	if len(m.e.hashFields) == m.e.pieces {
		k.pieces = h
	}
	for _, i := range m.e.hashNums {
		h = mix(h, uint64(m.nums[i]))
	}
	k.whole = mix(h, uint64(mover)<<32|uint64(m.nums[compile.NumOut]))
	return k
}

// moment returns how a moment within a turn is compared (decision 23).
func (m *Machine) moment() uint64 {
	h := uint64(m.head.choice)
	for f := range m.e.p.Lasting {
		for _, w := range m.sets[f].words() {
			h = mix(h, w)
		}
	}
	for i := compile.NumFirst; i < m.e.p.Aims; i++ {
		h = mix(h, uint64(m.nums[i]))
	}
	h = mix(h, uint64(m.nums[compile.NumAgain]))
	return mix(h, uint64(m.nums[compile.NumOpen]))
}

// repeats counts earlier occurrences of the position, as the next player gets it. It returns how repetitions see that.
func (m *Machine) repeats() mark {
	mover, n, base := m.head.mover, m.head.history, m.base
	switch {
	case m.head.steps > 0:
		mover = m.nextMover()
	case n > 0:
		n-- // the last boundary is the position itself
	case base != nil:
		base = base.Before
	}
	here := m.boundary(mover)
	whole, pieces := m.history.count(n, here)
	if base != nil {
		q := m.shown()
		w, p := base.Count(q.RepetitionKey(m.e.p.Game, int(mover)), q.PiecesKey())
		whole, pieces = whole+w, pieces+p
	}
	m.nums[compile.NumRepeat], m.nums[compile.NumSeen] = whole, pieces
	return here
}
