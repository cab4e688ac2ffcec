//! `#` before a number in Z80 code: hexadecimal in some assemblers, the mark of an immediate operand in SDCC's.

use super::state::Hashes;
use std::ops::Range;

use arcadian_isa::Processor;

use super::{Engine, Line};
use crate::fault::Fault;
use crate::statement::Operation;
use crate::syntax::scan::{At, opens, quoted, run, slice};

impl Engine<'_> {
    /// Notes the numbers with `#` in a statement.
    pub(super) fn note_hashes(&mut self, line: &Line) {
        if self.words.processor != Processor::Z80 {
            return;
        }
        let is_instruction = matches!(line.statement.operation, Some((Operation::Mnemonic, _)));
        for piece in line.pieces() {
            for span in numbers(line, piece.clone()) {
                let digits = slice(&line.text, span.start + 1..span.end);
                let is_decimal = digits.bytes().all(|digit| digit.is_ascii_digit());
                if !(is_instruction && is_decimal && span == piece) {
                    self.hashes.is_hexadecimal = true;
                } else if digits.trim_start_matches('0').len() > 1 {
                    self.hashes.unclear.push((line.index, span));
                }
            }
        }
    }

    /// Warns of numbers that may be meant as decimal, unless the source shows that `#` means hexadecimal.
    pub(super) fn warn_of_hashes(&mut self) {
        let Hashes { unclear, is_hexadecimal } = std::mem::take(&mut self.hashes);
        for (index, span) in unclear.into_iter().filter(|_| !is_hexadecimal) {
            let text = self.records.get(index).map_or("", |record| slice(&record.text, span.clone()));
            let digits = text.trim_start_matches('#').to_owned();
            let Ok(value) = i64::from_str_radix(&digits, 16) else { continue };
            let hint = format!(
                "SDCC's assembler reads it as {digits}; write {digits}H or {digits}, without the `#`"
            );
            self.warn(index, At::new(Fault::Hash { text: text.to_owned(), value }, span).hint(hint));
        }
    }
}

/// Returns the ranges of `#` and hexadecimal digits in a piece, outside strings.
fn numbers(line: &Line, piece: Range<usize>) -> Vec<Range<usize>> {
    let text = &*line.text;
    let (mut found, mut at) = (Vec::new(), piece.start);
    while at < piece.end {
        if opens(text, at) {
            at = quoted(text, at, line.style).unwrap_or(at + 1);
            continue;
        }
        let end = run(text, at + 1, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let digits = slice(text, at + 1..end);
        let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        if text.as_bytes().get(at) == Some(&b'#') && is_number {
            found.push(at..end);
            at = end;
        } else {
            at += 1;
        }
    }
    found
}
