//! The policy that searches two decisions deep chooses by all throws and all replies to them.

use chongkak::chong::{ChongPolicy, ChongPosition, Dice, Moment, Profile, ThrowGame};
use chongkak::control::Control;
use chongkak::math::Random;

use super::search::{plain, positions};

/// The ways searched deeper: this many of the best by the estimate, and none that seems worse than
/// the best by more than this.
const WIDTH: usize = 8;
const MARGIN: f64 = 0.3;

/// A choice: by the policy, by the estimate, and the ways searched deeper, each with the mean over
/// all throws after the best reply.
struct Choice {
    chosen: ChongPosition,
    guessed: ChongPosition,
    means: Vec<(ChongPosition, f64)>,
}

impl Choice {
    fn mean(&self, after: &ChongPosition) -> f64 {
        let found = self.means.iter().find(|(known, _)| known == after);
        found.expect("it is one of the best by the guess").1
    }

    /// The part of the value, from -1 to 1, that is lost against the best mean.
    fn lost(&self, after: &ChongPosition) -> f64 {
        let best = self.means.iter().map(|(_, mean)| *mean);
        best.fold(f64::NEG_INFINITY, f64::max) - self.mean(after)
    }
}

/// The choice among the ends of a throw, if there are several and none wins.
fn choice(
    game: &ThrowGame<'_>,
    position: &ChongPosition,
    throw: Dice,
    random: &mut Random,
) -> Option<Choice> {
    let ends = game.rules().ends(position, throw);
    if ends.len() < 2 || ends[0].won {
        return None;
    }
    let mut rated: Vec<(f64, ChongPosition)> =
        ends.iter().map(|end| (-game.guess(&end.after), end.after)).collect();
    rated.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let (best, guessed) = rated[0];
    rated.truncate(WIDTH);
    rated.retain(|(guess, _)| *guess >= best - MARGIN);
    let mean = |after: ChongPosition| (after, -plain(game, &Moment::before(after), 1));
    let means = rated.into_iter().map(|(_, after)| mean(after)).collect();
    let chosen = ChongPolicy::Best.choose(game, position, throw, random, Control::none());
    Some(Choice { chosen, guessed, means })
}

/// Choices in positions of random play on a small board.
fn choices(profile: &str, columns: u8, dice: &str) -> Vec<Choice> {
    let rules = Profile::named(profile).unwrap().rules(columns).unwrap();
    let rules = rules.with("dice", dice).unwrap();
    let game = ThrowGame::new(&rules);
    let mut random = Random::new(8, 0);
    let all = 6_usize.pow(rules.dice.into());
    let mut found = Vec::new();
    for position in positions(&rules, 150) {
        let throw = Dice::numbered(rules.dice, random.below(all));
        found.extend(choice(&game, &position, throw, &mut random));
    }
    found
}

/// One die has six throws, so nothing is dropped before all have been played.
#[test]
fn with_one_die_the_best_is_that_of_all_throws_and_replies() {
    for (profile, columns) in [("content", 3), ("content", 6), ("blocked", 5)] {
        let choices = choices(profile, columns, "1");
        for choice in &choices {
            let lost = choice.lost(&choice.chosen);
            assert!(lost < 1e-9, "{profile} 3 x {columns}: {lost}");
        }
        // Searching the throws sometimes changes the choice.
        let mut lost = choices.iter().map(|choice| choice.lost(&choice.guessed));
        assert!(lost.any(|lost| lost > 0.01));
    }
}

/// With more dice, a way that has fallen behind by three standard errors is dropped before all
/// throws have been played; that is hardly ever a good one.
#[test]
fn with_more_dice_hardly_anything_is_lost_by_giving_up_ways() {
    for (columns, dice) in [(4, "2"), (5, "3")] {
        let choices = choices("content", columns, dice);
        let lost = |of: fn(&Choice) -> &ChongPosition| -> f64 {
            choices.iter().map(|choice| choice.lost(of(choice))).sum()
        };
        let by_guess = lost(|choice| &choice.guessed);
        let by_all = lost(|choice| &choice.chosen);
        assert!(by_all < 0.02 * by_guess, "{by_all} {by_guess}");
    }
}
