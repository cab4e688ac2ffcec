//! Memory in pages: the directives DEVICE, SLOT, PAGE and MMU, and bytes that go to pages.

use std::num::NonZeroUsize;

use crate::emit::rows::range;
use crate::fault::{DialectFault, Fault, Hint};
use crate::passes::Engine;
use crate::place::Item;
use crate::place::device::{Device, MEMORY, MOST_PAGES, Overrun, SMALLEST_PAGE, Slot};
use crate::suggestions::nearest;
use crate::syntax::{
    At, Checked, Kind, Reader, Statement, Token, content, is_one_of, slice, span, unexpected,
};

impl Engine<'_> {
    fn at_operands(statement: &Statement<'_>, fault: Fault) -> At {
        At::new(fault, span(statement.operands()))
    }

    /// DEVICE NAME
    pub(crate) fn select_device(&mut self, statement: &Statement<'_>) -> Checked {
        let name = statement.operands().first().filter(|token| token.is_name());
        let name = name.ok_or_else(|| statement.needs_operand())?;
        // What stands above may be in the pages too.
        self.symbols.has_unknown |= self.symbols.pass() == 1;
        let banks = &mut self.pass.banks;
        banks.count += 1;
        if banks.is_global && banks.count == 1 || banks.select(name.text) {
            return Ok(());
        }
        let near = nearest(name.text, Device::names());
        let hint = near.map_or_else(
            || format!("the devices are NONE, {}", Device::names().collect::<Vec<_>>().join(", ")).into(),
            Hint::did_you_mean,
        );
        Err(name.fault(DialectFault::NoDevice).hint(hint))
    }

    /// DEFDEVICE NAME, size of a page, number of pages, pages in the slots
    pub(crate) fn define_device(&mut self, statement: &Statement<'_>) -> Checked {
        let pieces = statement.pieces();
        let name = pieces.first().and_then(|piece| piece.first()).filter(|token| token.is_name());
        let name = name.ok_or_else(|| statement.needs_operand())?.text;
        let numbers: Vec<i64> =
            pieces.iter().skip(1).map(|piece| self.number(piece)).collect::<Result<_, _>>()?;
        let [size, pages, map @ ..] = &*numbers else { return Err(statement.needs_operand()) };
        range("the size of a page", *size, SMALLEST_PAGE, MEMORY)
            .and_then(|()| range("the number of pages", *pages, 1, MOST_PAGES))
            .map_err(|fault| Self::at_operands(statement, fault))?;
        let page = |page: &i64| {
            let most = *pages - 1;
            let fault = Fault::TooLarge { what: "the page", value: *page, most };
            let wrong = || Self::at_operands(statement, fault);
            u16::try_from(*page).ok().filter(|page| i64::from(*page) <= most).ok_or_else(wrong)
        };
        let map: Vec<u16> = map.iter().map(page).collect::<Result<_, _>>()?;
        let device = Device::new(name, *size, u16::try_from(*pages).unwrap_or(1), &map);
        self.pass.banks.defined.push(device);
        Ok(())
    }

    /// Returns the device, or reports a statement that needs one.
    fn needs_device(&self, statement: &Statement<'_>) -> Checked<&Device> {
        // In the first pass it may still come.
        self.pass.banks.device().ok_or_else(|| {
            let fault = DialectFault::NeedsDevice(statement.word().to_owned());
            statement.fault(fault).hint("write it below a DEVICE, such as DEVICE ZXSPECTRUM128")
        })
    }

    fn bad_slot(&self, statement: &Statement<'_>, value: i64) -> At {
        let most = self.pass.banks.device().map_or(0, |device| device.slots.len() as i64 - 1);
        Self::at_operands(statement, Fault::TooLarge { what: "the slot", value, most })
            .hint("a slot is also named by its first address")
    }

    pub(crate) fn bad_page(&self, statement: &Statement<'_>, value: i64) -> At {
        let most = self.pass.banks.device().map_or(0, |device| i64::from(device.pages) - 1);
        let what = "the page";
        let fault = range(what, value, 0, i64::MAX).err();
        Self::at_operands(statement, fault.unwrap_or(Fault::TooLarge { what, value, most }))
    }

    /// SLOT NUMBER
    pub(crate) fn select_slot(&mut self, statement: &Statement<'_>) -> Checked {
        self.needs_device(statement)?;
        let value = self.number(statement.operands())?;
        let slot = self.needs_device(statement)?.slot_of(value);
        let slot = slot.ok_or_else(|| self.bad_slot(statement, value))?;
        if let Some(device) = self.pass.banks.device_mut() {
            device.slot = slot;
        }
        Ok(())
    }

    /// PAGE NUMBER: puts a page into the current slot.
    pub(crate) fn select_page(&mut self, statement: &Statement<'_>, tokens: &[Token<'_>]) -> Checked {
        let slot = self.needs_device(statement)?.slot;
        let page = self.number(tokens)?;
        self.map_page(statement, slot, page, None)
    }

    fn map_page(
        &mut self,
        statement: &Statement<'_>,
        slot: usize,
        page: i64,
        overrun: Option<Overrun>,
    ) -> Checked {
        let old =
            self.needs_device(statement)?.slots.get(slot).map_or(Overrun::default(), |slot| slot.overrun);
        let is_mapped =
            self.pass.banks.device_mut().is_some_and(|device| device.map(slot, page, overrun.unwrap_or(old)));
        self.pass.banks.interrupt();
        if is_mapped { Ok(()) } else { Err(self.bad_page(statement, page)) }
    }

    /// MMU SLOT [LAST SLOT or e, w, n], PAGE[, ADDRESS]: puts pages into slots.
    pub(crate) fn map_slots(&mut self, statement: &Statement<'_>) -> Checked {
        self.needs_device(statement)?;
        let pieces = statement.pieces();
        let [slots, page, address @ ..] = &*pieces else { return Err(statement.needs_operand()) };
        let (first, last, overrun) = self.slots(statement, slots)?;
        let page = self.number(page)?;
        for (number, slot) in (first..=last).enumerate() {
            self.map_page(statement, slot, page + number as i64, Some(overrun))?;
        }
        self.segments.wrap();
        address.first().map_or(Ok(()), |address| self.set_origin(statement, address))
    }

    /// Reads slots: one, the first and the last one, or one and what happens at its end.
    fn slots(&mut self, statement: &Statement<'_>, tokens: &[Token<'_>]) -> Checked<(usize, usize, Overrun)> {
        let mut overrun = Overrun::default();
        let mut rest = tokens;
        if let [before @ .., option] = tokens
            && !before.is_empty()
            && let Some(found) = overrun_of(option.text)
        {
            (overrun, rest) = (found, before);
        }
        let mut reader = Reader { meaning: self, tokens: rest, at: 0 };
        let first = reader.level(0)?.number;
        let last = if reader.at < rest.len() { reader.level(0)?.number } else { first };
        let at = reader.at;
        if let Some(token) = rest.get(at) {
            return Err(unexpected(token));
        }
        let slot = |value| self.pass.banks.device().and_then(|device| device.slot_of(value));
        match (slot(first), slot(last)) {
            (Some(first), Some(last)) if first <= last => Ok((first, last, overrun)),
            (Some(_), _) => Err(self.bad_slot(statement, last)),
            _ => Err(self.bad_slot(statement, first)),
        }
    }

    /// Places bytes in the memory of the pass, divided at the ends of slots. Where `keeps` is set, bytes that are there stay.
    pub(crate) fn place_in_spaces(
        &mut self,
        statement: &Statement<'_>,
        bytes: &[u8],
        keeps: bool,
    ) -> Checked {
        let mut rest = bytes;
        while !rest.is_empty() {
            let address = self.segments.location();
            let count = self.room(statement, address)?.get().min(rest.len());
            let (part, after) = rest.split_at(count);
            let space = self.pass.banks.space(address);
            self.pass.banks.store(space, address, part, keeps);
            let record = statement.record;
            self.pass.items.push(Item { address, bytes: part.to_vec(), record, space, keeps });
            self.skip(statement, count as i64)?;
            self.turn_page();
            rest = after;
        }
        Ok(())
    }

    /// Returns the number of bytes to the end of the slot, and reports bytes that leave the slot before where they may not. There is
    /// room for at least one byte, so placing part by part ends.
    fn room(&mut self, statement: &Statement<'_>, address: i64) -> Checked<NonZeroUsize> {
        let banks = &mut self.pass.banks;
        let Some(device) = banks.current.and_then(|current| banks.devices.get(current)) else {
            return Ok(NonZeroUsize::MAX);
        };
        let past_end = || statement.fault(Fault::PastEnd);
        let slot = device.slot_at(address).ok_or_else(past_end)?;
        let room =
            usize::try_from(device.end_of(slot).min(MEMORY) - address).ok().and_then(NonZeroUsize::new);
        let room = room.ok_or_else(past_end)?;
        let left = banks.writing.filter(|old| *old != slot && device.end_of(*old) == address);
        let overrun =
            left.and_then(|old| device.slots.get(old)).map_or(Overrun::Continues, |slot| slot.overrun);
        banks.writing = Some(slot);
        let at = statement.fault(DialectFault::LeavesSlot(address));
        match overrun {
            Overrun::Fails => return Err(at.hint("MMU with the option e asks for this error")),
            Overrun::Warns => self.warn(statement.record, at),
            Overrun::Continues | Overrun::Turns => {}
        }
        Ok(room)
    }

    /// At the end of a slot that turns its pages, goes to the beginning of the next page.
    fn turn_page(&mut self) {
        let address = self.segments.location();
        let banks = &mut self.pass.banks;
        let Some(slot) = banks.writing else { return };
        let Some(device) = banks.device_mut() else { return };
        let Some(Slot { page, overrun: Overrun::Turns }) = device.slots.get(slot).copied() else { return };
        if device.end_of(slot) == address && device.map(slot, i64::from(page) + 1, Overrun::Turns) {
            let back = device.page_size;
            self.segments.turn_back(back);
        }
    }
}

fn overrun_of(option: &str) -> Option<Overrun> {
    Some(match option {
        "e" | "E" => Overrun::Fails,
        "w" | "W" => Overrun::Warns,
        "n" | "N" => Overrun::Turns,
        _ => return None,
    })
}

/// Kinds of files on a tape; a tape without a kind is a snapshot.
const TAPE_FILES: &str = "BASIC CODE NUMBERS CHARS HEADLESS";

impl Engine<'_> {
    /// OUTPUT FILE: bytes below have addresses of their own, unless they go to the memory of a device.
    pub(crate) fn begin_output(&mut self, statement: &Statement<'_>) -> Checked {
        let pieces = statement.pieces();
        let first = pieces.first().copied().unwrap_or(&[]);
        let name = match first {
            [] => format!("OUTPUT{}", self.pass.banks.outputs.len() + 1),
            [text] if text.kind == Kind::Text => {
                String::from_utf8_lossy(&content(text, &self.table.lexis)?).into_owned()
            }
            tokens => slice(statement.text, span(tokens)).to_owned(),
        };
        self.note(
            statement,
            "only the options of the command line write files; --save takes the name of an output",
        );
        self.pass.banks.outputs.push(name);
        Ok(())
    }

    pub(crate) fn end_output(&mut self) {
        if !self.pass.banks.outputs.is_empty() {
            self.pass.banks.outputs.push("REST".to_owned());
        }
    }

    /// SAVESNA FILE, START and the like: the entry point.
    pub(crate) fn snapshot(&mut self, statement: &Statement<'_>, why: &'static str) -> Checked {
        self.note(statement, why);
        let pieces = statement.pieces();
        let Some(start) = pieces.get(1).copied().filter(|start| !start.is_empty()) else { return Ok(()) };
        let is_tape_file = start.first().is_some_and(|word| is_one_of(TAPE_FILES, word.text));
        let is_file = |first: &Token<'_>| first.kind == Kind::Text || first.text.eq_ignore_ascii_case("OPEN");
        let opens = statement.operands().first().is_some_and(is_file);
        if opens && !is_tape_file {
            let start = self.number(start)?;
            self.pass.entry = self.pass.entry.or(Some(start));
        }
        Ok(())
    }
}
