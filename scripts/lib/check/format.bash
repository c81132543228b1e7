#!/usr/bin/env bash
# Checks the format of the Rust sources in all packages: the workspace, the Python engine, the site.
set -euo pipefail
cd "$(dirname "$0")/../../.."
for package in . python web; do
  cargo fmt --all --check --manifest-path "$package/Cargo.toml"
done
