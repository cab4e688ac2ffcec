//! What a number of operations can change.

use arcadian_parallel::flow::Resources;

use crate::operation::Operation;

/// For up to this number of operations, the resources that they can change are computed.
const COVERED: usize = 3;

/// Returns, for each number of operations, the largest sets of resources that this number can change.
pub(crate) fn covers(operations: &[Operation]) -> Vec<Vec<Resources>> {
    let single = maximal(operations.iter().map(|operation| operation.writes).collect());
    let mut covers = vec![vec![0], single.clone()];
    for _ in 1..COVERED {
        let last = covers.last().map_or(&[][..], |last| last);
        let unions = last.iter().flat_map(|one| single.iter().map(move |other| one | other)).collect();
        covers.push(maximal(unions));
    }
    covers
}

/// Removes the sets that are part of another.
fn maximal(mut sets: Vec<Resources>) -> Vec<Resources> {
    sets.sort_unstable();
    sets.dedup();
    let is_largest = |set: &Resources| sets.iter().all(|other| set == other || set & !other != 0);
    sets.iter().copied().filter(is_largest).collect()
}

/// Returns whether operations can correct everything that is wrong.
pub(super) fn is_covered(wrong: Resources, covers: Option<&Vec<Resources>>) -> bool {
    covers.is_none_or(|covers| covers.iter().any(|cover| wrong & !cover == 0))
}
