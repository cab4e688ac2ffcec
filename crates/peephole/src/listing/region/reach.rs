//! What execution reaches from a cut.

use std::collections::BTreeSet;

use super::NoRegion;
use crate::listing::{
    cuts::{is_plain_jump, is_return, successors},
    functions::Function,
    item::Body,
};

/// Returns the positions from a start to the ends, and the ends. The start is an end if execution returns to it.
pub(super) fn reached(
    function: &Function,
    start: usize,
    is_end: &dyn Fn(usize) -> bool,
) -> Result<(BTreeSet<usize>, BTreeSet<usize>), NoRegion> {
    let (mut inside, mut ends) = (BTreeSet::new(), BTreeSet::new());
    let mut open = vec![start];
    let is_after = |at: usize| at >= function.items.len();
    if is_after(start) {
        return Ok((inside, ends));
    }
    while let Some(at) = open.pop() {
        if !inside.insert(at) {
            continue;
        }
        let Some(item) = function.items.get(at) else { continue };
        match &item.body {
            Body::Code(_) => {}
            Body::Data(_) => return Err(NoRegion::Data { line: item.line }),
            Body::Unread(why) => return Err(NoRegion::Unread { line: item.line, why: why.clone() }),
        }
        for next in successors(function, at) {
            // A return is part of what comes before it: a call before it is the same as a jump. So is a jump: it may be
            // replaced by its target.
            let is_passed = is_return(function, next) || is_plain_jump(function, next);
            if is_end(next) && !is_passed || is_after(next) {
                ends.insert(next);
            } else {
                open.push(next);
            }
        }
    }
    Ok((inside, ends))
}
