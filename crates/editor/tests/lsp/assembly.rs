//! Assembly: diagnostics, explanations, definitions, symbols, completion and replacements.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::{Value, json};

use crate::support::{Client, applied, diagnostics, marked, range, short, uri};

const SHEET: &str = "\
;! routine: TWICE
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = 2 * x
0100  87           TWICE: ADD A
0101  C9                  RET
";

fn found(text: &str) -> String {
    diagnostics(&Client::started().open("x.asm", text), "x.asm")
}

#[test]
fn errors_and_warnings() {
    let source = " CPU 8080\nA1: EQU 5\nA1: EQU 6\n MVI A,FFH\n LD A,B\nSTRAT: RET\n JMP START\n";
    insta::assert_snapshot!(found(source));
}

#[test]
fn comments_that_state_cycles() {
    let source = " CPU z80\n ORG 4000H\n;! cycels: <= 10\nA1: RET\n";
    assert!(
        found(source).starts_with("2:0-2:16 error contract: there is no key `cycels`"),
        "{}",
        found(source)
    );
    assert_eq!(found(&source.replace("cycels", "cycles")), "");
}

#[test]
fn the_errors_of_sheets() {
    assert_eq!(found(SHEET), "");
    for (from, to, expected) in [
        ("0100  87", "0100  88", "7:6-7:8 error assembler: the hand-assembled byte is 88, it should be 87"),
        (
            "0101  C9",
            "0102  C9",
            "8:0-8:4 error assembler: the hand-assembled address is 0102, it should be 0101",
        ),
        (";! out", ";! ot", "4:3-4:5 error assembler: `ot` is not a sheet header key | did you mean `at`?"),
        ("y = 2 * x", "y = 2 * z", "6:20-6:21 error contract: `z` is not a field"),
        ("y = 2 * x", "y = 2 *", "6:"),
        ("in: A = x", "in: Q = x", "3:7-3:12 error contract: "),
        (
            ";! ensures: y = 2 * x",
            ";! oracle: f2_turm",
            "0:0-0:17 error contract: `f2_turm` is not a claim of the oracle",
        ),
        (
            "routine: TWICE",
            "routine: THRICE",
            "0:0-0:18 error contract: the routine `THRICE` is not a label of the sheet",
        ),
    ] {
        let text = found(&SHEET.replace(from, to));
        assert!(text.lines().any(|line| line.starts_with(expected)), "{to}: {text}");
    }
}

#[test]
fn hostile_sources() {
    for text in [
        String::new(),
        "\u{feff} CPU 8080\n RET".to_owned(),
        "\0\u{1b}÷".to_owned(),
        format!(" CPU z80\n LD A,{}", "(".repeat(100_000)),
        "A MACRO\n A\n ENDM\n A\n CPU 8080\n".to_owned(),
        " CPU 6502\n".to_owned() + &" XYZ\n".repeat(500),
        SHEET.replace(";!", ";!;!"),
    ] {
        let mut client = Client::started();
        client.open("x.asm", &text);
        for line in 0..3 {
            for character in 0..8 {
                let at = json!({"textDocument": {"uri": uri("x.asm")}, "position": {"line": line, "character": character}});
                for method in ["hover", "definition", "completion", "prepareRename"] {
                    client.ask(&format!("textDocument/{method}"), at.clone());
                }
            }
        }
    }
    let many = found(&(" CPU 6502\n".to_owned() + &" XYZ\n".repeat(500)));
    assert!(
        many.contains("0:0-0:0 information assembler: 400 more errors and warnings are not shown"),
        "{many}"
    );
    let long = found(&" ".repeat(5 << 20));
    assert_eq!(
        long,
        "0:0-0:0 error file: the file has 5242880 bytes; a file of this kind has at most 4194304\n"
    );
}

#[test]
fn explanations() {
    let mut all = String::new();
    for text in [
        " CPU 8080\n M‸VI A,5\n",
        " CPU z80\n LD A,(I‸X+5)\n",
        " CPU z80\n ORG 8000H\nLOOP: DJNZ LO‸OP ; again\n",
        " CPU z80\n ORG 8000H\n‸LOOP: DJNZ LOOP ; again\n",
        " CPU z80\n L‸DIR\n",
        " CPU z80\n SL‸L B\n",
        " CPU 6502\n LD‸A $1234,X\n",
        " CPU 6502\n BN‸E UNKNOWN\n",
        " CPU 6502\nCOUNT = $FF‸\n",
        " CPU 6502\nCOUNT = -5\n LDX #COU‸NT+6\n",
        " CPU 8080\n DB‸ 1,2,\"text\"\n",
        " CPU 8080\nTWICE MACRO X\n ADD X\n ADD X\n ENDM\n TWI‸CE B\n",
        " CPU 8080\nA1: NOP\n.NEXT: NOP\nA2: NOP\n.NEXT: JMP .NE‸XT\n",
        " CPU 8080 ; com‸ment\n",
        ";! c‸pu: 8080\n NOP\n",
    ] {
        let reply = Client::started().ask_at_mark("textDocument/hover", "x.asm", text, json!({}));
        let place = if reply.is_null() { String::new() } else { range(&reply["range"]) };
        all += &format!(
            "{}\n--> {place}\n{}\n\n",
            text.trim_end(),
            reply["contents"]["value"].as_str().unwrap_or("nothing")
        );
    }
    insta::assert_snapshot!(all);
}

fn places(reply: &Value) -> Vec<String> {
    let list =
        if reply.is_array() { reply.as_array().cloned().unwrap_or_default() } else { vec![reply.clone()] };
    list.iter()
        .filter(|place| !place.is_null())
        .map(|place| format!("{} {}", short(&place["uri"]), range(&place["range"])))
        .collect()
}

const NAMES: &str = " CPU z80\nMAIN: CALL SU‸B\n LD HL,\"SUB\" ; SUB\nsub: RET\n JP NZ,Sub\n";

#[test]
fn definitions() {
    for (text, expected) in [
        (NAMES, &["x.asm 3:0-3:3"][..]),
        (" CPU z80\nA1: NOP\n.L: NOP\nA2: NOP\n.L: JP .L‸\n", &["x.asm 4:0-4:2"]),
        (" CPU z80\nA1: NOP\n.L: NOP\nA2: NOP\n.L: JP A1‸.L\n", &["x.asm 2:0-2:2"]),
        (" CPU z80\nTWO MACRO\n NOP\n ENDM\n TW‸O\n", &["x.asm 1:0-1:3"]),
        (" CPU z80\n LD‸ A,B\n", &[]),
    ] {
        let reply = Client::started().ask_at_mark("textDocument/definition", "x.asm", text, json!({}));
        assert_eq!(places(&reply), expected, "{text}");
    }
}

#[test]
fn references_and_rename() {
    let mut client = Client::started();
    let context = |with: bool| json!({"context": {"includeDeclaration": with}});
    let reply = client.ask_at_mark("textDocument/references", "x.asm", NAMES, context(true));
    assert_eq!(places(&reply), ["x.asm 1:11-1:14", "x.asm 3:0-3:3", "x.asm 4:7-4:10"]);
    let reply = client.ask_at_mark("textDocument/references", "x.asm", NAMES, context(false));
    assert_eq!(places(&reply), ["x.asm 1:11-1:14", "x.asm 4:7-4:10"]);
    let reply = client.ask_at_mark("textDocument/prepareRename", "x.asm", NAMES, json!({}));
    assert_eq!(range(&reply), "1:11-1:14");
    let reply = client.ask_at_mark("textDocument/rename", "x.asm", NAMES, json!({"newName": "COPY"}));
    let text = applied(&marked(NAMES).0, &reply["changes"][uri("x.asm")]);
    assert_eq!(text, " CPU z80\nMAIN: CALL COPY\n LD HL,\"SUB\" ; SUB\nCOPY: RET\n JP NZ,COPY\n");
    for (text, name, expected) in [
        (NAMES, "MAIN", "`MAIN` is defined already"),
        (NAMES, "A B", "`A B` is not a name of the assembler"),
        (NAMES, "", "`` is not a name of the assembler"),
        (NAMES, "5", "`5` is not a name of the assembler"),
        (" CPU z80\n LD‸ A,B\n", "X", "there is no symbol here"),
    ] {
        let reply = client.ask_at_mark("textDocument/rename", "x.asm", text, json!({"newName": name}));
        assert_eq!(reply["message"], expected);
    }
    let local = " CPU z80\nA1: NOP\n.L: JP .L‸\nA2: NOP\n.L: JP A1.L\n";
    let reply = client.ask_at_mark("textDocument/rename", "x.asm", local, json!({"newName": "again"}));
    let text = applied(&marked(local).0, &reply["changes"][uri("x.asm")]);
    assert_eq!(text, " CPU z80\nA1: NOP\n.again: JP .again\nA2: NOP\n.L: JP A1.again\n");
}

#[test]
fn symbols() {
    let text = " CPU z80\nSIZE EQU 10\nMAIN: NOP\n.L: JR .L\nTWO MACRO\n NOP\n ENDM\nLAST DEFL -1\n";
    let mut client = Client::started();
    client.open("x.asm", text);
    let reply = client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": uri("x.asm")}}));
    insta::assert_snapshot!(outline(&reply, ""));
    client.open("y.asm", SHEET);
    let reply = client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": uri("y.asm")}}));
    assert_eq!(outline(&reply, ""), "7:19-7:24 12 TWICE = 0100H\n");
}

fn outline(symbols: &Value, indent: &str) -> String {
    let line = |symbol: &Value| {
        let [name, detail] = ["name", "detail"].map(|key| symbol[key].as_str().unwrap_or(""));
        let below = outline(&symbol["children"], "  ");
        format!("{indent}{} {} {name} = {detail}\n{below}", range(&symbol["range"]), symbol["kind"])
    };
    symbols.as_array().into_iter().flatten().map(line).collect()
}

#[test]
fn completion() {
    for (text, expected) in [
        (" CPU 8080\n MO‸\n", "MOV"),
        (" CPU 8080\n mo‸\n", "mov"),
        (" CPU 8080\n nop\nL: ca‸\n", "call"),
        (" CPU 8080\n .in‸\n", ".incbin .include"),
        (" CPU z80\n DJN‸\n", "DJNZ"),
        (" CPU z80\nCOUNT EQU 5\n LD A,CO‸\n", "COUNT"),
        (" CPU z80\nMAIN: NOP\n.loop: JR .lo‸\n", ".loop"),
        (" CPU z80\n LD I‸\n", "I IX IXH IXL IY IYH IYL"),
        (" CPU z80\n LD A,5 ; c‸\n", ""),
        (" CPU z80\n DB \"MO‸\n", ""),
        (";! cpu: ‸\n", "8080 z80 6502"),
        (";! c‸\n", "cpu clobbers cycles"),
        (";! oracle: f2_t‸\n", "f2_turn f2_take"),
        (" MO‸\n", ""),
    ] {
        let reply = Client::started().ask_at_mark("textDocument/completion", "x.asm", text, json!({}));
        let items = reply["items"].as_array().expect("a list");
        let labels: Vec<&str> = items.iter().filter_map(|item| item["label"].as_str()).collect();
        assert_eq!(labels.join(" "), expected, "{text}");
    }
    let reply = Client::started().ask_at_mark("textDocument/completion", "x.asm", ";! rou‸\n", json!({}));
    insta::assert_snapshot!(serde_json::to_string_pretty(&reply["items"]).expect("JSON"));
}

#[test]
fn replacements() {
    let mut all = String::new();
    for text in [
        " CPU 8080\n mvo A,B ; keep\n",
        " CPU 8080\nL: LD A,B ; keep\n",
        " CPU 8080\n MVI A,FFH\n",
        " CPU 8080\nSTART: JMP STRAT\n",
        " CPU z80\n MOV A,B\n",
        " CPU z80\n SUB A,B\n",
        " CPU 8080\n .ogr 5\n",
        " NOP\n",
        &SHEET.replace("0100  87", "0100  88"),
        &SHEET.replace(";! cpu", ";! bytes: 5 in all\n;! cpu"),
        &SHEET.replace("0100  87   ", "0100  87 00"),
        &SHEET.replace("C9", "C9 "),
    ] {
        let mut client = Client::started();
        client.open("x.asm", text);
        let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
        let params =
            json!({"textDocument": {"uri": uri("x.asm")}, "range": whole, "context": {"diagnostics": []}});
        let reply = client.ask("textDocument/codeAction", params);
        for action in reply.as_array().expect("a list") {
            let after = applied(text, &action["edit"]["changes"][uri("x.asm")]);
            let changed: Vec<&str> =
                after.lines().filter(|line| !text.lines().any(|other| other == *line)).collect();
            let preferred = if action["isPreferred"] == true { " (preferred)" } else { "" };
            all +=
                &format!("{}{preferred}: {}\n", action["title"].as_str().unwrap_or(""), changed.join(" / "));
        }
        all += "\n";
    }
    insta::assert_snapshot!(all);
}

#[test]
fn replacements_of_statements() {
    for (line, after) in [
        (" LD A,B ; x", " MOV A,B ; x"),
        ("LOOP: LD A,B", "LOOP: MOV A,B"),
        ("LOOP LD A,B", "LOOP MOV A,B"),
        ("LD A,B", "MOV A,B"),
        (" ld a,b;x", " mov a,b;x"),
    ] {
        let text = format!(" CPU 8080\n{line}\n");
        let mut client = Client::started();
        client.open("x.asm", &text);
        let at = json!({"line": 1, "character": 0});
        let range = json!({"start": at, "end": {"line": 1, "character": 99}});
        let params =
            json!({"textDocument": {"uri": uri("x.asm")}, "range": range, "context": {"diagnostics": []}});
        let reply = client.ask("textDocument/codeAction", params);
        let edits = &reply[0]["edit"]["changes"][uri("x.asm")];
        assert_eq!(applied(&text, edits), format!(" CPU 8080\n{after}\n"), "{line}");
    }
}

/// A hint that names text which stands for something else is not a replacement.
#[test]
fn replacements_are_not_guessed() {
    let header = SHEET.replace(";! ensures: y = 2 * x", ";! ensures: y => 2 * x");
    for (text, title) in [
        (header.as_str(), None),
        (&SHEET.replace(";! cpu: 8080", ";! cpu 8080"), Some("Write `;! cpu: 8080`")),
        (&SHEET.replace("2 * x", "2 * xx"), Some("Write `x`")),
    ] {
        let mut client = Client::started();
        client.open("x.asm", text);
        let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
        let params =
            json!({"textDocument": {"uri": uri("x.asm")}, "range": whole, "context": {"diagnostics": []}});
        let reply = client.ask("textDocument/codeAction", params);
        let titles: Vec<_> = reply.as_array().expect("a list").iter().map(|found| &found["title"]).collect();
        let expected: Vec<Value> = title.into_iter().map(Value::from).collect();
        assert_eq!(titles, expected.iter().collect::<Vec<_>>(), "{text}");
    }
}

#[test]
fn actions_of_other_kinds_and_places() {
    let mut client = Client::started();
    client.open("x.asm", " CPU 8080\n mvo A,B\n");
    let ask = |client: &mut Client, line: u32, only: Value| {
        let at = json!({"line": line, "character": 2});
        let context = json!({"diagnostics": [], "only": only});
        let params = json!({"textDocument": {"uri": uri("x.asm")}, "range": {"start": at, "end": at}, "context": context});
        client.ask("textDocument/codeAction", params).as_array().map(Vec::len)
    };
    assert_eq!(ask(&mut client, 1, Value::Null), Some(1));
    assert_eq!(ask(&mut client, 1, json!(["quickfix"])), Some(1));
    assert_eq!(ask(&mut client, 1, json!(["refactor"])), Some(0));
    assert_eq!(ask(&mut client, 0, Value::Null), Some(0));
}

#[test]
fn the_outline_is_bounded() {
    let text: String = (0..6000).map(|number| format!("C{number} EQU {number}\n")).collect();
    let mut client = Client::started();
    client.open("x.asm", &format!(" CPU z80\n{text}"));
    let reply = client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": uri("x.asm")}}));
    let symbols = reply.as_array().expect("a list");
    assert_eq!(
        (symbols.len(), &symbols[4999]["name"], &symbols[5000]["name"]),
        (5001, &json!("C4999"), &json!("1000 more names"))
    );
}

#[test]
fn dialects_of_other_assemblers() {
    let text = ".segment \"CODE\"\nstart: lda #<start\n jmp start\n";
    let text_found = found(text);
    assert!(
        text_found.starts_with("0:0-0:") && text_found.contains("ca65") && text_found.lines().count() == 1,
        "{text_found}"
    );
    for (text, expected) in [
        (".segment \"CODE\"\n .by‸\n", ".byt .byte"),
        (".segment \"CODE\"\nstart: nop\n jmp st‸art\n", "start"),
        (" !by‸te 5\n", "!by !byte"),
    ] {
        let reply = Client::started().ask_at_mark("textDocument/completion", "x.s", text, json!({}));
        let items = reply["items"].as_array().expect("a list");
        let labels: Vec<&str> = items.iter().filter_map(|item| item["label"].as_str()).collect();
        assert_eq!(labels.join(" "), expected, "{text}");
    }
    let mut client = Client::with(json!({"initializationOptions": {"dialect": "sjasmplus"}}));
    assert_eq!(diagnostics(&client.open("x.asm", " ld bc,de\n"), "x.asm"), "");
    let mut client = Client::new();
    let options = json!({"capabilities": {}, "initializationOptions": {"dialect": "masm"}});
    let error = client.ask("initialize", options)["message"].to_string();
    assert!(error.contains("`dialect` is \\\"masm\\\"; it must be one of arcadian, "), "{error}");
}

/// The grammar of the extension for VS Code has the words that the assembler knows.
#[test]
#[expect(clippy::disallowed_methods, reason = "the grammar is a file")]
fn the_grammar_has_all_header_keys() {
    let words =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors/vscode/grammars/assembly-words.json");
    let words: Value = serde_json::from_str(&fs::read_to_string(words).expect("the words")).expect("JSON");
    let listed: BTreeSet<&str> =
        words["headerKeys"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let known: BTreeSet<&str> = arcadian_asm::sheet::keys().map(|(name, _)| name).collect();
    assert_eq!(listed, known);
}
