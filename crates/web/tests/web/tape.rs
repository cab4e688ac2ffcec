//! The tape module as a page uses it.

use arcadian_web::tape::Tape;
use arcadian_web::{Module, files::decoded};
use serde_json::{Value, json};

const PROGRAM: &str = "10 PRINT \"HELLO\"\n20 GOTO 10\n";

/// Sends a request to a module.
fn ask(module: &mut Tape, request: &Value) -> Value {
    serde_json::from_slice(&module.handle(request.to_string().as_bytes())).expect("JSON")
}

/// Reads a tape. Its file comes in pieces, each after a byte 0.
fn tape(name: &str, file: &[u8]) -> Value {
    let mut module = Tape::default();
    assert_eq!(ask(&mut module, &json!({ "do": "tape", "name": name })), json!({ "ok": true }));
    for piece in file.chunks(10_000) {
        let request = [&json!({ "do": "piece" }).to_string().into_bytes()[..], &[0], piece].concat();
        assert_eq!(module.handle(&request), b"{\"ok\":true}");
    }
    ask(&mut module, &json!({ "do": "programs" }))
}

fn written(text: &str, format: &str) -> Vec<u8> {
    let request = json!({ "do": "written", "name": "x.bas", "text": text, "format": format });
    let answer = ask(&mut Tape::default(), &request);
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
        check(&ask(&mut Tape::default(), &request), words);
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
