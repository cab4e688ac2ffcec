//! Directives that set the place of bytes: addresses, segments, and code for another address.

use crate::fault::{DialectFault, Fault};
use crate::flow::BlockKind;
use crate::passes::Engine;
use crate::place::Movement;
use crate::place::segments::END;
use crate::symbols::SymbolKind;
use crate::syntax::{At, Base, Checked, Kind, Segment, Span, Statement, Token, Value, content, span, split};

/// The attribute of an absolute area.
const ABSOLUTE: u8 = 2;

impl Engine<'_> {
    pub(crate) fn origin(&mut self, statement: &Statement<'_>) -> Checked {
        let pieces = statement.pieces();
        let tokens = pieces.first().copied().ok_or_else(|| statement.needs_operand())?;
        self.set_origin(statement, tokens)?;
        match pieces.get(1) {
            Some(page) if self.table.lexis.devices => self.select_page(statement, page),
            _ => Ok(()),
        }
    }

    /// Sets the location counter.
    pub(crate) fn set_origin(&mut self, statement: &Statement<'_>, tokens: &[Token<'_>]) -> Checked {
        if self.table.lexis.braces && self.segments.is_shifted() {
            let word = statement.word().to_owned();
            return Err(statement
                .fault(DialectFault::NotSupported(word))
                .hint("inside !pseudopc it means another address; close the block first"));
        }
        if self.table.studies {
            if self.table.here.contains(&statement.word()) && !self.pass.has_assigned_place {
                return Err(
                    statement.not_supported("ca65 takes it after `.feature pc_assignment`; or write `.org`")
                );
            }
            let address = self.number(tokens)?;
            let span = span(tokens);
            self.check_range(statement.record, ("the address", 0, 0xFFFF), address, span)?;
            self.segments.set_absolute(Some(address));
            return Ok(());
        }
        let mut value = self.evaluate(tokens)?;
        let span = span(tokens);
        if self.has_linker() {
            self.check_linked_origin(statement, value, span.clone())?;
        }
        self.check_range(statement.record, ("the address", 0, 0xFFFF), value.number, span)?;
        if self.table.operands.truncates {
            value.number &= 0xFFFF;
        }
        self.pass.banks.interrupt();
        if self.table.lexis.devices && self.segments.is_shifted() {
            self.segments.set_shift(Some(value.number));
            return Ok(());
        }
        // `. = . + 3` reserves space.
        if matches!(value.base, Base::Segment(_)) && !self.segments.is_absolute() {
            let count = value.number - self.segments.location();
            return self.skip(statement, count);
        }
        self.segments.set_location(value.number);
        // The labels of the statement are at the new address.
        for label in &statement.labels {
            let here = self.segments.here();
            let full = self.full_name(label.text);
            let _ = self.symbols.define(&full, SymbolKind::Variable, here, None);
        }
        Ok(())
    }

    pub(crate) fn segment(&mut self, statement: &Statement<'_>, segment: Segment) -> Checked {
        match segment {
            Segment::Is(name) => self.segments.enter(name),
            Segment::Absolute => {
                self.segments.enter("ASEG");
                if !self.segments.is_absolute() {
                    self.segments.set_location(0);
                }
            }
            Segment::Common => {
                let name = statement.operands().iter().find(|token| token.is_name());
                self.segments.enter(name.map_or("COMMON", |name| name.text));
            }
            Segment::Operand => {
                let first = statement.operands().first().ok_or_else(|| statement.needs_operand())?;
                let name = match first.kind {
                    Kind::Text => String::from_utf8(content(first, &self.table.lexis)?).unwrap_or_default(),
                    _ => first.text.to_owned(),
                };
                self.segments.enter(&name);
                let attributes = statement.operands().get(1..).unwrap_or(&[]);
                let has = |word: &str| attributes.iter().any(|token| token.text.eq_ignore_ascii_case(word));
                if self.table.studies && !is_segment_name(&name) {
                    return Err(At::new(Fault::Reserved(name, "no name of a segment"), first.span()));
                }
                if self.has_linker() {
                    self.declare_segment(statement, &name)?;
                }
                if has("zeropage") || has("zp") {
                    self.segments.set_zero_page();
                }
                if self.segments.begins_at_zero() {
                    let hint = "an absolute area is entered once, because its assembler would begin it again; give another name";
                    return Err(At::new(DialectFault::NotSupported(name), first.span()).hint(hint));
                }
                if has("ABS") {
                    self.segments.begin_at_zero();
                }
                if let Some(other) = attributes.iter().find(|token| token.text.eq_ignore_ascii_case("OVR")) {
                    let hint = "parts of an area that cover each other are not supported; give each an area of its own";
                    return Err(other.fault(DialectFault::NotSupported).hint(hint));
                }
            }
        }
        Ok(())
    }

    /// Notes the attributes of the segment that a statement enters, which may not differ from those above.
    fn declare_segment(&mut self, statement: &Statement<'_>, name: &str) -> Checked {
        let attributes = statement.operands().get(1..).unwrap_or(&[]);
        let has = |word: &&str| attributes.iter().any(|token| token.text.eq_ignore_ascii_case(word));
        let has_any = |words: &[&str]| u8::from(words.iter().any(has));
        let bits = if self.table.studies {
            has_any(&["zeropage", "zp", "direct"])
        } else {
            (has_any(&["ABS"]) * ABSOLUTE) | (has_any(&["OVR"]) << 2) | (has_any(&["PAG"]) << 3)
        };
        let known = u8::from(self.table.segments.zero_page.contains(&name));
        if self.segments.declare((!attributes.is_empty()).then_some(bits), known) {
            return Ok(());
        }
        Err(At::new(DialectFault::Attributes(name.to_owned()), span(attributes)))
    }

    /// Refuses an address that sdasz80 does not take: `.org` needs a constant in an absolute area, `. =` an address of the area.
    fn check_linked_origin(&self, statement: &Statement<'_>, value: Value, span: Span) -> Checked {
        if self.table.here.contains(&statement.word()) {
            return match value.base {
                Base::Segment(segment) if segment == self.segments.current() => Ok(()),
                Base::Mixed if self.symbols.pass() == 1 => Ok(()),
                _ => Err(At::new(Fault::BadOperands(". =".to_owned()), span)
                    .hint("sdasz80 takes an address of the same area here, as in `. = . + 5`")),
            };
        }
        if !self.segments.has_attribute(ABSOLUTE) {
            return Err(statement
                .not_supported("sdasz80 takes it in an absolute area only, as after `.area NAME (ABS)`"));
        }
        match value.base {
            Base::Number => Ok(()),
            Base::Mixed if self.symbols.pass() == 1 => Ok(()),
            _ => Err(At::new(DialectFault::NotConstant, span).hint("sdasz80 needs a number here")),
        }
    }

    pub(crate) fn phase(&mut self, statement: &Statement<'_>) -> Checked {
        if self.table.lexis.devices && self.segments.is_shifted() {
            self.note(statement, "DISP inside DISP has no effect");
            return Ok(());
        }
        self.pass.relocation.is_phased_inside = self.pass.relocation.is_open();
        let operands = self.operands_of(statement);
        let in_braces = self.table.lexis.braces && statement.opens();
        if in_braces {
            self.open(statement, BlockKind::Phase);
        }
        let pieces = split(operands);
        let value = self.number(pieces.first().copied().unwrap_or(operands))?;
        self.pass.banks.phase_page = match pieces.get(1) {
            Some(page) => {
                let page = self.number(page)?;
                let has = |number: &u16| self.pass.banks.device().is_none_or(|device| *number < device.pages);
                let number = u16::try_from(page).ok().filter(has);
                Some(number.ok_or_else(|| self.bad_page(statement, page))?)
            }
            None => None,
        };
        if in_braces {
            let here = self.segments.location();
            self.segments.restore_shift(Some(value - here));
        } else {
            self.segments.set_shift(Some(value));
        }
        Ok(())
    }

    /// Places bytes at the location counter.
    pub(crate) fn place(&mut self, statement: &Statement<'_>, bytes: Vec<u8>) -> Checked {
        self.place_or_keep(statement, bytes, false)
    }

    /// Places bytes. Where `keeps` is set, those that are already in the memory of a device stay.
    pub(crate) fn place_or_keep(
        &mut self,
        statement: &Statement<'_>,
        bytes: Vec<u8>,
        keeps: bool,
    ) -> Checked {
        let count = bytes.len();
        self.pass.emitted += count;
        if self.pass.emitted > MOST_BYTES {
            self.stop(statement.record, "more than 2097152 bytes");
            return Ok(());
        }
        if self.segments.is_reserved() {
            self.skip(statement, count as i64)?;
            let fault = DialectFault::Reserves(statement.word().to_owned());
            return if bytes.iter().all(|byte| *byte == 0) { Ok(()) } else { Err(statement.fault(fault)) };
        }
        self.place_in_spaces(statement, &bytes, keeps)
    }

    /// Advances the location counter.
    pub(crate) fn skip(&mut self, statement: &Statement<'_>, count: i64) -> Checked {
        let end = self.segments.location() + count;
        if !(0..=END).contains(&end) {
            return Err(statement.fault(Fault::PastEnd));
        }
        self.segments.advance(count);
        Ok(())
    }
}

/// Whether ca65 takes a name for a segment.
fn is_segment_name(name: &str) -> bool {
    let is_start = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    let is_part = |byte: u8| is_start(byte) || byte.is_ascii_digit();
    name.bytes().next().is_some_and(is_start) && name.bytes().all(is_part)
}

/// The maximum number of bytes in a pass: those of a device with 2 MB.
const MOST_BYTES: usize = 0x20_0000;

/// RELOCATE_START, RELOCATE_END and RELOCATE_TABLE: the addresses of values that change when code is moved.
///
/// Each value of an expression is computed twice: as it is, and as it would be if the labels of the blocks were moved. A value that
/// grows by the distance is in the table. One that changes in another way cannot be repaired by a loader, and a warning says so.
impl Engine<'_> {
    /// Returns an address of this block with where it would be if the block were moved.
    pub(crate) fn movable(&self, here: Value) -> Value {
        let relocation = &self.pass.relocation;
        let distance =
            relocation.movement.filter(|_| !relocation.is_phased_inside).map_or(0, Movement::distance);
        Value { relocated: here.number + distance, ..here }
    }

    /// Defines the names for the size of the table.
    pub(crate) fn define_table_size(&mut self) {
        if !self.pass.relocation.is_used {
            return;
        }
        let count = self.pass.relocation.table.len() as i64;
        for (name, value) in [("relocate_count", count), ("relocate_size", 2 * count)] {
            let _ = self.symbols.define(name, SymbolKind::Constant, Value::number(value), None);
        }
    }

    /// RELOCATE_START and RELOCATE_START HIGH
    pub(crate) fn begin_relocation(&mut self, statement: &Statement<'_>) -> Checked {
        if self.pass.relocation.is_open() {
            return Err(statement.fault(DialectFault::Unclosed).hint("RELOCATE_END closes it"));
        }
        let is_high = statement.operands().first().is_some_and(|word| word.text.eq_ignore_ascii_case("HIGH"));
        self.pass.relocation.movement = Some(if is_high { Movement::HighBytes } else { Movement::Words });
        self.pass.relocation.is_used = true;
        self.symbols.has_unknown |= self.symbols.pass() == 1;
        Ok(())
    }

    pub(crate) fn end_relocation(&mut self, statement: &Statement<'_>) -> Checked {
        let unopened = || statement.fault(DialectFault::Unopened(statement.word().to_owned()));
        self.pass.relocation.movement.take().map(drop).ok_or_else(unopened)
    }

    /// RELOCATE_TABLE [what is subtracted from each address]
    pub(crate) fn relocation_table(&mut self, statement: &Statement<'_>) -> Checked {
        let base = if statement.operands().is_empty() { 0 } else { self.number(statement.operands())? };
        let words = self.pass.relocation.table.iter().map(|address| address - base);
        let bytes: Vec<u8> = words.flat_map(|word| word.to_le_bytes().into_iter().take(2)).collect();
        self.place(statement, bytes)
    }

    /// Notes a value of `size` bytes in the statement's bytes, `offset` bytes after its address.
    pub(crate) fn relocate(&mut self, record: usize, value: Value, offset: i64, size: usize) {
        let Some(movement) = self.pass.relocation.movement else { return };
        let (change, distance) = (value.relocated - value.number, movement.distance());
        if change == 0 {
            return;
        }
        let place = match (movement, size) {
            (Movement::Words, 2) if change == distance => 0,
            (Movement::HighBytes, 2) if change == distance => 1,
            (Movement::HighBytes, _) if change == distance >> 8 => 0,
            _ => {
                let whole = self.input.records.get(record).map_or(0..0, |record| 0..record.comment.start);
                self.warn(record, At::new(DialectFault::NotMovable, whole));
                return;
            }
        };
        let relocation = &self.pass.relocation;
        let here =
            if relocation.is_phased_inside { self.segments.location() } else { self.segments.here().number };
        self.pass.relocation.found.push(here + offset + place);
    }
}
