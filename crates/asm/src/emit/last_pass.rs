//! The result of the last pass.

use std::collections::BTreeMap;

use crate::assembly::{Attempt, Output, Symbol};
use crate::fault::Fault;
use crate::image::Memory;
use crate::passes::Engine;
use crate::place::Item;
use crate::symbols::SymbolKind;
use crate::syntax::{At, MADE};

impl Engine<'_> {
    pub(crate) fn result(mut self) -> Attempt {
        let items = std::mem::take(&mut self.pass.items);
        let (memory, made) = self.emitted(&items);
        let symbols = self.symbol_map();
        let names = self.all_names(symbols.iter());
        let segments =
            if self.has_spaces() { self.space_segments(&items) } else { self.segments.spans(&memory) };
        let output = Output {
            processor: self.words.processor,
            origin: 0,
            memory,
            records: self.input.records,
            bytes: made,
            files: self.input.files,
            symbols,
            names,
            entry: self.pass.entry.and_then(|entry| u16::try_from(entry).ok()),
            sheet: None,
            segments,
            diagnostics: self.input.diagnostics,
        };
        let attempt = output.attempt();
        // Where a pass has errors, addresses may be those of another one.
        Attempt { assembly: attempt.assembly.filter(|_| !attempt.has_errors), ..attempt }
    }

    /// Returns the memory and the bytes of each record.
    fn emitted(&mut self, items: &[Item]) -> (Memory, Vec<Vec<u8>>) {
        let mut made = vec![Vec::new(); self.input.records.len()];
        for item in items {
            if let Some(all) = made.get_mut(item.record) {
                all.extend(&item.bytes);
            }
        }
        (if self.has_spaces() { self.seen(items) } else { self.image_of(items) }, made)
    }

    /// Returns the memory, in which every byte has an address of its own.
    fn image_of(&mut self, items: &[Item]) -> Memory {
        let mut memory = Memory::filled(self.pass.fill.unwrap_or(0));
        for item in items {
            let address = u32::try_from(item.address).unwrap_or(u32::MAX);
            if let Err((at, other)) = memory.put(address, &item.bytes, item.record) {
                self.report_overlap(item.record, at, other);
                if self.input.diagnostics.is_full() {
                    break;
                }
            }
        }
        memory
    }

    pub(crate) fn report_overlap(&mut self, record: usize, at: u32, other: usize) {
        let line = self.input.records.get(other).map_or(0, |record| record.number + 1);
        let whole = self.input.records.get(record).map_or(0..0, |record| 0..record.comment.start);
        let hint = format!("line {line} placed it; {}", self.table.overlap_hint);
        self.report(record, At::new(Fault::Overlap(at), whole).hint(hint));
    }

    fn symbol_map(&self) -> BTreeMap<String, Symbol> {
        let mut map: BTreeMap<String, Symbol> = BTreeMap::new();
        let mut own: Vec<_> = self.symbols.all().filter(|(symbol, _)| !symbol.name.contains(MADE)).collect();
        own.sort_by_key(|(symbol, _)| symbol.name.clone());
        for (symbol, value) in own {
            let name = symbol.name.to_string();
            let found = Symbol {
                name: name.clone(),
                kind: symbol.kind,
                value: i32::try_from(value.number).unwrap_or(0),
                line: symbol.place.as_ref().map(|(line, _)| *line),
            };
            // Where case matters, two names may differ in nothing else.
            let upper = name.to_ascii_uppercase();
            let key = if map.contains_key(&upper) { name } else { upper };
            map.insert(key, found);
        }
        for (name, address) in self.symbols.placeholders() {
            let value = i32::try_from(address).unwrap_or(0);
            let found = Symbol { name: name.to_owned(), kind: SymbolKind::Constant, value, line: None };
            map.entry(name.to_ascii_uppercase()).or_insert(found);
        }
        map
    }
}
