//! The module of the web page that checks printed listings.
//!
//! ```
//! use arcadian_web::Module;
//! use arcadian_web::listing::Listing;
//!
//! let question = br#"{"do": "listing", "name": "x.lst", "text": "(1799) 10 PRINT 1\n"}"#;
//! let answer = String::from_utf8(Listing.handle(question))?;
//! assert!(answer.contains(r#""sz":1799"#), "{answer}");
//! # Ok::<(), std::string::FromUtf8Error>(())
//! ```

mod report;

use crate::{Handler, Module};
use serde::Deserialize;

/// The module. It keeps nothing between requests.
#[derive(Default)]
pub struct Listing;

impl Module for Listing {
    const REQUESTS: &'static [Handler<Self>] = &[("listing", |_, request| {
        let Source { name, text } = request.read()?;
        report::report(&name, &text)
    })];
}

#[derive(Deserialize)]
struct Source {
    name: String,
    text: String,
}
