#!/usr/bin/env bash
# What would be published: `cargo package` accepts it, and with the files that are in the package,
# and no others, library and program compile. (Checked, not built as cargo would do it: that takes
# longer and tells no more.)
set -euo pipefail
cd "$(dirname "$0")/../../.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
cargo package --quiet --no-verify "$@"
version=$(cargo pkgid)
name=chongkak-${version##*[#@]}
rm -rf "$target/package/$name"
# With the time of now: those of a package never change, and Cargo would take new files for old.
tar -xmf "$target/package/$name.crate" -C "$target/package"
cargo check --quiet --locked --manifest-path "$target/package/$name/Cargo.toml" --target-dir "$target"
rm -rf "$target/package/$name"
echo "$name: $(tar -tf "$target/package/$name.crate" | wc -l) files, which compile"
