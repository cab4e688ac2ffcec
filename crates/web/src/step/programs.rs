//! The bundled programs, which the page steps by their paths, such as `programs/8080/tactix.asm`. Their texts come with the request.
//! Assembling of a source while it is written.

use std::path::Path;

use arcadian_asm::{Assembly, Options};
use arcadian_claims::{all, included};
use arcadian_debugger::step::request::StepRequest;
use arcadian_files::{Error, Files, source::Folders};
use arcadian_isa::hex;
use arcadian_proof::{Claim, Field, Routine, SheetError};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Reply, fault,
    input::{Sources, Texts},
    units,
};

/// Gives the request for a bundled program its console, and the files that it includes. Changes no other request.
pub(crate) fn complete(request: &mut StepRequest, files: &mut Sources) {
    let program =
        request.target.as_deref().and_then(Path::to_str).filter(|target| target.starts_with("programs/"));
    let Some((folder, _)) = program.and_then(|program| program.rsplit_once('/')) else { return };
    request.cpm = folder.ends_with("8080");
    request.console = !request.cpm;
    for source in included() {
        // A program names a sheet from its own folder.
        let name = match source.file.strip_prefix("programs/") {
            Some(_) => source.file.to_owned(),
            None => format!("{folder}/../../{}", source.file),
        };
        files.add(name, source.text().into());
    }
}

/// Three squares in a corner and one beside them, where boards have one bit for a square.
const CORNER: &str = "1300000800000000";
/// ROTATE's letters, of which B, C, F, G, J and K are not in their places.
const LETTERS: &str = "4146424445474348494A4B4C4D4E4F50";
/// The first position of Ataxx.
const ATAXX: &str = "0120000000000000000000000210";
/// The claim whose output is Halma's first position.
const HALMA: &str = "halma_init";

/// The beginning of names of routines, a field, and its bytes. The first row that applies counts; bytes that are too many are not used.
const VALUES: [(&str, &str, &str); 25] = [
    ("T2", "board", "1B2F"),
    ("TTAKE", "board", "1B2F"),
    ("TTAKE", "number", "00"),
    // Figure 5 has one square in its last byte.
    ("T5", "board", "13080001"),
    ("T", "board", CORNER),
    ("R", "board", LETTERS),
    ("RTURN", "position", "02"),
    ("RSPEC", "position", "02"),
    ("R", "letter", "46"),
    ("W", "square", "1B"),
    ("WREF", "axis", "00"),
    ("W", "board", CORNER),
    ("W", "occupied", CORNER),
    ("HHOPS", "square", "33"),
    ("HKHOPS", "square", "33"),
    ("HSTEPS", "square", "41"),
    ("HADD", "square", "41"),
    ("H", "square", "00"),
    ("HMAKE", "destination", "52"),
    ("HMAKE", "piece", "12"),
    ("H", "element", "41"),
    ("AWALLS", "mask", "2184"),
    ("A", "board", ATAXX),
    ("AJUMP", "row", "02"),
    ("AJUMP", "column", "02"),
];
/// Other rows and columns of Ataxx.
const BESIDE: &str = "01";

/// Returns the fields of an input, as `arcadian step --in` takes them.
pub(crate) fn example(routine: &Routine) -> String {
    let fields = routine.specification.inputs().iter();
    fields
        .map(|field| format!("{}={}", field.name, value(&routine.name, field)))
        .collect::<Vec<_>>()
        .join(",")
}

fn value(routine: &str, field: &Field<String>) -> String {
    let digits = 2 * field.bytes();
    let listed = VALUES.iter().find(|(start, name, _)| routine.starts_with(start) && *name == field.name);
    let text = match (listed, routine.as_bytes(), field.name.as_str()) {
        (Some((.., value)), ..) => (*value).to_owned(),
        (None, [b'H', ..], "board") if routine != "HINIT" && routine != "HADD" => pieces(),
        (None, [b'H', ..], "set" | "occupied") => pieces(),
        (None, [b'A', ..], "row" | "column") => BESIDE.to_owned(),
        _ => String::new(),
    };
    format!("{text:0<digits$.digits$}")
}

/// Returns the bytes of Halma's first position. The first 32 are the occupied squares.
fn pieces() -> String {
    let claim = Claim::find(all(), HALMA);
    let empty = |claim: &Claim| vec![0; claim.inputs.iter().map(Field::bytes).sum()];
    claim.map_or_else(String::new, |claim| hex::unspaced_bytes(&claim.output(&empty(claim))).to_string())
}

#[cfg(test)]
mod inputs_tests {
    use arcadian_claims::{read, sheets};
    use serde_json::json;

    use super::*;
    use crate::step::{
        Code,
        debugged::{DebuggedProgram, Target},
    };

    #[test]
    fn every_input_lets_its_routine_do_something() {
        for sheet in sheets() {
            let routine = read(sheet).unwrap_or_else(|error| panic!("{}: {error}", sheet.file));
            let input = example(&routine);
            let target: Target = serde_json::from_value(json!({
                "target": routine.name, "cpu": routine.processor().to_string(), "inputs": [input],
            }))
            .expect("a request");
            let (mut debugged, _) = DebuggedProgram::open::<Code>(target)
                .unwrap_or_else(|error| panic!("{} {input}: {error}", sheet.file))
                .expect("machine code");
            let reply = debugged.command("continue").to_string();
            assert!(!reply.contains("refused = 01"), "{} {input}: {reply}", sheet.file);
            let shown = debugged.message().to_owned();
            assert!(shown.contains("as the oracle says"), "{} {input}: {shown}", sheet.file);
            assert!(!shown.contains("refused = 01"), "{} {input}: {shown}", sheet.file);
        }
    }
}

/// A source among files.
#[derive(Deserialize)]
pub(crate) struct Request {
    name: String,
    files: Texts,
}

/// Assembles a source. Returns the bytes of its lines, its errors and warnings, and, if it assembles, why it cannot be proven.
pub(crate) fn assemble(request: &Request) -> Reply {
    let files = Sources::from(request.files.clone());
    let text = files.source(request.name.as_ref())?;
    let mut folders = Folders::new(&files, Path::new(&request.name), &[]);
    match arcadian_asm::assemble(&request.name, &text, &Options::default(), &mut folders) {
        Ok(assembly) => answer(request, &files, &text, &assembly),
        Err(failure) => {
            let faults: Vec<Value> = failure.diagnostics.iter().map(fault).collect();
            Ok(json!({ "lines": [], "faults": faults, "size": null, "why": null }))
        }
    }
}

fn answer(request: &Request, files: &Sources, text: &str, assembly: &Assembly) -> Reply {
    let mut faults: Vec<Value> = assembly.warnings.iter().map(fault).collect();
    let why = match contract(request, files, text) {
        Ok(()) => None,
        Err(SheetError::Header(error)) if error.file == request.name => {
            let place = units(&error.line.text, &error.span);
            faults.push(json!({
                "isError": true,
                "line": error.line.number,
                "from": place.start,
                "to": place.end,
                "message": error.message,
                "hint": error.help.as_ref().map(|hint| &hint.text),
            }));
            None
        }
        Err(error) => Some(Error::of(&error).title()),
    };
    Ok(json!({ "lines": lines(assembly), "faults": faults, "size": assembly.size, "why": why }))
}

fn contract(request: &Request, files: &Sources, text: &str) -> Result<(), SheetError> {
    let mut folders = Folders::new(files, Path::new(&request.name), &[]);
    Routine::read(&request.name, text, &mut folders, all()).map(drop)
}

/// Returns number, address and bytes of each line of the source that has bytes, also those of macros and included files.
fn lines(assembly: &Assembly) -> Vec<Value> {
    let mut found: Vec<(usize, u16, Vec<u8>)> = Vec::new();
    let with_bytes = assembly.lines.iter().filter(|line| !line.bytes.is_empty());
    for line in with_bytes {
        match found.last_mut().filter(|(number, ..)| *number == line.root_number()) {
            Some((_, _, bytes)) => bytes.extend(&line.bytes),
            None => found.push((line.root_number(), line.address, line.bytes.clone())),
        }
    }
    let line = |(number, address, bytes): &(usize, u16, Vec<u8>)| {
        json!([number, format!("{address:04X}"), hex::bytes(bytes).to_string()])
    };
    found.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use crate::Pixels;
    use arcadian_claims::{PROGRAMS, Sheet};
    use serde_json::json;

    use crate::step::{
        Code,
        debugged::{DebuggedProgram, MemoryRange, Target},
    };

    fn opened(file: &str) -> DebuggedProgram {
        let is_meant = |program: &&Sheet| program.file == file;
        let text = PROGRAMS.iter().find(is_meant).expect("a program").text();
        let target: Target =
            serde_json::from_value(json!({ "target": file, "files": { file: text } })).expect("a request");
        let opened = DebuggedProgram::open::<Code>(target).unwrap_or_else(|error| panic!("{file}: {error}"));
        opened.expect("machine code").0
    }

    #[test]
    fn every_program_runs_to_its_end_or_to_a_question() {
        for program in PROGRAMS {
            let mut debugged = opened(program.file);
            let reply = debugged.command("continue");
            assert_eq!(reply["failed"], false, "{} {reply}", program.file);
            assert_eq!(reply["moved"], true, "{}", program.file);
        }
    }

    #[test]
    fn a_program_reads_what_is_typed() {
        for program in ["programs/8080/keys.asm", "programs/6502/rotate.asm", "programs/8080/rotate.asm"] {
            let mut debugged = opened(program);
            debugged.command("k 3{ENTER}word{ENTER}Q{ENTER}");
            debugged.command("continue");
            let wanted: MemoryRange = serde_json::from_value(json!({})).expect("defaults");
            let view = debugged.view(&wanted, &mut Pixels::default()).to_string();
            assert!(view.contains("KEYS? ") || view.contains("IN ORDER"), "{program}: {view}");
        }
    }
}

#[cfg(test)]
mod assemble_tests {
    use super::*;

    fn assembled(text: &str) -> Value {
        let files = Texts::from([("own.asm".to_owned(), text.to_owned())]);
        assemble(&Request { name: "own.asm".to_owned(), files }).unwrap_or_else(|error| panic!("{error}"))
    }

    const HEADER: &str = ";! routine: INC\n;! cpu: 8080\n;! in: A = x\n;! out: A = y\n";

    #[test]
    fn bytes_belong_to_their_lines() {
        let answer = assembled(" CPU 8080\n ORG 100H\nTWICE MACRO\n RLC\n RLC\n ENDM\n\n TWICE\n RET\n");
        assert_eq!(answer["lines"], json!([[8, "0100", "07 07"], [9, "0102", "C9"]]));
        assert_eq!((&answer["size"], &answer["faults"]), (&json!(3), &json!([])));
        assert!(answer["why"].as_str().is_some_and(|why| why.contains("routine")), "{answer}");
    }

    #[test]
    fn errors_of_the_text_and_of_the_header_have_their_places() {
        let wrong = assembled(" CPU 8080\n MVI A,'é'\n MOV A,Q\n");
        let places: Vec<_> =
            wrong["faults"].as_array().expect("faults").iter().map(|fault| &fault["line"]).collect();
        assert_eq!(places, [2, 3]);
        let wrong = assembled(&format!("{HEADER};! ensures: y = z\nINC: INR A\n RET\n"));
        assert_eq!(wrong["faults"][0]["line"], 5, "{wrong}");
        assert_eq!(
            (&wrong["faults"][0]["from"], &wrong["faults"][0]["to"]),
            (&json!(16), &json!(17)),
            "{wrong}"
        );
        assert_eq!(wrong["lines"].as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn a_sheet_with_a_contract_can_be_proven() {
        let answer = assembled(&format!(
            "{HEADER};! clobbers: F\n;! ensures: y = (x + 1) mod 256\nINC: INR A\n RET\n"
        ));
        assert_eq!((&answer["why"], &answer["faults"]), (&Value::Null, &json!([])));
    }
}
