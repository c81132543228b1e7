//! Worked examples: a position, a throw, the legal first moves, and every end of the turn with a
//! shortest way to it. Two independent implementations made them.

use std::collections::BTreeMap;

use chongkak::chong::{ChongRules, Dice, PlacedPosition};

struct Example {
    name: &'static str,
    before: &'static str,
    throw: &'static str,
    first: &'static [&'static str],
    ends: &'static [(&'static str, bool, &'static str)],
}

const EXAMPLES: [Example; 17] = [
    Example {
        name: "E1, 3x3 start, nobody opened, four dice",
        before: "SSS|K.k|sss A",
        throw: "2,3,4,6",
        first: &[],
        ends: &[("SSS|K.k|sss", false, "")],
    },
    Example {
        name: "E2, 3x3 start, nobody opened, four dice",
        before: "SSS|K.k|sss A",
        throw: "1,2,3,4",
        first: &["1:K3<>2"],
        ends: &[
            ("SSK|..k|ssS", true, "1:K3<>2 2:S3-5lie 3:S5-8x"),
            ("SSK|..k|.sS", true, "1:K3<>2 3:S3-6x 2:S6-8x"),
            ("SSK|..k|sSs", false, "1:K3<>2 4:S3-7x"),
        ],
    },
    Example {
        name: "E3, 3x3 start, nobody opened, four dice",
        before: "SSS|K.k|sss A",
        throw: "1,2,2,5",
        first: &["1:K3<>2"],
        ends: &[
            ("SSK|..k|ssS", true, "1:K3<>2 5:S3-8x"),
            ("SSK|..k|sSs", false, "1:K3<>2 2:S3-5lie 2:S5-7x"),
        ],
    },
    Example {
        name: "E4, 3x3 start, nobody opened, four dice",
        before: "SSS|K.k|sss A",
        throw: "1,1,4,6",
        first: &["1:K3<>2", "1:K2<>1"],
        ends: &[("SKS|..k|sSs", false, "1:K3<>2 1:K2<>1 4:S3-7x")],
    },
    Example {
        name: "E5, 3x3 start, nobody opened, four dice",
        before: "SSS|K.k|sss A",
        throw: "1,1,1,1",
        first: &["1:K3<>2", "1:K2<>1", "1:K1<>0"],
        ends: &[("KSS|S.k|sss", false, "1:K3<>2 1:K2<>1 1:K1<>0")],
    },
    Example {
        name: "E6, 3x3 start, nobody opened, four dice",
        before: "SSS|K.k|sss A",
        throw: "1,3,6,6",
        first: &["1:K3<>2"],
        ends: &[("SSK|..k|Sss", false, "1:K3<>2 3:S3-6x")],
    },
    Example {
        name: "E7, 3x3, two dice, I have opened",
        before: "SSK|S.k|sss A opened:A",
        throw: "3,4",
        first: &["3:S1-4", "3:S3-6x", "4:S0-4", "4:S1-5lie", "4:S3-7x"],
        ends: &[
            ("S.K|S.k|ssS", true, "3:S1-4 4:S4-8x"),
            ("S.K|.Sk|sSs", false, "3:S1-4 4:S3-7x"),
            (".SK|.Sk|Sss", false, "3:S3-6x 4:S0-4"),
            ("S.K|..&|Sss", false, "3:S3-6x 4:S1-5lie"),
            (".SK|S.k|sSs", false, "4:S0-4 3:S4-7x"),
        ],
    },
    Example {
        name: "E8, 3x3, two dice, one Chong: soldier step or exchange",
        before: "SSK|S.k|sss A opened:A",
        throw: "1,4",
        first: &["1:S3-4", "1:K2<>1", "4:S0-4", "4:S1-5lie", "4:S3-7x"],
        ends: &[
            ("SSK|..k|ssS", true, "1:S3-4 4:S4-8x"),
            ("SSK|..k|s.S", true, "4:S3-7x 1:S7-8x"),
            (".KS|SSk|sss", false, "1:K2<>1 4:S0-4"),
            ("SK.|S.k|Sss", false, "1:K2<>1 4:S2-6x"),
            ("SKS|..k|sSs", false, "1:K2<>1 4:S3-7x"),
            ("S.K|.S&|sss", false, "1:S3-4 4:S1-5lie"),
            (".SK|S.&|sss", false, "4:S0-4 1:S4-5lie"),
            ("K.S|S.&|sss", false, "4:S1-5lie 1:K2<>0"),
        ],
    },
    Example {
        name: "E9, 3x3, two dice, two Chongs",
        before: "SSK|S.k|sss A opened:A",
        throw: "1,1",
        first: &["1:S3-4", "1:K2<>1"],
        ends: &[
            ("KSS|S.k|sss", false, "1:K2<>1 1:K1<>0"),
            ("SKS|.Sk|sss", false, "1:S3-4 1:K2<>1"),
            ("SSK|..&|sss", false, "1:S3-4 1:S4-5lie"),
        ],
    },
    Example {
        name: "E10, 3x4, king on 3 without a partner, one Chong: void for the king, a soldier may use it",
        before: "...K|.S.S|kSss A opened:AB",
        throw: "1,5",
        first: &["1:S5-6", "1:S7-8lie", "1:S9-10x", "5:S5-10x"],
        ends: &[
            ("...K|...S|kSsS", true, "1:S5-6 5:S6-11x"),
            ("...K|...S|kS.S", true, "5:S5-10x 1:S10-11x"),
            ("...K|....|&SSs", false, "1:S7-8lie 5:S5-10x"),
            ("...K|.S.S|k.Ss", false, "1:S9-10x"),
        ],
    },
    Example {
        name: "E11, 3x4, same, two Chongs: '1+1' = first void, second a king step (king turns: Q)",
        before: "...K|.S.S|kSss A opened:AB",
        throw: "1,1",
        first: &["1:S5-6", "1:S7-8lie", "1:S9-10x", "1+1:K3-4"],
        ends: &[
            ("...K|.S.S|k..S", true, "1:S9-10x 1:S10-11x"),
            ("....|QS.S|kSss", false, "1+1:K3-4"),
            ("...K|..S.|&Sss", false, "1:S5-6 1:S7-8lie"),
            ("...K|..SS|k.Ss", false, "1:S5-6 1:S9-10x"),
            ("...K|.S..|&.Ss", false, "1:S7-8lie 1:S9-10x"),
        ],
    },
    Example {
        name: "E12, 3x4, same, three Chongs",
        before: "...K|.S.S|kSss A opened:AB",
        throw: "1,1,1",
        first: &["1:S5-6", "1:S7-8lie", "1:S9-10x", "1+1:K3-4"],
        ends: &[
            ("...K|..SS|k..S", true, "1:S5-6 1:S9-10x 1:S10-11x"),
            ("...K|.S..|&..S", true, "1:S7-8lie 1:S9-10x 1:S10-11x"),
            ("...K|.S.S|k..S", true, "1:S9-10x 1:S10-11x"),
            ("....|Q.SS|kSss", false, "1:S5-6 1+1:K3-4"),
            ("...K|...S|&Sss", false, "1:S5-6 1:S7-8lie 1:S6-7"),
            ("...K|..S.|&.Ss", false, "1:S5-6 1:S7-8lie 1:S9-10x"),
            ("....|QS..|&Sss", false, "1:S7-8lie 1+1:K3-4"),
            ("...K|.S..|kSSs", false, "1:S7-8lie 1:S9-10x 1:S8-9"),
            ("....|QS.S|k.Ss", false, "1:S9-10x 1+1:K3-4"),
        ],
    },
    Example {
        name: "E13, 3x4, enemy king has turned (q on my cell 6): the soldier on 5 takes it with the Chong; the 3 from 3 may only lie down under it",
        before: "..KS|.SqS|..ss A opened:AB",
        throw: "1,3",
        first: &["1:S3-4", "1:S5-6xK", "1:S7-8", "3:S3-6lie", "3:S5-8", "3:S7-10x"],
        ends: &[
            ("..KS|.Sq.|..sS", true, "1:S7-8 3:S8-11x"),
            ("..KS|.Sq.|...S", true, "3:S7-10x 1:S10-11x"),
            ("..K.|S.qS|S.ss", false, "1:S3-4 3:S5-8"),
            ("..K.|SSq.|..Ss", false, "1:S3-4 3:S7-10x"),
            ("..KS|...S|.Sss", false, "1:S5-6xK 3:S6-9"),
            ("..KS|..S.|..Ss", false, "1:S5-6xK 3:S7-10x"),
            ("..K.|.S&.|S.ss", false, "1:S7-8 3:S3-6lie"),
            ("..KS|..qS|.Sss", false, "3:S5-8 1:S8-9"),
        ],
    },
    Example {
        name: "E16, 3x4, one soldier left: the king moves like a soldier with any die",
        before: "..K.|.sS.|kss. A opened:AB",
        throw: "2,3",
        first: &["2:S6-8lie", "2:K2-4", "3:S6-9x", "3:K2-5x"],
        ends: &[
            ("..K.|.s..|kssS", true, "2:S6-8lie 3:S8-11"),
            ("..K.|.s..|k.sS", true, "3:S6-9x 2:S9-11"),
            ("....|.sSQ|kss.", false, "2:K2-4 3:K4-7"),
            ("....|Qs..|kSs.", false, "2:K2-4 3:S6-9x"),
            ("....|.Q..|&ss.", false, "2:S6-8lie 3:K2-5x"),
            ("....|..SQ|kss.", false, "3:K2-5x 2:K5-7"),
        ],
    },
    Example {
        name: "E17, 3x4, king alone: a single Chong is void, other dice move it",
        before: "..K.|.s..|kss. A opened:AB",
        throw: "1,3",
        first: &["3:K2-5x"],
        ends: &[("....|.Q..|kss.", false, "3:K2-5x")],
    },
    Example {
        name: "E18, 3x4, king alone, two Chongs",
        before: "..K.|.s..|kss. A opened:AB",
        throw: "1,1",
        first: &["1+1:K2-3"],
        ends: &[("...Q|.s..|kss.", false, "1+1:K2-3")],
    },
    Example {
        name: "E20, 3x4, enemy king sits on my goal cell 11 (not turned): the soldier on 10 lies down there and has arrived",
        before: "....|....|s.Sk A opened:AB",
        throw: "1,2",
        first: &["1:S10-11lie"],
        ends: &[("....|....|s..&", true, "1:S10-11lie")],
    },
];

/// A soldier of A beside B's king, turned or not, in the notation of the examples.
fn board(placed: &PlacedPosition) -> String {
    let text = placed.to_string();
    let board = text.split(' ').next().unwrap();
    board.replace("(Sk)", "&").replace("(Sq)", "&")
}

#[test]
fn all_worked_examples_come_out() {
    for example in &EXAMPLES {
        let name = example.name;
        let throw: Dice = example.throw.parse().unwrap();
        let mut rules = ChongRules::new(3).unwrap();
        let placed = PlacedPosition::parse(example.before, &rules).unwrap();
        rules = rules.on(placed.columns).unwrap();
        rules.set("dice", &(u8::try_from(throw.count()).unwrap()).to_string()).unwrap();
        let mut legal = Vec::new();
        rules.sub_moves(&rules.begin(&placed.position, throw), |sub_move, _| {
            legal.push(sub_move.to_string());
        });
        if placed.position.mover.opened() {
            let mut expected = example.first.to_vec();
            expected.sort_unstable();
            legal.sort_unstable();
            assert_eq!(legal, expected, "{name}");
        } else {
            // For an opening the example lists all exchanges, one after the other.
            assert_eq!(legal.as_slice(), &example.first[..legal.len()], "{name}");
            assert_eq!(legal.is_empty(), example.first.is_empty(), "{name}");
        }
        let ends = rules.ends(&placed.position, throw);
        let found: BTreeMap<(String, bool), usize> = ends
            .iter()
            .map(|end| ((board(&placed.after(end.after)), end.won), end.way.len()))
            .collect();
        let told = example
            .ends
            .iter()
            .map(|(after, won, way)| (((*after).to_owned(), *won), way.split_whitespace().count()));
        assert_eq!(found, told.collect(), "{name}");
        assert_eq!(ends.len(), example.ends.len(), "{name}");
        for (after, won, way) in example.ends {
            assert_eq!(
                played(&rules, &placed, throw, way),
                ((*after).to_owned(), *won),
                "{name}: {way}"
            );
        }
    }
}

/// Plays a written way: returns the board after it and whether it wins.
fn played(rules: &ChongRules, placed: &PlacedPosition, throw: Dice, way: &str) -> (String, bool) {
    let mut turn = rules.begin(&placed.position, throw);
    for word in way.split_whitespace() {
        let mut next = None;
        rules.sub_moves(&turn, |sub_move, after| {
            if sub_move.to_string() == word {
                next = Some(after);
            }
        });
        turn = next.unwrap_or_else(|| panic!("{word} is not legal"));
    }
    (board(&placed.after(rules.end(&turn))), turn.won)
}
