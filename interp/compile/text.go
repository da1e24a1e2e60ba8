package compile

import (
	"fmt"
	"io"
)

var opNames = [...]string{
	RetIf: "retif", Check: "check", Jump: "jump", JumpIf: "jumpif", JumpNot: "jumpnot", JumpEq: "jumpeq", JumpNe: "jumpne", JumpLt: "jumplt", JumpLe: "jumple",
	JumpBit: "jumpbit", JumpSome: "jumpsome", JumpNone: "jumpnone", JumpHas: "jumphas", JumpLacks: "jumplacks", Next: "next", Out: "out",
	OutAnd: "outand", OutAnd3: "outand3", OutDiff: "outdiff", OutAndDiff: "outanddiff", OutDiffDiff: "outdiffdiff", OutUpAnd: "outupand",
	OutDownAnd: "outdownand", Outs: "outs", RetMeet: "retmeet", RetSome: "retsome", RetNone: "retnone", RetIn: "retin", RetIs: "retis", RetLt: "retlt", RetLe: "retle", Less: "less", Drop: "drop", Step: "step",
	Offer: "offer", Score: "score", Move: "move", Load: "load", And: "and", Or: "or", Diff: "diff", And3: "and3", Or3: "or3",
	AndOr: "andor", AndDiff: "anddiff", DiffOr: "diffor", DiffDiff: "diffdiff", OrAnd: "orand", OrDiff: "ordiff", Up: "up",
	Down: "down", UpAnd: "upand", DownAnd: "downand", UpDiff: "updiff", DownDiff: "downdiff", UpOr: "upor", DownOr: "downor",
	Far: "far", One: "one", Table: "table", If: "if", Select: "select", FillUp: "fillup", FillDown: "filldown", FillFar: "fillfar",
	Flood: "flood", Spread: "spread", Trail: "trail", Doubt: "doubt", Image: "image", Run: "run", Past: "past", Capture: "capture", Unite: "unite", Add: "add", NLoad: "nload", NPool: "npool",
	Lines: "lines", Line: "line", Rows: "rows",
	NMove: "nmove", Count: "count", Some: "some", Meet: "meet", Beyond: "beyond", Has: "has", NTable: "ntable",
	Bin: "bin", BinK: "bink", NSelect: "nselect",
}

var binNames = [...]string{
	bAdd: "+", bSub: "-", bMul: "*", bDiv: "/", bMod: "mod", bPow: "^", bMin: "min", bMax: "max", bEq: "=", bNe: "!=", bLt: "<",
	bLe: "<=", bAnd: "&", bOr: "|", bXor: "xor", bAndNot: "&^", bShr: "bit",
}

// String returns the name of the operation.
func (op Op) String() string {
	if int(op) < len(opNames) {
		return opNames[op]
	}
	return "?"
}

// String writes an instruction with its registers: s of sets, n of numbers.
func (in Instr) String() string {
	text := in.Op.String()
	s := shape(in.Op)
	for i, r := range [4]uint8{in.D, in.A, in.B, in.C} {
		if r == NoReg {
			continue
		}
		switch s[i] {
		case setUse, setDef, setBoth:
			text += fmt.Sprintf(" s%d", r)
		case numUse, numDef, numBoth:
			text += fmt.Sprintf(" n%d", r)
		}
	}
	switch in.Op {
	case RetIs:
		text += fmt.Sprintf(" = %d: %d", in.K, in.X)
	case RetIf, RetMeet, RetSome, RetNone, RetIn, RetLt, RetLe, NLoad, Far, FillFar:
		text += fmt.Sprintf(" %d", int16(in.X))
	case BinK:
		text += fmt.Sprintf(" %s %d", binNames[in.K], int16(in.X))
	case Bin:
		text += " " + binNames[in.K]
	case OutUpAnd, OutDownAnd:
		text += fmt.Sprintf(" by %d #%d", in.K, in.X)
	case Outs:
		text += fmt.Sprintf(" as %d #%d…", in.K, in.X)
	case Up, Down, UpAnd, DownAnd, UpDiff, DownDiff, UpOr, DownOr:
		text += fmt.Sprintf(" by %d", in.K)
	case FillUp, FillDown:
		text += fmt.Sprintf(" by %d, %d times", in.K, in.X)
	case Rows:
		text += fmt.Sprintf(" of %d #%d", in.K, in.X)
	case JumpBit:
		text += fmt.Sprintf(" %d to %d", in.K, in.X)
	case Jump, JumpIf, JumpNot, JumpEq, JumpNe, JumpLt, JumpLe, JumpSome, JumpNone, JumpHas, JumpLacks, Next:
		text += fmt.Sprintf(" to %d", in.X)
	case Out, OutAnd, OutAnd3, OutDiff, OutAndDiff, OutDiffDiff, Offer, Score, Load, Table, Doubt, Flood, Spread, Trail, Image, Run, Past, Capture, Lines, Line, NPool, NTable:
		text += fmt.Sprintf(" #%d", in.X)
	}
	return text
}

// Dump writes the programs of a game.
func (p *Program) Dump(w io.Writer) {
	for i, f := range p.Fields {
		fmt.Fprintf(w, "s%d is %s\n", i, p.fieldName(f))
	}
	fmt.Fprintf(w, "s%d to s%d are constants\n", p.PinnedAt, p.PinnedAt+len(p.Pinned)-1)
	for i, k := range p.Kept {
		fmt.Fprintf(w, "n%d is %d\n", p.KeptAt+i, k)
	}
	for me, player := range p.Players {
		name := p.Game.Players[me].Name
		for c, ch := range player.Choices {
			where := "turn"
			if c > 0 {
				where = fmt.Sprintf("continuation %d", c)
			}
			for g, code := range ch.Groups {
				fmt.Fprintf(w, "\n%s, %s, group %d\n", name, where, g+1)
				dump(w, code.Code)
				if code.Judge != nil {
					fmt.Fprintf(w, "\n%s, %s, group %d, what is compared\n", name, where, g+1)
					dump(w, code.Judge)
				}
			}
		}
		for i, a := range player.Applies {
			fmt.Fprintf(w, "\n%s plays %s (%d)\n", name, p.Game.Moves[a.Move].Name, i)
			dump(w, a.Code)
			if a.Witness != nil {
				fmt.Fprintf(w, "\n%s finds the witness of %s (%d)\n", name, p.Game.Moves[a.Move].Name, i)
				dump(w, a.Witness.Code)
			}
			if a.Late != nil {
				fmt.Fprintf(w, "\n%s ensures after %s (%d)\n", name, p.Game.Moves[a.Move].Name, i)
				dump(w, a.Late.Code)
			}
		}
		for _, chunk := range player.End {
			fmt.Fprintf(w, "\n%s, end\n", name)
			dump(w, chunk.Code)
		}
	}
}

func (p *Program) fieldName(f Field) string {
	switch f.Kind {
	case OwnedField:
		return fmt.Sprintf("the pieces of %s, plane %d", p.Game.Players[f.Index].Name, f.Plane)
	case KindField:
		return fmt.Sprintf("every %s, plane %d", p.Game.Kinds[f.Index].Name, f.Plane)
	case RowlessField:
		return fmt.Sprintf("a set as it was when it last had no row, %d", f.Index)
	case MemoryField:
		return fmt.Sprintf("memory %d, plane %d", f.Index, f.Plane)
	}
	return fmt.Sprintf("the bound site %d of a continuation, plane %d", f.Index, f.Plane)
}

func dump(w io.Writer, code []Instr) {
	for i, in := range code {
		fmt.Fprintf(w, "%4d  %s\n", i, in)
	}
}
