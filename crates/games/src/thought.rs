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
    let moves = match WON - found.score.abs() {
        1 => "1 move".to_owned(),
        number => format!("{number} moves"),
    };
    let reason = match found.score {
        EVALUATED.. => format!("wins in {moves}"),
        score if score <= -EVALUATED => format!("loses in {moves} against best play"),
        _ => format!("found at depth {}, among {} positions", found.depth, found.nodes),
    };
    Some(Choice { text: found.line.first()?.to_string(), reason })
}
