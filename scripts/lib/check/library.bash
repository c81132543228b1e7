#!/usr/bin/env bash
# Checks the library alone: without the program's features it builds without the packages for
# terminals, browsers and databases. It builds without warnings with no feature and with each
# feature alone.
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
# Omitting features must not leave unused code. (Only the program uses the feature `board`.)
[ $# -gt 0 ] || set -- "" protocol
for features; do
  # Touched, so that warnings are repeated for built code; denying them by a flag would rebuild
  # everything.
  if ! said=$(cargo check --quiet --package chongkak --no-default-features --features "$features" --lib 2>&1) || [[ $said ]]; then
    echo "with the features \"$features\" alone:" >&2
    echo "$said" >&2
    exit 1
  fi
done
echo "the library needs $(grep -cv ^chongkak <<<"$tree") packages, none of them for the program alone"
