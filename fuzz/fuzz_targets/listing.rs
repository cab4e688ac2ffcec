//! Any text as a listing: read, count, repair, write and read again.
#![no_main]

use arcadian_basic::listing::{
    Form, Listing,
    account::account,
    errata::Errata,
    write::{Notation, write},
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &str| {
    for form in [Form::Listing, Form::Text] {
        let Ok(mut listing) = Listing::read(source, form) else { continue };
        account(&listing);
        for notation in [Notation::Text, Notation::Printed, Notation::Ascii] {
            let written = write(&listing.lines(), listing.dialect(), &listing.header, notation);
            let form = if notation == Notation::Printed { Form::Listing } else { Form::Text };
            let again = Listing::read(&written, form).expect("what was written can be read");
            assert_eq!(again.lines(), listing.lines());
        }
        if let Ok(errata) = Errata::parse(source) {
            let _ = errata.apply(&mut listing);
        }
    }
});
