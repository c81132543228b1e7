//! The reference implementation of chong: the rules as written, with lists of cells, and slow.

use std::collections::BTreeSet;

mod board;
mod values;

pub use board::{Board, Side, over, reached};
pub use values::{all_throws, values};

use chongkak::chong::{
    ChongRules, ChongTakes, Forced, KingBack, KingCell, KingFree, KingHit, KingPath, KingStep,
    OpeningRest, Overshoot, Release,
};

/// A turn being played.
#[derive(Clone, Debug)]
struct Play {
    board: Board,
    dice: Vec<u8>,
    /// The only soldier that may move, and whether by the sum of all dice.
    hero: Option<(u8, bool)>,
    voided: bool,
    won: bool,
}

/// The possible ends of a turn: the position for the other player, whether it is won, the dice
/// left.
pub type Ends = BTreeSet<(Board, bool)>;

/// All positions in which a turn can end.
pub fn ends(board: &Board, throw: &[u8], rules: &ChongRules) -> Ends {
    let mut all = BTreeSet::new();
    let chongs = throw.iter().filter(|face| **face == 1).count();
    for mut play in openings(board, throw, rules) {
        if play.won {
            all.insert((play.board, true, 0));
            continue;
        }
        play_on(&mut play, chongs, rules, &mut all);
    }
    let fewest = all.iter().map(|(_, _, left)| *left).min().unwrap();
    let kept = |won: bool, left: usize| won || rules.forced != Forced::MaxDice || left == fewest;
    let finish = |mut board: Board| {
        if rules.king_back == KingBack::TwoTurns {
            board.own.primed = chongs > 0 && board.own.king.is_some();
        }
        board.swapped()
    };
    all.into_iter()
        .filter(|(_, won, left)| kept(*won, *left))
        .map(|(board, won, _)| (finish(board), won))
        .collect()
}

/// The turn after the moves forced by the first Chong: at most one to continue.
fn openings(board: &Board, throw: &[u8], rules: &ChongRules) -> Vec<Play> {
    let mut play =
        Play { board: board.clone(), dice: throw.to_vec(), hero: None, voided: false, won: false };
    if board.own.opened {
        return vec![play];
    }
    let chongs = throw.iter().filter(|face| **face == 1).count();
    if chongs == 0 {
        play.dice.clear();
        return vec![play];
    }
    play.board.own.opened = true;
    let Some(king) = play.board.own.king else {
        return vec![play];
    };
    if !play.board.own.soldiers.iter().any(|cell| *cell < king) {
        return vec![play];
    }
    for _ in 0..chongs {
        let at = play.board.own.king.unwrap();
        let Some(partner) = play.board.own.soldiers.range(..at).next_back().copied() else {
            break;
        };
        exchange(&mut play, partner, rules);
        if play.won {
            return vec![play];
        }
    }
    play.dice.retain(|face| *face != 1);
    play.hero = match rules.opening_rest {
        OpeningRest::EachDie => Some((king, false)),
        OpeningRest::Sum => Some((king, true)),
        OpeningRest::Free => None,
    };
    vec![play]
}

fn exchange(play: &mut Play, partner: u8, rules: &ChongRules) {
    let place = play.board.own.king.unwrap();
    play.board.own.swap_with(partner);
    play.board.other.soldiers.remove(&(3 * rules.columns.get() - 1 - place));
    judge(play, rules);
}

fn judge(play: &mut Play, rules: &ChongRules) {
    play.won = reached(&play.board.own, rules) || play.board.other.pieces() == 0;
}

fn play_on(
    play: &mut Play,
    chongs: usize,
    rules: &ChongRules,
    all: &mut BTreeSet<(Board, bool, usize)>,
) {
    if play.won {
        all.insert((play.board.clone(), true, play.dice.len()));
        return;
    }
    let nexts = moves(play, chongs, rules);
    if nexts.is_empty() || rules.forced == Forced::MayStop {
        all.insert((play.board.clone(), false, play.dice.len()));
    }
    for mut next in nexts {
        play_on(&mut next, chongs, rules, all);
    }
}

/// Returns every result of one sub-move.
fn moves(play: &Play, chongs: usize, rules: &ChongRules) -> Vec<Play> {
    let mut nexts = Vec::new();
    if let Some((hero, by_sum)) = play.hero {
        if by_sum && !play.dice.is_empty() {
            let sum = play.dice.iter().sum();
            if let Some(mut next) = soldier(play, hero, sum, rules) {
                next.dice.clear();
                nexts.push(next);
            }
        } else if !by_sum {
            for face in faces(play) {
                if let Some(mut next) = soldier(play, hero, face, rules) {
                    use_up(&mut next, face);
                    let target = hero + face;
                    next.hero = Some((target.min(3 * rules.columns.get() - 1), false));
                    nexts.push(next);
                }
            }
        }
        return nexts;
    }
    for face in faces(play) {
        for &from in &play.board.own.soldiers {
            if may_use_dice(&play.board.own, from, rules)
                && let Some(mut next) = soldier(play, from, face, rules)
            {
                use_up(&mut next, face);
                nexts.push(next);
            }
        }
        king_steps(play, face, rules, &mut nexts);
    }
    if play.dice.contains(&1) {
        king_exchanges(play, chongs, rules, &mut nexts);
    }
    nexts
}

fn faces(play: &Play) -> BTreeSet<u8> {
    play.dice.iter().copied().collect()
}

fn use_up(play: &mut Play, face: u8) {
    let place = play.dice.iter().position(|die| *die == face).unwrap();
    play.dice.remove(place);
}

fn may_use_dice(side: &Side, from: u8, rules: &ChongRules) -> bool {
    rules.release == Release::All || side.turned || side.king.is_none_or(|king| from > king)
}

/// Finds where a piece may land, and what it takes there: nothing, a soldier, the king.
fn landing(play: &Play, from: u8, face: u8, rules: &ChongRules, is_king: bool) -> Option<(u8, u8)> {
    let last = 3 * rules.columns.get() - 1;
    let mut to = from + face;
    if to > last {
        if rules.overshoot == Overshoot::Exact {
            return None;
        }
        to = last;
    }
    if play.board.own.has(to) {
        return None;
    }
    let there = last - to;
    if play.board.other.soldiers.contains(&there) {
        let takes = face > 1
            || match rules.chong_takes {
                ChongTakes::LastTwo => to == last || to == last - 1,
                ChongTakes::Always => true,
                ChongTakes::Never => false,
            };
        return takes.then_some((to, 1));
    }
    if play.board.other.king == Some(there) {
        if is_king {
            return None;
        }
        let can_be_hit = match rules.king_hit {
            KingHit::Chong => face == 1,
            KingHit::AnyDie => true,
            KingHit::Never => false,
        };
        if play.board.other.turned && can_be_hit {
            return Some((to, 2));
        }
        return (rules.king_cell == KingCell::Lie).then_some((to, 0));
    }
    Some((to, 0))
}

fn land(next: &mut Play, to: u8, taken: u8, rules: &ChongRules) {
    let other = &mut next.board.other;
    match taken {
        1 => {
            other.soldiers.remove(&(3 * rules.columns.get() - 1 - to));
        }
        2 => {
            other.king = None;
            other.turned = false;
            other.primed = false;
        }
        _ => {}
    }
    judge(next, rules);
}

fn soldier(play: &Play, from: u8, face: u8, rules: &ChongRules) -> Option<Play> {
    let (to, taken) = landing(play, from, face, rules, false)?;
    let mut next = play.clone();
    next.board.own.soldiers.remove(&from);
    next.board.own.soldiers.insert(to);
    land(&mut next, to, taken, rules);
    Some(next)
}

fn partner_at_home(side: &Side, n: u8) -> Option<u8> {
    let king = side.king.filter(|_| !side.turned)?;
    side.soldiers.iter().rev().find(|cell| **cell < king && **cell < n).copied()
}

fn king_exchanges(play: &Play, chongs: usize, rules: &ChongRules, nexts: &mut Vec<Play>) {
    let own = &play.board.own;
    let Some(king) = own.king else { return };
    let mut swap = |partner: Option<u8>, turns: bool| {
        let Some(partner) = partner else { return };
        let mut next = play.clone();
        use_up(&mut next, 1);
        exchange(&mut next, partner, rules);
        next.board.own.turned |= turns;
        nexts.push(next);
    };
    match rules.king_path {
        KingPath::Retreat => swap(partner_at_home(own, rules.columns.get()), false),
        KingPath::Advance => {
            swap(own.soldiers.iter().find(|cell| **cell > king).copied(), false);
            if chongs >= 2 {
                swap(own.soldiers.iter().rev().find(|cell| **cell < king).copied(), true);
            }
        }
    }
}

fn king_steps(play: &Play, face: u8, rules: &ChongRules, nexts: &mut Vec<Play>) {
    let own = &play.board.own;
    let Some(king) = own.king else { return };
    let n = rules.columns.get();
    let soldiers = own.soldiers.len();
    let none_in_middle = !own.soldiers.iter().any(|cell| (n..2 * n).contains(cell));
    let free = match rules.king_free {
        KingFree::OneSoldier => soldiers == 1 || (soldiers == 0 && face >= 2),
        KingFree::OneOrNoBattle => soldiers == 1 || (none_in_middle && face >= 2),
        KingFree::ChongOnly => soldiers == 1 && face == 1,
        KingFree::Never => false,
    };
    let mut used = vec![face];
    let mut voided = play.voided;
    if !free {
        let condition = match (rules.king_path, rules.king_step) {
            (KingPath::Advance, _) => !own.soldiers.iter().any(|cell| *cell > king),
            (KingPath::Retreat, KingStep::Any) => true,
            (KingPath::Retreat, KingStep::NoPartner) => partner_at_home(own, n).is_none(),
        };
        if face != 1 || !condition {
            return;
        }
        match rules.king_back {
            KingBack::TwoTurns if !own.primed => return,
            KingBack::TwoTurns => {}
            KingBack::VoidFirst if play.voided => {}
            KingBack::VoidFirst => {
                used.push(1);
                voided = true;
            }
        }
    }
    if play.dice.iter().filter(|die| **die == 1).count() < used.len() && face == 1 {
        return;
    }
    if let Some((to, taken)) = landing(play, king, face, rules, true) {
        let mut next = play.clone();
        for face in used {
            use_up(&mut next, face);
        }
        next.voided = voided;
        next.board.own.king = Some(to);
        next.board.own.turned = true;
        land(&mut next, to, taken, rules);
        nexts.push(next);
    }
}

/// Whether some throw lets the player to throw open or move.
fn can_move(board: &Board, rules: &ChongRules) -> bool {
    let mut board = board.clone();
    board.own.primed = rules.king_back == KingBack::TwoTurns && board.own.king.is_some();
    all_throws(rules.dice.get()).iter().any(|throw| {
        let chongs = throw.iter().filter(|face| **face == 1).count();
        let opens = !board.own.opened && chongs > 0;
        let moves = |play: Play| !moves(&play, chongs, rules).is_empty();
        opens || openings(&board, throw, rules).into_iter().any(moves)
    })
}
