//! The sentence of the texts that each option rests on.

/// The sentence that an option rests on, and how it is read.
#[derive(Clone, Copy, Debug)]
pub struct Citation {
    /// The option.
    pub option: &'static str,
    /// Where the sentence stands; empty if no text says anything.
    pub source: &'static str,
    /// The sentence.
    pub sentence: &'static str,
    /// How it is read.
    pub note: &'static str,
}

/// L. Shternberg's account in A. Lobashev's translation.
const TEXT: &str = "Shternberg 1933";

/// The summary of the rules beside it in the Ludii portal.
const SUMMARY: &str = "DLP.Evidence.2306, rules";

const fn citation(
    option: &'static str,
    source: &'static str,
    sentence: &'static str,
    note: &'static str,
) -> Citation {
    Citation {
        option,
        source,
        sentence,
        note,
    }
}

/// All of them, in the order of the options.
pub const CITATIONS: [Citation; 13] = [
    citation(
        "dice",
        TEXT,
        "The game is played with four cubes",
        "a photograph shows two",
    ),
    citation(
        "king_path",
        TEXT,
        "the king, with a chong, has the right to exchange its position with its soldier not being \
         embarrassed by the distance but, of course, not on the middle line",
        "the partner is off the middle line: the king goes down its own home row; an inference, \
         which no text states",
    ),
    citation(
        "king_back",
        TEXT,
        "the first chong remains invalid but the next one gives the king the right to make a move",
        "\"if two chongs are thrown in succession, the king can go back\" may mean two throws",
    ),
    citation(
        "king_free",
        TEXT,
        "in other cases, it moves only when it has only one soldier remaining",
        "another sentence of the same text: \"When there are no soldiers in one's battle line (main), the king \
         may make moves like a soldier\"",
    ),
    citation(
        "chong_takes",
        TEXT,
        "A chong would not normally remove a soldier, with the exception of the last two nests",
        "",
    ),
    citation(
        "king_hit",
        TEXT,
        "If the old man has already started off backwards, then a soldier may beat with a chong",
        "",
    ),
    citation(
        "king_cell",
        TEXT,
        "The king cannot be beaten; if a soldier has come to it, this soldier would lie down and wait for \
         another move",
        "",
    ),
    citation(
        "king_step",
        TEXT,
        "If the king has no soldier of its own to exchange holes with, the first chong remains invalid",
        "whether a king that has a partner may step is not said",
    ),
    citation(
        "opening_rest",
        TEXT,
        "with the other figures the soldier which occupied the place of the king in the middle line \
         is moved",
        "die by die or by their sum is not said",
    ),
    citation(
        "forced",
        TEXT,
        "Once a chong has been thrown, then next time, in any case, it is possible to move",
        "no text compels; that a die must be played where it can be is a choice made here",
    ),
    citation(
        "goal",
        SUMMARY,
        "When a player reaches the end of the opponent's home line, the player wins.",
        "Shternberg's text names no end of the game",
    ),
    citation("overshoot", "", "", "no text says anything"),
    citation(
        "release",
        TEXT,
        "The king is moved only after the first chongs. Then it allows the soldiers to be moved.",
        "\"the soldiers\" is read as all of them",
    ),
];
