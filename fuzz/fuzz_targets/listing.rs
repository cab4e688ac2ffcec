//! Any text as a listing: it is read, counted, repaired, written and read back.
#![no_main]

use arcadian_basic::listing::{
    Form, Listing,
    account::{account, wrong_lines},
    write::{Notation, write},
};
use arcadian_fuzz::{choice_and_text, rarely};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((choice, source)) = choice_and_text(input) else { return };
    let form = if choice & 1 == 0 { Form::Listing } else { Form::Text };
    let Ok(listing) = Listing::read(source, form) else { return };
    // The repair search takes a thousand times as long as all other steps.
    if rarely(input, 4096) {
        account(&listing);
    } else {
        wrong_lines(&listing);
    }
    let lines = listing.lines();
    for notation in [Notation::Text, Notation::Printed, Notation::Ascii] {
        let written = write(&lines, listing.dialect(), &listing.header, notation);
        let form = if notation == Notation::Printed { Form::Listing } else { Form::Text };
        let again = Listing::read(&written, form).expect("a written listing can be read");
        assert_eq!(again.lines(), lines, "{notation:?} {written}");
    }
});
