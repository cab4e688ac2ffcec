//! Segments and location counters.
//!
//! A segment begins where the option `--segment` says, or after the one before it. The sizes are those of the pass before.

use crate::image::Memory;
use crate::options::Options;
use crate::syntax::{Table, Value};

/// The end of memory.
pub(crate) const END: i64 = 0x1_0000;

#[derive(Debug, Default)]
struct Segment {
    name: String,
    /// Its address in this pass.
    base: i64,
    /// The location counter.
    location: i64,
    /// Whether its location was set, so that it is not relative to its base.
    is_set: bool,
    /// The size of the part that is relative to its base, in this pass and in the one before.
    size: i64,
    old_size: i64,
    is_zero_page: bool,
    /// The attributes that its first statement in this pass gave it, as bits.
    attributes: Option<u8>,
    is_reserved: bool,
    /// Whether it begins at address 0.
    begins_at_zero: bool,
    fixed: Option<i64>,
    /// The number that PHASE adds to the location counter for names.
    shift: i64,
    is_phase: bool,
    /// The number of bytes so far, wherever ORG placed them, and what ALIGN aligns them to.
    offset: i64,
    alignment: i64,
    /// The address that `.org` set, where it is for one segment.
    absolute: Option<i64>,
}

#[derive(Debug)]
pub(crate) struct Segments {
    list: Vec<Segment>,
    current: usize,
    /// The segments to return to.
    stack: Vec<usize>,
    origin: i64,
    table: &'static Table,
    placed: Vec<(String, i64)>,
    /// The address that ca65's `.org` set, for all segments until `.reloc`.
    absolute: Option<i64>,
    /// Whether it is for each segment: `.feature org_per_seg`.
    is_org_per_segment: bool,
}

impl Segments {
    pub(crate) fn new(table: &'static Table, options: &Options) -> Self {
        let placed =
            options.segments.iter().map(|(name, address)| (name.clone(), i64::from(*address))).collect();
        let origin = options.origin.map_or(0, i64::from);
        let (list, stack) = (Vec::new(), Vec::new());
        let (current, absolute, is_org_per_segment) = (0, None, false);
        let mut segments = Self { list, current, stack, origin, table, placed, absolute, is_org_per_segment };
        for name in table.segments.order {
            segments.find_or_add(name);
        }
        segments.find_or_add(table.segments.first);
        segments
    }

    fn find_or_add(&mut self, name: &str) -> usize {
        let is = |other: &str| {
            if self.table.naming.is_case_sensitive { other == name } else { other.eq_ignore_ascii_case(name) }
        };
        if let Some(found) = self.list.iter().position(|segment| is(&segment.name)) {
            return found;
        }
        let fixed = self.placed.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        let fixed = fixed.map(|(_, address)| *address);
        let has = |names: &[&str]| names.iter().any(|other| is(other));
        self.list.push(Segment {
            name: name.to_owned(),
            base: fixed.unwrap_or(0),
            location: fixed.unwrap_or(0),
            is_zero_page: has(self.table.segments.zero_page),
            is_reserved: has(self.table.segments.reserved),
            fixed,
            alignment: 1,
            ..Segment::default()
        });
        self.list.len() - 1
    }

    /// Places the segments by the sizes of the pass before.
    pub(crate) fn begin_pass(&mut self) {
        let (mut next, mut zero_page) = (self.origin, 0);
        for segment in &mut self.list {
            let size = if self.table.studies { segment.offset } else { segment.size };
            segment.old_size = size;
            let next = if segment.is_zero_page { &mut zero_page } else { &mut next };
            segment.base = segment.fixed.unwrap_or(*next);
            if size > 0 {
                *next = segment.base + size;
            }
            (segment.location, segment.size) = (segment.base, 0);
            (segment.is_set, segment.shift, segment.is_phase) = (false, 0, false);
            segment.begins_at_zero = false;
            segment.attributes = None;
            (segment.offset, segment.alignment, segment.absolute) = (0, 1, None);
        }
        (self.absolute, self.is_org_per_segment) = (None, false);
        self.stack.clear();
        self.current = self.find_or_add(self.table.segments.first);
    }

    /// Whether a size differs from the pass before, so that a segment begins elsewhere.
    pub(crate) fn has_moved(&self) -> bool {
        let size = |segment: &Segment| if self.table.studies { segment.offset } else { segment.size };
        self.list.iter().any(|segment| size(segment) != segment.old_size)
    }

    fn segment(&self) -> Option<&Segment> {
        self.list.get(self.current)
    }

    fn change(&mut self, change: impl FnOnce(&mut Segment)) {
        if let Some(segment) = self.list.get_mut(self.current) {
            change(segment);
        }
    }

    /// Returns the location counter without what PHASE adds.
    pub(crate) fn location(&self) -> i64 {
        self.absolute_address().or_else(|| Some(self.segment()?.location)).unwrap_or(0)
    }

    /// Returns the address that ca65's `.org` set, and the bytes since.
    fn absolute_address(&self) -> Option<i64> {
        if self.is_org_per_segment { self.segment()?.absolute } else { self.absolute }
    }

    /// Returns the current segment and where an address is in it, unless addresses are absolute.
    pub(crate) fn relative(&self, address: i64) -> Option<(usize, i64)> {
        let segment = self.segment().filter(|_| self.absolute_address().is_none())?;
        Some((self.current, address - segment.base))
    }

    /// Returns the number of bytes in each segment so far.
    pub(crate) fn offsets(&self) -> Vec<i64> {
        self.list.iter().map(|segment| segment.offset).collect()
    }

    pub(crate) const fn current(&self) -> usize {
        self.current
    }

    /// Returns the number of bytes in the current segment so far.
    pub(crate) fn offset(&self) -> i64 {
        self.segment().map_or(0, |segment| segment.offset)
    }

    pub(crate) fn set_org_per_segment(&mut self) {
        self.is_org_per_segment = true;
    }

    /// Sets the address of what follows, or makes it relative to its segment again.
    pub(crate) fn set_absolute(&mut self, address: Option<i64>) {
        if !self.is_org_per_segment {
            self.absolute = address;
        } else {
            self.change(|segment| segment.absolute = address);
        }
    }

    /// Makes the current segment begin at a multiple, and returns whether it does.
    pub(crate) fn align(&mut self, alignment: i64) -> bool {
        let Some(segment) = self.list.get_mut(self.current) else { return true };
        let (mut greatest, mut rest) = (segment.alignment, alignment);
        while rest != 0 {
            (greatest, rest) = (rest, greatest % rest);
        }
        segment.alignment = segment.alignment / greatest * alignment;
        segment.base % segment.alignment == 0
    }

    /// Returns the location counter relative to where its segment begins, or as it was set.
    pub(crate) fn distance(&self) -> i64 {
        self.segment().map_or(0, |segment| segment.location - if segment.is_set { 0 } else { segment.base })
    }

    pub(crate) fn here(&self) -> Value {
        let shift = self.segment().map_or(0, |segment| segment.shift);
        Value::address(self.location() + shift, self.current)
    }

    pub(crate) fn is_zero_page(&self, index: usize) -> bool {
        self.list.get(index).is_some_and(|segment| segment.is_zero_page)
    }

    pub(crate) fn is_reserved(&self) -> bool {
        self.segment().is_some_and(|segment| segment.is_reserved)
    }

    /// Whether the location was set by ORG.
    pub(crate) fn is_absolute(&self) -> bool {
        self.absolute_address().is_some() || self.segment().is_some_and(|segment| segment.is_set)
    }

    pub(crate) fn enter(&mut self, name: &str) {
        self.current = self.find_or_add(name);
    }

    /// Gives the current segment attributes, and returns whether they are those that it has. Without any it keeps them.
    pub(crate) fn declare(&mut self, attributes: Option<u8>, known: u8) -> bool {
        let is_known =
            self.segment().is_some_and(|segment| self.table.segments.known.contains(&&*segment.name));
        let Some(segment) = self.list.get_mut(self.current) else { return true };
        let first = if is_known { known } else { attributes.unwrap_or(known) };
        let own = *segment.attributes.get_or_insert(first);
        attributes.is_none_or(|attributes| attributes == own)
    }

    /// Whether the current segment has an attribute.
    pub(crate) fn has_attribute(&self, bit: u8) -> bool {
        self.segment().and_then(|segment| segment.attributes).is_some_and(|attributes| attributes & bit != 0)
    }

    /// Whether the current segment begins at address 0 where it is entered.
    pub(crate) fn begins_at_zero(&self) -> bool {
        self.segment().is_some_and(|segment| segment.begins_at_zero)
    }

    /// Makes the current segment begin at address 0.
    pub(crate) fn begin_at_zero(&mut self) {
        self.change(|segment| segment.begins_at_zero = true);
        self.set_location(0);
    }

    /// Says that the current segment is in the zero page, or has no relative place.
    pub(crate) fn set_zero_page(&mut self) {
        self.change(|segment| segment.is_zero_page = true);
    }

    /// Returns the segments that have a size.
    pub(crate) fn spans(&self, memory: &Memory) -> Vec<crate::assembly::Segment> {
        let named = self.list.iter().filter(|segment| segment.size > 0 && !segment.is_reserved);
        let span = |segment: &Segment| {
            let address = u16::try_from(segment.base).unwrap_or(u16::MAX);
            let size = usize::try_from(segment.size).unwrap_or(0);
            let bytes = memory.bytes(usize::from(address), size);
            crate::assembly::Segment { name: segment.name.clone(), address, size, bytes }
        };
        named.map(span).collect()
    }

    pub(crate) fn push(&mut self) {
        self.stack.push(self.current);
    }

    pub(crate) fn pop(&mut self) -> bool {
        let last = self.stack.pop();
        self.current = last.unwrap_or(self.current);
        last.is_some()
    }

    pub(crate) fn set_location(&mut self, address: i64) {
        self.change(|segment| {
            (segment.location, segment.is_set) = (address, true);
            (segment.shift, segment.is_phase) = (0, false);
        });
    }

    /// Whether PHASE moved names.
    pub(crate) fn is_shifted(&self) -> bool {
        self.segment().is_some_and(|segment| segment.is_phase)
    }

    /// Returns what PHASE adds to addresses.
    pub(crate) fn shift(&self) -> Option<i64> {
        self.segment().filter(|segment| segment.is_phase).map(|segment| segment.shift)
    }

    pub(crate) fn restore_shift(&mut self, shift: Option<i64>) {
        self.change(|segment| (segment.shift, segment.is_phase) = (shift.unwrap_or(0), shift.is_some()));
    }

    /// Makes names begin at another address than bytes.
    pub(crate) fn set_shift(&mut self, to: Option<i64>) {
        let location = self.segment().map_or(0, |segment| segment.location);
        self.restore_shift(to.map(|to| to - location));
    }

    /// Keeps the location counter in the address space.
    pub(crate) fn wrap(&mut self) {
        if let Some(segment) = self.list.get_mut(self.current)
            && segment.location >= END
        {
            let shown = segment.location + segment.shift;
            segment.location %= END;
            segment.shift = if segment.shift == 0 { 0 } else { shown - segment.location };
        }
    }

    /// Moves the location counter back by the size of a slot; names go on where they are if PHASE moved them.
    pub(crate) fn turn_back(&mut self, by: i64) {
        if let Some(segment) = self.list.get_mut(self.current) {
            segment.location -= by;
            segment.shift += if segment.shift == 0 { 0 } else { by };
        }
    }

    pub(crate) fn advance(&mut self, count: i64) {
        let is_absolute = self.absolute_address().is_some();
        if let Some(absolute) = &mut self.absolute {
            *absolute += count;
        }
        if let Some(segment) = self.list.get_mut(self.current) {
            segment.location += count;
            segment.offset += count;
            if let Some(absolute) = &mut segment.absolute {
                *absolute += count;
            }
            if !segment.is_set && !is_absolute {
                segment.size = segment.size.max(segment.location - segment.base);
            }
        }
    }
}
