" Rules of board games. The lists of words are written by a test of the language server.
if exists('b:current_syntax')
  finish
endif

syntax keyword boardgameKeyword again all along and as at becomes board by chance counter def do done draw each else end ensure extends facing for from game highest if illegal implies in let lose loses lowest max memory min mod move no not on one option or over pass per piece place players region remove setup shift some sum then this those to turn union use value when win wins with
syntax keyword boardgameBuiltIn abs adjacent around axes back backward cells column corners count diagonal distance east edge edges empty even false file forward forwardleft forwardright height holding kind kinds left marked me mine next none north northeast northwest occupied odd orthogonal owner passes pieces ply rank repetitions right rim row seen side south southeast southwest stuck team the theirs true west
syntax keyword boardgameType after any blocks bottom graph hexagon hexcolumns hexrows hidden line loop neutral of rhombus say square teams top towers triangle under weight while
syntax match boardgameNumber '\<\d\+\>'
syntax match boardgameSite '\<[a-z]\d\{1,2}\([nsew]\|[ns][ew]\|ene\|ese\|wnw\|wsw\)\?\>'
syntax match boardgameName '\(\<\(def\|move\|region\|counter\|memory\|option\|value\)\s\+\)\@<=\k\+'
syntax match boardgameComment '#.*$'
syntax region boardgameString start='"' end='"' oneline
syntax region boardgamePicture start='"""' end='"""'

highlight default link boardgameKeyword Keyword
highlight default link boardgameBuiltIn Function
highlight default link boardgameType Type
highlight default link boardgameNumber Number
highlight default link boardgameSite Constant
highlight default link boardgameName Identifier
highlight default link boardgameComment Comment
highlight default link boardgameString String
highlight default link boardgamePicture String

let b:current_syntax = 'boardgame'
