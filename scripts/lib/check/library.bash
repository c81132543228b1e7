#!/usr/bin/env bash
# The library alone: without the features of the program it builds, and needs none of what the
# program brings along for terminals, browsers and databases. Nor has it a warning, with none of the
# features or with one alone.
#
# usage: scripts/check library [FEATURE…]    (default: none, and protocol, which Python and the site use)
set -euo pipefail
cd "$(dirname "$0")/../../.."
tree=$(cargo tree --package chongkak --no-default-features --edges normal --prefix none --format '{p}' | sort -u)
unwanted='^(anstream|anstyle|clap|clap_.*|comfy-table|console|csv-core|ctor|getrandom|httparse|indicatif|libsqlite3-sys|nix|rusqlite'
unwanted+='|open|rustix|schemars|signal-hook|terminal_size|textwrap|tungstenite) '
if found=$(grep -E "$unwanted" <<<"$tree"); then
  echo "the library without the features of the program needs" >&2
  echo "$found" >&2
  exit 1
fi
# Whatever is left out, nothing else becomes useless. (Only the program uses what `board` brings.)
[ $# -gt 0 ] || set -- "" protocol
for features; do
  # Said of what was built before too; and to deny warnings by a flag would build all of it anew.
  if ! said=$(cargo check --quiet --package chongkak --no-default-features --features "$features" --lib 2>&1) || [[ $said ]]; then
    echo "with the features \"$features\" alone:" >&2
    echo "$said" >&2
    exit 1
  fi
done
echo "the library needs $(grep -cv ^chongkak <<<"$tree") packages, none of them for the program alone"
