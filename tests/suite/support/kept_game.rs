//! Games that are interrupted.

use super::{Folder, code, played, stderr, stdout};

/// An interrupted game, without a terminal.
pub struct CutGame<'a> {
    /// Its arguments.
    pub args: &'a [&'a str],
    /// The typed lines.
    pub lines: &'a [String],
    /// Arguments that continue it, without the name of a file.
    pub load: &'a [&'a str],
    /// The prefix of the files in which such games are saved.
    pub name: &'a str,
}

impl CutGame<'_> {
    /// Interrupts it after each of these lines: everything so far was shown, it ends well, and is
    /// saved as by `save`. `look` gets the saved file and the standing of the game. Returns how
    /// often something was saved.
    pub fn is_kept_whole(
        &self,
        folder: &Folder,
        cuts: [usize; 6],
        look: impl Fn(&str, &str),
    ) -> usize {
        let whole = stdout(&played("none", self.args, &self.lines.join("\n")));
        let mut kept = 0;
        for cut in cuts {
            let games = folder.path(&format!("{}-{cut}", self.args.join("-")));
            let save = folder.path("saved.txt");
            let _ = std::fs::remove_file(&save);
            let typed = [&self.lines[..cut], &[format!("save {save}"), String::new()]].concat();
            let output = played(&games, self.args, &typed.join("\n"));
            assert_eq!((code(&output), stderr(&output)), (0, String::new()));
            let told = stdout(&output);
            let standing = told.lines().last().unwrap();
            let before = told.split_once("saved as").unwrap().0;
            assert!(whole.starts_with(before), "{cut}: {before}\n{whole}");
            look(&save, standing);
            let Ok(text) = std::fs::read_to_string(format!("{games}/{}-000001.txt", self.name))
            else {
                continue;
            };
            assert_eq!(text, folder.read("saved.txt"));
            kept += 1;
            let again = stdout(&played(&games, self.load, ""));
            assert_eq!(again.lines().last(), Some(standing));
            // It was not continued, so it has no second file.
            let second = format!("{games}/{}-000002.txt", self.name);
            assert!(!std::path::Path::new(&second).exists());
        }
        kept
    }
}
