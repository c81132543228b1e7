//! Limits of work, and CPU time.

use std::process::Child;
use std::time::Duration;

use chongkak::control::{Control, Stop, StopReason};
use serde_json::Value;

/// No limit except this many nodes.
pub fn within(nodes: u64) -> Control<'static> {
    let none = Control::none();
    none.with_nodes(nodes)
}

/// The limits named in a record.
pub fn told_limits(record: &Value) -> Value {
    let mut limits = record["limits"].as_object().unwrap().clone();
    limits.retain(|_, limit| !limit.is_null());
    Value::Object(limits)
}

/// A stop that is set.
pub fn set() -> Stop {
    let stop = Stop::new();
    stop.set();
    stop
}

/// A set stop, no time and a single node, with the reasons that they give.
pub fn at_once(set: &Stop) -> [(Control<'_>, StopReason); 3] {
    let (time, nodes) = (Duration::ZERO, 1);
    let none = Control::none();
    [
        (Control::stopped_by(set), StopReason::Interrupted),
        (none.with_time(time), StopReason::Time),
        (none.with_nodes(nodes), StopReason::Nodes),
    ]
}

/// Returns the CPU seconds of a process, which depend little on other load. Linux only.
pub fn processor_time(child: &Child) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
    // After the name, which may contain anything: the 14th and 15th of all fields, in hundredths.
    let fields = stat.rsplit_once(')').unwrap().1.split_whitespace();
    let ticks = fields.skip(11).take(2).map(|field| field.parse::<f64>().unwrap());
    ticks.sum::<f64>() / 100.0
}
