//! Rule sets: options, files, comparisons.

mod compare;
mod diff;
mod files;
mod files_command;
mod options;
mod usual;
