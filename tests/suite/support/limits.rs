//! Limits that end work at once.

use std::time::Duration;

use chongkak::control::{Control, Stop, StopReason};

/// A stop that is set.
pub fn set() -> Stop {
    let stop = Stop::new();
    stop.set();
    stop
}

/// A stop that is set, no time and a single node, with the reasons that they give.
pub fn at_once(set: &Stop) -> [(Control<'_>, StopReason); 3] {
    let (time, nodes) = (Duration::ZERO, 1);
    let none = Control::none();
    [
        (Control::stopped_by(set), StopReason::Interrupted),
        (Control { time, ..none }, StopReason::Time),
        (Control { nodes, ..none }, StopReason::Nodes),
    ]
}
