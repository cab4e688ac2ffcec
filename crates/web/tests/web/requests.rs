//! The page declares the requests of all modules, and lets through the fields of a request to step something.

use std::collections::BTreeMap;

use arcadian_debugger::step::request::StepRequest;
use arcadian_web::Module;
use arcadian_web::boards::Boards;
use arcadian_web::compare::Compare;
use arcadian_web::listing::Listing;
use arcadian_web::play::Play;
use arcadian_web::step::Step;
use arcadian_web::tape::Tape;
use serde::{
    Deserialize,
    de::{Deserializer, Error as _, Visitor, value::Error},
    forward_to_deserialize_any,
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

/// Keeps the names of a type's fields.
struct Names<'a>(&'a mut Vec<&'static str>);

impl<'de> Deserializer<'de> for Names<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("there is no value"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0.extend(fields);
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

#[test]
fn the_page_lets_through_the_fields_of_a_request_to_step() {
    let mut expected = vec!["files", "go"];
    let _ = StepRequest::deserialize(Names(&mut expected));
    // `program` is another name of `target`.
    expected.retain(|name| *name != "program" && !NOT_FOR_TEXTS.contains(name));
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
        let answer = Step::default().handle(request.as_bytes());
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
