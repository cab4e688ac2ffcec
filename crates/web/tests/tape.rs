//! The tape module as a page uses it.

use arcadian_web::module::Module;
use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde_json::{Value, json};

const PROGRAM: &str = "10 PRINT \"HELLO\"\n20 GOTO 10\n";

/// Sends a request, which a file can follow after a byte 0.
fn ask(request: &Value, file: Option<&[u8]>) -> Value {
    let mut bytes = request.to_string().into_bytes();
    if let Some(file) = file {
        bytes.push(0);
        bytes.extend(file);
    }
    serde_json::from_slice(&Module::default().handle(&bytes)).expect("JSON")
}

fn written(text: &str, format: &str) -> Vec<u8> {
    let answer = ask(&json!({ "do": "written", "name": "x.bas", "text": text, "format": format }), None);
    let data = answer["data"].as_str().unwrap_or_else(|| panic!("{format}: {answer}"));
    BASE64_STANDARD.decode(data).expect("Base64")
}

#[test]
fn a_program_is_written_and_read() {
    for format in ["wav", "prg"] {
        let answer =
            ask(&json!({ "do": "tape", "name": format!("x.{format}") }), Some(&written(PROGRAM, format)));
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
    for (request, file, words) in [
        (written(PROGRAM, "mp3"), None, "there is no format `mp3`"),
        (written("HELLO", "prg"), None, "expected a line number"),
        (written("#! dialect: astro\n10 MO=1\n", "wav"), None, "AstroBASIC cannot read this tape"),
        (json!({ "do": "tape", "name": "x.wav" }), None, "cannot read x.wav as a tape"),
        (json!({ "do": "tape", "name": "x.wav" }), Some(&b"RIFF"[..]), "it is not a WAV file"),
        (json!({ "do": "tape", "name": "x.prg" }), Some(&[0, 1, 2][..]), "there is no program on this tape"),
        (json!({ "do": "tape" }), Some(&[][..]), "missing field `name`"),
    ] {
        let answer = ask(&request, file);
        assert!(answer["error"].as_str().is_some_and(|error| error.contains(words)), "{request}: {answer}");
    }
}
