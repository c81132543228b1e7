//! A joint turn as a page shows it: two hands that sow at once.
//!
//! A move here is the choice of a tick with all that follows, up to the next choice.
//! A stage ends where a hand has become empty; the other one may still hold seeds.

use std::fmt::Write;

use crate::board::{Position, Shape, Side};
use crate::start::{self, Joint, Landing, Lockstep, Next, Phase, PlayedTick};
use crate::text::Diagnostic;

use super::stages::{taken, taken_in_words, to_store};
use super::{Action, Scene, SceneMove, Stage, carry, fault, few, mover, seeds};
use crate::language::Language;
use crate::say;
use crate::show::picture;
use crate::show::words::ticks;

/// The players who choose at the start.
const BOTH: &str = "AB";

impl Scene {
    /// A joint turn from its start on.
    ///
    /// # Errors
    /// If the seeds, carried one by one, don't lie where the model leaves them after every tick: a
    /// fault of this program.
    ///
    /// # Panics
    /// If nobody chooses in the first tick.
    pub fn of_joint_line(
        name: &str,
        model: &Lockstep,
        ticks: &[PlayedTick],
        language: &'static Language,
    ) -> Result<Scene, Diagnostic> {
        let start = model.game.position();
        let mut telling = Telling {
            model,
            start,
            lying: seeds(start),
            before: [0; 2],
            ticks: Vec::new(),
            words: Vec::new(),
            moves: Vec::new(),
            language,
        };
        for tick in ticks {
            telling.tick(tick)?;
        }
        telling.end_stage(Vec::new());
        Ok(Scene {
            caption: say!(language, "words.together.start"),
            mover: Some(BOTH.to_owned()),
            moves: telling.moves,
            ..Scene::still(name, start, language)
        })
    }
}

/// A joint turn that is being told.
struct Telling<'a> {
    model: &'a Lockstep,
    start: &'a Position,
    /// The seeds in each place.
    lying: Vec<usize>,
    /// The stores when the last stage before the last move ended.
    before: [usize; 2],
    /// The ticks of the stage that has not ended, and what is said of them.
    ticks: Vec<Vec<Action>>,
    words: Vec<String>,
    moves: Vec<SceneMove>,
    language: &'a Language,
}

impl Telling<'_> {
    fn tick(&mut self, tick: &PlayedTick) -> Result<(), Diagnostic> {
        let (shape, language) = (self.model.field.shape(), self.language);
        let actions = || Side::BOTH.into_iter().zip(&tick.actions);
        let mut lifts = Vec::new();
        let mut chosen = Vec::new();
        for (side, action) in actions() {
            if let (Some((cell, held)), Some(words)) = (action.lifts, ticks::lifted(action, shape))
            {
                lifts.push([cell, hand(shape, side), few(held)]);
                chosen.push(side);
                let words =
                    say!(language, "words.together.side-lifts", side = side, lifted = words,);
                self.words.push(words);
            }
            if action.stuck {
                let words = say!(language, "words.together.side-stuck", side = side);
                self.words.push(words);
            }
        }
        if !chosen.is_empty() {
            self.begin(&chosen, &lifts, shape);
        }
        if let Some(side) = tick.coin {
            let played = self.moves.last_mut().expect("a choice comes first");
            write!(played.name, " / coin {side}").expect("a string takes text");
            let words = say!(language, "words.together.coin", side = side);
            self.words.push(words);
        }
        self.act(lifts);
        let drops =
            actions().filter_map(|(side, action)| Some([hand(shape, side), action.drops?, 1]));
        self.act(drops.collect());
        self.land(tick, shape);
        if self.lying != expected(&tick.next, shape) {
            let number = self.moves.len();
            let what = format!("the joint turn after choice {number}");
            return Err(fault(self.start, what));
        }
        let played = self.moves.last_mut().expect("a choice comes first");
        played.follow(self.model, tick.next, self.before, language);
        Ok(())
    }

    /// A choice begins what is shown as a move. What was said of it already stays with it.
    fn begin(&mut self, chosen: &[Side], lifts: &[Action], shape: Shape) {
        let ended = self.moves.last().and_then(|played| played.stages.last());
        let lay = ended.map_or_else(|| seeds(self.start), |stage| stage.seeds.clone());
        self.before = Side::BOTH.map(|side| lay[shape.store(side)]);
        let names = lifts.iter().map(|[cell, ..]| shape.cell(*cell).to_string());
        let sides: Vec<String> = chosen.iter().map(Side::to_string).collect();
        self.moves.push(SceneMove {
            name: names.collect::<Vec<_>>().join(" "),
            side: sides.concat(),
            ..SceneMove::default()
        });
    }

    fn act(&mut self, actions: Vec<Action>) {
        if !actions.is_empty() {
            carry(&mut self.lying, std::slice::from_ref(&actions));
            self.ticks.push(actions);
        }
    }

    /// The consequences of the hands that have become empty.
    fn land(&mut self, tick: &PlayedTick, shape: Shape) {
        let (mut lands, mut lifts, mut taking) = (Vec::new(), Vec::new(), Vec::new());
        let mut words = Vec::new();
        for (side, action) in Side::BOTH.into_iter().zip(&tick.actions) {
            let (Some(landing), Some(cell)) = (action.lands, action.drops) else {
                continue;
            };
            lands.push(cell);
            let what = ticks::dropped(action, shape, self.language).unwrap_or_default();
            self.words.push(format!("{side}: {what}"));
            match landing {
                Landing::Relay { seeds } => lifts.push([cell, hand(shape, side), few(seeds)]),
                Landing::Nothing => {}
                Landing::Ended(ending) => {
                    let all = taken(ending, shape.cell(cell));
                    if !all.is_empty() {
                        words.push(taken_in_words(&all, side, self.language));
                    }
                    taking.extend(to_store(&all, shape, side));
                }
            }
        }
        if lands.is_empty() {
            return;
        }
        self.act(lifts);
        self.end_stage(lands);
        if !taking.is_empty() {
            let ticks = vec![taking];
            carry(&mut self.lying, &ticks);
            self.push(Stage {
                what: "taking",
                text: words.join("; "),
                ticks,
                lands: Vec::new(),
                seeds: self.lying.clone(),
            });
        }
    }

    /// Ends the stage that is open, if anything has happened in it.
    fn end_stage(&mut self, lands: Vec<usize>) {
        let ticks = std::mem::take(&mut self.ticks);
        let text = std::mem::take(&mut self.words).join("; ");
        if !ticks.is_empty() {
            let seeds = self.lying.clone();
            self.push(Stage { what: "sowing", text, ticks, lands, seeds });
        } else if let (Some(played), false) = (self.moves.last_mut(), text.is_empty()) {
            // Somebody stops and no seed moves: that belongs to what happened last.
            let stage = played.stages.last_mut().expect("a choice lifts seeds");
            write!(stage.text, "; {text}").expect("a string takes text");
        }
    }

    fn push(&mut self, stage: Stage) {
        let played = self.moves.last_mut().expect("a choice comes first");
        played.stages.push(stage);
    }
}

impl SceneMove {
    /// Notes what a tick of it leads to.
    fn follow(&mut self, model: &Lockstep, next: Next, before: [usize; 2], language: &Language) {
        let field = model.field;
        let lying = expected(&next, field.shape());
        let [a, b] = Side::BOTH.map(|side| lying[field.shape().store(side)] - before[side.index()]);
        self.told = say!(language, "words.together.gains", a = a, b = b);
        self.short = format!("+{a} +{b}");
        let joint = match next {
            Next::Tick(joint) => Some(joint),
            Next::Done(_) => None,
        };
        match (model.run(next), joint) {
            (start::Stage::Turn(position), joint)
                if joint.is_none_or(|joint| model.is_choice(&joint)) =>
            {
                self.after = position.to_string();
                self.caption = picture::caption(&position, language);
                self.mover = mover(&position);
                let caption = &self.caption;
                self.follows = say!(language, "words.together.goes-on", caption = caption);
            }
            (_, Some(joint)) => {
                self.after = next.board(field);
                self.caption = phases_in_words(&joint, language);
                let choosers = Side::BOTH.into_iter();
                let choosers = choosers.filter(|&side| joint.phase(side) == Phase::Choosing);
                let choosers: String = choosers.map(|side| side.to_string()).collect();
                self.mover = (!choosers.is_empty()).then_some(choosers);
                self.follows.clone_from(&self.caption);
            }
            (_, None) => unreachable!("what is done goes on by turns"),
        }
    }
}

fn phases_in_words(joint: &Joint, language: &Language) -> String {
    if Side::BOTH.map(|side| joint.phase(side)) == [Phase::Choosing; 2] {
        return say!(language, "words.together.choose");
    }
    let words = |side| match joint.phase(side) {
        Phase::Choosing => say!(language, "words.together.chooses", side = side),
        Phase::Sowing { .. } => {
            let seeds = joint.in_hand(side);
            say!(language, "words.together.in-hand", side = side, seeds = seeds)
        }
        Phase::Stopped => say!(language, "words.together.has-stopped", side = side),
    };
    Side::BOTH.map(words).join(", ")
}

/// The seeds in the cells and in the hands.
fn expected(next: &Next, shape: Shape) -> Vec<usize> {
    match next {
        Next::Done(position) => seeds(position),
        Next::Tick(joint) => {
            let cells = (0..shape.cells()).map(|cell| few(joint.seeds(shape, shape.cell(cell))));
            let hands = Side::BOTH.map(|side| few(joint.in_hand(side)));
            cells.chain(hands).collect()
        }
    }
}

/// The place of a hand.
const fn hand(shape: Shape, side: Side) -> usize {
    shape.cells() + side.index()
}
