package compile

// Op is what an instruction does. Sets are in one file of registers, numbers in another; S[x] and N[x] stand for them below.
type Op uint8

// The instructions. D, A, B, C are registers, K is a small constant, X a larger one.
const (
	RetIf       Op = iota // stop with the value X if N[A] is not 0
	Check                 // stop with the value 0 if N[A] is 0; and with 1 if only that was wanted
	Jump                  // go on at X
	JumpIf                // go on at X if N[A] is not 0
	JumpNot               // go on at X if N[A] is 0
	JumpEq                // go on at X if N[A] = N[B]
	JumpNe                // … !=
	JumpLt                // … <
	JumpLe                // … <=
	JumpBit               // go on at X unless N[A] has bit K
	JumpSome              // go on at X if S[A] has a member
	JumpNone              // go on at X if S[A] has none
	JumpHas               // go on at X if N[B] is in S[A]
	JumpLacks             // go on at X unless N[B] is in S[A]
	Next                  // take the least member of S[A] into N[D]; if there is none go on at X
	Out                   // offer the steps of class X: for each place of S[A], with the anchors N[B], N[C]
	OutAnd                // offer the steps of class X, without anchors, for each place of S[A] & S[B]
	OutAnd3               // … S[A] & S[B] & S[C]
	OutDiff               // … S[A] - S[B]
	OutAndDiff            // … S[A] & S[B] - S[C]
	OutDiffDiff           // … S[A] - S[B] - S[C]
	OutUpAnd              // … S[A] moved K up, & S[B] & S[C]
	OutDownAnd            //
	Outs                  // offer the steps of class X + i, without anchors, for each place of S[A] moved as list K says i-th, & S[B]
	RetMeet               // stop with the value X if S[A] & S[B] has a member
	RetSome               // stop with the value X if S[A] has a member
	RetNone               // stop with the value X if S[A] has none
	RetIn                 // stop with the value X if S[A] - S[B] - S[C] has none
	RetIs                 // stop with the value X if N[A] is K
	RetLt                 // stop with the value X if N[A] < N[B]
	RetLe                 // … <=
	Offer                 // offer item X if N[A] is not 0
	Doubt                 // the steps with their role in S[A] that program X plays must still be tried
	Score                 // N[A] is the score of player X, or the X-th number that turns are compared by

	Move     // S[D] = S[A]
	Load     // S[D] = constant X
	And      // S[D] = S[A] & S[B]
	Or       // S[A] | S[B]
	Diff     // S[A] - S[B]
	And3     // S[A] & S[B] & S[C]
	Or3      // S[A] | S[B] | S[C]
	AndOr    // S[A] & S[B] | S[C]
	AndDiff  // S[A] & S[B] - S[C]
	DiffOr   // S[A] - S[B] | S[C]
	DiffDiff // S[A] - S[B] - S[C]
	OrAnd    // (S[A] | S[B]) & S[C]
	OrDiff   // (S[A] | S[B]) - S[C]
	Up       // S[A] moved K up, & S[C]
	Down     // S[A] moved K down, & S[C]
	UpAnd    // … & S[B]
	DownAnd  //
	UpDiff   // … - S[B]
	DownDiff //
	UpOr     // … | S[B]
	DownOr   //
	Far      // S[A] moved X up, signed, & S[C]
	One      // the place N[A]
	Table    // set N[A] of table X
	If       // S[B] if N[A] is not 0, else nothing
	Select   // S[B] if N[A] is not 0, else S[C]
	FillUp   // S[A] and what follows it within S[B] in steps of K up, X doublings
	FillDown //
	FillFar  // as FillUp, in steps of X, signed, with K doublings
	Flood    // S[A] and what is reached within S[B] by the moves of list X
	Spread   // S[A] and what is reached by the moves of list X, each within a register that the list names
	Trail    // the places on ways from S[A] to S[B] by the moves of list X, as Spread; to the nearest of S[B] only if K
	Image    // S[A] moved as list X says
	Run      // the runs of S[B] on the rays of list X from the place N[A]
	Past     // what lies just beyond the runs of S[B] that begin next to S[A], in the directions of list X
	Capture  // the runs of S[B] on the rays of list X from the place N[A] that a member of S[C] follows
	Lines    // what is given by the lines of list X that lie within S[A]
	Unite    // S[D] |= S[A]
	Add      // S[D] |= the place N[A]

	Less // S[D] -= S[A]
	Drop // S[D] -= the place N[A]
	Step // S[D] -= the place N[A], |= the place N[B]

	NLoad  // N[D] = X, signed
	NPool  // N[D] = number X of the pool
	NMove  // N[D] = N[A]
	Count  // members of S[A]
	Some   // S[A] has a member
	Meet   // S[A] & S[B] has a member
	Beyond // S[A] - S[B] has a member
	Has    // N[B] is in S[A]
	Line   // a line of the place N[A], by list X, lies within S[B]
	Rows   // K places of S[A] follow each other on an axis of list X; S[B] is what S[A] was when that last was not so
	NTable // number N[A] of number table X
	Bin    // N[A] and N[B] by operator K
	BinK   // N[A] and X, signed, by operator K
	NSelect
)

// NoReg is no register.
const NoReg = 255

// Instr is one instruction, eight bytes.
type Instr struct {
	Op         Op
	D, A, B, C uint8
	K          uint8
	X          uint16
}

// List is the constant part of instructions that move a set in several ways.
type List struct {
	Moves []ShiftBy
	Flood bool
	Row   int // of Rows: how many places a row has
	Rays  []Ray
	Lines [][]Bits // of Line: by place; of Lines: all of them in the first
	Gives []Bits   // of Lines: by line
}

// ShiftBy moves a set K bits up, or -K down, and keeps what is in Mask, or in the register Reg of a Spread or Trail.
type ShiftBy struct {
	K     int
	Mask  Bits
	Reg   uint8
	Last  Bits // of Past: what the last step may end in
	Times int  // of Past: doublings
}

// Ray is a table of rays by place; Up says that they go towards higher bits.
type Ray struct {
	Table int
	Up    bool
}

// operand says how an instruction uses a field.
type operand uint8

const (
	unused operand = iota
	setUse
	setDef
	setBoth
	numUse
	numDef
	numBoth
)

// shape says how an instruction uses D, A, B and C.
func shape(op Op) [4]operand {
	switch op {
	case RetIf, RetIs, Check, JumpIf, JumpNot, JumpBit, Offer, Score:
		return [4]operand{unused, numUse, unused, unused}
	case RetLt, RetLe, JumpEq, JumpNe, JumpLt, JumpLe:
		return [4]operand{unused, numUse, numUse, unused}
	case JumpHas, JumpLacks:
		return [4]operand{unused, setUse, numUse, unused}
	case OutAnd, OutDiff, Outs, RetMeet:
		return [4]operand{unused, setUse, setUse, unused}
	case OutAnd3, OutAndDiff, OutDiffDiff, OutUpAnd, OutDownAnd, RetIn:
		return [4]operand{unused, setUse, setUse, setUse}
	case RetSome, RetNone, JumpSome, JumpNone, Doubt:
		return [4]operand{unused, setUse, unused, unused}
	case Less:
		return [4]operand{setBoth, setUse, unused, unused}
	case Drop:
		return [4]operand{setBoth, numUse, unused, unused}
	case Step:
		return [4]operand{setBoth, numUse, numUse, unused}
	case Next:
		return [4]operand{numDef, setBoth, unused, unused}
	case Out:
		return [4]operand{unused, setUse, numUse, numUse}
	case Move:
		return [4]operand{setDef, setUse, unused, unused}
	case Load:
		return [4]operand{setDef, unused, unused, unused}
	case And, Or, Diff, FillUp, FillDown, FillFar, Flood:
		op4 := [4]operand{setDef, setUse, setUse, unused}
		if op == FillUp || op == FillDown || op == FillFar {
			op4[3] = setUse
		}
		return op4
	case Up, Down, Far:
		return [4]operand{setDef, setUse, unused, setUse}
	case And3, Or3, AndOr, AndDiff, DiffOr, DiffDiff, OrAnd, OrDiff, UpAnd, DownAnd, UpDiff, DownDiff, UpOr, DownOr:
		return [4]operand{setDef, setUse, setUse, setUse}
	case One, Table:
		return [4]operand{setDef, numUse, unused, unused}
	case If:
		return [4]operand{setDef, numUse, setUse, unused}
	case Select:
		return [4]operand{setDef, numUse, setUse, setUse}
	case Line:
		return [4]operand{numDef, numUse, setUse, unused}
	case Spread, Image, Lines:
		return [4]operand{setDef, setUse, unused, unused}
	case Past, Trail:
		return [4]operand{setDef, setUse, setUse, unused}
	case Capture:
		return [4]operand{setDef, numUse, setUse, setUse}
	case Run:
		return [4]operand{setDef, numUse, setUse, unused}
	case Unite:
		return [4]operand{setBoth, setUse, unused, unused}
	case Add:
		return [4]operand{setBoth, numUse, unused, unused}
	case NLoad, NPool:
		return [4]operand{numDef, unused, unused, unused}
	case NMove, NTable, BinK:
		return [4]operand{numDef, numUse, unused, unused}
	case Count, Some:
		return [4]operand{numDef, setUse, unused, unused}
	case Meet, Beyond:
		return [4]operand{numDef, setUse, setUse, unused}
	case Rows:
		return [4]operand{numDef, setUse, setBoth, unused}
	case Has:
		return [4]operand{numDef, setUse, numUse, unused}
	case Bin:
		return [4]operand{numDef, numUse, numUse, unused}
	case NSelect:
		return [4]operand{numDef, numUse, numUse, numUse}
	}
	return [4]operand{}
}

// A vinstr is an instruction whose registers are not chosen yet: d, a, b, c are numbers of values, -1 for none.
type vinstr struct {
	op   Op
	r    [4]int
	k, x int
	regs []int // of Spread and Trail: the values of the masks
}

// A numConst is a constant number, as the instruction that loads it.
type numConst struct {
	op Op
	x  int
}

// jumps reports whether an instruction can go on at a label.
func jumps(op Op) bool { return op >= Jump && op <= Next }

// A code is a program on its way: instructions on values. Values of sets and of numbers are counted apart. fixed names the register
// of values that have a place of their own.
type code struct {
	list      []vinstr
	sets      int
	nums      int
	fixedSet  map[int]int
	fixedNum  map[int]int
	consts    map[int]int      // value of a set → index of its constant
	numConsts map[int]numConst // value of a number → which constant it is
	loops     [][2]int         // first and last instruction
	labels    []int            // where a label is
	result    []Instr
	spread    func(lists []List) // fills in the registers of the masks of Spread and Trail
}
