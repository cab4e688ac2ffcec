//! Included files, and files that cannot be read.

use serde_json::json;

use crate::support::{Client, diagnostics, range, short, uri};

fn with_files(files: &[(&str, &[u8])]) -> Client {
    let mut client = Client::started();
    client.files.0 =
        files.iter().map(|(name, bytes)| (format!("/project/{name}").into(), bytes.to_vec())).collect();
    client
}

const MAIN: &str = " CPU z80\n INCLUDE \"lib/sub.asm\"\n CALL SUB\n";

#[test]
fn errors_in_an_included_file_are_shown_there() {
    let mut client = with_files(&[("lib/sub.asm", b"SUB: RTE\n")]);
    let sent = client.open("main.asm", MAIN);
    assert_eq!(diagnostics(&sent, "main.asm"), "");
    let expected = "0:5-0:8 error assembler: the Z80 has no instruction `RTE` | did you mean `RET`?\n";
    assert_eq!(diagnostics(&sent, "lib/sub.asm"), expected);
    // What is open in the editor counts, not what is saved, and it says nothing about the processor.
    let sent = client.open("lib/sub.asm", "SUB: RET\n");
    assert_eq!(diagnostics(&sent, "lib/sub.asm"), "");
    client.change("lib/sub.asm", 2, json!([{"text": "SUX: RET\n"}]));
    let sent = client.settle();
    let expected = "2:6-2:9 error assembler: `SUB` is not defined | did you mean `SUX`?\n";
    assert_eq!(diagnostics(&sent, "main.asm"), expected);
    // Alone, it is not a whole source.
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": uri("main.asm")}}));
    let sent = client.settle();
    assert_eq!(diagnostics(&sent, "main.asm"), "");
    assert!(diagnostics(&sent, "lib/sub.asm").contains("the source does not name a processor"));
}

#[test]
fn names_across_files() {
    let mut client = with_files(&[("lib/sub.asm", b"; the subroutine\nSUB: RET\n")]);
    client.open("main.asm", MAIN);
    let ask = |client: &mut Client, name: &str, line: u32, character: u32| {
        let at = json!({"line": line, "character": character});
        let reply = client
            .ask("textDocument/definition", json!({"textDocument": {"uri": uri(name)}, "position": at}));
        format!("{} {}", short(&reply["uri"]), range(&reply["range"]))
    };
    assert_eq!(ask(&mut client, "main.asm", 2, 7), "lib/sub.asm 1:0-1:3");
    assert_eq!(ask(&mut client, "main.asm", 1, 14), "lib/sub.asm 0:0-0:0");
    client.open("lib/sub.asm", "SUB: RET\n JP SUB\n");
    assert_eq!(ask(&mut client, "lib/sub.asm", 1, 5), "lib/sub.asm 0:0-0:3");
    let at = json!({"line": 2, "character": 7});
    let params = json!({"textDocument": {"uri": uri("main.asm")}, "position": at, "context": {"includeDeclaration": true}});
    assert_eq!(client.ask("textDocument/references", params).as_array().map(Vec::len), Some(3));
}

#[test]
fn a_file_that_changes_on_the_disk() {
    let mut client = with_files(&[("lib/sub.asm", b"SUX: RET\n")]);
    assert!(diagnostics(&client.open("main.asm", MAIN), "main.asm").contains("`SUB` is not defined"));
    client.files.0.insert("/project/lib/sub.asm".into(), b"SUB: RET\n".to_vec());
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({"changes": [{"uri": uri("lib/sub.asm"), "type": 2}]}),
    );
    assert_eq!(diagnostics(&client.settle(), "main.asm"), "");
}

#[test]
fn files_that_cannot_be_included() {
    for (bytes, expected) in [
        (None, "1:9-1:22 error assembler: cannot include lib/sub.asm: /project/lib/sub.asm does not exist\n"),
        (
            Some(&b"; caf\xE9\n"[..]),
            "1:9-1:22 error assembler: cannot include lib/sub.asm: byte 6 is not UTF-8 text\n",
        ),
        (
            Some(b"\0"),
            "1:9-1:22 error assembler: cannot include lib/sub.asm: /project/lib/sub.asm is a binary file; a source is text\n",
        ),
    ] {
        let files: Vec<(&str, &[u8])> = bytes.map(|bytes| ("lib/sub.asm", bytes)).into_iter().collect();
        let found =
            diagnostics(&with_files(&files).open("main.asm", &MAIN.replace(" CALL SUB\n", "")), "main.asm");
        assert_eq!(found, expected);
    }
}

#[test]
fn a_saved_file_that_is_not_utf_8() {
    let mut client = with_files(&[("x.asm", b" CPU 8080\n RET ; caf\xE9\n")]);
    let found = diagnostics(&client.open("x.asm", " CPU 8080\n RET ; caf\u{fffd}\n"), "x.asm");
    assert_eq!(
        found,
        "1:0-1:11 error file: the saved file is not UTF-8 text: byte 21 of it is E9 | save it as UTF-8; the commands of arcadian \
         refuse it as it is\n"
    );
    client.files.0.insert("/project/x.asm".into(), " CPU 8080\n RET ; café\n".into());
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri("x.asm")}}));
    assert_eq!(diagnostics(&client.settle(), "x.asm"), "");
}

#[test]
fn the_processor_of_sources_that_name_none() {
    let mut client = Client::with(json!({"initializationOptions": {"cpu": "z80"}}));
    assert_eq!(diagnostics(&client.open("x.asm", " LD A,B\n"), "x.asm"), "");
    // It is a default.
    assert_eq!(diagnostics(&client.open("y.asm", ";! cpu: 8080\n MOV A,B\n"), "y.asm"), "");
}
