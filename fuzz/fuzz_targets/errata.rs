//! Any text as the errata of a small listing, and as the texts of one repair.
#![no_main]

use arcadian_basic::listing::{Form, Listing, account::{account, wrong_lines}, errata::Errata};
use arcadian_fuzz::rarely;
use libfuzzer_sys::fuzz_target;

const PRINTED: &str = "\
#! dialect: bally
(1786) 10 PRINT \"A\",B
(1772) 20 IF A>1GOTO 10
(1764) .30 X
";

thread_local! {
    static LISTING: Listing = Listing::read(PRINTED, Form::Listing).expect("a valid listing");
}

fuzz_target!(|text: &str| {
    repair(text);
    if let [line, from, to, ..] = text.split('\n').collect::<Vec<_>>()[..] {
        let quoted = |text: &str| format!("{:?}", text.replace('\'', " ")).replace("\\'", "'");
        repair(&format!(
            "[[repair]]\nline = {line}\nfrom = {}\nto = {}\nwhy = 'x'\n",
            quoted(from),
            quoted(to)
        ));
    }
});

fn repair(text: &str) {
    let Ok(errata) = Errata::parse(text).map_err(|error| assert!(error.span.end <= text.len())) else { return };
    let mut listing = LISTING.with(Clone::clone);
    if let Err(error) = errata.apply(&mut listing) {
        assert!(text.get(error.span).is_some());
    }
    // The repair search takes a hundred times as long as all other steps.
    if rarely(text.as_bytes(), 2048) {
        account(&listing);
    } else {
        wrong_lines(&listing);
    }
}
