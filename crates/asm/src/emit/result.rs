//! The result of a run.

use std::collections::BTreeMap;

use arcadian_isa::Processor;

use crate::assembly::{Assembly, Line, Symbol};
use crate::image::Memory;
use crate::names::Names;
use crate::source::{File, Record};

/// What a run has read and made.
pub(crate) struct Made {
    pub(crate) processor: Processor,
    /// The address of a source without bytes.
    pub(crate) origin: usize,
    pub(crate) memory: Memory,
    /// The lines, and the bytes of each.
    pub(crate) records: Vec<Record>,
    pub(crate) bytes: Vec<Vec<u8>>,
    pub(crate) files: Vec<File>,
    pub(crate) symbols: BTreeMap<String, Symbol>,
    pub(crate) names: Names,
    pub(crate) entry: Option<u16>,
}

impl Made {
    /// Returns the assembly, without diagnostics, header and segments.
    pub(crate) fn assembly(self) -> Assembly {
        let Made { processor, memory, records, bytes, files, symbols, names, entry, origin } = self;
        let first = memory.span().map_or(origin, |(first, _)| first);
        let lines = |file: &File| file.lines.iter().map(ToString::to_string).collect();
        Assembly {
            processor,
            origin: u16::try_from(first).unwrap_or(u16::MAX),
            image: memory.image(),
            size: memory.count(),
            entry,
            symbols,
            source: files.first().map_or_else(Vec::new, lines),
            files: files.into_iter().map(|file| file.name).collect(),
            lines: records.into_iter().zip(bytes).map(|(record, bytes)| line(record, bytes)).collect(),
            sheet: None,
            warnings: Vec::new(),
            omitted: 0,
            names,
            segments: Vec::new(),
            memory,
        }
    }
}

fn line(record: Record, bytes: Vec<u8>) -> Line {
    let comment = record.text.get(record.comment.clone()).unwrap_or("");
    let comment = comment.trim_start_matches([';', '*']).trim().to_owned();
    Line {
        file: record.file,
        number: record.number + 1,
        comment,
        text: record.text.to_string(),
        address: u16::try_from(record.address).unwrap_or(u16::MAX),
        bytes,
        row: record.row,
        depth: record.call.as_ref().map_or(0, |call| call.depth),
        root: record.root,
        caller: record.caller,
        reading: record.reading,
        is_left_out: record.is_left_out,
        labelled: record.labelled,
        opening: record.opening,
        by_hand: record.hand.is_some(),
    }
}
