//! Claims with limits on the lines checked.

use std::time::Duration;

use chongkak::claims::{ClaimFile, Verdict, check_lines};
use chongkak::control::{Control, Stop};
use chongkak::language::Language;

/// Only lines within the limits are checked; the rest is open.
#[test]
fn lines_are_checked_within_limits() {
    let file = ClaimFile::read(
        "source = 's'\n[[claim]]\nid = 'it'\nrules = 'kalah'\nfor = { k = '1..3' }\n\
         line = [{ play = 'A{k}' }]\n",
    );
    let claim = &file.unwrap().claims[0];
    let stop = Stop::new();
    stop.set();
    let all = Control::none();
    let (late, stopped) = (all.with_time(Duration::ZERO), Control::stopped_by(&stop));
    let checked = |most, control| {
        let mut shown = 0;
        let verdict =
            check_lines(claim, most, control, Language::english(), &mut |_| shown += 1).unwrap();
        let reason = match verdict {
            Verdict::Open(undecided) => Some(undecided.reason),
            _ => None,
        };
        (reason, shown)
    };
    // A case, its move, a second case: that is enough.
    for (most, control, reason, cases) in [
        (100, all, None, 3),
        (3, all, Some("only 3"), 2),
        (0, all, Some("only 0"), 0),
        (100, late, Some("too long"), 0),
        (100, stopped, Some("interrupted"), 0),
    ] {
        let (found, shown) = checked(most, control);
        assert_eq!(shown, cases, "{reason:?}");
        match reason {
            None => assert_eq!(found, None),
            Some(reason) => assert!(found.as_ref().unwrap().contains(reason), "{found:?}"),
        }
    }
}
