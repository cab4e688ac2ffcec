//! What the search found, as a choice with its reason.

use std::fmt::Display;

use crate::{
    Choice,
    search::{EVALUATED, Found, WON, Watch},
};

/// Stops a search when a host says so.
pub(crate) struct Stop<'a>(pub(crate) &'a mut dyn FnMut() -> bool);

impl<M> Watch<M> for Stop<'_> {
    fn is_enough(&mut self) -> bool {
        (self.0)()
    }
}

/// Returns the first move of the line.
pub(crate) fn thought<M: Display>(found: &Found<M>) -> Option<Choice> {
    let moves = WON - found.score.abs();
    let reason = match found.score {
        EVALUATED.. => format!("wins in {moves} moves"),
        score if score <= -EVALUATED => format!("loses in {moves} moves against best play"),
        _ => format!("looks {} moves ahead, at {} positions", found.depth, found.nodes),
    };
    Some(Choice { text: found.line.first()?.to_string(), reason })
}
