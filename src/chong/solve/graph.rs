//! The strongly connected components of a graph.

/// The strongly connected components, those that lead nowhere else first.
///
/// Source: R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1
/// (1972); with a stack of its own in place of recursion.
pub(super) fn components(followers: &[Vec<u32>]) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let count = followers.len();
    let (mut order, mut lowest) = (vec![NEW; count], vec![0; count]);
    let mut waiting = vec![false; count];
    let (mut stack, mut found, mut next) = (Vec::new(), Vec::new(), 0);
    for root in 0..u32::try_from(count).expect("fewer than 2^32 positions") {
        if order[root as usize] != NEW {
            continue;
        }
        let mut path = vec![(root, 0_usize)];
        while let Some((node, edge)) = path.last_mut() {
            let at = *node as usize;
            if *edge == 0 {
                (order[at], lowest[at]) = (next, next);
                next += 1;
                stack.push(*node);
                waiting[at] = true;
            }
            if let Some(&follower) = followers[at].get(*edge) {
                *edge += 1;
                let to = follower as usize;
                if order[to] == NEW {
                    path.push((follower, 0));
                } else if waiting[to] {
                    lowest[at] = lowest[at].min(order[to]);
                }
                continue;
            }
            let low = lowest[at];
            if low == order[at] {
                let first = stack.iter().rposition(|n| *n as usize == at).expect("on the stack");
                let component = stack.split_off(first);
                for node in &component {
                    waiting[*node as usize] = false;
                }
                found.push(component);
            }
            path.pop();
            if let Some((before, _)) = path.last() {
                let before = *before as usize;
                lowest[before] = lowest[before].min(low);
            }
        }
    }
    found
}
