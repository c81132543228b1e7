//! Progress with counted stages.

use chongkak::control::{Control, Progress, ProgressSnapshot};

#[test]
fn a_stage_begins_at_nothing_and_counts_on() {
    let progress = Progress::new();
    progress.start_phase("positions", Some(10));
    progress.add(3);
    progress.add(4);
    let standing = progress.standing();
    assert_eq!((standing.done, standing.of), (7, Some(10)));
    progress.start_phase("lines", None);
    let standing = progress.standing();
    assert_eq!((&*standing.stage, standing.done, standing.of), ("lines", 0, None));
}

#[test]
fn nowhere_hears_nothing() {
    let nowhere = Control::none().progress;
    nowhere.start_phase("positions", Some(10));
    nowhere.add(1);
    assert_eq!(nowhere.standing(), ProgressSnapshot::default());
}
