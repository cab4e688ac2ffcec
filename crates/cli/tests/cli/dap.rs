//! `dap`: complete sessions, message by message.

pub(crate) mod client;
mod port;
mod requests;

use std::fs;

use client::Client;
use serde_json::{Value, json};

use crate::{programs::example, support::Folder};

/// A loop around a subroutine.
const LOOP: &str = "\
        CPU 8080
        ORG 100H
START:  MVI B,3         ; three times
LOOP:   CALL SUB
        DCR B
        JNZ LOOP
        RET
SUB:    MOV A,B         ; keep it
        STA COUNT
        RET
COUNT:  DB 0
";

const FOREVER: &str = "        CPU 8080\n        ORG 100H\nAGAIN:  INR A\n        JMP AGAIN\n";

const BASIC: &str = "\
10 A=1
20 PRINT \"A IS\",A;A=A+1
30 GOSUB 100;IF A<4GOTO 20
40 INPUT B
50 C=B÷0
100 FOR I=1TO 2;@(I)=A;NEXT I;RETURN
";

const CARTRIDGE: &str = "        CPU Z80\n        ORG 2000H\nAGAIN:  JP AGAIN\n";

fn folder() -> Folder {
    Folder::with(&[
        ("loop.asm", LOOP),
        ("forever.asm", FOREVER),
        ("game.bas", BASIC),
        ("cartridge.asm", CARTRIDGE),
    ])
}

fn source(folder: &Folder, name: &str) -> Value {
    json!({"path": folder.path(name).display().to_string()})
}

/// A binary of cc65 is debugged in its own sources: C, and assembler in a folder of its own.
#[test]
fn a_binary_with_its_map() {
    let folder = example("ca65");
    fs::create_dir(folder.path("lib")).expect("a folder");
    fs::rename(folder.path("square.s"), folder.path("lib/square.s")).expect("a move");
    fs::remove_file(folder.path("start.s")).expect("the source");
    let (mut client, mut adapter) = Client::at_pipe(&folder);
    client.launch(json!({"program": "sum.bin", "map": "sum.dbg", "sourcePath": "lib", "call": "start"}));
    for (file, line) in [("sum.c", 14), ("lib/square.s", 24)] {
        let breakpoints = json!({"source": source(&folder, file), "breakpoints": [{"line": line}]});
        client.ask("setBreakpoints", breakpoints).expect("breakpoints");
    }
    client.ask_for("configurationDone", json!({}), "stopped");
    client.ask("stackTrace", json!({"threadId": 1})).expect("a stack");
    for request in ["continue", "continue", "stepOut", "next", "next"] {
        client.ask_for(request, json!({"threadId": 1}), "stopped");
        client.ask("stackTrace", json!({"threadId": 1})).expect("a stack");
    }
    client.ask("loadedSources", json!({})).expect("sources");
    client.ask("disconnect", json!({})).expect("a response");
    client.expect_end();
    assert_eq!(adapter.wait_for_exit().code(), Some(0));
    insta::assert_snapshot!(client.transcript());
}

#[test]
fn a_source_from_launch_to_the_end() {
    let folder = folder();
    let (mut client, mut adapter) = Client::at_pipe(&folder);
    client.launch(json!({"program": "loop.asm"}));
    let breakpoints = json!([{"line": 1}, {"line": 9}]);
    client
        .ask("setBreakpoints", json!({"source": source(&folder, "loop.asm"), "breakpoints": breakpoints}))
        .expect("breakpoints");
    client.ask("setFunctionBreakpoints", json!({"breakpoints": [{"name": "LOP"}]})).expect("breakpoints");
    client.ask("setExceptionBreakpoints", json!({"filters": []})).expect("breakpoints");
    client.ask_for("configurationDone", json!({}), "stopped");
    client.ask("threads", json!({})).expect("threads");
    client.ask("stackTrace", json!({"threadId": 1})).expect("a stack");
    client.ask("scopes", json!({"frameId": 1})).expect("scopes");
    client.ask("variables", json!({"variablesReference": 2})).expect("flags");
    client.ask_for("continue", json!({"threadId": 1}), "stopped");
    client.ask("stackTrace", json!({"threadId": 1, "startFrame": 0, "levels": 1})).expect("a stack");
    client.ask("stackTrace", json!({"threadId": 1, "startFrame": 1, "levels": 20})).expect("a stack");
    client.ask_for("stepOut", json!({"threadId": 1}), "stopped");
    client.ask_for("stepIn", json!({"threadId": 1}), "stopped");
    client.ask_for("stepBack", json!({"threadId": 1}), "stopped");
    client.ask_for("next", json!({"threadId": 1}), "stopped");
    client.ask_for("reverseContinue", json!({"threadId": 1}), "stopped");
    client.ask("disconnect", json!({})).expect("a response");
    client.expect_end();
    assert_eq!(adapter.wait_for_exit().code(), Some(0));
    insta::assert_snapshot!(client.transcript());
}

#[test]
fn going_back_after_the_end() {
    let folder = folder();
    let (mut client, mut adapter) = Client::at_pipe(&folder);
    client.start(json!({"program": "loop.asm"}));
    for (command, event) in [
        ("next", "stopped"),
        ("next", "stopped"),
        ("stepBack", "stopped"),
        ("continue", "stopped"),
        ("stepBack", "stopped"),
        ("next", "stopped"),
        ("reverseContinue", "stopped"),
        ("continue", "stopped"),
        ("continue", "terminated"),
    ] {
        client.ask_for(command, json!({"threadId": 1}), event);
    }
    assert!(client.ask("next", json!({"threadId": 1})).is_err_and(|why| why.contains("has ended")));
    client.ask_for("restart", json!({}), "stopped");
    client.ask_for("terminate", json!({}), "terminated");
    client.ask("disconnect", json!({})).expect("a response");
    client.expect_end();
    assert_eq!(adapter.wait_for_exit().code(), Some(0));
    insta::assert_snapshot!(client.transcript());
}

#[test]
fn conditions_counts_and_texts() {
    let folder = folder();
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client.launch(json!({"program": "loop.asm", "stopOnEntry": false}));
    let breakpoints = json!([
        {"line": 3, "logMessage": "begins with B = {B}"},
        {"line": 5, "condition": "B == 2"},
        {"line": 6, "hitCondition": "%2"},
        {"line": 8, "logMessage": "SUB {B}, {[COUNT]} {nothing here}"},
        {"line": 9, "condition": "B ="},
        {"line": 10, "hitCondition": "often"},
    ]);
    client
        .ask("setBreakpoints", json!({"source": source(&folder, "loop.asm"), "breakpoints": breakpoints}))
        .expect("breakpoints");
    client.ask_for("configurationDone", json!({}), "stopped");
    client.ask_for("continue", json!({}), "stopped");
    client.ask_for("continue", json!({}), "stopped");
    client.ask_for("reverseContinue", json!({}), "stopped");
    client.ask_for("reverseContinue", json!({}), "stopped");
    // A logpoint does not stop a console command.
    client
        .ask(
            "setBreakpoints",
            json!({"source": source(&folder, "loop.asm"), "breakpoints": [breakpoints[3]]}),
        )
        .expect("one");
    client.ask_for("evaluate", json!({"expression": "go 0", "context": "repl"}), "stopped");
    client.ask_for("evaluate", json!({"expression": "until 0109", "context": "repl"}), "stopped");
    insta::assert_snapshot!(client.transcript());
}

#[test]
fn values_and_memory() {
    let folder = folder();
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client.start(json!({"program": "loop.asm", "set": ["B=5", "HL=0110"]}));
    let registers = json!({"variablesReference": 1, "start": 0, "count": 4});
    client.ask("variables", registers.clone()).expect("registers");
    let mut decimal = registers;
    decimal["format"] = json!({"hex": false});
    client.ask("variables", decimal).expect("registers");
    client.ask("variables", json!({"variablesReference": 3})).expect("pointers");
    client.ask("variables", json!({"variablesReference": 4})).expect("the stack");
    let set = |name: &str, value: &str| json!({"variablesReference": 1, "name": name, "value": value});
    client.ask_for("setVariable", set("A", "B+1"), "invalidated");
    client.ask("setVariable", set("A", "100")).expect_err("too large");
    client.ask("setVariable", set("A", "zz")).expect_err("no value");
    client.ask("setVariable", set("Q", "1")).expect_err("no register");
    client.ask_for("setExpression", json!({"expression": "w[HL]", "value": "$1234"}), "invalidated");
    client.ask("setExpression", json!({"expression": "HL+1", "value": "1"})).expect_err("no place");
    client.ask("readMemory", json!({"memoryReference": "0x0110", "count": 4})).expect("bytes");
    client
        .ask("readMemory", json!({"memoryReference": "0xFFFE", "offset": 0, "count": 4}))
        .expect("two bytes");
    client
        .ask("readMemory", json!({"memoryReference": "0x0000", "offset": -9, "count": 4}))
        .expect("no bytes");
    client.ask_for("writeMemory", json!({"memoryReference": "0x0110", "data": "AQIDBA=="}), "invalidated");
    client.ask("writeMemory", json!({"memoryReference": "0xFFFF", "data": "AQI="})).expect_err("no room");
    let part = json!({"memoryReference": "0xFFFF", "data": "AQI=", "allowPartial": true});
    client.ask_for("writeMemory", part, "invalidated");
    client.ask("writeMemory", json!({"memoryReference": "0x0110", "data": "?"})).expect_err("no base64");
    for (expression, context) in [("[HL]", "watch"), ("HL", "hover"), ("SUB", "hover"), ("A & #12", "repl")] {
        client.ask("evaluate", json!({"expression": expression, "context": context})).expect(expression);
    }
    client.ask("evaluate", json!({"expression": "DAD", "context": "hover"})).expect_err("a mnemonic");
    client.ask("evaluate", json!({"expression": "1/0", "context": "watch"})).expect_err("no value");
    insta::assert_snapshot!(client.transcript());
}

#[test]
fn data_breakpoints_in_both_directions() {
    let folder = folder();
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client.start(json!({"program": "loop.asm"}));
    client.ask("dataBreakpointInfo", json!({"variablesReference": 1, "name": "B"})).expect("a register");
    client.ask("dataBreakpointInfo", json!({"name": "SUB"})).expect("a constant");
    client.ask("dataBreakpointInfo", json!({"name": "zz"})).expect("nothing");
    let bytes = json!({"name": "0x0110", "asAddress": true, "bytes": 8});
    client.ask("dataBreakpointInfo", bytes).expect("bytes");
    let requested =
        json!([{"dataId": "B", "condition": "B < 2"}, {"dataId": "[COUNT]", "hitCondition": "2"}]);
    client.ask("setDataBreakpoints", json!({"breakpoints": requested})).expect("watches");
    client.ask_for("continue", json!({}), "stopped");
    client.ask_for("continue", json!({}), "stopped");
    client.ask_for("reverseContinue", json!({}), "stopped");
    client.ask("setDataBreakpoints", json!({"breakpoints": [{"dataId": "[010F-0112]"}]})).expect("watches");
    client.ask_for("reverseContinue", json!({}), "stopped");
    insta::assert_snapshot!(client.transcript());
}

#[test]
fn commands_in_the_console() {
    let folder = folder();
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client.start(json!({"program": "loop.asm"}));
    let typed = |text: &str| json!({"expression": text, "context": "repl"});
    client.ask_for("evaluate", typed("step 3"), "stopped");
    client.ask_for("evaluate", typed("back 1"), "stopped");
    client.ask("evaluate", typed("break COUNT")).expect_err("no code");
    client.ask("evaluate", typed("break 010E")).expect("a breakpoint");
    client.ask_for("evaluate", typed("continue"), "stopped");
    client.ask("evaluate", typed("memory COUNT 1")).expect("a byte");
    client.ask("evaluate", typed("B")).expect("a register, not a breakpoint");
    client.ask_for("evaluate", typed(":s"), "stopped");
    client.ask_for("evaluate", typed("set B = 1"), "invalidated");
    client.ask("evaluate", typed("wach B")).expect_err("no command");
    client.ask("completions", json!({"text": "mem", "column": 4})).expect("words");
    client.ask("completions", json!({"text": "print 2+CO", "column": 11})).expect("words");
    client.ask("completions", json!({"text": ":rest", "column": 6})).expect("words");
    client.ask_for("evaluate", typed("quit"), "terminated");
    insta::assert_snapshot!(client.transcript());
}

#[test]
fn a_basic_program() {
    let folder = folder();
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client.launch(json!({"program": "game.bas", "set": ["Z=7"]}));
    let places = json!({"source": source(&folder, "game.bas"), "line": 6});
    client.ask("breakpointLocations", places).expect("places");
    let breakpoints = json!([{"line": 6, "column": 17}]);
    client
        .ask("setBreakpoints", json!({"source": source(&folder, "game.bas"), "breakpoints": breakpoints}))
        .expect("breakpoints");
    client
        .ask("setFunctionBreakpoints", json!({"breakpoints": [{"name": "40"}, {"name": "41"}]}))
        .expect("them");
    client.ask_for("configurationDone", json!({}), "stopped");
    client.ask_for("next", json!({}), "stopped");
    client.ask_for("next", json!({"granularity": "line"}), "stopped");
    client.ask_for("continue", json!({}), "stopped");
    client.ask("stackTrace", json!({"threadId": 1})).expect("loop, subroutine, program");
    client.ask("variables", json!({"variablesReference": 2})).expect("the array");
    client.ask_for("setVariable", json!({"variablesReference": 1, "name": "A", "value": "9"}), "invalidated");
    client.ask("setBreakpoints", json!({"source": source(&folder, "game.bas")})).expect("none");
    client.ask_for("continue", json!({}), "stopped");
    client.ask("setFunctionBreakpoints", json!({"breakpoints": []})).expect("none");
    client.ask_for("continue", json!({}), "stopped");
    client.ask_for("evaluate", json!({"expression": "key 5{GO}", "context": "repl"}), "invalidated");
    client.ask_for("continue", json!({}), "stopped");
    client.ask("exceptionInfo", json!({"threadId": 1})).expect("an error");
    client.ask_for("stepBack", json!({}), "stopped");
    client.ask("evaluate", json!({"expression": "@(1)+Z", "context": "watch"})).expect("a value");
    client.ask("disassemble", json!({"memoryReference": "0x0", "instructionCount": 1})).expect_err("BASIC");
    client.ask_for("continue", json!({}), "stopped");
    client.ask_for("continue", json!({}), "terminated");
    insta::assert_snapshot!(client.transcript());
}

#[test]
fn rotate_waits_for_a_key() {
    let folder = folder();
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client.start(json!({"program": "rotate", "keys": "8{GO}"}));
    let stopped = client.ask_for("continue", json!({}), "stopped");
    assert_eq!(stopped["text"], "the program is waiting for a key");
    let stack = client.ask("stackTrace", json!({"threadId": 1})).expect("a stack");
    let place = &stack["stackFrames"][0];
    let text =
        client.ask("source", json!({"sourceReference": place["source"]["sourceReference"]})).expect("a text");
    let text = text["content"].as_str().expect("the listing");
    let line = text.lines().nth(place["line"].as_u64().expect("a line") as usize - 1).expect("a line");
    let rest: String = line.chars().skip(place["column"].as_u64().expect("a column") as usize - 1).collect();
    assert!(rest.starts_with("MeKP"), "{line}: {rest}");
}

#[test]
fn a_binary_is_disassembled() {
    let folder = Folder::with(&[]);
    // 0000: LXI H,0200; MVI M,41; INX H; JMP 0003; followed by zeros.
    let bytes = [0x21, 0x00, 0x02, 0x36, 0x41, 0x23, 0xC3, 0x03, 0x00, 0, 0, 0];
    fs::write(folder.path("a.bin"), bytes).expect("a file");
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client.start(json!({"program": "a.bin", "cpu": "8080", "load": "1000", "pc": 4096}));
    let asked = json!({"memoryReference": "0x1000", "instructionOffset": -1, "instructionCount": 4});
    client.ask("disassemble", asked).expect("instructions");
    let asked = json!({"memoryReference": "0x0001", "instructionOffset": -3, "instructionCount": 4});
    client.ask("disassemble", asked).expect("instructions");
    let asked = json!({"memoryReference": "0xFFFF", "instructionCount": 3});
    client.ask("disassemble", asked).expect("instructions");
    let requested = json!([{"instructionReference": "0x1003", "offset": 2}, {"instructionReference": "0xFFFF", "offset": 1}]);
    client.ask("setInstructionBreakpoints", json!({"breakpoints": requested})).expect("breakpoints");
    client.ask_for("continue", json!({}), "stopped");
    let stack = client.ask("stackTrace", json!({"threadId": 1})).expect("a stack");
    let frame = &stack["stackFrames"][0];
    let reference = frame["source"]["sourceReference"].clone();
    let breakpoints = json!([{"line": frame["line"].as_u64().expect("a line") - 1}]);
    client
        .ask("setBreakpoints", json!({"source": {"sourceReference": reference}, "breakpoints": breakpoints}))
        .expect("breakpoints");
    client.ask_for("reverseContinue", json!({}), "stopped");
    insta::assert_snapshot!(client.transcript());
    let text = client.ask("source", json!({"sourceReference": reference})).expect("a text");
    let line = text["content"]
        .as_str()
        .expect("rows")
        .lines()
        .nth(frame["line"].as_u64().expect("a line") as usize - 1);
    assert!(line.is_some_and(|line| line.contains("1005") && line.contains("INX")), "{line:?}");
}

#[test]
fn a_routine_that_is_built_in() {
    let folder = folder();
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client.start(json!({"program": "t2cw", "inputs": {"board": "1B2F"}}));
    client.ask("loadedSources", json!({})).expect("sources");
    client.ask("stackTrace", json!({"threadId": 1})).expect("a stack");
    client.ask("variables", json!({"variablesReference": 3})).expect("the input");
    client.ask_for("continue", json!({}), "stopped");
    client.ask("variables", json!({"variablesReference": 4})).expect("the output");
    insta::assert_snapshot!(client.transcript());
    let text = client.ask("source", json!({"sourceReference": 1})).expect("a sheet");
    assert!(text["content"].as_str().is_some_and(|text| text.starts_with(";! routine: T2CW")), "{text}");
}

#[test]
fn a_restart_reads_the_file_again() {
    let folder = folder();
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client.launch(json!({"program": "loop.asm"}));
    let breakpoints = json!([{"line": 5}, {"line": 99}]);
    client
        .ask("setBreakpoints", json!({"source": source(&folder, "loop.asm"), "breakpoints": breakpoints}))
        .expect("breakpoints");
    client.ask_for("configurationDone", json!({}), "stopped");
    client.ask_for("continue", json!({}), "stopped");
    fs::write(folder.path("loop.asm"), "        CPU 8080\n        NOPE\n").expect("a file");
    let why = client.ask("restart", json!({})).expect_err("no source");
    assert!(why.contains("loop.asm:2") && why.contains("NOPE"), "{why}");
    let stack = client.ask("stackTrace", json!({"threadId": 1})).expect("the old program is still loaded");
    assert_eq!(stack["stackFrames"][0]["line"], 5);
    fs::write(folder.path("loop.asm"), LOOP.replace("LOOP:   CALL", "        NOP\nLOOP:   CALL"))
        .expect("a file");
    let changed = client.ask_for("restart", json!({}), "breakpoint");
    assert_eq!((&changed["reason"], &changed["breakpoint"]["line"]), (&json!("changed"), &json!(5)));
    assert_eq!(changed["breakpoint"]["instructionReference"], "0x0103");
    assert_eq!(client.wait("stopped")["reason"], "entry");
    assert_eq!(client.ask_for("continue", json!({}), "stopped")["hitBreakpointIds"], json!([1]));
}

#[test]
fn requests_during_a_run() {
    let folder = folder();
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client.launch(json!({"program": "forever.asm", "stopOnEntry": false}));
    client.ask("configurationDone", json!({})).expect("it runs");
    client.ask("threads", json!({})).expect("threads");
    assert!(client.ask("next", json!({})).is_err_and(|why| why.contains("running")));
    let stopped = client.ask_for("pause", json!({"threadId": 1}), "stopped");
    assert_eq!(stopped["reason"], "pause");
    client.ask("pause", json!({"threadId": 1})).expect("it is already stopped");
    client.ask("continue", json!({})).expect("it runs");
    let breakpoints = json!({"source": source(&folder, "forever.asm"), "breakpoints": [{"line": 4}]});
    client.ask("setBreakpoints", breakpoints).expect("while it runs");
    assert_eq!(client.wait("stopped")["reason"], "breakpoint");
    let count = client.ask("evaluate", json!({"expression": "STEP > 0"})).expect("steps");
    assert_eq!(count["result"], "$01");
    client.ask("setBreakpoints", json!({"source": source(&folder, "forever.asm")})).expect("none");
    client.ask("stepOut", json!({})).expect("there is no caller");
    client.ask("restart", json!({})).expect("it runs from the start");
    assert_eq!(client.ask_for("pause", json!({}), "stopped")["reason"], "pause");
}

#[test]
fn a_program_that_only_runs() {
    let folder = Folder::with(&[("hello.bas", "10 PRINT \"HELLO\"\n20 PRINT 7\n")]);
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client.launch(json!({"program": "hello.bas", "noDebug": true}));
    let breakpoints = json!({"source": source(&folder, "hello.bas"), "breakpoints": [{"line": 2}]});
    client.ask("setBreakpoints", breakpoints).expect("none is placed");
    client.ask_for("configurationDone", json!({}), "terminated");
    insta::assert_snapshot!(client.transcript());
}

#[test]
fn a_client_that_counts_from_0() {
    let folder = folder();
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client.ask("initialize", json!({"linesStartAt1": false, "columnsStartAt1": false})).expect("an adapter");
    client.ask_for("launch", json!({"program": "game.bas"}), "initialized");
    let breakpoints = json!([{"line": 5, "column": 16}]);
    let set = json!({"source": source(&folder, "game.bas"), "breakpoints": breakpoints});
    let placed = client.ask("setBreakpoints", set).expect("breakpoints");
    let place = &placed["breakpoints"][0];
    assert_eq!((&place["line"], &place["column"]), (&json!(5), &json!(16)), "{place}");
    client.ask_for("configurationDone", json!({}), "stopped");
    client.ask_for("continue", json!({}), "stopped");
    let stack = client.ask("stackTrace", json!({"threadId": 1})).expect("a stack");
    assert_eq!(stack["stackFrames"][0]["line"], 5);
}

/// The extension that docs/editors.md recommends.
#[test]
fn the_configurations_of_the_extension_can_be_launched() {
    let text = include_str!("../../../../editors/vscode/package.json");
    let extension: Value = serde_json::from_str(text).expect("JSON");
    let debugger = &extension["contributes"]["debuggers"][0];
    let known = debugger["configurationAttributes"]["launch"]["properties"].as_object().expect("attributes");
    let folder = folder();
    for configuration in debugger["initialConfigurations"].as_array().expect("configurations") {
        let own = ["type", "request", "name"];
        let attributes = configuration.as_object().expect("a configuration").keys();
        assert!(attributes.clone().all(|name| own.contains(&name.as_str()) || known.contains_key(name)));
        let file = if configuration["cart"].is_null() { "loop.asm" } else { "cartridge.asm" };
        let launched = configuration.to_string().replace("${file}", file);
        let (mut client, _adapter) = Client::at_pipe(&folder);
        client.start(serde_json::from_str(&launched).expect("JSON"));
        client.ask_for("next", json!({"threadId": 1}), "stopped");
    }
}

#[test]
fn a_cartridge_with_its_screen_and_registers() {
    let folder = Folder::with(&[
        ("picture.asm", include_str!("../../../../roms/bally/picture.asm")),
        ("bally.inc", include_str!("../../../../roms/bally/bally.inc")),
    ]);
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client.launch(json!({"cart": "picture.asm", "keys": "{AT 9}{JX1=1}"}));
    let line =
        include_str!("../../../../roms/bally/picture.asm").lines().position(|line| line.starts_with("LOOP:"));
    let breakpoints = json!([{"line": line.expect("the loop") + 1}]);
    client
        .ask("setBreakpoints", json!({"source": source(&folder, "picture.asm"), "breakpoints": breakpoints}))
        .expect("breakpoints");
    client.ask_for("configurationDone", json!({}), "stopped");
    client.ask_for("continue", json!({"threadId": 1}), "stopped");
    client.ask("stackTrace", json!({"threadId": 1})).expect("a stack");
    client.ask("scopes", json!({"frameId": 1})).expect("scopes");
    client.ask("variables", json!({"variablesReference": 3})).expect("video");
    client.ask("variables", json!({"variablesReference": 6})).expect("chips");
    let console = |text: &str| json!({"expression": text, "context": "repl"});
    client.ask("evaluate", console("catch line 100")).expect("a catchpoint");
    client.ask_for("continue", json!({"threadId": 1}), "stopped");
    client.ask("variables", json!({"variablesReference": 9, "count": 14})).expect("the screen");
    client.ask_for("continue", json!({"threadId": 1}), "stopped");
    client.ask_for("reverseContinue", json!({"threadId": 1}), "stopped");
    client.ask_for("evaluate", console("until port-read HANDLE1"), "stopped");
    client.ask("evaluate", console("key {TR1=1}")).expect("a key");
    client.ask("evaluate", json!({"expression": "HANDLE1", "context": "watch"})).expect("a value");
    let set = json!({"variablesReference": 3, "name": "COL0L", "value": "07"});
    assert_eq!(client.ask("setVariable", set), Err("COL0L can be read but not set".to_owned()));
    client.ask("completions", json!({"text": "catch po", "column": 9})).expect("completions");
    client.ask("disconnect", json!({})).expect("a response");
    insta::assert_snapshot!(client.transcript());
}

#[test]
fn wrong_configurations_of_cartridges() {
    let folder = folder();
    for (launch, why) in [
        (json!({"cart": "no.bin"}), "cannot read no.bin"),
        (json!({"cart": "loop.asm"}), "loop.asm"),
        (json!({"cart": "x.bin", "program": "loop.asm"}), "`program` and `cart` or `rom` name two programs"),
        (
            json!({"cart": "x.bin", "expansion": "red"}),
            "`expansion`: `red` is not one; the expansions are none, blue4",
        ),
        (json!({"cart": "cartridge.asm", "keys": "5", "keysFile": "game.bas"}), "in a file and in a text"),
        (json!({"cart": "x.bin", "keypad": "x"}), "`keypad`: `x` is not one"),
        (json!({"program": "loop.asm", "expansion": "rl64"}), "`expansion` applies only to cartridges"),
        (json!({}), "or set `cart` or `rom`"),
    ] {
        let (mut client, _adapter) = Client::at_pipe(&folder);
        client.ask("initialize", json!({})).expect("an adapter");
        let refused = client.ask("launch", launch.clone()).expect_err("a wrong configuration");
        assert!(refused.contains(why), "{launch}: {refused}");
    }
}

#[test]
fn a_launch_sets_what_a_counterexample_depends_on() {
    let negate = include_str!("../../../../docs/examples/equivalences/negate.asm");
    let short = include_str!("../../../../docs/examples/equivalences/negate_short.asm");
    let folder = Folder::with(&[("negate.asm", negate), ("negate_short.asm", short)]);
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client
        .start(json!({"program": "HEXCL", "place": {"set": "40FE"}, "poke": ["2041=07", "2043=08,2044=09"]}));
    let value = |client: &mut Client, expression: &str| {
        let value = client.ask("evaluate", json!({"expression": expression, "context": "watch"}));
        value.expect("a value")["result"].clone()
    };
    for (expression, expected) in [("HL", "$40FE"), ("[2041]", "$07"), ("[2043]", "$08"), ("[2044]", "$09")] {
        assert_eq!(value(&mut client, expression), expected, "{expression}");
    }
    // Without `sameAs` this sheet has no input.
    let with = |more: Value| {
        let mut launch = json!({"program": "negate.asm", "inputs": {"x": "0500"}});
        launch.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        json!({ "arguments": launch })
    };
    let why = client.ask("restart", with(json!({}))).expect_err("no input");
    assert!(why.contains("`inputs` applies only to routines; negate.asm is a source"), "{why}");
    client.ask_for("restart", with(json!({"sameAs": "negate_short.asm"})), "stopped");
    assert_eq!(value(&mut client, "HL"), "$05");
}
