//! The listing module as a page uses it: requests and answers in JSON.

use arcadian_web::Module;
use arcadian_web::listing::Listing;
use serde_json::{Value, json};

fn ask(name: &str, text: &str) -> Value {
    let question = json!({ "do": "listing", "name": name, "text": text }).to_string();
    serde_json::from_slice(&Listing.handle(question.as_bytes())).expect("JSON")
}

#[test]
fn a_repair_replaces_its_line() {
    let text = "(1793) 1. ROTATE\n(1787) 2 GOTO12\n(1782) 12 PRINT 1\n";
    let listing = |text: &str| ask("x.lst", text)["report"].clone();
    let report = listing(text);
    assert_eq!((&report["ok"], &report["empty"]), (&json!(true), &json!(1804)), "{report}");
    let damaged = text.replace("GOTO12", "GOTO1");
    let report = listing(&damaged);
    let line = &report["lines"][1];
    assert_eq!((&line["line"], &line["ok"]), (&json!(2), &json!(false)));
    let place = |value: &Value| value.as_u64().expect("an offset") as usize;
    let repair = &line["repairs"][0];
    let (from, to) = (place(&repair["from"]), place(&repair["to"]));
    assert_eq!(&damaged[from..to], "(1787) 2 GOTO1");
    let mended = [&damaged[..from], repair["text"].as_str().expect("text"), &damaged[to..]].concat();
    assert_eq!(listing(&mended)["lines"][1]["ok"], true);
}

/// Requests that a damaged or hostile page or link could contain.
#[test]
fn a_wrong_listing_has_an_answer() {
    let long: String = (1..1002).map(|line| format!("{line} STOP\n")).collect();
    for (text, part) in [("", "x.bas"), (&long, "1001 lines"), ("10 PRINT \u{e9}\n", "x.bas:1:10")] {
        let answer = ask("x.bas", text);
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.contains(part), "{answer}");
    }
}
