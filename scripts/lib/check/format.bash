#!/usr/bin/env bash
# The format of Rust's sources, in all packages: those of this workspace, Python's engine, the site's.
set -euo pipefail
cd "$(dirname "$0")/../../.."
for package in . python web; do
  cargo fmt --all --check --manifest-path "$package/Cargo.toml"
done
