# Shared by the scripts of this folder, which source it. `prepare` describes the contents of a
# folder.

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

# Reads the settings that `prepare` wrote, and makes `folder` absolute, for other machines.
open_folder() {
  [ -f "${1:-}/job" ] || fail "${1:-no folder}: expected a folder that scripts/cluster/prepare made"
  folder=$(cd "$1" && pwd)
  source "$folder/job"
}

# Prints the numbers of the unfinished shards, one a line.
missing() {
  local number
  for ((number = 1; number <= shards; number++)); do
    [ -e "$folder/$number-of-$shards.json" ] || echo "$number"
  done
}

# Reports unfinished shards, also by the exit code.
report() {
  local left
  left=$(missing | paste -sd ' ')
  if [ -n "$left" ]; then
    echo "$(basename "$0"): of $shards shards these are not done: $left" >&2
    exit 1
  fi
}
