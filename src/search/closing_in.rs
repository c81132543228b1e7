//! Closing in on a score by questions with a yes or a no.
//!
//! Each question is a search with a null window, which is much smaller than one with an open
//! window; the table keeps what it finds for the next. With the last answer as the next guess this
//! is MTD(f): A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-first fixed-depth minimax
//! algorithms", Artificial Intelligence 87, 1996.

/// Proven bounds of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub lower: i32,
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
    pub(super) fn close_in<E>(
        &mut self,
        goal: Range,
        mut guess: i32,
        mut ask: impl FnMut(i32, Range) -> Result<i32, E>,
    ) -> Result<(), E> {
        while self.lower.max(goal.lower) < self.upper.min(goal.upper) {
            let least = guess.clamp(self.lower + 1, self.upper);
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

    /// All scores: to be closed in until they meet.
    pub(super) const ALL: Range = Range {
        lower: i32::MIN,
        upper: i32::MAX,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every score, guess and goal, and answers that say more than was asked.
    #[test]
    fn the_bounds_meet_at_the_score_or_leave_the_goal() {
        for score in -6..=6 {
            for guess in -9..=9 {
                for (goal, more) in [(Range::ALL, 0), (Range::ALL, 2), (range(-1, 1), 1)] {
                    let mut bounds = range(-6, 6);
                    let mut asked = 0;
                    let answer = |least: i32, known: Range| {
                        asked += 1;
                        assert!(known.lower < least && least <= known.upper);
                        Ok::<i32, ()>(if score >= least {
                            (least + more).min(score)
                        } else {
                            (least - 1 - more).max(score)
                        })
                    };
                    bounds.close_in(goal, guess, answer).unwrap();
                    assert!(bounds.lower <= score && score <= bounds.upper);
                    let met = bounds.lower == bounds.upper;
                    let outside = bounds.lower >= goal.upper || bounds.upper <= goal.lower;
                    assert!(met || outside, "{score} {guess} {bounds:?}");
                    assert!(asked <= 13);
                }
            }
        }
    }

    const fn range(lower: i32, upper: i32) -> Range {
        Range { lower, upper }
    }
}
