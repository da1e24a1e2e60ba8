_boardgame() {
  local -a found
  found=("${(@f)$(boardgame completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -n $found ]] && compadd -- $found || _files
}
compdef _boardgame boardgame
