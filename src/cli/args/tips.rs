//! The messages on an option that the command does not have, and on a command that there is not.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};

use chongkak::rules::Preset;

/// Commands that are named as those which have an option.
const NAMED: usize = 4;

/// An error with useful tips only. clap advises to put `--` before whatever it doesn't know, though
/// no position begins so, and names an option that has a few letters in common.
pub fn sensible(mut error: Error, command: &mut Command, arguments: &[String]) -> Error {
    if error.kind() == ErrorKind::InvalidSubcommand {
        return with_what_is_meant(error);
    }
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    let unknown = unknown.clone();
    error.remove(ContextKind::Suggested);
    if let Some(ContextValue::String(meant)) = error.get(ContextKind::SuggestedArg)
        && is_near(&unknown, meant)
    {
        return error;
    }
    error.remove(ContextKind::SuggestedArg);
    // Its usage is that of the option it has suggested.
    let usage = asked_for(command, arguments).render_usage();
    error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    let owners = owners(command, unknown.trim_start_matches('-'));
    if !owners.is_empty() {
        let tip = StyledStr::from(format!("{unknown} is an option of {}", owners.join(", ")));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

/// A command that there is not, with the one that does what it says. clap knows spellings alone.
fn with_what_is_meant(mut error: Error) -> Error {
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    let meant = match unknown.as_str() {
        "lesson" | "lessons" => "`chongkak game --lesson` lists the lessons".to_owned(),
        name => match Preset::named(name) {
            Ok(preset) => {
                let name = preset.name;
                format!(
                    "`chongkak game --rules {name}` plays it, `chongkak rules {name}` explains it"
                )
            }
            Err(_) => return error,
        },
    };
    error.remove(ContextKind::SuggestedSubcommand);
    let tips = vec![StyledStr::from(meant)];
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    error
}

/// Tells whether one may be a slip of the other: a letter of three is wrong at most.
fn is_near(text: &str, name: &str) -> bool {
    let letters = |text: &str| text.trim_start_matches('-').to_owned();
    let (text, name) = (letters(text), letters(name));
    3 * strsim::damerau_levenshtein(&text, &name) <= name.len()
}

/// The command that the arguments name.
fn asked_for<'a>(command: &'a mut Command, arguments: &[String]) -> &'a mut Command {
    let Some((first, rest)) = arguments.split_first() else {
        return command;
    };
    if command.find_subcommand(first).is_some() {
        return asked_for(
            command.find_subcommand_mut(first).expect("it is there"),
            rest,
        );
    }
    asked_for(command, rest)
}

/// The commands that have an option, each with its whole name; `and others` if they are many.
fn owners(command: &Command, option: &str) -> Vec<String> {
    let mut all = Vec::new();
    gather(command, "", option, &mut all);
    if all.len() > NAMED {
        all.truncate(NAMED);
        all.push("and others".to_owned());
    }
    all
}

fn gather(command: &Command, above: &str, option: &str, found: &mut Vec<String>) {
    for below in command.get_subcommands() {
        let name = format!("{above}{}", below.get_name());
        let has = |arg: &clap::Arg| arg.get_long() == Some(option) && !arg.is_global_set();
        if below.get_arguments().any(has) {
            found.push(format!("`{name}`"));
        }
        gather(below, &format!("{name} "), option, found);
    }
}
