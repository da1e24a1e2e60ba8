complete -c boardgame -a \
  '(boardgame completion words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
