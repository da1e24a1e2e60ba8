/**
 * The language of rules files for tree-sitter: what Helix, Neovim and Zed color and fold by. The
 * rules are those of "Grammar" in docs/language.md, in the same order; a test compares the names
 * and the words of both. It accepts a little more than the program does, because an editor colors
 * what is not finished yet; the language server says what is wrong.
 */
/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const some = (rule, separator) => seq(rule, repeat(seq(separator, rule)));
const list = (rule) => some(rule, ",");
const block = (...rules) => seq("{", ...rules, "}");

// How tightly an expression binds, loosest first.
const LEVEL = {
  form: 0, implies: 1, or: 2, and: 3, not: 4, compare: 5, some: 6, sum: 7, product: 8, power: 9,
  unary: 10, path: 11,
};

module.exports = grammar({
  name: "boardgame",

  word: ($) => $.name,
  extras: ($) => [/\s/, $.comment],
  supertypes: ($) => [$.decl, $.expr],

  // `some x in S` asks for x in a set, or for each x of it if a colon follows.
  conflicts: ($) => [[$.term, $.quant]],

  rules: {
    file: ($) => repeat($.decl),

    decl: ($) => choice(
      $.def, $.move, $.option, $.pieces, $.state, $.region, $.game, $.players, $.board, $.setup,
      $.turn, $.end, $.value, $.say, $.hidden, $.after, $.cond_decl, $.use, $.teams,
    ),

    def: ($) => seq(
      "def", field("name", $.name), optional(seq("(", list($.name), ")")), "=", $.expr,
    ),

    move: ($) => seq(
      choice("move", "chance"), field("name", choice($.name, $.verb)), optional($.string),
      block(
        repeat($.clause), optional(seq("do", list($.effect))),
        optional(seq("ensure", list($.cond))), optional(seq("then", $.choice)),
      ),
    ),
    clause: ($) => choice($.bind, $.let_clause, $.if_clause, $.weight_clause),
    bind: ($) => seq(
      choice("from", "to", "over", "at", "along", "as", "with"), field("name", $.name), "in",
      $.domain, optional(seq("of", $.expr)),
    ),
    domain: ($) => prec.left(seq($.expr, optional(seq("..", $.expr)))),
    let_clause: ($) => seq("let", field("name", $.name), "=", $.expr),
    if_clause: ($) => seq("if", list($.cond)),
    cond: ($) => seq($.expr, optional($.string)),
    weight_clause: ($) => seq("weight", $.expr),

    effect: ($) => prec.right(seq($.action, optional(seq("when", $.expr)))),
    action: ($) => choice(
      $.place, $.remove, $.shift, $.each, $.while, $.again, $.let_action, $.change,
    ),
    place: ($) => seq("place", $.spec, choice("on", "under"), $.expr),
    spec: ($) => prec.right(seq($.call, optional($.call))),
    call: ($) => prec.right(seq(
      choice($.name, "min", "max", "players"), optional(seq("(", optional(list($.expr)), ")")),
    )),
    remove: ($) => seq("remove", $.expr),
    shift: ($) => seq("shift", $.expr, "by", $.stride),
    each: ($) => seq(
      "each", field("name", $.name), "in", $.domain, ":", choice($.effect, block(list($.effect))),
    ),
    while: ($) => seq("while", $.expr, ":", choice($.effect, block(list($.effect)))),
    again: () => "again",
    let_action: ($) => seq("let", field("name", $.name), "=", $.expr),
    change: ($) => seq(
      $.expr,
      choice(
        seq("->", optional("under"), $.expr), seq(choice("<->", ":=", "+=", "-="), $.expr),
        seq("becomes", $.spec),
      ),
    ),

    choice: ($) => some($.group, "else"),
    group: ($) => prec.right(seq(list($.item), optional($.best))),
    item: ($) => prec.right(seq(
      choice($.name, "pass", "done", "win", "lose", "draw", "illegal", $.verb),
      optional(choice("wins", "loses", "win", "lose")), optional($.string), repeat($.role_value),
      optional(seq("when", $.expr)),
    )),
    role_value: ($) => seq(choice("from", "to", "over", "at", "along", "as"), $.expr),
    best: ($) => prec.right(seq("with", choice("most", "least"), list($.expr))),

    option: ($) => seq(
      "option", field("name", $.name), "=", $.expr, "in", $.domain, optional($.string),
    ),
    pieces: ($) => seq("piece", list($.piece)),
    piece: ($) => seq(field("name", $.name), optional($.string), optional(block(list($.attr)))),
    attr: ($) => seq(choice($.name, "on"), optional($.expr)),
    state: ($) => seq(
      choice("memory", "counter"), field("name", $.name),
      optional(seq("per", list(choice($.name, "piece")))), "=", $.expr,
      optional(seq("this", "turn")),
    ),
    region: ($) => seq(
      "region", field("name", $.name),
      choice(seq("=", $.expr), block($.per_player, repeat(seq(optional(","), $.per_player)))),
    ),
    per_player: ($) => seq($.name, ":", $.expr),
    game: ($) => seq("game", $.string, optional(seq("extends", $.string))),
    players: ($) => seq("players", list($.player)),
    player: ($) => prec.right(seq(
      field("name", $.name), optional(seq("facing", $.name)), optional(seq("when", $.expr)),
    )),

    board: ($) => prec.right(seq(
      "board", $.name, optional(seq("(", list($.expr), ")")), optional($.picture),
      optional(block(repeat1($.line))), optional(seq("with", list($.with))),
    )),
    line: ($) => seq(
      choice("loop", "line"), optional(seq(field("name", $.name), ":")), $.point,
      repeat(seq("-", $.point)),
    ),
    point: ($) => seq($.name, optional(seq("..", $.name))),
    with: ($) => prec.right(seq($.name, optional(seq("(", $.expr, ")")))),

    setup: ($) => seq(
      "setup",
      choice(
        seq(
          choice($.picture, block($.setup_item, repeat(seq(optional(","), $.setup_item)))),
          optional(seq("then", $.choice)),
        ),
        seq("then", $.choice),
      ),
    ),
    setup_item: ($) => seq($.spec, ":", $.expr),

    turn: ($) => seq("turn", $.choice),
    end: ($) => seq("end", block(repeat1($.sentence))),
    sentence: ($) => seq(
      choice(
        seq(optional($.name), choice("win", "wins", "lose", "loses", "draw")),
        seq(choice("highest", "lowest"), $.expr, "wins"),
      ),
      optional($.string), optional(seq("at", "once")), "if", $.expr,
    ),
    value: ($) => seq("value", field("name", $.name), "=", $.expr),
    say: ($) => seq("say", $.string, "if", $.expr),
    hidden: ($) => seq("hidden", list($.hidden_item)),
    teams: ($) => seq("teams", list($.team)),
    team: ($) => seq($.name, repeat(seq("+", $.name))),
    hidden_item: ($) => seq($.expr, optional(seq("when", $.expr))),
    after: ($) => seq("after", list(choice($.name, $.verb)), ":", list($.effect)),
    cond_decl: ($) => seq(
      "if", $.expr, block(repeat($.decl)),
      optional(seq("else", choice($.cond_decl, block(repeat($.decl))))),
    ),
    use: ($) => seq("use", $.string),
    verb: () => choice("place", "remove", "shift", "each", "becomes", "again"),

    expr: ($) => choice(
      $.implies, $.or, $.and, $.not, $.compare, $.some, $.sum, $.product, $.power, $.unary, $.only,
      $.slice, $.if_expr, $.let_expr, $.for_expr, $.quant, $.path, $.int, $.string, $.term, $.paren,
      $.set,
    ),
    implies: ($) => prec.right(LEVEL.implies, seq($.expr, "implies", $.expr)),
    or: ($) => prec.left(LEVEL.or, seq($.expr, "or", $.expr)),
    and: ($) => prec.left(LEVEL.and, seq($.expr, "and", $.expr)),
    not: ($) => prec(LEVEL.not, seq("not", $.expr)),
    compare: ($) => prec.left(LEVEL.compare, seq(
      $.expr, choice("=", "!=", "<", "<=", ">", ">=", "in"), $.expr,
    )),
    some: ($) => prec(LEVEL.some, seq(choice("some", "no", "one"), $.expr)),
    sum: ($) => prec.left(LEVEL.sum, seq($.expr, choice("+", "-", "|"), $.expr)),
    product: ($) => prec.left(LEVEL.product, seq($.expr, choice("*", "/", "mod", "&"), $.expr)),
    power: ($) => prec.left(LEVEL.power, seq($.expr, "^", $.expr)),
    unary: ($) => prec(LEVEL.unary, seq("-", $.expr)),
    only: ($) => prec(LEVEL.some, seq("the", $.expr)),
    slice: ($) => prec(LEVEL.some, seq(choice("top", "bottom"), optional($.expr), "of", $.expr)),
    if_expr: ($) => prec.right(LEVEL.form, seq("if", $.expr, ":", $.expr, "else", $.expr)),
    let_expr: ($) => prec.right(LEVEL.form, seq(
      "let", field("name", $.name), "=", $.expr, ":", $.expr,
    )),
    for_expr: ($) => prec.right(LEVEL.form, seq("for", $.expr, ":", $.expr)),
    quant: ($) => prec(LEVEL.form, seq(
      choice("some", "no", "one", "all", "those", "union", "sum", "min", "max"),
      field("name", $.name), "in", $.domain, ":", $.expr,
    )),
    path: ($) => prec.left(LEVEL.path, seq($.expr, $.step)),
    term: ($) => seq(
      choice($.name, "players", "min", "max"), optional(seq("(", optional(list($.expr)), ")")),
    ),
    paren: ($) => seq("(", $.expr, ")"),
    set: ($) => block(optional(list($.domain))),
    step: ($) => prec.right(LEVEL.path, seq(
      ".", choice($.call, seq("(", $.expr, ")")), optional(seq("[", $.expr, "]")), optional($.rep),
    )),
    rep: ($) => choice("*", "+", block($.domain)),
    stride: ($) => choice($.call, seq("(", $.expr, ")")),

    name: () => /[\p{L}_][\p{L}\p{M}\p{N}_]*/,
    int: () => /[0-9]+/,
    string: () => /"[^"\n]*"/,
    picture: () => token(seq('"""', repeat(/[^"]|"[^"]|""[^"]/), '"""')),
    comment: () => /#.*/,
  },
});
