//! Any text as a file of rules of every format: the place of an error is in the text, and instances assemble. Also as a list of known
//! findings, and as a report.
#![no_main]

use arcadian_asm::read_fragment;
use arcadian_fuzz::choice_and_text;
use arcadian_isa::Processor;
use arcadian_peephole::rules::{Format, Known, Options, Outcome, Provenance, Report, instances, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((choice, text)) = choice_and_text(input) else { return };
    let format = Format::ALL[usize::from(choice) % Format::ALL.len()];
    let known = Known::read(text).unwrap_or_default();
    if let Ok(report) = Report::read(text) {
        let _ = known.changes("known", &report, &std::collections::BTreeSet::new());
        let _ = report.page(&Provenance { date: "", command: "", page: None }) + &report.text(true, true, None);
    }
    let file = read(format, text);
    for error in &file.errors {
        assert!(error.column <= error.text.chars().count() + 1, "{error}");
    }
    for rule in &file.rules {
        let Outcome::Instances(found) = instances(rule, &Options { most: 10, ..Options::default() }) else { continue };
        for source in found.list.iter().flat_map(|instance| [&instance.old, &instance.new]) {
            for line in source.lines() {
                assert!(read_fragment("rule", line, Processor::Z80).is_ok(), "{line}");
            }
        }
    }
});
