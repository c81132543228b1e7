//! Endgame tables: entries, files, tables that are installed.

mod damaged;
mod durable;
mod entries;
mod files;
mod installed;
mod told;
