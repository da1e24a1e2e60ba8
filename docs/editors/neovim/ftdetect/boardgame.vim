" Other programs have .rules files too (udev, snort): ours declare something, or are still empty.
autocmd BufRead,BufNewFile *.rules
  \ if search('^\s*\(game\|use\|def\|region\|option\)\>', 'nwc') || line('$') == 1 && getline(1) == '' |
  \   set filetype=boardgame |
  \ endif
