_boardgame() {
  local line=${COMP_LINE:0:COMP_POINT} IFS=$' \t\n' words
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  local current=${words[-1]} IFS=$'\n'
  local cut=${current%"${current##*[:=]}"}
  COMPREPLY=($(boardgame completion words -- "${words[@]:1}" 2>/dev/null))
  COMPREPLY=("${COMPREPLY[@]#"$cut"}")
}
complete -o default -F _boardgame boardgame
