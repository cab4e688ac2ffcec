//! The bundled programs, which the page steps by their paths, such as `programs/8080/tactix.asm`. Their texts come with the request.

use crate::files::Sources;
use arcadian_claims::included;
use arcadian_debugger::step::request::StepRequest;

/// Gives the request for a bundled program its console, and the files that it includes. Changes no other request.
pub(crate) fn complete(request: &mut StepRequest, files: &mut Sources) {
    let program = request.target.to_str().filter(|target| target.starts_with("programs/"));
    let Some((folder, _)) = program.and_then(|program| program.rsplit_once('/')) else { return };
    request.cpm = folder.ends_with("8080");
    request.console = !request.cpm;
    for source in included() {
        // A program names a sheet from its own folder.
        let name = match source.file.strip_prefix("programs/") {
            Some(_) => source.file.to_owned(),
            None => format!("{folder}/../../{}", source.file),
        };
        files.add(name, source.text.into());
    }
}

#[cfg(test)]
mod tests {
    use crate::Pixels;
    use arcadian_claims::{PROGRAMS, Sheet};
    use serde_json::json;

    use crate::step::debugged::{Debugged, Target, Wanted};

    fn opened(file: &str) -> Debugged {
        let is_meant = |program: &&Sheet| program.file == file;
        let text = PROGRAMS.iter().find(is_meant).expect("a program").text;
        let target: Target =
            serde_json::from_value(json!({ "target": file, "files": { file: text } })).expect("a request");
        Debugged::open(target).map(|(debugged, _)| debugged).unwrap_or_else(|error| panic!("{file}: {error}"))
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
            let wanted: Wanted = serde_json::from_value(json!({})).expect("defaults");
            let view = debugged.view(&wanted, &mut Pixels::default()).to_string();
            assert!(view.contains("KEYS? ") || view.contains("IN ORDER"), "{program}: {view}");
        }
    }
}
