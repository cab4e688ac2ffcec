//! What may follow a directive, where its assembler refuses everything else.
//!
//! A shape is text: alternatives between ` / `, each of items between blanks. `name` is a name, `path` one perhaps in a scope, `number` a number, `text` a string,
//! `value` the tokens up to the next comma, `all` the rest, `on` a switch; a word in capitals is itself, several of them between `|` any of them, and
//! other signs are themselves. With `...` at its end the shape is that of each operand between commas, of which there is at least one.

use crate::syntax::table::Shape;
use crate::syntax::token::{Kind, Token, split};

/// Returns the index of the first token that does not belong after a directive.
pub(crate) fn misfit(
    shape: Shape,
    operands: &[Token<'_>],
    is_name: &dyn Fn(&Token<'_>) -> bool,
) -> Option<usize> {
    match shape.strip_suffix("...") {
        None => misfit_of_one(shape, operands, is_name),
        Some(_) if operands.is_empty() => Some(0),
        Some(each) => split(operands).into_iter().find_map(|piece| {
            let start = piece
                .first()
                .and_then(|first| operands.iter().position(|token| token.at == first.at))
                .unwrap_or(operands.len());
            misfit_of_one(each.trim_end(), piece, is_name).map(|at| start + at)
        }),
    }
}

/// Returns the index of the first token that no alternative has there.
fn misfit_of_one(shape: Shape, tokens: &[Token<'_>], is_name: &dyn Fn(&Token<'_>) -> bool) -> Option<usize> {
    let mut furthest = 0;
    for alternative in shape.split(" / ") {
        match taken(alternative.trim(), tokens, is_name) {
            (count, true) if count == tokens.len() => return None,
            (count, _) => furthest = furthest.max(count),
        }
    }
    Some(furthest)
}

/// Returns how many tokens an alternative takes, and whether it is at its end.
fn taken(alternative: &str, tokens: &[Token<'_>], is_name: &dyn Fn(&Token<'_>) -> bool) -> (usize, bool) {
    let mut at = 0;
    for item in alternative.split(' ').filter(|item| !item.is_empty()) {
        let Some(token) = tokens.get(at) else { return (at, false) };
        let count = match item {
            "name" => usize::from(is_name(token) && !token.text.contains("::")),
            "path" => usize::from(is_name(token)),
            "number" => usize::from(matches!(token.kind, Kind::Number(_))),
            "text" => usize::from(token.kind == Kind::Text && token.text.starts_with('"')),
            "value" => split(tokens.get(at..).unwrap_or(&[])).first().map_or(0, |piece| piece.len()),
            "all" => tokens.len() - at,
            "on" => {
                let words = ["+", "-", "on", "off"];
                usize::from(words.iter().any(|word| token.text.eq_ignore_ascii_case(word)))
            }
            words => usize::from(words.split('|').any(|word| token.text.eq_ignore_ascii_case(word))),
        };
        if count == 0 {
            return (at, false);
        }
        at += count;
    }
    (at, true)
}
