//! Rule sets: options, files, what two of them differ in.

mod diff;
mod files;
mod files_command;
mod options;
mod usual;
