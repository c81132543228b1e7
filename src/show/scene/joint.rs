//! A joint turn for a page: two players sow at the same time.
//!
//! Here a move is a choice with everything until the next choice. A stage ends when a hand becomes
//! empty; the other hand may still hold seeds.

use std::fmt::Write;

use crate::board::{Position, Shape, Side};
use crate::start::{self, Joint, Landing, Lockstep, Next, Phase, PlayedTick};
use crate::text::Diagnostic;

use super::stages::{left, taken, taken_in_words, to_store};
use super::{Action, Scene, SceneMove, Stage, carry, fault, few, mover, seeds};
use crate::language::Language;
use crate::say;
use crate::show::picture;
use crate::show::words::ticks;

/// The mover when both players choose.
const BOTH: &str = "AB";

impl Scene {
    /// Creates the scene of a joint turn.
    ///
    /// # Errors
    /// If the seeds, carried one by one, differ from the model after a tick: a bug in this program.
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
        let mut builder = JointSceneBuilder {
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
            builder.tick(tick)?;
        }
        builder.end_stage(Vec::new());
        Ok(Scene {
            caption: say!(language, "words.together.start"),
            mover: Some(BOTH.to_owned()),
            moves: builder.moves,
            ..Scene::still(name, start, language)
        })
    }
}

/// Builds the scene of a joint turn.
struct JointSceneBuilder<'a> {
    model: &'a Lockstep,
    start: &'a Position,
    /// The seeds in each place.
    lying: Vec<usize>,
    /// The stores at the end of the last stage before the current move.
    before: [usize; 2],
    /// The ticks of the current stage, and their descriptions.
    ticks: Vec<Vec<Action>>,
    words: Vec<String>,
    moves: Vec<SceneMove>,
    language: &'a Language,
}

impl JointSceneBuilder<'_> {
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
        self.end_round(&tick.next);
        if self.lying != expected(&tick.next, shape) {
            let number = self.moves.len();
            let what = format!("the joint turn after choice {number}");
            return Err(fault(self.start, what));
        }
        let played = self.moves.last_mut().expect("a choice comes first");
        played.follow(self.model, tick.next, self.before, language);
        Ok(())
    }

    /// Adds what happens to the seeds left if the joint turn ends the round.
    fn end_round(&mut self, next: &Next) {
        let Next::Done(over) = next else {
            return;
        };
        if over.is_over() && self.lying != seeds(over) {
            self.end_stage(Vec::new());
            let rest = self.model.game.rules().rest;
            let stage = left(rest, over, &mut self.lying, self.language);
            stage.into_iter().for_each(|stage| self.push(stage));
        }
    }

    /// Begins a move at a choice. Earlier descriptions stay with the current stage.
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

    /// Adds the consequences of hands that have become empty.
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

    /// Ends the current stage, if anything has happened in it.
    fn end_stage(&mut self, lands: Vec<usize>) {
        let ticks = std::mem::take(&mut self.ticks);
        let text = std::mem::take(&mut self.words).join("; ");
        if !ticks.is_empty() {
            let seeds = self.lying.clone();
            self.push(Stage { what: "sowing", text, ticks, lands, seeds });
        } else if let (Some(played), false) = (self.moves.last_mut(), text.is_empty()) {
            // A player stops and no seed moves: this belongs to the last stage.
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
    /// Sets what follows a tick of the move.
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
            (_, None) => unreachable!("a finished joint turn has a position to move"),
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

/// Returns the seeds in the cells and in the hands.
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

/// Returns the place of a hand.
const fn hand(shape: Shape, side: Side) -> usize {
    shape.cells() + side.index()
}
