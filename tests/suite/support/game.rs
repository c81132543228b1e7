//! Bounds for the engines.

use chongkak::control::Control;

/// No limit but so many nodes.
pub fn within(nodes: u64) -> Control<'static> {
    let none = Control::none();
    none.with_nodes(nodes)
}
