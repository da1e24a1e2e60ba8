;;; boardgame.el --- Rules of board games -*- lexical-binding: t -*-

;;; Commentary:
;; A major mode for .rules files and the server for eglot.  The lists of
;; words are written by a test of the language server.

;;; Code:

(require 'comint)
(defvar eglot-server-programs)

(defconst boardgame-keywords '("again" "all" "along" "and" "as" "at" "becomes" "board" "by" "chance" "counter" "def" "do" "done" "draw" "each" "else" "end" "ensure" "extends" "facing" "for" "from" "game" "highest" "if" "illegal" "implies" "in" "let" "lose" "loses" "lowest" "max" "memory" "min" "mod" "move" "no" "not" "on" "one" "option" "or" "over" "pass" "per" "piece" "place" "players" "region" "remove" "setup" "shift" "some" "sum" "then" "this" "those" "to" "turn" "union" "use" "value" "when" "win" "wins" "with"))
(defconst boardgame-built-ins '("abs" "adjacent" "around" "axes" "back" "backward" "cells" "column" "corners" "count" "diagonal" "distance" "east" "edge" "edges" "empty" "even" "false" "file" "forward" "forwardleft" "forwardright" "height" "holding" "kind" "kinds" "left" "marked" "me" "mine" "next" "none" "north" "northeast" "northwest" "occupied" "odd" "orthogonal" "owner" "passes" "pieces" "ply" "rank" "repetitions" "right" "rim" "row" "seen" "side" "south" "southeast" "southwest" "stuck" "team" "the" "theirs" "true" "west"))
(defconst boardgame-types '("after" "any" "blocks" "bottom" "graph" "hexagon" "hexcolumns" "hexrows" "hidden" "line" "loop" "neutral" "of" "rhombus" "say" "square" "teams" "top" "towers" "triangle" "under" "weight" "while"))

(defvar boardgame-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?_ "w" table)
    (modify-syntax-entry ?\" "\"" table)
    table))

(defvar boardgame-font-lock-keywords
  `((,(regexp-opt boardgame-keywords 'words) . font-lock-keyword-face)
    (,(regexp-opt boardgame-built-ins 'words) . font-lock-builtin-face)
    (,(regexp-opt boardgame-types 'words) . font-lock-type-face)
    ("\\_<\\(?:def\\|move\\|region\\)\\s-+\\(\\w+\\)" 1 font-lock-function-name-face)
    ("\\_<[0-9]+\\_>" . font-lock-constant-face)))

;;;###autoload
(define-derived-mode boardgame-mode prog-mode "Boardgame"
  "Major mode for the rules of board games."
  (setq-local comment-start "# "
              comment-start-skip "#+\\s-*"
              indent-tabs-mode nil
              font-lock-defaults '(boardgame-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.rules\\'" . boardgame-mode))

;; eglot shows no commands above a game, so they have keys.
(defun boardgame-run (verb &rest words)
  "Run VERB of the program on this file, with more WORDS, in a buffer."
  (save-buffer)
  (pop-to-buffer
   (apply #'make-comint "boardgame" "boardgame" nil verb (buffer-file-name) words)))

(defun boardgame-play () "Play this game." (interactive) (boardgame-run "play"))
(defun boardgame-test () "Run the tests of this game." (interactive) (boardgame-run "test"))
(defun boardgame-perft () "Count the move sequences." (interactive) (boardgame-run "perft" "3"))

(define-key boardgame-mode-map (kbd "C-c C-p") #'boardgame-play)
(define-key boardgame-mode-map (kbd "C-c C-t") #'boardgame-test)
(define-key boardgame-mode-map (kbd "C-c C-n") #'boardgame-perft)

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(boardgame-mode . ("boardgame" "lsp"))))

(provide 'boardgame)
;;; boardgame.el ends here
