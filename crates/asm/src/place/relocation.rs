//! RELOCATE_START, RELOCATE_END and RELOCATE_TABLE: the addresses of values that change when code is moved.
//!
//! Each value of an expression is computed twice: as it is, and as it would be if the labels of the blocks were moved. A value that
//! grows by the distance is in the table. One that changes in another way cannot be repaired by a loader, and a warning says so.

use crate::fault::DialectFault;
use crate::passes::Engine;
use crate::place::Movement;
use crate::syntax::scan::At;
use crate::syntax::statement::Statement;
use crate::syntax::value::Value;

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
            let _ =
                self.symbols.define(name, crate::symbols::SymbolKind::Constant, Value::number(value), None);
        }
    }

    /// RELOCATE_START and RELOCATE_START HIGH
    pub(crate) fn begin_relocation(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        if self.pass.relocation.is_open() {
            return Err(statement.fault(DialectFault::Unclosed).hint("RELOCATE_END closes it"));
        }
        let is_high = statement.operands().first().is_some_and(|word| word.text.eq_ignore_ascii_case("HIGH"));
        self.pass.relocation.movement = Some(if is_high { Movement::HighBytes } else { Movement::Words });
        self.pass.relocation.is_used = true;
        self.symbols.has_unknown |= self.symbols.pass() == 1;
        Ok(())
    }

    pub(crate) fn end_relocation(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        match self.pass.relocation.movement.take() {
            Some(_) => Ok(()),
            None => Err(statement.fault(DialectFault::Unopened(statement.word().to_owned()))),
        }
    }

    /// RELOCATE_TABLE [what is subtracted from each address]
    pub(crate) fn relocation_table(&mut self, statement: &Statement<'_>) -> Result<(), At> {
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
