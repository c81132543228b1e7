//! A newcomer's first commands: names of games, rules, lessons, and the book.

use chongkak::language::Language;
use chongkak::rules::{Preset, Question};

use crate::support::{
    Folder, code, home, json_of, played, program, refused, run, run_with, stderr, stdout, words,
};

/// Returns the output of a command, with whitespace collapsed.
fn printed(command: &str) -> String {
    let output = run(&words(command));
    assert_eq!(code(&output), 0, "{command}: {}", stderr(&output));
    joined(&stdout(&output))
}

fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_by_its_other_name_is_the_rule_set() {
    for (alias, name) in Preset::aliases() {
        assert!(Preset::all().iter().all(|preset| preset.name != *alias), "{alias}");
        assert_eq!(Preset::named(alias).unwrap().name, *name);
        let found = json_of(&["moves", "--rules", alias]);
        assert_eq!(found["rules"]["name"], *name);
        assert_eq!(json_of(&["rules", alias])["name"], *name);
        assert_eq!(json_of(&["book", alias])["book"], *name);
        assert_eq!(json_of(&["set", "table", alias])["rules"]["name"], *name);
    }
    assert!(printed("show 1,1/0 1,1/0 --rules congkak").contains("A to move"));
}

#[test]
fn words_that_are_no_commands_lead_to_what_is_meant() {
    for (typed, meant) in [
        ("congkak", "`chongkak game --rules congklak` plays it"),
        ("dakon", "`chongkak rules dakon` explains it"),
        ("lesson", "`chongkak game --lesson` lists the lessons"),
    ] {
        let error = refused(&[typed]);
        assert!(error.contains(meant) && !error.contains("similar"), "{error}");
    }
    for place in ["game", "show", "eval"] {
        let error = refused(&[place, "congkak"]);
        assert!(error.contains("a rule set, not a position, expected --rules congkak"), "{error}");
    }
    assert_eq!(json_of(&["openings", "kalah"]), json_of(&["book", "kalah"]));
    let small = ["1,1/0 1,1/0 A", "--rules", "kalah"];
    let hint = json_of(&[&["hint"], &small[..]].concat());
    assert_eq!(hint["value"], json_of(&[&["solve"], &small[..]].concat())["value"]);
}

#[test]
fn the_table_of_rules_has_every_answer_of_every_rule_set() {
    let told = printed("rules");
    let english = Language::english();
    // Every question, with its answers and the rule sets of each.
    for question in &Question::ALL[1..] {
        let mut named: Vec<(String, Vec<&str>)> = Vec::new();
        for preset in Preset::all() {
            let answer = question.answer(&preset.rules, english);
            match named.iter_mut().find(|(known, _)| *known == answer) {
                Some((_, names)) => names.push(preset.name),
                None => named.push((answer, vec![preset.name])),
            }
        }
        let mut block = question.text(english);
        for (answer, names) in named {
            block += &format!(" {answer} {}", names.join(", "));
        }
        assert!(told.contains(&block), "{block}: {told}");
    }
    let all = json_of(&["rules"]);
    for (preset, found) in Preset::all().iter().zip(all.as_array().unwrap()) {
        let answers = Question::ALL.map(|question| question.answer(&preset.rules, english));
        for ((question, answer), one) in
            Question::ALL.iter().zip(&answers).zip(found["answers"].as_array().unwrap())
        {
            assert_eq!(
                (&one["question"], &one["answer"]),
                (&question.text(english).into(), &answer.as_str().into())
            );
        }
    }
    assert!(stdout(&run(&["rules"])).lines().all(|line| line.chars().count() <= 100));
}

/// README's table has these questions, under these headings; below it are the others.
const COLUMNS: [(&str, &str); 4] = [
    ("capture at once", "a capture before going round?"),
    ("lone last", "a lone last seed"),
    ("not filled", "holes not filled"),
    ("starts", "who starts next"),
];

#[test]
fn the_first_page_has_the_answers_of_the_rules() {
    let page = std::fs::read_to_string(home().join("README.md")).unwrap();
    let english = Language::english();
    let headings = COLUMNS.map(|(_, heading)| heading).join(" | ");
    assert!(page.contains(&format!("| rule set | holes, seeds | {headings} |\n")), "{headings}");
    let questions = COLUMNS.map(|(short, _)| {
        Question::ALL.iter().find(|question| question.short(english) == short).expect(short)
    });
    for preset in Preset::all() {
        let rules = preset.rules;
        let answers = questions.map(|question| question.answer(&rules, english));
        let (name, size) = (preset.name, format!("{}, {}", rules.holes, rules.seeds));
        let row = format!("| `{name}` | {size} | {} |\n", answers.join(" | "));
        assert!(page.contains(&row), "{row}");
    }
}

#[test]
fn a_full_board_of_other_rules_is_told() {
    let full = "7,7,7,7,7,7,7/0 7,7,7,7,7,7,7/0 A";
    let names = "98 in all, not the 126 of a full board: a full board of conglak, conglak-burnt, \
                 congklak, congklak-bank, sungka, chonka: --rules?";
    assert!(stdout(&run(&["show", full])).contains(names));
    assert!(!stdout(&run(&["show", full, "--rules", "congklak"])).contains("in all"));
    // A board that no rule set has as its full board.
    let other = stdout(&run(&["show", "7,7/0 7,8/0 A"]));
    assert!(other.contains("29 in all, not the 36 of a full board\n"), "{other}");
}

#[test]
fn the_environment_names_the_usual_rules() {
    let with = |value: &str, args: &[&str]| {
        let mut command = program();
        command.env("CHONGKAK_RULES", value).args(args);
        command.output().unwrap()
    };
    let moves = ["moves", "--format", "json"];
    let name = |value: &str, more: &[&str]| {
        let output = with(value, &[&moves[..], more].concat());
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (found["rules"]["name"].as_str().unwrap().to_owned(), stderr(&output))
    };
    let because = "--rules dakon, from CHONGKAK_RULES\n";
    assert_eq!(name("dakon", &[]), ("dakon".into(), because.into()));
    assert_eq!(name("dakon", &["--quiet"]), ("dakon".into(), String::new()));
    assert_eq!(name("dakon", &["--rules", "kalah"]), ("kalah".into(), String::new()));
    assert_eq!(name("", &[]), ("overbeck".into(), String::new()));
    let folder = Folder::made("usual-rules");
    folder.file("mine.toml", "name = \"mine\"\nbase = \"kalah\"\n");
    assert_eq!(name(&folder.path("mine.toml"), &[]).0, "kalah");
    // `game` does it too; commands without rules, or with explicit ones, are not affected.
    let game = stdout(&with("kalah", &["game", "--no-board"]));
    assert!(game.starts_with("rules   kalah, 2 x 6 holes"), "{game}");
    for quiet in ["rules", "book dakon", "completions bash", "game --lesson", "chong show"] {
        let output = with("nonsense", &words(quiet));
        assert_eq!((code(&output), stderr(&output)), (0, String::new()), "{quiet}");
    }
    for wrong in ["nonsense", "all", "no/such/file.toml"] {
        let output = with(wrong, &moves);
        let error = stderr(&output);
        assert_eq!((code(&output), stdout(&output)), (2, String::new()), "{wrong}");
        assert!(error.starts_with("error: CHONGKAK_RULES: "), "{error}");
        assert!(error.contains(wrong), "{error}");
    }
}

#[test]
fn a_game_begins_with_seven_holes_against_a_player() {
    let told = stdout(&run(&words("game --no-board")));
    let begins = "rules   congklak, 2 x 7 holes, 7 seeds a hole\nplayers A: human; B: player, random seed 1\n\
                  help    lists the commands\n";
    assert!(told.starts_with(begins), "{told}");
}

/// A resigned game is over, also after loading.
#[test]
fn a_resigned_game_is_not_gone_on_with() {
    let games = [
        ("game", "A3\nresign\n", "--rules kalah --b human", "set"),
        ("chong game", "resign\n", "--b human --seed 2", "game"),
    ];
    for (game, typed, players, what) in games {
        let folder = Folder::made(&format!("resigned-{what}"));
        let args = format!("{game} {players}");
        played(folder.text(), &words(&args), typed);
        let again = format!("{game} --load");
        let told = stdout(&played(folder.text(), &words(&again), "board\n"));
        let expected = format!("A has resigned this {what}\n\nThe {what} is given up; ");
        assert!(told.contains(&expected), "{told}");
        let file = folder.path(if what == "set" { "game-000001.txt" } else { "chong-000001.txt" });
        let typed = format!("load {file}\nboard\n");
        let told = stdout(&played(folder.text(), &words(&args), &typed));
        assert!(told.contains(&expected), "{told}");
    }
}

/// Lines of a game wrap at 100 columns, except drawings.
#[test]
fn lines_of_a_game_are_not_wide() {
    let width = |line: &str| line.chars().count();
    let moves = "game --rules congklak --b human --no-board";
    let told = stdout(&run_with(&words(moves), "A1\nA2\nA1\nmoves\n"));
    assert!(told.contains("  ends in"), "{told}");
    assert!(told.lines().all(|line| width(line) <= 100), "{told}");
    // The continuation of a row is below the result.
    let at = told.lines().find_map(|line| line.find("result")).unwrap();
    let mut rows = told.lines().skip_while(|line| !line.contains("result"));
    let row = rows.find(|line| line.starts_with(&" ".repeat(at))).unwrap();
    assert_ne!(row.as_bytes()[at], b' ', "{told}");
    let both = "game --together --rules overbeck --b human --no-board";
    let told = stdout(&run_with(&words(both), "A1\nB1\n"));
    let tick = told.lines().find(|line| line.starts_with("    1  lifts"));
    assert!(tick.is_some_and(|line| width(line) <= 100), "{told}");
    assert!(!told.contains("\n    0,10"), "{told}");
    let wide = "game --holes 18 --seeds 18 --rules overbeck --b human";
    let told = stdout(&run_with(&words(wide), ""));
    let drawn = told.lines().find(|line| line.starts_with("RA 0  ├"));
    assert!(drawn.is_some_and(|line| line.ends_with("┤  RB 0")), "{told}");
}

/// `best` is an alias within a game.
#[test]
fn best_is_a_hint() {
    for game in ["game --rules kalah --b human --no-board", "chong game --b human --seed 4"] {
        let typed = |word: &str| match game {
            "chong game --b human --seed 4" => format!("throw 3 5 1 6\n{word}\n"),
            _ => format!("{word}\n"),
        };
        let [hint, best] =
            ["hint", "best"].map(|word| stdout(&run_with(&words(game), &typed(word))));
        assert!(best.contains("\nhint    "), "{best}");
        assert_eq!(best, hint);
    }
}

#[test]
fn score_rules_and_resign() {
    let folder = Folder::made("resigned");
    let saved = folder.path("saved.txt");
    let small = "game --rules congklak-six --holes 3 --seeds 2 --b greedy --no-board";
    let told = stdout(&run_with(&words(small), "2\nscore\nrules\nresign now\nresign\nboard\n"));
    assert!(told.contains("\nround 1, the stores: A 1, B 0\n"), "{told}");
    let rules = Preset::named("congklak-six").unwrap().rules.sized(3, 2).unwrap();
    let english = Language::english();
    for question in Question::ALL {
        let answer = question.answer(&rules, english);
        let row = format!("{} {answer}", question.text(english));
        assert!(joined(&told).contains(&row), "{row}: {told}");
    }
    assert!(told.contains("expected nothing after resign"), "{told}");
    // It ends the game.
    assert!(told.contains("A resigns: B wins the set\n\nThe set is given up; round 1"), "{told}");
    assert!(told.ends_with("round 1, the stores: A 1, B 0\n"), "{told}");
    // A saved game says so, and is still a record.
    let mut game = program();
    game.env("CHONGKAK_GAMES", folder.text()).args(words(small));
    let typed = folder.file("typed.txt", "2\nresign\n");
    game.stdin(std::fs::File::open(typed).unwrap());
    assert_eq!(code(&game.output().unwrap()), 0);
    let kept = folder.read("game-000001.txt");
    assert!(kept.contains("note: A resigns: B wins the set\n"), "{kept}");
    std::fs::write(&saved, kept).unwrap();
    assert_eq!(code(&run(&["set", "replay", &saved])), 0);
    // A finished round is in the score.
    let last = "game 0,0,1/4 0,3,0/4 A --rules congklak --holes 3 --seeds 2 --b nearest --no-board";
    let told = stdout(&run_with(&words(last), "3\nscore\n"));
    assert!(told.contains("\nround 1: A 5, B 7\n"), "{told}");
}

/// A has one seed left, which goes to the store: A moved last and has nothing to play; B has three
/// seeds in the row and owns seven of the twelve.
#[test]
fn why_a_player_starts_is_told() {
    for (starter, why) in [
        ("round-winner", "B starts: still had seeds in the row"),
        ("round-loser", "A starts: had no seeds left to play"),
        ("most-seeds", "B starts: owned more seeds"),
        ("last-mover", "A starts: moved last"),
    ] {
        let game = "game 0,0,1/4 0,3,0/4 A --rules congklak --holes 3 --seeds 2 --no-board";
        let game = format!("{game} --b human --set starter={starter}");
        let told = stdout(&run_with(&words(&game), "3\n"));
        let round = told.lines().find(|line| line.starts_with("Round 2:"));
        assert!(round.is_some_and(|line| line.ends_with(why)), "{starter}: {told}");
        // The starter of a round in progress is unknown.
        assert!(told.contains("\nRound 1 starts from this position; A is to move\n"), "{told}");
    }
}

#[test]
fn the_book_shows_the_opening_of_a_first_round_first() {
    for preset in Preset::all() {
        let told = printed(&format!("book {}", preset.name));
        let opening = preset.rules.opening(chongkak::board::Side::A).to_string();
        assert!(told.contains(&format!("{opening} largest harvest")), "{told}");
        assert_eq!(told.matches("largest harvest:").count(), 1, "{told}");
        let more = json_of(&["book", preset.name])["openings"].as_array().unwrap().len() - 1;
        assert!(told.contains(&format!("The book has {more} more opening")), "{told}");
        let all = printed(&format!("book {} --all", preset.name));
        assert_eq!(all.matches(" : ").count(), more + 1, "{all}");
        assert!(!all.contains("more opening"), "{all}");
    }
    assert!(refused(&["book", "kalah", "--all", "--owned", "24"]).contains("cannot be used"));
}

#[test]
fn one_seed_is_no_plural_and_nothing_has_no_sign() {
    // B3 is the only move, and B is one seed ahead after it.
    let ahead = printed("solve 0,0/0 0,1/0 B --rules kalah --no-board");
    assert!(ahead.contains("B ends 1 seed ahead"), "{ahead}");
    let drawn =
        run_with(&words("batch - --rules kalah"), "1,0/0 1,0/1 B over\n1,0/0 1,0/0 B over\n");
    let drawn = stdout(&drawn);
    assert!(drawn.contains(" -1") && drawn.contains(" 0\n") && !drawn.contains("+0"), "{drawn}");
    let closed = refused(&["show", "1,1/0 1,1/0 B over", "--holes", "2", "--owned", "1"]);
    assert!(closed.contains("cannot be used"), "{closed}");
}
