//! Parsing of boards.

use anyhow::{Context, Result, bail};
use arcadian_board::tactix::Board;
use arcadian_isa::hex;

use super::figure::Figure;

/// Parses a board in a figure's layout.
pub fn word(text: &[String], figure: Figure) -> Result<u64> {
    let text = text.join(" ");
    let layout = figure.layout();
    let word = if is_rows(&text) { layout.from_rows(&rows(&text)?) } else { layout.word(&bytes(&text)?) };
    word.with_context(|| format!("`{text}` is not a valid board of figure {}", figure.number()))
}

/// Parses a board of any size. Bytes without a figure are those of figure 2.
pub fn position(text: &[String], figure: Option<Figure>) -> Result<Board> {
    match figure {
        None if is_rows(&text.join(" ")) => rows(&text.join(" ")),
        _ => {
            let figure = figure.unwrap_or(Figure::Two);
            Ok(figure.layout().to_rows(word(text, figure)?)?)
        }
    }
}

fn is_rows(text: &str) -> bool {
    text.contains('/') || text.chars().all(|square| "xX.".contains(square))
}

fn rows(text: &str) -> Result<Board> {
    text.parse().with_context(|| format!("`{text}` is not a valid board"))
}

fn bytes(text: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for word in text.split_whitespace() {
        match hex::parse_bytes(word) {
            Some(more) => bytes.extend(more),
            None if word.bytes().all(|digit| digit.is_ascii_hexdigit()) => bail!(
                "`{text}` is not a valid board; a byte has two hexadecimal digits, but `{word}` has an odd number"
            ),
            None => bail!(
                "`{text}` is not a valid board; write bytes in hexadecimal, or rows of x and . separated by /"
            ),
        }
    }
    Ok(bytes)
}
