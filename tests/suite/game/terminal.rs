//! `game` on a terminal: Ctrl-C, the end of input, signals, hidden choices.

use crate::support::{CTRL_C, CTRL_D, Folder, Terminal, words};

/// A small set against a deterministic policy.
const SMALL: &str = "game --rules congklak-six --holes 3 --seeds 2 --b greedy --no-board";

/// A game in which the program would think for an hour.
const LONG: &str = "game --mover B --b search:1h --no-board";

/// Two people who start together.
const TOGETHER: &str =
    "game --rules congklak-six --holes 3 --seeds 2 --a human --b human --together --no-board";

const QUIT: &str = "save FILE: ";

/// The standing of the set if nothing was played.
const NOTHING_PLAYED: &str = "round 1, the stores: A 0, B 0\n";

#[test]
fn while_the_program_thinks_ctrl_c_makes_it_move() {
    let terminal = Terminal::new().types("B to move", CTRL_C);
    let shown = terminal.types("A> ", CTRL_D).run(&words(LONG));
    let screen = shown.screen();
    assert_eq!(shown.code, 0, "{screen}");
    assert!(screen.contains("; B moves again\n") || screen.contains("; A to move\n"), "{screen}");
    assert!(!screen.contains("Quit?"), "{screen}");
    assert!(screen.contains("The set is unfinished, A is to move;"), "{screen}");
}

/// Whenever the second Ctrl-C comes, during the next search or at the prompt, it asks.
#[test]
fn a_second_ctrl_c_asks_before_it_ends() {
    let folder = Folder::made("game-second");
    let save = format!("save {}\n", folder.path("saved.txt"));
    for answer in ["y\n", "yes\n", &save] {
        let terminal = Terminal::new().types("B to move", CTRL_C);
        let terminal = terminal.types("gains", CTRL_C).types(QUIT, answer);
        let shown = terminal.run(&words(LONG));
        let screen = shown.screen();
        assert_eq!((shown.code, shown.whole), (0, true), "{screen}");
        assert!(screen.contains("The set is unfinished, "), "{screen}");
    }
    // The moves that the program played when interrupted are in the record.
    let saved = folder.read("saved.txt");
    assert!(saved.contains(" B\nB"), "{saved}");
    // "No" continues the game.
    let terminal = Terminal::new().types("A> ", "2\n").types("A> ", CTRL_C);
    let terminal = terminal.types(QUIT, "n\n").types("A> ", "3\n");
    let shown = terminal.waits("A3  2 laps").types("A> ", CTRL_D);
    assert_eq!(shown.run(&words(SMALL)).code, 0);
}

#[test]
fn at_the_prompt_ctrl_c_asks_before_it_ends() {
    let folder = Folder::made("game-terminal");
    let save = format!("save {}\n", folder.path("saved.txt"));
    let terminal = Terminal::new().types("A> ", "2\n").waits("moves again");
    let terminal = terminal.types("A> ", CTRL_C).types(QUIT, "no\n");
    let terminal = terminal.types("A> ", CTRL_C).types(QUIT, "what\n");
    let terminal = terminal.waits("expected yes, no, or save FILE");
    let terminal = terminal.types(QUIT, "save /no/such/folder/x\n");
    let terminal = terminal.waits("cannot be written").types(QUIT, &save);
    let shown = terminal.run(&words(SMALL));
    assert_eq!(shown.code, 0, "{}", shown.screen());
    assert!(folder.read("saved.txt").contains("\nA2\n"));
}

/// An existing file is replaced only if the player agrees.
#[test]
fn who_saves_over_a_file_is_asked() {
    let folder = Folder::made("game-replace");
    let save = format!("save {}\n", folder.file("old.txt", "precious"));
    let replace = "Replace it, yes or no? ";
    let terminal = Terminal::new().types("A> ", "2\n").waits("moves again");
    let terminal = terminal.types("A> ", &save).types(replace, "perhaps\n");
    let terminal = terminal.types(replace, "n\n").waits("was not changed");
    let shown = terminal.types("A> ", CTRL_D).run(&words(SMALL));
    assert_eq!(shown.code, 0, "{}", shown.screen());
    assert_eq!(folder.read("old.txt"), "precious");
    let terminal = Terminal::new().types("A> ", "2\n").waits("moves again");
    let terminal = terminal.types("A> ", &save).types(replace, "yes\n");
    // From then on it is the file of this game.
    let terminal = terminal.waits("saved as").types("A> ", &save).waits("saved as");
    let shown = terminal.types("A> ", CTRL_D).run(&words(SMALL));
    assert_eq!(shown.code, 0, "{}", shown.screen());
    assert!(folder.read("old.txt").contains("\nA2\n"));
}

/// Text in the line is cleared first.
#[test]
fn ctrl_c_clears_the_line() {
    let terminal = Terminal::new().types("A> ", "2").types("2", CTRL_C);
    let terminal = terminal.types("A> ", "moves now\n").waits("expected nothing");
    let shown = terminal.types("A> ", CTRL_D).run(&words(SMALL));
    let screen = shown.screen();
    assert!(!screen.contains("Quit?"), "{screen}");
    assert!(screen.contains("A> 2\nA> moves now\n"), "{screen}");
    assert!(screen.ends_with(NOTHING_PLAYED), "{screen}");
}

#[test]
fn input_may_end_at_every_prompt() {
    let main = || Terminal::new().types("A> ", CTRL_D);
    let question = |keys| Terminal::new().types("A> ", CTRL_C).types(QUIT, keys);
    let name = question("save\n").waits("expected yes, no").types(QUIT, CTRL_D);
    for terminal in [main(), question(CTRL_D), question(CTRL_C), name] {
        for terminal in [terminal.clone(), terminal.variable("TERM", "dumb")] {
            let shown = terminal.run(&words(SMALL));
            let screen = shown.screen();
            assert_eq!((shown.code, shown.whole), (0, true), "{screen}");
            assert!(screen.ends_with(NOTHING_PLAYED), "{screen}");
        }
    }
    for choices in ["", "1\n"] {
        let terminal = Terminal::new().types("(not shown) ", choices);
        let terminal = match choices {
            "" => terminal.types("", CTRL_D),
            _ => terminal.types("(not shown) ", CTRL_D),
        };
        let shown = terminal.run(&words(TOGETHER));
        let screen = shown.screen();
        assert_eq!((shown.code, shown.whole), (0, true), "{screen}");
        assert!(screen.contains("unfinished, both are sowing"), "{screen}");
        assert!(screen.ends_with(NOTHING_PLAYED), "{screen}");
    }
}

/// Two people at one screen choose without seeing each other's choice.
#[test]
fn the_choices_of_two_people_are_not_shown() {
    let folder = Folder::made("game-unseen");
    let terminal = Terminal::new().variable("CHONGKAK_GAMES", folder.text());
    let terminal = terminal.types("A> (not shown) ", "A1\n");
    let terminal = terminal.types("B> (not shown) ", "B1\n");
    let shown = terminal.waits("B to move").types("B> ", "quit\n");
    let shown = shown.run(&words(TOGETHER));
    let screen = shown.screen();
    assert_eq!((shown.code, shown.whole), (0, true), "{screen}");
    let told = screen.find("lifts A1").unwrap();
    let chosen = screen.find("both sow").unwrap();
    let legal = screen[chosen..told].replace("legal: A1 A2 A3", "");
    assert!(!legal.contains("A1"), "{screen}");
    assert!(screen.contains("B> (not shown)\n"), "{screen}");
    // The arrow key does not bring them back either.
    assert_eq!(folder.read("history-game.txt"), "quit\n");
    // Against the program there is nothing to hide.
    let alone = TOGETHER.replace("--b human", "--b greedy");
    let terminal = Terminal::new().types("A> ", "1\n").waits("lifts A1");
    let shown = terminal.types("> ", CTRL_D).run(&words(&alone));
    assert!(shown.screen().contains("A> 1\n"), "{}", shown.screen());
}

/// Signals that end the program restore the terminal, and the game is saved.
#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    let thinking = Terminal::new().signals("B to move", "SIGTERM");
    let shown = thinking.run(&words(LONG));
    assert_eq!((shown.code, shown.whole), (130, true), "{}", shown.screen());
    let unseen = Terminal::new().signals("(not shown) ", "SIGTERM");
    let shown = unseen.run(&words(TOGETHER));
    assert_eq!((shown.code, shown.whole), (130, true), "{}", shown.screen());
    let folder = Folder::made("game-signal");
    for (number, signal) in ["SIGTERM", "SIGHUP"].into_iter().enumerate() {
        for term in ["xterm", "dumb"] {
            let games = folder.path(&format!("{number}-{term}"));
            let terminal = Terminal::new().variable("CHONGKAK_GAMES", &games);
            let terminal = terminal.variable("TERM", term).types("A> ", "2\n");
            let terminal = terminal.waits("moves again").signals("A> ", signal);
            let shown = terminal.run(&words(SMALL));
            assert_eq!((shown.code, shown.whole), (130, true), "{}", shown.screen());
            let kept = folder.read(&format!("{number}-{term}/game-000001.txt"));
            assert!(kept.contains("\nA2\n"), "{kept}");
        }
    }
}

#[test]
fn a_terminal_that_goes_away_does_not_take_the_game_with_it() {
    let folder = Folder::made("game-gone");
    for term in ["xterm", "dumb"] {
        let games = folder.path(term);
        let terminal = Terminal::new().variable("CHONGKAK_GAMES", &games);
        let terminal = terminal.variable("TERM", term).types("A> ", "2\n");
        let shown = terminal.waits("moves again").closes("A> ");
        // The end of input may come before the signal; then the process is gone.
        let code = shown.run(&words(SMALL)).code;
        assert!([2, 4, 130].contains(&code), "{term}: {code}");
        let kept = folder.read(&format!("{term}/game-000001.txt"));
        assert!(kept.contains("\nA2\n"), "{kept}");
    }
}

/// Chong with real dice, in the middle of a game: no piece of B may move before B's first Chong.
const CHONG: &str = "chong game SSK|S.k|sss A opened:A --dice 2 --throws typed --color never";

#[test]
fn chong_is_played_on_a_narrow_terminal() {
    let args = format!("{CHONG} --b greedy");
    let terminal = Terminal::new().types("throw of A> ", "3 4\n");
    let terminal = terminal.waits("ways to play it").types("A> ", CTRL_C);
    let terminal = terminal.types("save FILE: ", "no\n").types("A> ", "3\n");
    let terminal = terminal.waits("A plays").types("throw of B> ", "2 3\n");
    let terminal = terminal.waits("B passes").types("throw of A> ", CTRL_D);
    let shown = terminal.run(&words(&args));
    let (code, shown) = (shown.code, shown.screen());
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains("A plays 3:S3-6x 4:S0-4; takes 1 soldier\n"), "{shown}");
    assert!(shown.contains("│ S │ s │ s │\n"), "{shown}");
    assert!(shown.ends_with("unfinished, A is to throw; 2 turns played\n"), "{shown}");
}
