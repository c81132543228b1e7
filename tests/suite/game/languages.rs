//! Games in the player's language: its choice, and its commands.

use std::collections::BTreeSet;

use chongkak::language::Language;

use crate::support::{
    Folder, Terminal, code, program, refused, run, run_with, stderr, stdout, words,
};

/// A small set against a deterministic policy.
const SMALL: &str = "game --rules congklak-six --holes 3 --seeds 2 --b greedy --no-board";

/// The commands of both games, without arguments.
const COMMANDS: [&str; 15] = [
    "moves", "hint", "eval", "undo", "redo", "trace", "board", "score", "rules", "save", "load",
    "help", "resign", "quit", "throw",
];

/// Returns the answers of a game in a language, which must succeed.
fn answered(args: &str, language: &str, typed: &str) -> String {
    let args = [&words(args)[..], &["--language", language]].concat();
    let output = run_with(&args, typed);
    let ended = (code(&output), stderr(&output));
    assert_eq!(ended, (0, String::new()), "{language}: {typed}");
    stdout(&output)
}

/// Returns the word for a command in a language.
fn word(command: &str, language: &str) -> String {
    let language = Language::named(language).unwrap();
    language.text(&format!("game.command.{command}"), &[])
}

/// The locale decides, by its first variable with a value; an option overrides it.
#[test]
fn a_game_speaks_the_language_of_its_terminal() {
    let of = |variables: &[(&str, &str)], more: &[&str]| {
        let mut command = program();
        command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env_remove("LANG");
        let variables = variables.iter().copied();
        command.envs(variables).args(words(SMALL)).args(more);
        let told = stdout(&command.output().unwrap());
        let last = told.lines().last().unwrap().to_owned();
        let known = [("The set is", "en"), ("Perlawanan ini", "ms"), ("Pertandingan ini", "id")];
        known.into_iter().find(|(begins, _)| last.starts_with(begins)).unwrap().1
    };
    for (variables, language) in [
        (&[][..], "en"),
        (&[("LANG", "ms_MY.UTF-8")], "ms"),
        (&[("LANG", "ms_MY.UTF-8"), ("LC_MESSAGES", "id_ID.UTF-8")], "id"),
        (&[("LC_MESSAGES", "id_ID.UTF-8"), ("LC_ALL", "ms")], "ms"),
        (&[("LC_ALL", ""), ("LANG", "in_ID")], "id"),
        (&[("LC_ALL", "C"), ("LANG", "id_ID")], "en"),
        (&[("LC_ALL", "POSIX")], "en"),
        (&[("LANG", "ta_MY.UTF-8")], "en"),
        (&[("LANG", "klingon")], "en"),
    ] {
        assert_eq!(of(variables, &[]), language, "{variables:?}");
        assert_eq!(of(variables, &["--language", "id"]), "id");
        assert_eq!(of(variables, &["--language", "en"]), "en");
    }
    for args in [&format!("{SMALL} --language xx"), "chong game --language xx"] {
        let told = refused(&words(args));
        assert!(told.contains("expected one of en, ms, id"), "{told}");
    }
}

/// Everything else in the program is English, whatever the locale.
#[test]
fn commands_that_are_no_games_stay_english() {
    for args in [
        "show --rules kalah",
        "moves --rules congklak-six",
        "rules",
        "chong show",
        "game --help",
        "game --b tal",
    ] {
        let mut command = program();
        command.env("LC_ALL", "ms_MY.UTF-8").args(words(args));
        assert_eq!(command.output().unwrap(), run(&words(args)), "{args}");
    }
}

#[test]
fn words_of_commands_are_those_of_english_and_of_one_command_each() {
    for command in COMMANDS {
        assert_eq!(word(command, "en"), command);
    }
    for language in Language::all() {
        let code = language.code();
        let own: BTreeSet<String> = COMMANDS.map(|command| word(command, code)).into();
        assert_eq!(own.len(), COMMANDS.len(), "{code}");
        for command in COMMANDS {
            let word = word(command, code);
            let plain = word.chars().all(char::is_lowercase);
            assert!(plain, "{code}: one word in lower case, not {word}");
            // No word means one thing in English and another here, and none is a move.
            let other = COMMANDS.iter().find(|other| **other == word && **other != command);
            assert_eq!(other, None, "{code}");
        }
        assert_ne!(word("yes", code), word("no", code));
        assert_ne!(word("on", code), word("off", code));
    }
}

/// The Indonesian commands do the same as the English ones.
#[test]
fn a_round_is_played_with_indonesian_commands() {
    let english = "moves\nhint\neval\nA2\n3\nundo\nredo\ntrace on\n1\ntrace off\nboard\nscore\nrules\n\
                   moves now\nfoo\nsave\nundo 2\nhelp\nresign\n";
    let indonesian = "langkah\npetunjuk\nnilai\nA2\n3\nurungkan\nulangi\njejak ya\n1\njejak tidak\n\
                      papan\nskor\naturan\nlangkah now\nfoo\nsimpan\nurungkan 2\nbantuan\nmenyerah\n";
    let told = answered(SMALL, "id", indonesian);
    let again = answered(SMALL, "id", english);
    // A message names the command as it was typed.
    let typed = |told: &str| {
        let told = told.replace("sesudah moves", "sesudah langkah");
        let told = told.replace("sesudah undo", "sesudah urungkan");
        told.replace("save: ketik", "simpan: ketik").replace("save catatan", "simpan catatan")
    };
    let lines = |told: &str| {
        let words = typed(told);
        let place =
            |line: &&str| !line.contains('^') && !line.ends_with(" now") && !line.ends_with(" 2");
        words.lines().filter(place).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines(&told), lines(&again));
    for said in [
        "pemain   A: orang; B: greedy, nilai awal acak 1\n",
        "Ronde 1: A mengisi 3 lubang, B mengisi 3 lubang; A memulai permainan\n",
        "A2  1 sebaran, dapat 1; berakhir di lumbung RA; A melangkah lagi\n",
        "\ngiliran A; boleh: A1 A3\n",
        "setiap sebaran diceritakan\n",
        "galat: tertulis \"now\", tidak perlu apa-apa sesudah langkah",
        "A menyerah: B memenangkan pertandingan\n",
        "Pertandingan ini diserahkan; ronde 1, lumbung: A ",
        "petunjuk, hint",
        "jejak ya|tidak, trace on|off",
        "simpan BERKAS, save FILE",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
    // The game equals the English one: the same moves, the same boards.
    let boards = |told: &str| {
        let is = |line: &&str| line.ends_with(" A") && line.contains('/');
        told.lines().filter(is).map(str::to_owned).collect::<Vec<_>>()
    };
    let first = answered(SMALL, "en", english);
    assert_eq!(boards(&told), boards(&first));
    assert!(boards(&told).len() > 4, "{told}");
}

/// The same in Malay, with only the words changed.
#[test]
fn petunjuk_is_hint() {
    let hint = |language, typed| {
        let told = answered(SMALL, language, typed);
        let line = told.lines().find(|line| line.contains(", terbukti: "));
        line.unwrap_or_else(|| panic!("{told}")).to_owned()
    };
    for language in ["ms", "id"] {
        assert_eq!(hint(language, "petunjuk\n"), hint(language, "hint\n"));
        assert_eq!(hint(language, "PETUNJUK\n"), hint(language, "best\n"));
        // Malay is not a command in English.
        assert!(answered(SMALL, "en", "petunjuk\n").contains("error: move 1: found \"petunjuk\""));
    }
    let chong = "chong game --holes 3 --seed 1 --no-board --b greedy";
    for language in ["ms", "id"] {
        let own = answered(chong, language, "petunjuk\n");
        assert_eq!(own, answered(chong, language, "hint\n"));
        let chance = word("hint", language);
        assert!(own.contains(&chance), "{own}");
    }
}

/// The Tab key completes the commands of the language and the English ones, with their arguments.
#[test]
fn tab_completes_both_languages() {
    let shown = Terminal::new()
        .types("A> ", "petu\t\n")
        .types("terbukti: ", "")
        .types("A> ", "jejak y\t\n")
        .types("setiap sebaran diceritakan", "")
        .types("A> ", "trace of\t\n")
        .types("tidak lagi diceritakan", "")
        .types("A> ", "kel\t\n")
        .run(&words(&format!("{SMALL} --language id")));
    let screen = shown.screen();
    assert_eq!(shown.code, 0, "{screen}");
    for line in ["petunjuk", "jejak ya", "trace off", "keluar"] {
        assert!(screen.contains(&format!("\nA> {line}\n")), "{line}: {screen}");
    }
}

/// No English is left in a game of chong, and a pass can be typed in both languages.
#[test]
fn chong_is_played_in_malay() {
    let game = "chong game --holes 3 --seed 7 --no-board --b greedy --throws typed";
    let typed = "baling 2 3 4 5\nlangkau\nbaling 1 2 3 4\n1\nskor\nbatal\nundo\nmenyerah\n";
    let told = answered(game, "ms", typed);
    let english =
        typed.replace("baling", "throw").replace("langkau", "pass").replace("skor", "score");
    let english = english.replace("batal", "undo").replace("menyerah", "resign");
    assert_eq!(told, answered(game, "ms", &english));
    for said in [
        "baling   ditaip daripada dadu sebenar, contohnya 3 5\n",
        "A mendapat 2,3,4,5, ditaip: 1 cara memainkannya\n",
        "A melangkau gilirannya: belum mendapat Chong\n",
        "A menyerah: B memenangi permainan\n",
        "Permainan ini diserahkan; ",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
}

/// Every lesson is played to its end in every language, without a word of another one.
#[test]
fn lessons_are_given_in_every_language() {
    for language in ["ms", "id"] {
        let done = Language::named(language).unwrap();
        let done = done.text(
            "lessons.terminal.done",
            &[("strong", "".into()), ("plain", "".into()), ("what", "".into())],
        );
        for lesson in chongkak::lessons::Lesson::all(Language::english()) {
            let solutions: Vec<_> = lesson.steps.iter().map(|step| &*step.solution).collect();
            let game = format!("game --no-board --lesson {}", lesson.name);
            let typed = format!("petunjuk\n{}\n", solutions.join("\n"));
            let told = answered(&game, language, &typed);
            assert_eq!(told.matches(&done).count(), solutions.len(), "{told}");
            let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
            let told = told.replace(&lesson.source, "");
            for english in [" the ", " seed", " move", "store", " hole", " step", " of "] {
                assert!(!told.contains(english), "{english}: {told}");
            }
        }
    }
}

/// File errors are reported in the language of the game, during it and before it starts.
#[test]
fn faults_of_files_are_told_in_the_language() {
    let folder = Folder::made("game-file-faults");
    let wrong = folder.file("wrong.txt", "rules: kalah\nround one\n");
    let missing = folder.path("missing.txt");
    for (code, gone, unwritten) in [
        ("ms", "tiada fail atau folder sebegini", "tidak dapat ditulis: "),
        ("id", "tidak ada berkas atau folder seperti itu", "tidak dapat ditulis: "),
    ] {
        let game = ["game", "--language", code, "--holes", "2", "--seeds", "1"];
        let typed = format!("load {missing}\nsave {missing}/x\n");
        // Lines wrap around the path.
        let told = stdout(&run_with(&game, &typed));
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(gone) && told.contains(unwritten), "{told}");
        let output = run(&["game", "--language", code, "--load", &missing]);
        assert!(stderr(&output).contains(gone), "{}", stderr(&output));
        // The error of a record has its place, as in English.
        let fault = |code: &str| {
            let output = run(&["game", "--language", code, "--load", &wrong]);
            stderr(&output).lines().next().unwrap().to_owned()
        };
        assert_ne!(fault(code), fault("en"));
    }
}

/// Errors that prevent a game from starting are translated too.
#[test]
fn a_game_that_does_not_begin_says_why_in_the_language() {
    let folder = Folder::made("game-refused");
    let missing = folder.path("missing.toml");
    for args in [
        &format!("game --rules {missing}"),
        "game --set lap=foo",
        "game --set lap",
        "game --holes 99",
        "game 1,2/0",
        "game 0,0/0 1,0/0 A",
        "game -",
        "game --lesson nothing",
        "game --lesson sowing --rules kalah",
        "game --load - --set lap=none",
        "game --load -",
        "game --format json",
        "game --together 1,0/0 1,0/0 A final",
        "chong game --holes 99",
        "chong game --set king_path=foo",
        "chong game --load - --dice 2",
        "chong game SSS|K.k|ss A",
    ] {
        let told = |code: &str| {
            let output = run(&[&words(args)[..], &["--language", code]].concat());
            assert!(output.stdout.is_empty(), "{args}: {}", stdout(&output));
            stderr(&output)
        };
        let english = told("en");
        assert!(english.starts_with("error: "), "{args}: {english}");
        for (code, label) in [("ms", "ralat: "), ("id", "galat: ")] {
            let own = told(code);
            assert!(own.starts_with(label), "{args}: {own}");
            let said = own.lines().next().unwrap();
            for word in [" the ", "expected", "found ", " has ", " of ", " or ", " no "] {
                assert!(!said.contains(word), "{args}: {said}");
            }
        }
    }
}
