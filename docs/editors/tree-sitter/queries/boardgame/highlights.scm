; What Helix, Neovim and Zed color. A later rule wins over an earlier one.

(name) @variable
((name) @function.builtin (#match? @function.builtin "^(abs|adjacent|around|axes|back|backward|cells|column|corners|count|diagonal|distance|east|edge|edges|empty|even|false|file|forward|forwardleft|forwardright|height|holding|kind|kinds|left|marked|me|mine|next|none|north|northeast|northwest|occupied|odd|orthogonal|owner|passes|pieces|ply|rank|repetitions|right|rim|row|seen|side|south|southeast|southwest|stuck|team|the|theirs|true|west)$"))
((name) @type (#match? @type "^(after|any|blocks|bottom|graph|hexagon|hexcolumns|hexrows|hidden|line|loop|neutral|of|rhombus|say|square|teams|top|towers|triangle|under|weight|while)$"))

[
  "def" "move" "chance" "option" "piece" "memory" "counter" "region" "game" "extends" "players"
  "board" "setup" "turn" "end" "value" "say" "hidden" "teams" "after" "use" "loop" "line"
] @keyword

[
  "from" "to" "over" "at" "along" "as" "with" "in" "let" "if" "else" "when" "do" "ensure" "then"
  "weight" "place" "on" "under" "remove" "shift" "by" "each" "while" "again" "becomes" "pass"
  "done" "win" "wins" "lose" "loses" "draw" "illegal" "most" "least" "per" "this" "facing"
  "highest" "lowest" "once" "for" "the" "top" "bottom" "of"
] @keyword.control

[
  "some" "no" "one" "all" "those" "union" "sum" "min" "max" "and" "or" "not" "implies" "mod"
] @keyword.operator

[
  "->" "<->" ":=" "+=" "-=" "=" "!=" "<" "<=" ">" ">=" "+" "-" "*" "/" "^" "&" "|" ".."
] @operator

(def name: (name) @function)
(move name: (name) @function)
(region name: (name) @function)
(state name: (name) @property)
(option name: (name) @constant)
(piece name: (name) @type)
(player name: (name) @constant)

(int) @number
(string) @string
(picture) @string
(comment) @comment
