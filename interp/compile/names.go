package compile

import (
	"boardgame/interp/compile/emit"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	"boardgame/interp/compile/symbolic"
	"boardgame/interp/compile/turn"
)

// What the users of modules need to know, under the names that they have always had.
type (
	Bits      = layout.Bits
	Choice    = programs.Choice
	FieldKind = symbolic.FieldKind
	Item      = programs.Item
	LeftPart  = programs.LeftPart
	Module    = emit.Module
)

const (
	BundleAnchors = turn.BundleAnchors
	BundleClass   = turn.BundleClass
	BundleCount   = turn.BundleCount
	BundleSet     = turn.BundleSet
	ClassDone     = turn.ClassDone
	ClassFallback = turn.ClassFallback
	ClassPass     = turn.ClassPass
	EndCircle     = turn.EndCircle
	EndDry        = turn.EndDry
	EndEndless    = turn.EndEndless
	EndGiven      = turn.EndGiven
	EndItem       = turn.EndItem
	EndLong       = turn.EndLong
	EndNone       = turn.EndNone
	EndSetup      = turn.EndSetup
	HeadChoice    = lower.HeadChoice
	HeadDraw      = lower.HeadDraw
	HeadEnd       = lower.HeadEnd
	HeadItem      = lower.HeadItem
	HeadMover     = lower.HeadMover
	HeadNode      = lower.HeadNode
	HeadOf        = lower.HeadOf
	HeadOver      = lower.HeadOver
	HeadPassed    = lower.HeadPassed
	HeadSteps     = lower.HeadSteps
	HeadTrail     = lower.HeadTrail
	HeadWinners   = lower.HeadWinners
	HistoryMax    = turn.HistoryMax
	KindField     = symbolic.KindField
	Left          = programs.Left
	MemoryField   = symbolic.MemoryField
	NodeParent    = turn.NodeParent
	NodeSize      = turn.NodeSize
	NumAgain      = symbolic.NumAgain
	NumChances    = programs.NumChances
	NumFirst      = symbolic.NumFirst
	NumOpen       = symbolic.NumOpen
	NumOut        = symbolic.NumOut
	NumPasses     = symbolic.NumPasses
	NumPly        = symbolic.NumPly
	NumSetup      = programs.NumSetup
	NumSince      = programs.NumSince
	NumbersAt     = lower.NumbersAt
	OwnedField    = symbolic.OwnedField
	PendingField  = symbolic.PendingField
	ScoresAt      = lower.ScoresAt
	TryAll        = turn.TryAll
	TrySome       = turn.TrySome
	TurnOver      = turn.TurnOver
)

var NewLayout = layout.NewLayout
