//! Rules from the built-in claims: what the sources prove.

use chongkak::claims::ClaimFile;
use chongkak::control::Control;
use chongkak::infer::{Evidence, Inference, infer};

use crate::support::home;

fn shipped(name: &str) -> ClaimFile {
    let path = home().join("positions/claims").join(name);
    ClaimFile::read(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn left(found: &Inference, option: &str) -> Vec<String> {
    let option = found.options.iter().find(|o| o.name == option).unwrap();
    option.allowed.clone()
}

/// By hand: A1 with nine seeds reaches the rumah only after the own row, and A moves again only if
/// a last seed there allows it; A7 ends in B9, which held seeds, and is sown on to the rumah. The
/// refill leaves B1 and B2 out of use and 2 seeds in the rumah, which protected holes would share.
#[test]
fn overbecks_example_decides_five_options() {
    let mut evidence = Evidence::default();
    for claim in shipped("overbeck.toml").claims.iter().filter(|claim| claim.example) {
        evidence.add_claim("overbeck.toml", claim).unwrap();
    }
    let found = infer(&evidence, &[], Control::none()).unwrap().unwrap();
    let decided = [
        ("store", "near"),
        ("store_last", "again"),
        ("occupied", "relay"),
        ("short", "closed"),
        ("fill", "near"),
    ];
    for (option, value) in decided {
        assert_eq!(left(&found, option), [value], "{option}");
    }
    // If holes are closed, none is protected.
    let says_nothing = |name| name != "max_protected" && decided.iter().all(|(o, _)| *o != name);
    for open in found.options.iter().filter(|open| says_nothing(open.name)) {
        assert!(!open.matters && open.excluded.is_empty(), "{}", open.name);
    }
    assert_eq!((found.combinations, found.fit), (48, 1));
    // With two seeds A plays the only one into the store: is the round over? With one more hole A's
    // seed falls into an empty hole, opposite nothing, then opposite a seed. With two seeds in A2 the
    // last one falls into an empty hole of B.
    let told = found.decide.iter().map(|found| (found.position.to_string(), &found.decides[..]));
    let told: Vec<_> = told.collect();
    let decide: Vec<_> = told.iter().map(|(position, decides)| (&position[..], *decides)).collect();
    assert_eq!(
        decide,
        [
            ("1/0 1/0 A", &["end", "rest"][..]),
            ("1,0/0 0,1/0 A", &["lone", "lap", "end", "rest"]),
            ("1,0/0 1,0/0 A", &["capture", "lap", "end", "rest"]),
            ("0,2/0 0,1/0 A", &["capture_in", "lone", "lap", "end", "rest"]),
            // Nobody has a seed left, and A moved last: B starts only as the loser.
            ("0/1 0/1 A over", &["starter"]),
        ]
    );
}

/// Each built-in rule set's own claims are about one game: its values fit them. (Sources with
/// variants, and files with several rule sets, contradict themselves.)
#[test]
fn the_rule_sets_fit_their_own_claims() {
    for name in ["overbeck", "congklak-six", "dakon"] {
        let mut evidence = Evidence::default();
        let file = shipped(&format!("{name}.toml"));
        for claim in &file.claims {
            evidence.add_claim(name, claim).unwrap();
        }
        let found = infer(&evidence, &[], Control::none()).unwrap().unwrap();
        let rules = chongkak::rules::Preset::named(name).unwrap().rules;
        assert!(found.fit > 0, "{name}");
        for option in &found.options {
            let value = rules.value(option.name).unwrap();
            assert!(option.allowed.contains(&value), "{name}: {option:?}");
        }
    }
}

#[test]
fn values_of_positions_are_left_out_and_counted() {
    let mut evidence = Evidence::default();
    for claim in &shipped("start.toml").claims {
        evidence.add_claim("start.toml", claim).unwrap();
    }
    let found = infer(&evidence, &[], Control::none()).unwrap().unwrap();
    assert_eq!((evidence.statements(), evidence.values), (0, 3));
    assert_eq!((found.combinations, found.fit), (1, 1));
    assert!(found.options.iter().all(|option| !option.matters));
}
