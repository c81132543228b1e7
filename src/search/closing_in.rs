//! Closing in on a score by questions with a yes or a no.
//!
//! Each question is a search with a null window, which is much smaller than one with an open
//! window; the table keeps what it finds for the next. With the last answer as the next guess this
//! is MTD(f): A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-first fixed-depth minimax
//! algorithms", Artificial Intelligence 87, 1996.

/// Proven bounds of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The score is at least this.
    pub lower: i32,
    /// It is at most this.
    pub upper: i32,
}

impl Range {
    /// Closes in, as far as scores between those of `goal` are to be told apart: whether a score
    /// outside is its bound or beyond makes no difference.
    ///
    /// `ask` is asked whether the score is at least a number, and gives a lower bound at or above
    /// it or an upper bound below it. What it has said before it fails is kept.
    ///
    /// # Errors
    /// That of `ask`.
    pub fn close_in<E>(
        &mut self,
        goal: Range,
        mut guess: i32,
        mut ask: impl FnMut(i32, Range) -> Result<i32, E>,
    ) -> Result<(), E> {
        while let Some(least) = self.open(goal, guess) {
            let score = ask(least, *self)?;
            if score >= least {
                self.lower = self.lower.max(score);
                guess = self.lower;
            } else {
                self.upper = self.upper.min(score);
                guess = self.upper;
            }
        }
        Ok(())
    }

    /// The number nearest to a guess of which it is open whether the score is at least that, among
    /// those that a goal tells apart; none if the goal is reached.
    pub fn open(self, goal: Range, guess: i32) -> Option<i32> {
        let (lower, upper) = (self.lower.max(goal.lower), self.upper.min(goal.upper));
        (lower < upper).then(|| guess.clamp(lower + 1, upper))
    }

    /// All scores: to be closed in until they meet.
    pub const ALL: Range = Range {
        lower: i32::MIN,
        upper: i32::MAX,
    };
}
