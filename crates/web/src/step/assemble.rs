//! Assembling a source while it is written.

use std::path::Path;

use crate::{
    Reply, fault,
    input::{Sources, Texts},
    units,
};
use arcadian_asm::{Assembly, Options};
use arcadian_claims::all;
use arcadian_files::{Error, Files, LONGEST_SOURCE, source::Folders};
use arcadian_isa::hex;
use arcadian_proof::{Routine, SheetError};
use serde::Deserialize;
use serde_json::{Value, json};

/// A source among files.
#[derive(Deserialize)]
pub(crate) struct Request {
    name: String,
    files: Texts,
}

/// Assembles a source. Returns the bytes of its lines, its errors and warnings, and, if it assembles, why it cannot be proven.
pub(crate) fn assemble(request: &Request) -> Reply {
    let files = Sources::from(request.files.clone());
    let text = files.text(request.name.as_ref(), "a source", LONGEST_SOURCE)?;
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
                "hint": error.help.as_ref().map(|help| &help.text),
            }));
            None
        }
        Err(error) => Some(Error::of(&error).title()),
    };
    Ok(json!({ "lines": lines(assembly), "faults": faults, "size": assembly.size, "why": why }))
}

/// Reads the contract of a sheet.
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
