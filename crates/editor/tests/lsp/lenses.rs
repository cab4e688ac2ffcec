//! Code lenses, their commands, and proofs.

use serde_json::{Value, json};

use crate::support::{Client, diagnostics, range, uri};

const SHEET: &str = "\
;! routine: TWICE
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! requires: x < 128
;! ensures: y = 2 * x
0100  87           TWICE: ADD A
0101  C9                  RET
";

/// A source of ca65 with two contracts above labels.
const PROGRAM: &str = "\
.segment \"CODE\"
; Returns twice the number.
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = 2 * x mod 256
.proc twice
        asl a
        rts
.endproc
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = 4 * x mod 256
.proc four_times
        asl a
        asl a
        asl a
        rts
.endproc
";

fn lenses(client: &mut Client, name: &str) -> Vec<String> {
    let reply = client.ask("textDocument/codeLens", json!({"textDocument": {"uri": uri(name)}}));
    let line = |lens: &Value| {
        format!("{} {} {}", range(&lens["range"]), lens["command"]["command"], lens["command"]["title"])
    };
    reply.as_array().expect("a list").iter().map(line).collect()
}

fn execute(client: &mut Client, command: &str, name: &str) -> u64 {
    client.send("workspace/executeCommand", json!({"command": command, "arguments": [uri(name)]}))
}

fn prove(client: &mut Client) -> Vec<Value> {
    while let Some(job) = client.server.next_proof() {
        let proven = job.run(&client.files, &|_| ());
        client.server.finish_proof(proven);
    }
    client.settle()
}

#[test]
fn lenses_of_documents() {
    for (name, text, expected) in [
        (
            "a b.asm",
            SHEET,
            &[
                r#"8:0-8:0 "arcadian.prove" "Prove""#,
                r#"8:0-8:0 "arcadian.step" "arcadian step 'a b.asm'""#,
                r#"8:0-8:0 "arcadian.shorten" "arcadian shorten 'a b.asm'""#,
            ][..],
        ),
        ("x.asm", " CPU z80\nA1 EQU 5\nMAIN: RET\n", &[r#"2:0-2:0 "arcadian.step" "arcadian step x.asm""#]),
        ("-x.asm", " CPU z80\n RET\n", &[r#"1:0-1:0 "arcadian.step" "arcadian step ./-x.asm""#]),
        ("x.asm", " CPU z80\n XYZ\n", &[]),
        ("x.asm", " CPU z80\n DB 5\n", &[r#"1:0-1:0 "arcadian.step" "arcadian step x.asm""#]),
        ("x.asm", "", &[]),
        (
            "game.s",
            PROGRAM,
            &[
                r#"7:0-7:0 "arcadian.step" "arcadian step game.s""#,
                r#"6:0-6:0 "arcadian.prove" "Prove""#,
                r#"6:0-6:0 "arcadian.step" "arcadian step game.s --routine twice""#,
                r#"6:0-6:0 "arcadian.shorten" "arcadian shorten game.s --routine twice""#,
                r#"14:0-14:0 "arcadian.prove" "Prove""#,
                r#"14:0-14:0 "arcadian.step" "arcadian step game.s --routine four_times""#,
                r#"14:0-14:0 "arcadian.shorten" "arcadian shorten game.s --routine four_times""#,
            ],
        ),
        ("x.bas", "#! title: x\n10 A=1\n20 PRINT A\n", &[r#"1:0-1:0 "arcadian.step" "arcadian step x.bas""#]),
    ] {
        let mut client = Client::started();
        client.open(name, text);
        assert_eq!(lenses(&mut client, name), expected, "{text}");
    }
}

#[test]
fn command_lines() {
    let mut client = Client::started();
    client.open("x.asm", SHEET);
    let id = execute(&mut client, "arcadian.step", "x.asm");
    let sent = client.settle();
    assert_eq!(sent[0]["params"]["message"], "run in /project: arcadian step x.asm");
    assert_eq!(
        sent[1],
        json!({"jsonrpc": "2.0", "id": id, "result": {"commandLine": "arcadian step x.asm", "folder": "/project"}})
    );
    let mut client = Client::with(json!({"initializationOptions": {"terminal": true}}));
    client.open("x.asm", SHEET);
    execute(&mut client, "arcadian.shorten", "x.asm");
    assert_eq!(client.settle()[0]["result"]["commandLine"], "arcadian shorten x.asm");
}

#[test]
fn commands_that_are_wrong() {
    let mut client = Client::started();
    client.open("x.asm", SHEET);
    client.open("x.bas", "10 A=1\n");
    let document = json!({"uri": "untitled:1", "languageId": "asm", "version": 1, "text": SHEET});
    client.notify("textDocument/didOpen", json!({"textDocument": document}));
    for (command, arguments, expected) in [
        (
            "arcadian.prov",
            json!([uri("x.asm")]),
            "unknown command `arcadian.prov`; did you mean `arcadian.prove`?",
        ),
        ("arcadian.prove", json!([]), "the argument of `arcadian.prove` is the URI of an open document"),
        ("arcadian.prove", json!([7]), "the argument of `arcadian.prove` is the URI of an open document"),
        ("arcadian.prove", json!([uri("x.bas")]), "a BASIC program has no contract"),
        ("arcadian.step", json!(["untitled:1"]), "save the document first: the command reads its file"),
    ] {
        let error =
            client.ask("workspace/executeCommand", json!({"command": command, "arguments": arguments}));
        assert_eq!(error["message"], expected);
    }
}

#[test]
fn a_contract_that_holds() {
    let capabilities =
        json!({"window": {"workDoneProgress": true}, "workspace": {"codeLens": {"refreshSupport": true}}});
    let mut client = Client::with(json!({"capabilities": capabilities}));
    client.open("x.asm", SHEET);
    let id = execute(&mut client, "arcadian.prove", "x.asm");
    let sent = prove(&mut client);
    let token = json!("arcadian-proof-1");
    assert_eq!(
        (&sent[0]["method"], &sent[0]["params"]["token"]),
        (&json!("window/workDoneProgress/create"), &token)
    );
    let progress: Vec<&Value> = sent.iter().filter(|message| message["method"] == "$/progress").collect();
    assert_eq!(
        progress[0]["params"]["value"],
        json!({"kind": "begin", "title": "Proving x.asm", "cancellable": true})
    );
    assert_eq!(progress.last().map(|message| &message["params"]["value"]), Some(&json!({"kind": "end"})));
    let message = sent.iter().find(|message| message["method"] == "window/showMessage").expect("a message");
    assert_eq!(message["params"], json!({"type": 3, "message": "TWICE holds for all 256 inputs (symbolic)"}));
    assert!(sent.iter().any(|message| message["method"] == "workspace/codeLens/refresh"));
    let response = sent.iter().find(|message| message["id"] == id).expect("a response");
    assert_eq!(response["result"]["name"], "TWICE");
    assert_eq!(
        lenses(&mut client, "x.asm")[0],
        r#"8:0-8:0 "arcadian.prove" "TWICE holds for all 256 inputs (symbolic)""#
    );
    // The proof is of the text, not of the file.
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri("x.asm")}}));
    client.settle();
    assert!(lenses(&mut client, "x.asm")[0].contains("holds"));
    client.change("x.asm", 2, json!([{"text": SHEET.replace("x < 128", "x < 127")}]));
    client.settle();
    assert!(lenses(&mut client, "x.asm")[0].contains("Prove"));
}

#[test]
fn a_contract_that_fails() {
    let mut client = Client::started();
    client.open("x.asm", &SHEET.replace("2 * x", "2 * x + x / 100"));
    execute(&mut client, "arcadian.prove", "x.asm");
    let sent = prove(&mut client);
    insta::assert_snapshot!(diagnostics(&sent, "x.asm"));
    assert!(sent.iter().all(|message| message["method"] != "$/progress"), "the client shows no progress");
    let step = &lenses(&mut client, "x.asm")[1];
    assert!(step.contains("arcadian step /project/x.asm --in x="), "{step}");
    client.change("x.asm", 2, json!([{"text": SHEET}]));
    assert_eq!(diagnostics(&client.settle(), "x.asm"), "");
}

#[test]
fn contracts_above_labels() {
    let mut client = Client::started();
    client.open("game.s", PROGRAM);
    let arguments = |label: &str| json!([uri("game.s"), label]);
    for label in ["twice", "four_times"] {
        let params = json!({"command": "arcadian.prove", "arguments": arguments(label)});
        client.send("workspace/executeCommand", params);
    }
    let sent = prove(&mut client);
    let summaries: Vec<&Value> = sent
        .iter()
        .filter(|message| message["method"] == "window/showMessage")
        .map(|message| &message["params"]["message"])
        .collect();
    assert_eq!(
        summaries,
        [
            "twice holds for all 256 inputs (symbolic)",
            "four_times fails: it does not ensure `y = 4 * x mod 256`"
        ]
    );
    // The fault is at its routine, and the first proof stays.
    let found = diagnostics(&sent, "game.s");
    assert!(found.contains("\n14:0-14:16 error proof: four_times fails"), "{found}");
    let shown = lenses(&mut client, "game.s");
    assert_eq!(shown[1], r#"6:0-6:0 "arcadian.prove" "twice holds for all 256 inputs (symbolic)""#);
    assert!(shown[5].contains("--routine four_times --in x="), "{}", shown[5]);

    client.change("game.s", 2, json!([{"text": PROGRAM.replace("4 * x", "4 * w")}]));
    let found = diagnostics(&client.settle(), "game.s");
    assert!(found.contains("\n13:20-13:21 error contract: `w` is not a field"), "{found}");
    let params = json!({"command": "arcadian.prove", "arguments": arguments("five")});
    let id = client.send("workspace/executeCommand", params);
    let sent = prove(&mut client);
    let reply = sent.iter().find(|message| message["id"] == id).expect("a reply");
    assert_eq!(
        reply["error"]["message"],
        "the source has no label five; there are contracts of twice, four_times"
    );
}

#[test]
fn a_sheet_that_cannot_be_proven() {
    let mut client = Client::started();
    client.open("x.asm", &SHEET.replace("2 * x", "2 * z"));
    let id = execute(&mut client, "arcadian.prove", "x.asm");
    let sent = prove(&mut client);
    let response = sent.iter().find(|message| message["id"] == id).expect("a response");
    assert_eq!(
        response["error"],
        json!({"code": -32803, "message": "`z` is not a field, a variable or a symbol of the sheet"})
    );
}

/// The cancellation is not a matter of time: it comes before the proof begins, or the proof itself observes it.
#[test]
fn proofs_that_are_cancelled() {
    let mut client = Client::started();
    client.open("x.asm", SHEET);
    let (first, second) =
        (execute(&mut client, "arcadian.prove", "x.asm"), execute(&mut client, "arcadian.prove", "x.asm"));
    let job = client.server.next_proof().expect("a proof");
    assert!(client.server.next_proof().is_none(), "one proof at a time");
    client.notify("$/cancelRequest", json!({"id": first}));
    let proven = job.run(&client.files, &|_| ());
    client.server.finish_proof(proven);
    assert_eq!(client.server.drain()[0]["error"]["code"], -32800);
    // A change cancels what waits.
    client.change("x.asm", 2, json!([{"text": SHEET}]));
    assert!(client.server.next_proof().is_none());
    let refused = client.server.drain();
    assert_eq!((&refused[0]["id"], &refused[0]["error"]["code"]), (&json!(second), &json!(-32801)));
    // The progress has a button, too.
    let params = json!({"command": "arcadian.prove", "arguments": [uri("x.asm")], "workDoneToken": "mine"});
    client.send("workspace/executeCommand", params);
    let job = client.server.next_proof().expect("a proof");
    client.notify("window/workDoneProgress/cancel", json!({"token": "mine"}));
    let proven = job.run(&client.files, &|_| ());
    client.server.finish_proof(proven);
    let sent = client.server.drain();
    let shown = |message: &Value| message["params"]["value"]["kind"].as_str().map(str::to_owned);
    assert_eq!(sent.iter().filter_map(shown).collect::<Vec<_>>(), ["begin", "end"]);
    assert_eq!(sent[2]["error"]["code"], -32800);
}
