//! The page declares the requests of all modules, and lets through the fields of a request to step something. The listing and the tape
//! module as a page uses them: requests and answers in JSON.

use std::collections::BTreeMap;

use arcadian_debugger::step::request::attributes;
use arcadian_web::{
    Module,
    bally::Bally,
    boards::Boards,
    compare::Compare,
    input::decoded,
    listing::Listing,
    play::Play,
    prove::Prove,
    step::{Step, Systems},
    tape::Tape,
};
use serde_json::{Value, json};

const DECLARED: &str = include_str!("../../../../web/js/requests.d.ts");
const TARGET: &str = include_str!("../../../../web/js/target.js");
const PAIR: &str = include_str!("../../../../web/js/pair.js");

/// Returns the requests that an interface of the page declares, in order.
fn declared(interface: &str) -> Vec<&'static str> {
    let (_, rest) = DECLARED.split_once(&format!("interface {interface} {{\n")).expect("the interface");
    let (methods, _) = rest.split_once("\n}").expect("its end");
    let names = methods.lines().filter_map(|line| Some(line.strip_prefix("  ")?.split_once('(')?.0));
    names.filter(|name| name.bytes().all(|byte| byte.is_ascii_alphabetic())).collect()
}

fn handled<M: Module>() -> Vec<&'static str> {
    M::REQUESTS.iter().map(|(name, _)| *name).collect()
}

#[test]
fn the_page_declares_the_requests_of_each_module() {
    for (interface, handled) in [
        ("PlayRequests", handled::<Play>()),
        ("StepRequests", handled::<Step>()),
        ("StepRequests", handled::<Step<Systems>>()),
        ("ProveRequests", handled::<Prove>()),
        ("BallyRequests", handled::<Bally>()),
        ("ListingRequests", handled::<Listing>()),
        ("TapeRequests", handled::<Tape>()),
        ("CompareRequests", handled::<Compare>()),
        ("BoardsRequests", handled::<Boards>()),
    ] {
        assert_eq!(declared(interface), handled, "{interface} of web/js/requests.d.ts");
    }
}

/// The fields for programs that are not texts. The page steps only texts.
const NOT_FOR_TEXTS: [&str; 22] = [
    "call",
    "cart",
    "console",
    "constant",
    "contract",
    "cpm",
    "define",
    "devices",
    "expansion",
    "include",
    "keypad",
    "keysFile",
    "load",
    "loadState",
    "map",
    "org",
    "rom",
    "routine",
    "segment",
    "sourceDir",
    "sourcePath",
    "symbols",
];

/// Returns the fields that a script lets through, each with its check.
fn let_through(script: &'static str) -> BTreeMap<&'static str, &'static str> {
    let (_, rest) = script.split_once("FIELDS = {").expect("the list");
    let (fields, _) = rest.split_once("};").expect("its end");
    let fields = fields.trim().trim_end_matches(',');
    fields.split(',').map(|field| field.trim().split_once(": ").expect("a name and a check")).collect()
}

#[test]
fn the_page_lets_through_the_fields_of_a_request_to_step() {
    // `program` is another name of `target`.
    let is_for_texts = |name: &&str| *name != "program" && !NOT_FOR_TEXTS.contains(name);
    let mut expected: Vec<_> = attributes().filter(is_for_texts).chain(["files", "go"]).collect();
    expected.sort_unstable();
    assert_eq!(let_through(TARGET).into_keys().collect::<Vec<_>>(), expected, "FIELDS of web/js/target.js");
}

/// Returns values that a check lets through. For each field with this check one of them is valid.
fn samples(check: &str) -> Vec<Value> {
    match check {
        "isText" => vec!["8080".into(), "bally".into()],
        "isList" => vec![json!(["A=1"])],
        "isCount" => vec![1.into()],
        "isFlag" => vec![true.into()],
        "areTexts" => vec![json!({ "x.asm": "" })],
        _ => panic!("there are no values for {check}"),
    }
}

#[test]
fn the_module_reads_what_the_page_lets_through() {
    let is_read = |field: &str, value: Value| {
        let request = json!({ "do": "step", field: value }).to_string();
        let answer = <Step>::default().handle(request.as_bytes());
        !String::from_utf8_lossy(&answer).contains("the request cannot be read")
    };
    for (field, check) in let_through(TARGET) {
        assert!(samples(check).into_iter().any(|value| is_read(field, value)), "{field}: {check}");
    }
}

#[test]
fn the_module_reads_the_pair_that_the_page_lets_through() {
    for (field, check) in let_through(PAIR) {
        for value in samples(check) {
            let mut request = json!({ "do": "compare", "cpu": "8080", "old": "", "new": "" });
            request[field] = value;
            let answer = Compare.handle(request.to_string().as_bytes());
            let answer = String::from_utf8_lossy(&answer);
            assert!(!answer.contains("the request cannot be read"), "{field}: {answer}");
            request[field] = json!(0.5);
            let answer = Compare.handle(request.to_string().as_bytes());
            assert!(String::from_utf8_lossy(&answer).contains("cannot be read"), "{field} is not read");
        }
    }
}

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

const PROGRAM: &str = "10 PRINT \"HELLO\"\n20 GOTO 10\n";

fn ask_tape(module: &mut Tape, request: &Value) -> Value {
    serde_json::from_slice(&module.handle(request.to_string().as_bytes())).expect("JSON")
}

/// Reads a tape. Its file comes in pieces, each after a byte 0.
fn tape(name: &str, file: &[u8]) -> Value {
    let mut module = Tape::default();
    assert_eq!(ask_tape(&mut module, &json!({ "do": "tape", "name": name })), json!({ "ok": true }));
    for piece in file.chunks(10_000) {
        let request = [&json!({ "do": "piece" }).to_string().into_bytes()[..], &[0], piece].concat();
        assert_eq!(module.handle(&request), b"{\"ok\":true}");
    }
    ask_tape(&mut module, &json!({ "do": "programs" }))
}

fn written(text: &str, format: &str) -> Vec<u8> {
    let request = json!({ "do": "written", "name": "x.bas", "text": text, "format": format });
    let answer = ask_tape(&mut Tape::default(), &request);
    let data = answer["data"].as_str().unwrap_or_else(|| panic!("{format}: {answer}"));
    decoded(data).expect("Base64")
}

#[test]
fn a_program_is_written_and_read() {
    for format in ["wav", "prg"] {
        let answer = tape(&format!("x.{format}"), &written(PROGRAM, format));
        let programs = answer["programs"].as_array().expect("programs");
        assert_eq!(programs.len(), 1);
        assert_eq!((&programs[0]["text"], &programs[0]["damage"]), (&json!(PROGRAM), &Value::Null));
        assert_eq!(programs[0]["part"], 1);
    }
    let listing = String::from_utf8(written(PROGRAM, "lst")).expect("text");
    assert!(listing.ends_with("(1793) 10 PRINT\"HELLO\"\n(1787) 20 GOTO 10\n"), "{listing}");
}

#[test]
fn what_is_refused() {
    let written = |text: &str, format: &str| json!({ "do": "written", "name": "x.bas", "text": text, "format": format });
    for (request, words) in [
        (written(PROGRAM, "mp3"), "there is no format `mp3`"),
        (written("HELLO", "prg"), "expected a line number"),
        (written("#! dialect: astro\n10 MO=1\n", "wav"), "AstroBASIC cannot read this tape"),
        (json!({ "do": "tape" }), "missing field `name`"),
        (json!({ "do": "piece" }), "no tape is being read"),
        (json!({ "do": "programs" }), "no tape is being read"),
    ] {
        check(&ask_tape(&mut Tape::default(), &request), words);
    }
    for (name, file, words) in [
        ("x.wav", &b""[..], "cannot read x.wav as a tape"),
        ("x.wav", b"RIFF", "it is not a WAV file"),
        ("x.prg", &[0, 1, 2], "there is no program on this tape"),
        ("x.prg", &[b'1'; 70_000], "longer than 64 KB"),
    ] {
        check(&tape(name, file), words);
    }
}

fn check(answer: &Value, words: &str) {
    assert!(answer["error"].as_str().is_some_and(|error| error.contains(words)), "{words}: {answer}");
}
