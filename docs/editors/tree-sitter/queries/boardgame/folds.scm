[(move) (setup) (end) (cond_decl) (board) (region)] @fold
