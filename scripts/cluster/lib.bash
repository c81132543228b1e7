# What the scripts of this folder share; they source it. `prepare` says what a folder has in it.

fail() {
  echo "$(basename "$0"): $*" >&2
  exit 2
}

# The comment at the head of a script is its help.
help() {
  case ${1:-} in
    -h | --help)
      sed -n '2,/^[^#]/ { s/^# \{0,1\}//p }' "$0"
      exit
      ;;
  esac
}

# Reads what `prepare` wrote: `folder` becomes absolute, for other machines.
open_folder() {
  [ -f "${1:-}/job" ] || fail "${1:-no folder}: expected a folder that scripts/cluster/prepare made"
  folder=$(cd "$1" && pwd)
  source "$folder/job"
}

# The numbers of the shards that are not done, a line each.
missing() {
  local number
  for ((number = 1; number <= shards; number++)); do
    [ -e "$folder/$number-of-$shards.json" ] || echo "$number"
  done
}

# Says what is left, as exit code too.
report() {
  local left
  left=$(missing | paste -sd ' ')
  if [ -n "$left" ]; then
    echo "$(basename "$0"): of $shards shards these are not done: $left" >&2
    exit 1
  fi
}
