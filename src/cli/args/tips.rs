//! Tips in clap's errors on unknown options, unknown commands and missing arguments.

use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};

use chongkak::moves::parse_line;
use chongkak::rules::Preset;

/// The most commands to name as those that have an unknown option.
const MOST_OWNERS: usize = 4;

/// Replaces clap's tips by better ones. clap suggests `--` before any unknown option, though no
/// position begins with a dash, and options that share only a few letters with the one typed.
pub fn with_tips(mut error: Error, command: &mut Command, arguments: &[String]) -> Error {
    if let Some(meant) = suggestion(&error, arguments) {
        error.remove(ContextKind::SuggestedSubcommand);
        error.remove(ContextKind::SuggestedArg);
        let tips = vec![StyledStr::from(meant)];
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        return error;
    }
    if error.kind() == ErrorKind::MissingSubcommand {
        // clap would list the aliases of commands too.
        let commands = selected(command, arguments).get_subcommands();
        let names = commands.map(|command| command.get_name().to_owned());
        let names = ContextValue::Strings(names.collect());
        error.insert(ContextKind::ValidSubcommand, names);
        return error;
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
    // clap shows the usage with the option that it suggested.
    let usage = selected(command, arguments).render_usage();
    error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    let owners = owners(command, unknown.trim_start_matches('-'));
    if !owners.is_empty() {
        let tip = StyledStr::from(format!("{unknown} is an option of {}", owners.join(", ")));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

/// The command line that was probably meant, where it differs by more than a spelling, which clap
/// handles.
fn suggestion(error: &Error, arguments: &[String]) -> Option<String> {
    // The words before the options.
    let words = arguments.iter().map(String::as_str);
    let words: Vec<&str> = words.take_while(|word| !word.starts_with('-')).collect();
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    match (error.kind(), &words[..]) {
        (ErrorKind::InvalidSubcommand, _) => {
            command_suggestion(context(ContextKind::InvalidSubcommand), &words)
        }
        (ErrorKind::ArgumentConflict | ErrorKind::UnknownArgument, ["rules", one, other, ..])
            if *one != "diff" =>
        {
            Some(format!("`chongkak rules diff {one} {other}` compares two rule sets"))
        }
        (ErrorKind::MissingRequiredArgument, ["play", moves @ ..]) if are_moves(moves) => {
            Some(format!("`chongkak play --line \"{}\"`", moves.join(" ")))
        }
        (ErrorKind::MissingRequiredArgument, [.., file]) if Path::new(file).is_file() => {
            Some(format!(
                "`chongkak analyze {file}` and `chongkak set replay {file}` read the record of a set"
            ))
        }
        (ErrorKind::MissingRequiredArgument, ["start", "play", choices @ ..])
            if are_moves(choices) =>
        {
            Some(format!("`chongkak start play --line \"{}\"`", choices.join(" ")))
        }
        (ErrorKind::MissingRequiredArgument, ["match", one, other]) => {
            Some(format!("`chongkak match --first {one} --second {other}`"))
        }
        (ErrorKind::UnknownArgument, _) => match context(ContextKind::InvalidArg) {
            "-v" => Some("`chongkak --version` prints the version".to_owned()),
            _ => None,
        },
        _ => None,
    }
}

fn are_moves(words: &[&str]) -> bool {
    !words.is_empty() && parse_line(&words.join(" ")).is_ok()
}

/// A tip on a command that does not exist.
fn command_suggestion(unknown: &str, words: &[&str]) -> Option<String> {
    match (unknown, words) {
        ("lesson" | "lessons", _) => {
            return Some("`chongkak game --lesson` lists the lessons".into());
        }
        ("version", _) => return Some("`chongkak --version` prints the version".into()),
        ("diff" | "compare", [_, one, other]) => {
            return Some(format!("`chongkak rules diff {one} {other}` compares two rule sets"));
        }
        _ => {}
    }
    if are_moves(words) {
        return Some(format!("`chongkak play --line \"{}\"` plays moves", words.join(" ")));
    }
    let names = Preset::all().iter().map(|preset| preset.name);
    let near: Vec<&str> = match Preset::named(unknown) {
        Ok(preset) => vec![preset.name],
        Err(_) => names.filter(|name| is_near(unknown, name)).collect(),
    };
    let [name, ..] = near[..] else { return None };
    let is_one = near.len() == 1;
    let sets = if is_one { name.to_owned() } else { near.join(" and ") };
    let are = if is_one { "is a rule set" } else { "are rule sets" };
    Some(format!(
        "{sets} {are}: `chongkak game --rules {name}` plays it, `chongkak rules {name}` explains it"
    ))
}

/// Whether `text` may be a misspelling of `name`: at most a third of the letters differ.
fn is_near(text: &str, name: &str) -> bool {
    let letters = |text: &str| text.trim_start_matches('-').to_owned();
    let (text, name) = (letters(text), letters(name));
    3 * strsim::damerau_levenshtein(&text, &name) <= name.len()
}

/// The command or subcommand that the arguments select.
fn selected<'a>(command: &'a mut Command, arguments: &[String]) -> &'a mut Command {
    let Some((first, rest)) = arguments.split_first() else {
        return command;
    };
    if command.find_subcommand(first).is_some() {
        return selected(command.find_subcommand_mut(first).expect("it was found"), rest);
    }
    selected(command, rest)
}

/// The full names of commands that have the option, shortened by `and others` if there are many.
fn owners(command: &Command, option: &str) -> Vec<String> {
    let mut all = Vec::new();
    collect_owners(command, "", option, &mut all);
    if all.len() > MOST_OWNERS {
        all.truncate(MOST_OWNERS);
        all.push("and others".to_owned());
    }
    all
}

fn collect_owners(command: &Command, parent: &str, option: &str, found: &mut Vec<String>) {
    for below in command.get_subcommands() {
        let name = format!("{parent}{}", below.get_name());
        let has = |arg: &clap::Arg| arg.get_long() == Some(option) && !arg.is_global_set();
        if below.get_arguments().any(has) {
            found.push(format!("`{name}`"));
        }
        collect_owners(below, &format!("{name} "), option, found);
    }
}
