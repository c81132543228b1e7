#!/usr/bin/env bash
# What would be published: `cargo package` accepts it, and from the packed archive `cargo install`
# makes a program that works, for somebody with an empty home and without the settings of this
# folder. (Built for a look alone: to optimise it takes longer and tells no more.)
set -euo pipefail
cd "$(dirname "$0")/../../.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
cargo package --quiet --no-verify "$@"
version=$(cargo pkgid)
name=chongkak-${version##*[#@]}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
# With the time of now: those of a package never change, and Cargo would take new files for old.
rm -rf "$target/package/$name"
tar -xmf "$target/package/$name.crate" -C "$target/package"
rustup=$(rustc --print sysroot)
(
  cd "$place"
  env -i HOME="$place" PATH="$rustup/bin:/usr/local/bin:/usr/bin:/bin" ${CC:+CC="$CC"} \
    CARGO_HOME="${CARGO_HOME:-$HOME/.cargo}" CARGO_TARGET_DIR="$target/package/build" \
    cargo install --quiet --debug --locked --no-track --path "$target/package/$name" --root "$place"
  value=$(env -i HOME="$place" "$place/bin/chongkak" solve --rules kalah --holes 3 --seeds 2 --fresh --format jsonl)
  grep -q '"value":4,' <<<"$value"
)
rm -rf "$target/package/$name"
echo "$name: $(tar -tf "$target/package/$name.crate" | wc -l) files, and the program is installed from them"
