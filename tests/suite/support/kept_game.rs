//! Games that are cut while they are played.

use super::{Folder, code, played, stderr, stdout};

/// A game that is cut, with nobody at a terminal.
pub struct CutGame<'a> {
    /// Its arguments.
    pub args: &'a [&'a str],
    /// Lines that are typed.
    pub lines: &'a [String],
    /// Arguments that take it up again, without the name of a file.
    pub load: &'a [&'a str],
    /// The beginning of the names of files in which such games are kept.
    pub name: &'a str,
}

impl CutGame<'_> {
    /// Cuts it after each of so many lines: it has been told as far as it went, ends well, and is
    /// kept as `save` writes it. `look` takes the file that was saved and how the game stood.
    /// Returns how often something was kept.
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
            // It was not played on, so it has no second file.
            let second = format!("{games}/{}-000002.txt", self.name);
            assert!(!std::path::Path::new(&second).exists());
        }
        kept
    }
}
