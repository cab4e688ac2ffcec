//! The bundled programs, which the page steps by their paths, such as `programs/8080/tactix.asm`.

use arcadian_claims::{PROGRAMS, Sheet, sources};
use arcadian_step::request::StepRequest;
use arcadian_web::files::Sources;
use serde_json::{Value, json};

/// Returns name and title of every bundled program.
pub(crate) fn list() -> Value {
    PROGRAMS.iter().map(|program| json!({ "name": program.file, "title": title(program) })).collect()
}

/// Returns the first sentence of the comment at the top, up to a colon.
fn title(program: &Sheet) -> String {
    let comment: Vec<&str> =
        program.text.lines().map_while(|line| line.strip_prefix(';')).map(str::trim).collect();
    let comment = comment.join(" ");
    comment.split_once(['.', ':']).map_or(comment.as_str(), |(first, _)| first).to_owned()
}

/// Gives the request for a bundled program its console, and the files that it includes. Changes no other request.
pub(crate) fn complete(request: &mut StepRequest, files: &mut Sources) {
    let program = PROGRAMS.iter().find(|program| request.target.to_str() == Some(program.file));
    let Some((folder, _)) = program.and_then(|program| program.file.rsplit_once('/')) else { return };
    request.cpm = folder.ends_with("8080");
    request.console = !request.cpm;
    for source in sources() {
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
    use arcadian_web::Pixels;

    use super::*;
    use crate::debugged::{Debugged, Target, Wanted};

    fn opened(program: &str) -> Debugged {
        let target: Target = serde_json::from_value(json!({ "target": program })).expect("a request");
        Debugged::open(target)
            .map(|(debugged, _)| debugged)
            .unwrap_or_else(|error| panic!("{program}: {error}"))
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

    #[test]
    fn titles_are_sentences() {
        let titles: Vec<String> = PROGRAMS.iter().map(title).collect();
        assert!(titles.contains(&"The board of ROTATE for the 6502".to_owned()));
        assert!(titles.iter().all(|title| (15..110).contains(&title.len())), "{titles:#?}");
    }
}
