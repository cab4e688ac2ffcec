//! Values that only a source with a device has: numbers of pages, and what statements above have placed.

use crate::fault::DialectFault;
use crate::names::Role;
use crate::passes::Engine;
use crate::syntax::{At, Base, Checked, Kind, Reader, Token, Value};

/// The addresses where a device of the ZX Spectrum has values before anything is placed: colors, system variables, stack and
/// user-defined graphics.
const INITIALIZED: [(i64, i64); 3] = [(0x5800, 0x5AFF), (0x5C00, 0x5DFF), (0xFF00, 0xFFFF)];

impl Engine<'_> {
    /// Returns the address of the next statement with its page.
    pub(crate) fn location(&self) -> Value {
        let here = self.segments.here();
        let banks = &self.pass.banks;
        let named = banks.phase_page.filter(|_| self.segments.is_shifted());
        let page = named.or_else(|| banks.device().and_then(|device| device.page_at(here.number)));
        self.movable(Value { page, ..here })
    }

    /// Returns the byte in memory that a statement above has placed.
    fn placed(&mut self, address: i64, token: &Token<'_>) -> Checked<i64> {
        let banks = &self.pass.banks;
        let device = banks.device().ok_or_else(|| {
            let hint = "only the memory of a DEVICE can be read";
            At::new(DialectFault::NeedsDevice("{".to_owned()), token.span()).hint(hint)
        })?;
        if let Some(byte) = banks.byte_at(address) {
            return Ok(i64::from(byte));
        }
        let is_set = |(first, last): &(i64, i64)| (*first..=*last).contains(&address);
        let has_values = device.name.starts_with("ZXSPECTRUM") && device.name != "ZXSPECTRUMNEXT";
        if has_values && INITIALIZED.iter().any(is_set) {
            return Err(At::new(DialectFault::NotPlaced(address), token.span()));
        }
        Ok(0)
    }
}

impl<'t> Reader<'_, 't, Engine<'_>> {
    /// Reads `$$`, `$$label`, `$$$`, `$$$$`, `{address}` and `{b address}`.
    pub(crate) fn bank_value(&mut self, token: &Token<'t>) -> Checked<Option<Value>> {
        if self.meaning.table.lexis.devices && token.is_name() {
            return self.name_operator(token);
        }
        if !self.meaning.table.lexis.devices || token.kind != Kind::Sign {
            return Ok(None);
        }
        self.at += 1;
        match token.text {
            "$$" => match self.peek().copied().filter(|next| next.is_name() && next.at == token.end()) {
                Some(name) => {
                    self.at += 1;
                    let page = self.meaning.name(&name)?.page;
                    self.page(page, token).map(Some)
                }
                None => self.page(self.meaning.here().page, token).map(Some),
            },
            "$$$" | "$$$$" => self.physical(token).map(Some),
            "{" => self.memory(token).map(Some),
            _ => {
                self.at -= 1;
                Ok(None)
            }
        }
    }

    /// Reads `NOREL label` and `EXIST label`.
    fn name_operator(&mut self, token: &Token<'t>) -> Checked<Option<Value>> {
        let Some(label) = self.tokens.get(self.at + 1).copied().filter(Token::is_name) else {
            return Ok(None);
        };
        let value = match token.text.to_ascii_lowercase().as_str() {
            "norel" => {
                let value = self.meaning.name(&label)?;
                Value { relocated: value.number, ..value }
            }
            "exist" => {
                // A label below exists too.
                self.meaning.symbols.has_unknown |= self.meaning.symbols.pass() == 1;
                let exists = self.meaning.resolve(label.text).is_some();
                self.meaning.note_later(label.text, &label.span(), Role::Use);
                Value::number(if exists { self.meaning.table.truth } else { 0 })
            }
            _ => return Ok(None),
        };
        self.at += 2;
        Ok(Some(value))
    }

    fn page(&self, page: Option<u16>, token: &Token<'_>) -> Checked<Value> {
        match page {
            Some(page) => Ok(Value::number(i64::from(page))),
            None if self.meaning.symbols.pass() == 1 => Ok(Value::number(0)),
            None => Err(token.fault(DialectFault::NeedsDevice)),
        }
    }

    /// Reads the address of the statement, or its page, without what DISP adds.
    fn physical(&mut self, token: &Token<'_>) -> Checked<Value> {
        if self.peek().is_some_and(|next| next.is_name() && next.at == token.end()) {
            let hint = "write a label before DISP and use its address";
            return Err(token.fault(DialectFault::NotSupported).hint(hint));
        }
        let address = self.meaning.segments.location();
        if token.text == "$$$" {
            return Ok(Value { number: address, relocated: address, ..self.meaning.here() });
        }
        let page = self.meaning.pass.banks.device().and_then(|device| device.page_at(address));
        self.page(page, token)
    }

    fn memory(&mut self, token: &Token<'_>) -> Checked<Value> {
        let tokens = self.tokens;
        let is_operand = |token: &Token<'_>| {
            matches!(token.kind, Kind::Name | Kind::Number(_) | Kind::Text)
                || matches!(token.text, "(" | "$" | "$$$")
        };
        let is_byte = tokens.get(self.at).is_some_and(|token| token.text.eq_ignore_ascii_case("b"))
            && tokens.get(self.at + 1).is_some_and(is_operand);
        self.at += usize::from(is_byte);
        let address = self.level(0)?.number;
        self.expect("}")?;
        let low = self.meaning.placed(address, token)?;
        let high = if is_byte { 0 } else { self.meaning.placed(address + 1, token)? };
        Ok(Value { base: Base::Mixed, ..Value::number(high << 8 | low) })
    }
}
