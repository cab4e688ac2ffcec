//! Names and variables of mdlz80optimizer in a text.

use crate::rules::rule::{Piece, Template};

/// Returns the name of the block that a wildcard with this number stands for.
pub(super) fn block(number: i64) -> String {
    format!("BLOCK{number}")
}

/// Reads a line with variables `?name`.
pub(super) fn template(text: &str) -> Template {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('?') {
        let (before, variable) = rest.split_at(at);
        let end = 1 + name(variable.get(1..).unwrap_or(""));
        let (variable, after) = variable.split_at(end);
        pieces.push(Piece::Text(before.to_owned()));
        pieces.push(if end > 1 { Piece::Variable(variable.to_owned()) } else { Piece::Text("?".to_owned()) });
        rest = after;
    }
    pieces.push(Piece::Text(rest.to_owned()));
    Template(pieces).tidied()
}

/// Returns the end of the name at the beginning of a text.
pub(super) fn name(text: &str) -> usize {
    text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
}
