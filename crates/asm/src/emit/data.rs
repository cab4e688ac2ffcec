//! Data, space and alignment.

use crate::emit::rows::range;
use crate::fault::{DialectFault, Fault};
use crate::passes::Engine;
use crate::syntax::{
    Arithmetic, At, Checked, Directive, Ending, Kind, Quote, Reader, Span, Statement, Token, Value, blanks,
    content, octals, slice, span, split, unexpected,
};

/// Returns a character as Commodore's keyboards give it: letters in the other case.
pub(crate) const fn petscii(byte: u8) -> u8 {
    match byte {
        b'a'..=b'z' => byte - 0x20,
        b'A'..=b'Z' => byte + 0x80,
        _ => byte,
    }
}

/// Returns the code of a character on the screen of Commodore's computers.
pub(crate) const fn screen_code(byte: u8) -> u8 {
    match byte {
        b'a'..=b'z' => byte - 0x60,
        b'@' => 0,
        b'['..=b'_' => byte - 0x40,
        b'`' => 0x40,
        _ => byte,
    }
}

/// The size of memory.
const MOST: i64 = 0x1_0000;

impl Engine<'_> {
    /// Returns a character as the source wants it in its bytes.
    pub(crate) fn mapped(&self, byte: u8) -> u8 {
        let byte = self.pass.charmap.get(&byte).copied().unwrap_or(byte);
        self.pass.code.map_or(byte, |code| code(byte))
    }

    /// Returns the low bytes of a value, which must fit.
    pub(crate) fn low_bytes(
        &mut self,
        statement: &Statement<'_>,
        value: Value,
        size: usize,
        span: Span,
    ) -> Checked<Vec<u8>> {
        let (what, bits) = match size {
            1 => ("the byte", 8),
            2 => ("the word", 16),
            3 => ("the number", 24),
            _ => ("the number", 32),
        };
        let value = if size == 1 { value.byte() } else { value };
        let value = value.whole().map_err(|fault| At::new(fault, span.clone()))?;
        let (least, most) = (-(1_i64 << (bits - 1)), (1_i64 << bits) - 1);
        if self.pass.cuts_values {
            return Ok(value.number.to_le_bytes().into_iter().take(size).collect());
        }
        self.check_range(statement.record, (what, least, most), value.number, span)?;
        Ok(value.number.to_le_bytes().into_iter().take(size).collect())
    }

    /// Reports a value out of bounds, or warns where the dialect cuts it off.
    pub(crate) fn check_range(
        &mut self,
        record: usize,
        (what, least, most): (&'static str, i64, i64),
        value: i64,
        span: Span,
    ) -> Checked {
        let is_byte = (least, most) == (-128, 255) && (-256..=0xFFFF).contains(&value);
        if self.table.operands.extends_sign && is_byte && value & 0xFF00 == 0xFF00 {
            return Ok(());
        }
        let Err(fault) = range(what, value, least, most) else { return Ok(()) };
        let at = At::new(fault, span);
        if self.table.operands.truncates && what != "the displacement" {
            self.warn(record, at.hint("the higher bits are cut off"));
            return Ok(());
        }
        Err(at)
    }

    pub(crate) fn bytes(&mut self, statement: &Statement<'_>, ending: Ending) -> Checked {
        let mut bytes = Vec::new();
        for piece in statement.values()? {
            let from = bytes.len();
            self.move_here(from);
            bytes.extend(self.datum(statement, piece, 1, from)?);
            mark_end(&mut bytes, ending, piece);
            if ending == Ending::Counted {
                bytes.insert(from, u8::try_from(bytes.len() - from).unwrap_or(u8::MAX));
            }
        }
        if ending == Ending::Zero {
            bytes.push(0);
        }
        self.place(statement, bytes)
    }

    /// `DC 'text'`, `DC COUNT, VALUE`
    pub(crate) fn repeated(&mut self, statement: &Statement<'_>) -> Checked {
        match *statement.values()? {
            [[text]] if text.kind == Kind::Text => self.bytes(statement, Ending::High),
            [_, _] => self.space(statement, 1),
            _ => Err(unexpected(statement.operands().first().unwrap_or(&Token::EMPTY))
                .hint("write a string, or a count and a value")),
        }
    }

    /// Places the string between the first character of the operand and the next one like it.
    pub(crate) fn delimited(&mut self, statement: &Statement<'_>, ending: Ending) -> Checked {
        let start = blanks(statement.text, statement.operation_span().end);
        let rest = slice(statement.text, start..statement.text.len());
        let mark = rest.chars().next().ok_or_else(|| statement.needs_operand())?;
        let inner = slice(rest, mark.len_utf8()..rest.len());
        let whole = start..statement.text.len();
        let (text, after) =
            inner.split_once(mark).ok_or_else(|| At::new(Fault::Unterminated, whole.clone()))?;
        if !after.trim().is_empty() {
            let at = statement.text.len() - after.trim_start().len();
            return Err(At::new(Fault::Unexpected(after.trim().to_owned()), at..statement.text.len())
                .hint("this directive takes one string"));
        }
        if let Some(other) = text.chars().find(|c| !c.is_ascii()) {
            return Err(At::new(Fault::NotAscii(other), whole));
        }
        let mut bytes = octals(text);
        match (ending, bytes.last_mut()) {
            (Ending::Zero, _) => bytes.push(0),
            (Ending::High, Some(last)) => *last |= 0x80,
            _ => {}
        }
        self.place(statement, bytes)
    }

    /// Moves the address of the statement to an item, where the dialect has it there.
    fn move_here(&mut self, offset: usize) {
        if self.table.segments.moves {
            let here = self.segments.here();
            self.set_here(Value { number: here.number + offset as i64, ..here });
        }
    }

    /// Returns the bytes of a string, or of a value with this size.
    fn datum(
        &mut self,
        statement: &Statement<'_>,
        piece: &[Token<'_>],
        size: usize,
        offset: usize,
    ) -> Checked<Vec<u8>> {
        let span = span(piece);
        match piece {
            [] => Err(statement.fault(Fault::ExpectedValue)),
            [text] if text.kind == Kind::Text && size == 1 && self.table.lexis.double != Quote::Octal => {
                let bytes = content(text, &self.table.lexis)?;
                Ok(bytes.into_iter().map(|byte| self.mapped(byte)).collect())
            }
            [text, mark]
                if text.kind == Kind::Text
                    && self.table.lexis.devices
                    && is_string_mark(text, mark)
                    && size == 1 =>
            {
                let mut bytes = content(text, &self.table.lexis)?;
                match (mark.text, bytes.last_mut()) {
                    ("C" | "c", Some(last)) => *last |= 0x80,
                    ("C" | "c", None) => {}
                    _ => bytes.push(0),
                }
                Ok(bytes)
            }
            _ => {
                let value = self.evaluate(piece)?;
                if size == 1 && value.width == 2 && self.table.lexis.star {
                    let fault = DialectFault::NotSupported("two characters in an expression".to_owned());
                    return Err(
                        At::new(fault, span).hint("this assembler makes two bytes of it; place them with DW")
                    );
                }
                self.relocate(statement.record, value, offset as i64, size);
                self.check_size(statement.record, &span, value, u8::try_from(size).unwrap_or(4));
                self.low_bytes(statement, value, size, span)
            }
        }
    }

    /// Places strings in a Commodore code, which characters in expressions have too.
    pub(crate) fn converted(&mut self, statement: &Statement<'_>, code: fn(u8) -> u8) -> Checked {
        self.pass.code = Some(code);
        let outcome = self.bytes(statement, Ending::Nothing);
        self.pass.code = None;
        outcome
    }

    /// `!skip COUNT`: addresses that keep what was in memory.
    pub(crate) fn skip_filled(&mut self, statement: &Statement<'_>) -> Checked {
        let count = self.count(statement.operands())?;
        self.place(statement, vec![self.pass.fill.unwrap_or(0); count])
    }

    /// `!initmem VALUE`: what is in memory where nothing is placed. Only the first one counts.
    pub(crate) fn fill_memory(&mut self, statement: &Statement<'_>) -> Checked {
        let value = self.evaluate(statement.operands())?;
        let bytes = self.low_bytes(statement, value, 1, span(statement.operands()))?;
        if self.pass.fill.is_none() {
            self.pass.fill = bytes.first().copied();
            // Statements above skip this memory too.
            self.symbols.has_unknown = true;
        }
        Ok(())
    }

    pub(crate) fn numbers(&mut self, statement: &Statement<'_>, size: usize, high_first: bool) -> Checked {
        self.place_each(statement, |engine, piece, offset| {
            let mut number = engine.datum(statement, piece, size, offset)?;
            if high_first {
                number.reverse();
            }
            Ok(number)
        })
    }

    /// Places the bytes of each operand.
    fn place_each(
        &mut self,
        statement: &Statement<'_>,
        mut bytes_of: impl FnMut(&mut Self, &[Token<'_>], usize) -> Checked<Vec<u8>>,
    ) -> Checked {
        let mut bytes = Vec::new();
        for piece in statement.values()? {
            self.move_here(bytes.len());
            bytes.extend(bytes_of(self, piece, bytes.len())?);
        }
        self.place(statement, bytes)
    }

    /// Places one byte of each value.
    pub(crate) fn parts(&mut self, statement: &Statement<'_>, shift: u32) -> Checked {
        self.place_each(statement, |engine, piece, _| {
            let value = engine.evaluate(piece)?.number;
            Ok(vec![(value >> shift & 0xFF).to_le_bytes()[0]])
        })
    }

    /// ABYTE: adds the first operand to each byte.
    pub(crate) fn shifted(&mut self, statement: &Statement<'_>, ending: Ending) -> Checked {
        let (pieces, first) = (statement.values()?, statement.operands());
        let mut reader = Reader { meaning: self, tokens: first, at: 0 };
        let by = reader.level(0)?.number;
        let at = reader.at;
        let rest = first.get(at..).unwrap_or(&[]);
        if rest.is_empty() || pieces.is_empty() {
            return Err(statement.needs_operand());
        }
        let mut bytes = Vec::new();
        for piece in split(rest) {
            let mut part = self.datum(statement, piece, 1, bytes.len())?;
            part.iter_mut().for_each(|byte| *byte = (i64::from(*byte) + by).to_le_bytes()[0]);
            mark_end(&mut part, ending, piece);
            bytes.extend(part);
        }
        if ending == Ending::Zero {
            bytes.push(0);
        }
        self.place(statement, bytes)
    }

    /// DG: bits as characters; `-`, `.` and `_` are 0.
    pub(crate) fn pixels(&mut self, statement: &Statement<'_>) -> Checked {
        let start = statement.operation_span().end;
        let drawn = slice(statement.text, start..statement.text.len());
        let bits: Vec<bool> =
            drawn.chars().filter(|c| !c.is_whitespace()).map(|c| !matches!(c, '-' | '.' | '_')).collect();
        if bits.is_empty() || !bits.len().is_multiple_of(8) {
            let fault = Fault::BadNumber(drawn.trim().to_owned());
            return Err(
                At::new(fault, start..statement.text.len()).hint("write eight characters for each byte")
            );
        }
        let byte = |bits: &[bool]| bits.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
        self.place(statement, bits.chunks(8).map(byte).collect())
    }

    /// Places bytes given as hexadecimal digits.
    pub(crate) fn hexadecimal(&mut self, statement: &Statement<'_>) -> Checked {
        let mut digits = String::new();
        for token in statement.operands() {
            digits += token.text.trim_matches(['"', '\'', ',']);
        }
        let digits: Vec<char> = digits.chars().filter(|c| !c.is_whitespace()).collect();
        let pair = |pair: &[char]| {
            let text: String = pair.iter().collect();
            u8::from_str_radix(&text, 16).ok().filter(|_| pair.len() == 2)
        };
        let bytes: Option<Vec<u8>> = digits.chunks(2).map(pair).collect();
        match bytes {
            Some(bytes) => self.place(statement, bytes),
            None => {
                let text = digits.into_iter().collect();
                Err(At::new(Fault::BadNumber(text), span(statement.operands())))
            }
        }
    }

    /// Reserves space, or fills it.
    pub(crate) fn space(&mut self, statement: &Statement<'_>, unit: u8) -> Checked {
        let pieces = statement.values()?;
        let count = self.count(pieces.first().copied().unwrap_or(&[]))?;
        let fill = match pieces.get(1) {
            Some(piece) if !piece.is_empty() => {
                let value = self.evaluate(piece)?;
                if self.table.studies {
                    self.number(piece)?;
                    self.check_size(statement.record, &span(piece), value, 1);
                }
                Some(self.low_bytes(statement, value, unit.into(), span(piece))?)
            }
            _ => None,
        };
        match fill {
            Some(bytes) => self.place(statement, bytes.repeat(count)),
            // zmac places zeros where PHASE moves addresses.
            None if self.table.segments.fills || self.segments.is_shifted() && self.table.lexis.star => {
                self.place(statement, vec![0; count * usize::from(unit)])
            }
            None => self.skip(statement, count as i64 * i64::from(unit)),
        }
    }

    fn count(&mut self, tokens: &[Token<'_>]) -> Checked<usize> {
        let (count, span) = (self.number(tokens)?, span(tokens));
        let most = if self.table.studies { 0xFFFF } else { MOST };
        range("the count", count, 0, most).map_err(|fault| At::new(fault, span))?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// ALIGN n, EVEN and ODD: bytes up to the next such address. ACME's takes a mask and a value.
    pub(crate) fn align(&mut self, statement: &Statement<'_>, directive: Directive) -> Checked {
        let pieces = statement.pieces();
        let (mask, wanted, fill) = match directive {
            Directive::Even => (1, 0, 0),
            Directive::Odd => (1, 1, 0),
            _ if self.table.lexis.braces => {
                let number = |engine: &mut Self, index: usize, default: i64| {
                    pieces.get(index).map_or(Ok(default), |piece| engine.number(piece))
                };
                (number(self, 0, 255)?, number(self, 1, 0)?, number(self, 2, 0xEA)?)
            }
            _ => {
                let size = match pieces.first() {
                    Some(piece) => self.number(piece)?,
                    None if self.has_linker() => return Err(statement.needs_operand()),
                    None => 4,
                };
                if !(1..=MOST).contains(&size) {
                    let fault = Fault::TooSmall { what: "the alignment", value: size, least: 1 };
                    return Err(At::new(fault, span(statement.operands())));
                }
                let fill = pieces.get(1).map_or(Ok(0), |piece| self.number(piece))?;
                if let Some(piece) = pieces.get(1) {
                    let span = span(piece);
                    self.check_size(statement.record, &span, Value::number(fill), 1);
                }
                let address = match self.table.arithmetic {
                    Arithmetic::Linked => self.segments.distance(),
                    _ if self.table.lexis.devices => self.here().number,
                    _ if self.table.studies => {
                        if !self.segments.align(size) {
                            // ld65 says so too.
                            let hint =
                                format!("begin the segment at a multiple of {size}: --segment NAME=ADDRESS");
                            self.warn(
                                statement.record,
                                statement.fault(DialectFault::Unaligned(size)).hint(hint),
                            );
                        }
                        self.segments.offset()
                    }
                    _ => self.segments.location(),
                };
                let count = usize::try_from((-address).rem_euclid(size)).unwrap_or(0);
                if self.table.arithmetic == Arithmetic::Linked {
                    return self.skip(statement, count as i64);
                }
                // Without a value, what is in the memory of a device stays.
                return self.place_or_keep(statement, vec![fill.to_le_bytes()[0]; count], pieces.len() < 2);
            }
        };
        let is_linked = self.table.arithmetic == Arithmetic::Linked;
        let location = if is_linked { self.segments.distance() } else { self.segments.here().number };
        let Some(count) = (0..=mask.min(MOST)).find(|count| (location + count) & mask == wanted) else {
            let fault = Fault::TooLarge { what: "the address", value: wanted, most: mask };
            return Err(At::new(fault, span(statement.operands())));
        };
        if is_linked {
            return self.skip(statement, count);
        }
        self.place(statement, vec![fill.to_le_bytes()[0]; usize::try_from(count).unwrap_or(0)])
    }
}

/// Sets bit 7 of the last byte, where the ending asks for it.
fn mark_end(bytes: &mut [u8], ending: Ending, piece: &[Token<'_>]) {
    let is_string = |token: &Token<'_>| {
        token.kind == Kind::Text && !(token.text.starts_with('\'') && token.text.len() <= 3)
    };
    let marks = match ending {
        Ending::High => true,
        Ending::HighOfStrings => matches!(piece, [text] if is_string(text)),
        _ => false,
    };
    if let Some(last) = bytes.last_mut().filter(|_| marks) {
        *last |= 0x80;
    }
}

/// Whether `Z` or `C` after a string asks for an ending.
fn is_string_mark(text: &Token<'_>, mark: &Token<'_>) -> bool {
    mark.at == text.end() && matches!(mark.text, "Z" | "z" | "C" | "c")
}
