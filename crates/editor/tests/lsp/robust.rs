//! Any order of requests and changes, on any text, gets exactly one answer for each request, and none of them is a bug.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{Client, uri};

/// The requests about a document, with more parameters than each needs.
const METHODS: [&str; 10] = [
    "completion",
    "hover",
    "definition",
    "references",
    "prepareRename",
    "rename",
    "documentSymbol",
    "codeAction",
    "codeLens",
    "unknown",
];

#[derive(Clone, Debug)]
enum Step {
    Open(bool, String),
    Change(u32, u32, u32, u32, String),
    Ask(usize, u32, u32),
    Prove,
    Save,
    Close,
    Settle,
}

fn scraps() -> impl Strategy<Value = String> {
    let scrap = prop::sample::select(vec![
        " CPU z80\n",
        " CPU 6502\n",
        ";! routine: A\n",
        ";! cpu: 8080\n",
        ";! in: A = x\n",
        ";! ensures: x = 1\n",
        "A: ",
        "A1",
        ".L: ",
        "NOP\n",
        " LD A,(IX+5)\n",
        " JP ",
        " MACRO\n",
        " ENDM\n",
        " INCLUDE \"x.asm\"\n",
        "0100  87 ",
        "\"",
        "'",
        ";",
        "÷",
        "𝄞",
        "\r",
        "\r\n",
        "\n",
        "10 ",
        "(1798) ",
        "A=1\n",
        "PRINT ",
        "GOTO 10\n",
        "FOR I=1TO 9",
        "#! dialect: astro\n",
        ".",
    ]);
    prop::collection::vec(scrap, 0..12).prop_map(|scraps| scraps.concat())
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        (any::<bool>(), scraps()).prop_map(|(is_basic, text)| Step::Open(is_basic, text)),
        (0_u32..6, 0_u32..20, 0_u32..6, 0_u32..20, scraps())
            .prop_map(|(line, column, to, end, text)| Step::Change(line, column, to, end, text)),
        (0..METHODS.len(), 0_u32..6, 0_u32..20)
            .prop_map(|(method, line, column)| Step::Ask(method, line, column)),
        (0..METHODS.len(), 0_u32..6, 0_u32..20)
            .prop_map(|(method, line, column)| Step::Ask(method, line, column)),
        Just(Step::Prove),
        Just(Step::Save),
        Just(Step::Close),
        Just(Step::Settle),
    ];
    prop::collection::vec(step, 1..20)
}

fn perform(client: &mut Client, name: &mut &'static str, step: Step) -> Option<u64> {
    let document = json!({"uri": uri(name)});
    match step {
        Step::Open(is_basic, text) => {
            *name = if is_basic { "x.lst" } else { "x.asm" };
            let document = json!({"uri": uri(name), "languageId": "", "version": 1, "text": text});
            client.notify("textDocument/didOpen", json!({"textDocument": document}));
        }
        Step::Change(line, character, to, end, text) => {
            let range = json!({"start": {"line": line, "character": character}, "end": {"line": to, "character": end}});
            client.change(name, 2, json!([{"range": range, "text": text}]));
        }
        Step::Ask(method, line, character) => {
            let at = json!({"line": line, "character": character});
            let params = json!({
                "textDocument": document, "position": at, "range": {"start": at, "end": at}, "newName": "NEW",
                "context": {"diagnostics": [], "includeDeclaration": true},
            });
            return Some(client.send(&format!("textDocument/{}", METHODS[method]), params));
        }
        Step::Prove => {
            let params = json!({"command": "arcadian.prove", "arguments": [uri(name)]});
            return Some(client.send("workspace/executeCommand", params));
        }
        Step::Save => client.notify("textDocument/didSave", json!({"textDocument": document})),
        Step::Close => client.notify("textDocument/didClose", json!({"textDocument": document})),
        Step::Settle => {}
    }
    None
}

fn settle(client: &mut Client) -> Vec<Value> {
    while let Some(job) = client.server.next_proof() {
        client.server.finish_proof(job.run(&client.files, &|_| ()));
    }
    client.settle()
}

proptest! {
    #[test]
    fn every_request_has_one_answer(steps in steps()) {
        let mut client = Client::started();
        let (mut asked, mut sent, mut name) = (Vec::new(), Vec::new(), "x.asm");
        for step in steps {
            let is_pause = matches!(step, Step::Settle);
            asked.extend(perform(&mut client, &mut name, step));
            if is_pause {
                sent.extend(settle(&mut client));
            }
        }
        sent.extend(settle(&mut client));
        for id in asked {
            let answers: Vec<&Value> = sent.iter().filter(|message| message["id"] == id).collect();
            prop_assert_eq!(answers.len(), 1);
            prop_assert_ne!(&answers[0]["error"]["code"], &json!(-32603), "{}", answers[0]);
        }
        let bug = sent.iter().find(|message| message.to_string().contains("this is a bug"));
        prop_assert!(bug.is_none(), "{:?}", bug);
    }
}
