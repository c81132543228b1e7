//! Rule sets: options, files, what two of them differ in.

mod compare;
mod diff;
mod files;
mod files_command;
mod options;
mod usual;
