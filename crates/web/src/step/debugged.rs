//! A program in the debugger.

use arcadian_debugger::{
    Debuggee,
    debuggee::{CodeRow, End, Group, Screen, Space},
    debugger::Stoppoint,
    step::{
        figure::{Cell, Drawing, Line, Piece, Row},
        request::StepRequest,
        stepping::Stepping,
        subject::Subject,
    },
};
use arcadian_files::Error;
use arcadian_isa::{Processor, UnknownProcessor, hex};
use arcadian_screen::{HEIGHT, WIDTH, recognize};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Pixels,
    input::{Sources, Texts},
    refuse,
    step::{Loads, programs},
};

/// The steps that one command can execute, a second or two. A page shows that it stopped there, and continues on request.
const BUDGET: u64 = 20_000_000;

/// A program with the options of `arcadian step`, and its files.
#[derive(Debug, Deserialize)]
pub(crate) struct Target {
    #[serde(flatten)]
    request: StepRequest,
    #[serde(default)]
    files: Texts,
    /// The steps to execute at once.
    #[serde(default)]
    go: u64,
}

pub(crate) fn processor(name: Option<&str>) -> Result<Option<Processor>, Error> {
    name.map(|name| name.parse().map_err(|error: UnknownProcessor| refuse(error.to_string()))).transpose()
}

pub(crate) struct DebuggedProgram {
    stepping: Stepping,
    name: String,
    message: String,
}

impl DebuggedProgram {
    /// Starts a program. Returns the fields of the answer as well, or nothing if the module cannot load it.
    pub(crate) fn open<L: Loads>(mut target: Target) -> Result<Option<(Self, Value)>, Error> {
        let mut files = Sources::from(target.files);
        programs::complete(&mut target.request, &mut files);
        let Some(subject) = L::load(&files, &target.request)? else { return Ok(None) };
        DebuggedProgram::start(&subject, target.go).map(Some)
    }

    fn start(subject: &Subject, go: u64) -> Result<(Self, Value), Error> {
        let mut stepping = Stepping::start(subject)?;
        stepping.session.debugger_mut().set_budget(BUDGET);
        let (name, warning) = (subject.name(), subject.warnings().first());
        let reply = json!({ "name": name, "title": stepping.title, "warning": warning });
        let mut debugged = DebuggedProgram { stepping, name, message: String::new() };
        if go > 0 {
            debugged.command(&format!("go {go}"));
        }
        Ok((debugged, reply))
    }

    /// Executes a line of the command table.
    pub(crate) fn command(&mut self, line: &str) -> Value {
        let reply = self.stepping.execute(line);
        self.message = match &reply.moved {
            Some(report) => self.stepping.stop_message(&report.cause),
            None => String::new(),
        };
        // The next command has the whole budget of steps again.
        self.stepping.session.debugger_mut().set_budget(BUDGET);
        json!({ "text": reply.text, "failed": reply.failed, "moved": reply.moved.is_some() })
    }

    /// Returns why the program stopped last.
    #[cfg(test)]
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// Returns the words that complete the last one, which begins at a UTF-8 offset.
    pub(crate) fn complete(&self, line: &str) -> Value {
        let found = self.stepping.session.complete(line, line.len());
        json!({ "start": found.start, "words": found.words })
    }
}

/// The rows of code around the current one that are shown at most. Routines and BASIC programs are shown completely.
const ROWS: usize = 600;
/// The words of the stack that are shown.
const WORDS: u32 = 16;
/// The bytes of a row of memory.
const BYTES: u16 = 16;
/// The most rows of memory.
const MOST_ROWS: u16 = 64;

#[derive(Debug, Deserialize)]
#[serde(default)]
pub(crate) struct MemoryRange {
    /// An expression whose value is the first address; empty for the routine's board or the program counter.
    memory: String,
    rows: u16,
}

impl Default for MemoryRange {
    fn default() -> Self {
        MemoryRange { memory: String::new(), rows: 8 }
    }
}

impl DebuggedProgram {
    /// Returns everything that the page shows, and draws the screen.
    pub(crate) fn view(&self, wanted: &MemoryRange, pixels: &mut Pixels) -> Value {
        let program = self.program();
        let location = program.location();
        json!({
            "name": self.name,
            "kind": self.stepping.kind(),
            "processor": program.processor().map(|processor| processor.to_string()),
            "step": program.steps(),
            "recorded": program.recorded(),
            "cycles": program.cycles(),
            "cycleName": program.language().cycles,
            "at": program.location_name(location),
            "end": program.end().map(|end| end.to_string()),
            "message": self.message,
            "code": self.code(),
            "groups": program.groups().iter().map(|group| self.group(group)).collect::<Vec<_>>(),
            "boards": self.stepping.boards().iter().map(board).collect::<Vec<_>>(),
            "memory": self.memory(wanted),
            "stack": self.stack(),
            "frames": self.stepping.frames(),
            "displays": self.stepping.session.displayed(),
            "stops": self.stepping.session.debugger().stoppoints().iter().map(stop).collect::<Vec<_>>(),
            "output": program.output(),
            "screen": screen(program, pixels),
        })
    }

    fn program(&self) -> &dyn Debuggee {
        self.stepping.program()
    }

    fn code(&self) -> Vec<Value> {
        let program = self.program();
        // A routine that has returned is at an address outside its source.
        let has_returned = program.end() == Some(End::Returned);
        let first = program.all_locations().into_iter().next();
        let around = first.filter(|_| has_returned).unwrap_or(program.location());
        let rows = program.rows(around, ROWS, ROWS);
        let is_source = |row: &&CodeRow| program.source_line(row.location).is_some();
        let has_source = rows.iter().any(|row| is_source(&row));
        let rows = rows.iter().filter(|row| !has_source || is_source(row));
        rows.map(|row| self.row(row, has_returned)).collect()
    }

    fn row(&self, row: &CodeRow, has_returned: bool) -> Value {
        let program = self.program();
        let is_here = !has_returned && program.is_same_row(row.location, program.location());
        let stop = self.stepping.breakpoint_in_row(row.location);
        let bytes = hex::bytes(&row.bytes).to_string();
        json!({
            "at": program.location_name(row.location),
            "gutter": row.gutter.trim_end(),
            "text": if row.text == bytes { "" } else { &row.text },
            "comment": row.comment,
            "labels": row.labels,
            "here": is_here,
            "statement": row.statement.as_ref().filter(|_| is_here).map(|range| [range.start, range.end]),
            "stop": stop.map(|stop| stop.enabled),
            "toggle": stop.map_or_else(|| self.stepping.toggle(row.location), |stop| format!("delete {}", stop.id)),
        })
    }

    fn group(&self, group: &Group) -> Value {
        let notation = self.program().language().notation;
        let value = |value: &arcadian_debugger::debuggee::Variable| {
            json!({
                "name": value.name,
                "value": notation.value(value.value, value.bits).to_string(),
                "bits": value.bits,
                "isSet": value.value != 0,
                "mark": self.stepping.past.value(&value.name, value.value),
            })
        };
        json!({ "name": group.name, "values": group.values.iter().map(value).collect::<Vec<_>>() })
    }

    fn memory(&self, wanted: &MemoryRange) -> Value {
        let program = self.program();
        if program.processor().is_none() {
            return Value::Null;
        }
        let board = self.stepping.figures.as_ref().and_then(|figures| figures.address());
        let first = match (wanted.memory.trim(), board) {
            ("", Some(address)) => Ok(i64::from(address)),
            ("", None) => self.stepping.session.debugger().evaluate("PC"),
            (text, _) => self.stepping.session.debugger().evaluate(text),
        };
        let first = match first {
            Ok(address) => address as u16,
            Err(error) => return json!({ "error": error.to_string() }),
        };
        let start = first & !(BYTES - 1);
        let row = |row: u16| {
            let at = start.wrapping_add(row * BYTES);
            let bytes: Vec<_> = (0..BYTES).map(|n| self.stepping.byte(at.wrapping_add(n))).collect();
            json!({ "at": at, "bytes": bytes })
        };
        json!({ "first": first, "rows": (0..wanted.rows.clamp(1, MOST_ROWS)).map(row).collect::<Vec<_>>() })
    }

    /// Returns the words from the top of the stack: those pushed since the start, and the return address.
    fn stack(&self) -> Vec<Value> {
        let program = self.program();
        let (Some(stack), Some(pointer)) = (program.stack(), program.resolve("SP").or(program.resolve("S")))
        else {
            return Vec::new();
        };
        let (pointer, start) = (program.value(pointer), self.stepping.past.start.value("SP"));
        // A routine that has returned has nothing on the stack.
        let end = if start >= pointer || program.end().is_some() { (start + 2) as u32 } else { stack.end };
        let addresses = (0..WORDS).map(|n| stack.start + 2 * n).take_while(|address| address + 1 < end);
        let word = |address: u32| {
            let value = program.load(Space::Word, address.into()).unwrap_or(0);
            json!({ "at": address, "value": value })
        };
        addresses.map(word).collect()
    }
}

fn stop(stop: &Stoppoint) -> Value {
    json!({ "id": stop.id, "text": stop.text, "enabled": stop.enabled, "hits": stop.hits })
}

fn board(drawing: &Drawing) -> Value {
    let piece = |piece: &Piece| json!([piece.text, piece.mark]);
    let pieces = |line: &Line| line.iter().map(piece).collect::<Vec<_>>();
    let row = |row: &Row| {
        let cell = |cell: &Cell| json!([cell.symbol, cell.name, cell.mark]);
        json!({
            "name": row.name,
            "cells": row.cells.iter().map(cell).collect::<Vec<_>>(),
            "beside": pieces(&row.beside),
        })
    };
    json!({
        "title": drawing.title,
        "hasLetters": drawing.squares.has_letters,
        "head": drawing.squares.head,
        "rows": drawing.squares.rows.iter().map(row).collect::<Vec<_>>(),
        "below": drawing.below.iter().map(pieces).collect::<Vec<_>>(),
    })
}

/// Draws the screen. Returns its text, or where the beam is.
fn screen(program: &dyn Debuggee, pixels: &mut Pixels) -> Value {
    match program.screen() {
        None => Value::Null,
        Some(Screen::Basic(frame)) => {
            let places = (0..HEIGHT).flat_map(|row| (0..WIDTH).map(move |column| (column, row)));
            pixels.draw(WIDTH, places.map(|(column, row)| frame.color(column, row)));
            json!({ "text": recognize::text(&frame.picture) })
        }
        Some(Screen::Beam(screen)) => {
            let (width, height) = (screen.pixels.width(), screen.pixels.height());
            let places = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
            pixels.draw(width, places.map(|(column, row)| screen.pixels.color(column, row)));
            json!({ "place": screen.place, "row": screen.row })
        }
    }
}
