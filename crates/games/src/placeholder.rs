//! Replaced by the search.
use crate::{Choice, Illegal, Position};
pub(crate) fn first(position: &dyn Position) -> Option<Choice> {
    let _: Option<Illegal> = None;
    let moves = position.moves();
    let chosen = moves.get(moves.len() / 2)?;
    Some(Choice { text: chosen.text.clone(), reason: "placeholder".to_owned() })
}
