//! Breakpoints in lines of sources: in macros, repetitions and included files.

use serde_json::{Value, json};

use crate::{dap::client::Client, support::Folder};

/// A breakpoint in a line: the line that it is in, and the addresses at which it stops.
struct Case<'a> {
    file: &'a str,
    line: usize,
    found: Option<(usize, Vec<u16>)>,
}

impl<'a> Case<'a> {
    fn parse(text: &'a str) -> Self {
        let (place, found) = text.split_once(" = ").expect("FILE:LINE = LINE at ADDRESSES");
        let (file, line) = place.split_once(':').expect("FILE:LINE");
        let found = found.split_once(" at ").map(|(line, addresses)| {
            let address = |text| u16::from_str_radix(text, 16).expect("an address");
            (line.parse().expect("a line"), addresses.split(' ').map(address).collect())
        });
        Case { file, line: line.parse().expect("a line"), found }
    }
}

/// A title, files by name, and breakpoints in them.
type Group = (&'static str, Vec<(&'static str, &'static str)>, Vec<Case<'static>>);

fn groups() -> Vec<Group> {
    let groups = include_str!("breakpoints/cases.txt").split("=== ").skip(1).map(|group| {
        let (title, rest) = group.split_once('\n').expect("a title");
        let mut files = Vec::new();
        for part in rest.split("--- ").skip(1) {
            files.push(part.split_once('\n').expect("a file"));
        }
        let (_, cases) = files.pop().expect("breakpoints");
        (title, files, cases.lines().map(Case::parse).collect())
    });
    groups.collect()
}

#[test]
fn step_finds_all_addresses_of_a_line() {
    for (title, files, cases) in groups() {
        let folder = Folder::with(&files);
        let breaks = cases.iter().map(|case| format!("break {}:{}", case.file, case.line));
        let arguments = breaks.flat_map(|text| ["--command".to_owned(), text]);
        let dialect = title.split_once(':').expect("a dialect").0;
        let program = ["step", files[0].0, "--dialect", dialect].map(str::to_owned);
        let arguments: Vec<String> = program.into_iter().chain(arguments).collect();
        let result = folder.run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        let mut replies = result.out.split("> break ").skip(1);
        for case in &cases {
            let (file, line) = (case.file, case.line);
            let reply = replies.next().unwrap_or_else(|| panic!("{title} {file}:{line}: {}", result.err));
            let part = match &case.found {
                Some((found, addresses)) if *found == line => {
                    let mut addresses: Vec<String> = addresses.iter().map(|at| format!("{at:04X}")).collect();
                    addresses.sort();
                    let more = addresses.split_off(addresses.len().min(4)).len();
                    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                    format!(", {file}:{line} at {}{more}\n", addresses.join(", "))
                }
                Some((found, _)) => format!("there is no code at line {line}; the next is at line {found}\n"),
                None => "is not a location".to_owned(),
            };
            assert!(reply.contains(&part), "{title} {file}:{line}: {reply} instead of {part}");
        }
    }
}

#[test]
fn the_debug_adapter_stops_at_all_addresses_of_a_line() {
    for (title, files, cases) in groups() {
        let folder = Folder::with(&files);
        for case in cases {
            let (file, line) = (case.file, case.line);
            let (mut client, _adapter) = Client::at_pipe(&folder);
            let dialect = title.split_once(':').expect("a dialect").0;
            client.launch(json!({"program": files[0].0, "dialect": dialect}));
            let source = json!({"path": folder.path(file).display().to_string()});
            let answer =
                client.ask("setBreakpoints", json!({"source": source, "breakpoints": [{"line": line}]}));
            let answer = answer.expect("breakpoints")["breakpoints"][0].clone();
            let place = format!("{title} {file}:{line}: {answer}");
            let Some((found, addresses)) = case.found else {
                assert_eq!(answer["verified"], false, "{place}");
                continue;
            };
            assert_eq!((&answer["verified"], &answer["line"]), (&json!(true), &json!(found)), "{place}");
            assert_eq!(answer["source"]["path"], source["path"], "{place}");
            let (mut stops, mut reason) = (Vec::new(), json!("breakpoint"));
            client.ask("configurationDone", json!({})).expect("a start");
            client.wait("stopped");
            if at(&mut client) == addresses[0] {
                stops.push(addresses[0]);
            }
            while reason == "breakpoint" {
                reason = client.ask_for("continue", json!({"threadId": 1}), "stopped")["reason"].clone();
                if reason == "breakpoint" {
                    stops.push(at(&mut client));
                }
            }
            assert_eq!(stops, addresses, "{place}");
        }
    }
}

/// Returns the program counter.
fn at(client: &mut Client) -> u16 {
    let frames = client.ask("stackTrace", json!({"threadId": 1, "levels": 1})).expect("frames");
    let reference = frames["stackFrames"][0]["instructionPointerReference"].as_str().map(str::to_owned);
    let digits = reference.as_deref().and_then(|text| text.strip_prefix("0x")).expect("an address");
    u16::from_str_radix(digits, 16).expect("an address")
}

/// Arguments that were once accepted and ignored, or read as something else, are errors.
#[test]
fn arguments_without_a_meaning_are_refused() {
    let folder = Folder::with(&[("loop.asm", " CPU 8080\n ORG 100H\nLOOP: INR A\n JMP LOOP\n")]);
    for (attribute, part) in [
        (json!({"progam": "loop.asm"}), "did you mean `program`?"),
        (json!({"program": "loop.asm", "stopOnEntri": false}), "did you mean `stopOnEntry`?"),
        (json!({"program": "loop.asm", "cwd": "/"}), "there is no attribute `cwd`"),
        (json!({"program": "loop.asm", "stopOnEntry": "no"}), "invalid type"),
        (json!({"program": 7}), "invalid type"),
    ] {
        let (mut client, _adapter) = Client::at_pipe(&folder);
        client.ask("initialize", json!({})).expect("an adapter");
        let why = client.ask("launch", attribute.clone()).expect_err("a wrong attribute");
        assert!(why.contains(part), "{attribute}: {why}");
    }
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client.start(json!({"program": "loop.asm", "type": "arcadian", "request": "launch", "name": "Loop", "__sessionId": "1"}));
    let source = json!({"path": folder.path("loop.asm").display().to_string()});
    for (position, part) in [
        (json!({"line": -1}), "there is no line -1; lines are counted from 1"),
        (json!({"line": 0}), "there is no line 0"),
        (json!({"line": i64::MIN}), "lines are counted from 1"),
        (json!({"line": 3, "column": 0}), "there is no column 0; columns are counted from 1"),
        (json!({"line": i64::MAX}), "there is no code at or after"),
    ] {
        let asked = json!({"source": source, "breakpoints": [position, {"line": 3}]});
        let answer = client.ask("setBreakpoints", asked).expect("an answer");
        let [wrong, right] = [&answer["breakpoints"][0], &answer["breakpoints"][1]];
        assert_eq!((&wrong["verified"], &right["verified"]), (&json!(false), &json!(true)), "{answer}");
        assert!(wrong["message"].as_str().is_some_and(|why| why.contains(part)), "{wrong}");
    }
    let lines = client.ask("setBreakpoints", json!({"source": source, "lines": [3, 4]})).expect("an answer");
    assert_eq!(lines["breakpoints"].as_array().map(Vec::len), Some(2));
    let data = |access: Value| json!({"breakpoints": [{"dataId": "A", "accessType": access}]});
    for (access, verified) in [(Value::Null, true), (json!("write"), true), (json!("read"), false)] {
        let answer = client.ask("setDataBreakpoints", data(access)).expect("an answer");
        assert_eq!(answer["breakpoints"][0]["verified"], verified, "{answer}");
    }
    client.is_refused(
        &include_str!("breakpoints/refused.txt").replace("\"FOLDER/loop.asm\"", &source["path"].to_string()),
    );
    let indexed = json!({"variablesReference": 1, "filter": "indexed"});
    assert_eq!(client.ask("variables", indexed).expect("variables")["variables"], json!([]));
}
