package token

import "boardgame/dsl/diag"

// The codes of syntax errors. Each names one kind of mistake and keeps its number forever.
const (
	NotText diag.Code = "E001" // the file is not readable text: binary, not UTF-8
	TooLong diag.Code = "E002" // the file is larger than any rules file needs to be
	// brackets, conditions or effects nested too deeply
	TooDeep         diag.Code = "E003"
	TooManyMistakes diag.Code = "E004" // reading stopped; the remaining mistakes are not shown
	StrayCharacter  diag.Code = "E005" // a character that the language does not have
	ForeignOperator diag.Code = "E006" // an operator of other languages: ==, &&, ≤
	OpenString      diag.Code = "E007" // a text without its closing quote
	OpenPicture     diag.Code = "E008" // a picture without its closing """
	WrongQuotes     diag.Code = "E009" // a text in quotes other than "
	NumberTooBig    diag.Code = "E010" // a number that does not fit
	BadNumber       diag.Code = "E011" // 1.5, 12abc, 1_000
	ForeignComment  diag.Code = "E012" // a comment in the form of other languages
	NotClosed       diag.Code = "E013" // a bracket or block that is never closed
	ClosesNothing   diag.Code = "E014" // a closing bracket without an opening one
	UnknownDecl     diag.Code = "E015" // no declaration begins like this
	UnknownClause   diag.Code = "E016" // no line of a move begins like this
	UnknownSentence diag.Code = "E017" // no sentence of `end` begins like this
	ReservedName    diag.Code = "E018" // a word of the language used where a name is declared
	// something other than a name where one is declared or mentioned
	NameExpected     diag.Code = "E019"
	WordExpected     diag.Code = "E020" // a fixed word or sign is missing: in, =, :
	ExprExpected     diag.Code = "E021" // a set, number or condition is missing
	CommaMissing     diag.Code = "E022" // two members of a list side by side
	CommaTooMany     diag.Code = "E023" // a comma with nothing before or after it
	OperatorMissing  diag.Code = "E024" // two operands side by side
	ClauseOrder      diag.Code = "E025" // a line of a move in the wrong place, or twice
	Chained          diag.Code = "E026" // a < b < c, a ^ b ^ c
	ParensNeeded     diag.Code = "E027" // not, some, no, one as an operand of a tighter operator
	RepeatsStep      diag.Code = "E028" // * or + after a step, meant as multiplication or union
	ElseMissing      diag.Code = "E029" // if a: b without else
	BodyMissing      diag.Code = "E030" // a quantifier, let or for without `: …`
	EmptyBlock       diag.Code = "E031" // { } where at least one line is required
	Misplaced        diag.Code = "E032" // a word or sign that does not belong where it stands
	StringExpected   diag.Code = "E033" // a text in quotes is missing
	EffectExpected   diag.Code = "E034" // an effect is missing
	ChoiceExpected   diag.Code = "E035" // a move is missing in a choice
	BlockExpected    diag.Code = "E036" // the { of a block is missing
	NotYet           diag.Code = "E037" // a word that the language reserves for later
	AssignmentInExpr diag.Code = "E038" // := or -> where only a value may stand
	LongExpression   diag.Code = "E039" // more operators in one expression than anyone can read
	Confused         diag.Code = "E040" // a fault of the parser itself
)
