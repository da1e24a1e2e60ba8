// Package code lists the codes of the mistakes that the checker finds, one for each sort of mistake.
// Those of the parser are in dsl/syntax/token.
package code

import "boardgame/dsl/diag"

// The errors. Each has a page in dsl/diag/explain.
const (
	// Names.
	Unknown     diag.Code = "E100" // a name that stands for nothing
	Misplaced   diag.Code = "E101" // a name in a place where it is not allowed
	Duplicate   diag.Code = "E102" // declared twice
	BuiltIn     diag.Code = "E103" // a declared name that the language already has
	SiteLike    diag.Code = "E104" // a name that looks like a site
	Shadowed    diag.Code = "E105" // a variable that hides another name
	Missing     diag.Code = "E106" // a declaration that every game needs
	BranchNames diag.Code = "E107" // a name declared only in another branch

	// Types.
	Arguments   diag.Code = "E110" // too few or too many arguments
	WrongType   diag.Code = "E111" // a value of the wrong type
	Operands    diag.Code = "E112" // two values that do not go together
	TooMany     diag.Code = "E113" // several members where at most one is allowed
	WrongPlane  diag.Code = "E114" // a cell, an edge or a corner in a place where it is not allowed
	TwoPlayers  diag.Code = "E115" // & between players
	PiecesMeant diag.Code = "E116" // a quantifier over a kind or a player
	NotARange   diag.Code = "E117" // a range where a set is needed, or the other way around
	Recursion   diag.Code = "E118" // a definition that needs itself
	NotConstant diag.Code = "E119" // must be known when the game is loaded
	TooLong     diag.Code = "E120" // too much work to evaluate
	Several     diag.Code = "E121" // the only member of a set that has several
	BadSlice    diag.Code = "E122" // pieces of a tower where a set is needed

	BadDescription diag.Code = "E123" // wrong where pieces are described

	// Boards.
	NoSuchSite      diag.Code = "E130"
	NoSuchPlane     diag.Code = "E131" // edges or corners on a board without them
	NoSuchMark      diag.Code = "E132"
	NoSuchDirection diag.Code = "E133"
	NobodyFaces     diag.Code = "E134"
	BadBoard        diag.Code = "E135" // the board itself is wrong
	NoTowers        diag.Code = "E136" // towers on a board without them

	// Files.
	NotFound    diag.Code = "E140"
	Cycle       diag.Code = "E141"
	NotAGame    diag.Code = "E142"
	NotALibrary diag.Code = "E143"
	Clash       diag.Code = "E144" // two used libraries declare the same name

	// Options.
	NoSuchOption diag.Code = "E150" // asked for from outside
	NotInDomain  diag.Code = "E151"
	BadDomain    diag.Code = "E152"
	NotAnOption  diag.Code = "E153" // a condition read at load time that depends on something else
	WrongWord    diag.Code = "E154" // a comparison with a word the option does not have

	// Players and pieces.
	TooLarge     diag.Code = "E160" // more players, kinds or moves than the limit
	NoPlayers    diag.Code = "E161"
	AttrType     diag.Code = "E162" // kinds disagree about the type of an attribute
	SeveralKinds diag.Code = "E163" // a number of several kinds
	BadPer       diag.Code = "E164"
	StateIndex   diag.Code = "E165"
	BadTeams     diag.Code = "E166" // a player in two teams, or all players in one
	BadPicture   diag.Code = "E167"
	BadSpec      diag.Code = "E168" // the owner and kind of a piece

	// Moves, turns and the end.
	RoleTwice   diag.Code = "E200"
	NoSuchMove  diag.Code = "E201"
	NoSuchRole  diag.Code = "E202"
	BadRole     diag.Code = "E203"
	NotAState   diag.Code = "E204"
	BadAssign   diag.Code = "E205"
	NoStuck     diag.Code = "E206"
	BadSentence diag.Code = "E207"
	MixedChance diag.Code = "E208" // chance beside choice in one group
	BadSetup    diag.Code = "E209" // something to choose in a setup
	EarlyState  diag.Code = "E210" // an initial value that depends on pieces before there are any
	WeightTwice diag.Code = "E211"
	EndlessLoop diag.Code = "E212" // nothing in a loop changes what its condition reads
)

// The warnings.
const (
	UnusedOption diag.Code = "W300"
	UnusedDef    diag.Code = "W301"
	UnusedMove   diag.Code = "W302"
	UnusedPiece  diag.Code = "W303"
	UnusedState  diag.Code = "W304"
	UnusedRegion diag.Code = "W305"
	UnusedLet    diag.Code = "W307" // a name bound by `let` that nothing reads
	NearOverride diag.Code = "W306" // nearly matches a declaration but replaces nothing
	StuckTurn    diag.Code = "W310" // a turn that may offer no move
	DeadSentence diag.Code = "W311" // a sentence that an earlier one covers
	EndlessThen  diag.Code = "W312" // a `then` cycle that changes nothing
	DeadGroup    diag.Code = "W313" // an `else` that is never reached
	Wordless     diag.Code = "W314" // an outcome whose reason would be the text of its condition
	MinusMixed   diag.Code = "W320" // - beside & or |
	GroupRepeat  diag.Code = "W321" // a group repeated where a slide was meant
	AlwaysEmpty  diag.Code = "W322"
	AlwaysTrue   diag.Code = "W323"
	AlwaysFalse  diag.Code = "W324"
	NobodyOwns   diag.Code = "W325" // a kind nobody ever gets
	SharedSign   diag.Code = "W326" // two kinds with the same sign
	NoEffect     diag.Code = "W327" // an effect that never changes anything
	// a sign of the board that is not a piece and that nothing reads
	UnreadMark   diag.Code = "W328"
	Teamless     diag.Code = "W329" // a player in no team, or `team` without teams
	NeverChanged diag.Code = "W330" // a counter or memory that is read and never changed
	ListedTwice  diag.Code = "W331" // a move that is twice among those to choose from
	MinusOfSites diag.Code = "W332" // `a1-d1`, which is no range
	UnusedAttr   diag.Code = "W333" // an attribute of pieces that makes no difference
)

// The notes.
const (
	Overrides    diag.Code = "N400"
	HidesPrelude diag.Code = "N401"
	HidesBuiltIn diag.Code = "N403"
	LeftOut      diag.Code = "N402" // an option of the base that nothing reads in the variant
	Untried      diag.Code = "N404" // choices of options that were not checked
)
