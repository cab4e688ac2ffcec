//! A session of the Debug Adapter Protocol: a line for each request, its command and its arguments as JSON.
#![no_main]

use arcadian_fuzz::choice_and_text;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

/// Small programs that are built in.
const PROGRAMS: [&str; 3] = ["T2CW", "TURN", "rotate"];

fuzz_target!(|input: &[u8]| {
    let Some((choice, text)) = choice_and_text(input) else { return };
    let begin = [
        ("initialize", json!({"adapterID": "fuzz", "linesStartAt1": choice & 4 == 0})),
        ("launch", json!({"program": PROGRAMS[usize::from(choice & 3).min(2)]})),
        ("configurationDone", Value::Null),
    ];
    let typed = text.lines().map(|line| {
        let (command, arguments) = line.split_once(' ').unwrap_or((line, ""));
        (command, serde_json::from_str(arguments).unwrap_or_default())
    });
    let skipped = if choice & 8 == 0 { 0 } else { usize::from(choice >> 4).min(begin.len()) };
    arcadian::fuzzing::dap_session(begin.into_iter().skip(skipped).chain(typed));
});
