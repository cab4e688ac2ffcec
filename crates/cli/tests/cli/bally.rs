//! `bally` without a terminal.

use std::fs;

use serde_json::Value;

use crate::support::Folder;

/// Counts frames at 4F00 and draws with the keys of the right column.
const CARTRIDGE: &str = "\
        ORG 2000H
        JP START
START:  LD HL,4000H
LOOP:   IN A,(14H)
        LD (HL),A
        INC HL
        LD A,H
        CP 4EH
        JR NZ,LOOP
        LD A,(4F00H)
        INC A
        LD (4F00H),A
        JR START
        DS 2800H-$,0FFH
";

const HALTED: &str = "\
        ORG 2000H
        JP START
START:  DI
        HALT
        DS 2800H-$,0FFH
";

fn folder() -> Folder {
    let folder = Folder::with(&[("x.asm", CARTRIDGE), ("halt.asm", HALTED)]);
    for name in ["x", "halt"] {
        let image = format!("{name}.bin");
        let assembled = folder.run(&["asm", &format!("{name}.asm"), "--cpu", "z80", "--output", &image]);
        assert_eq!(assembled.status, Some(0), "{}", assembled.err);
    }
    folder
}

fn json(folder: &Folder, args: &[&str]) -> Value {
    let result = folder.run(&[&["bally", "--json"][..], args].concat());
    assert_eq!(result.status, Some(0), "{}", result.err);
    result.json()
}

#[test]
fn the_test_card() {
    let folder = Folder::with(&[]);
    let report = json(&folder, &["--frames", "60"]);
    let fields: Vec<&str> = report.as_object().expect("an object").keys().map(String::as_str).collect();
    for field in ["frames", "tstates", "registers", "ram_sha256", "screen", "sound"] {
        assert!(fields.contains(&field), "{fields:?}");
    }
    assert_eq!((&report["frames"], &report["runaway"]), (&60.into(), &Value::Null));
    assert_eq!(report["registers"]["VERBL"], 192);
    let rows = report["screen"].as_array().expect("rows");
    assert_eq!(rows.len(), 102);
    let is_row = |row: &Value| {
        row.as_str().is_some_and(|row| row.len() == 160 && row.bytes().all(|b| (b'0'..=b'3').contains(&b)))
    };
    assert!(rows.iter().all(is_row));
    assert!(rows.iter().any(|row| row.as_str().is_some_and(|row| row.contains('3'))), "text");
    let pressed = json(&folder, &["--frames", "60", "--keys", "{AT 50}{+5}"]);
    assert_ne!(pressed["screen"], report["screen"], "a pressed key is inverted");
}

#[test]
fn a_cartridge_runs_and_reads_keys() {
    let folder = folder();
    let report = json(&folder, &["--cart", "x.bin", "--frames", "60"]);
    assert_eq!(report["screen"][0].as_str().map(|row| &row[..4]), Some("0000"));
    let report = json(&folder, &["--cart", "x.bin", "--frames", "60", "--keys", "{AT 30}{+=}"]);
    assert_eq!(report["screen"][0].as_str().map(|row| &row[..4]), Some("0200"));
    let image = fs::read(folder.path("x.bin")).expect("the image");
    let piped =
        folder.feed(&["bally", "--cart", "-", "--frames", "60", "--json", "--keys", "{AT 30}{+=}"], &image);
    assert_eq!(piped.json(), report);
}

#[test]
fn a_cartridge_can_be_given_as_its_source() {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../roms/bally/tune.asm");
    let image = concat!(env!("CARGO_MANIFEST_DIR"), "/../../roms/bally/tune.bin");
    let folder = Folder::with(&[]);
    let of = |cart| json(&folder, &["--cart", cart, "--frames", "90"]);
    assert_eq!(of(source)["ram_sha256"], of(image)["ram_sha256"]);
}

/// Copies ports to the upper left corner: the handles, the light pen and the knobs.
const PORTS: &str = "\
        ORG 2000H
        JP START
START:  LD HL,4000H
        LD C,10H
        CALL FOUR
        LD C,1CH
        CALL FOUR
        LD C,0EH
        CALL FOUR
        JR START
FOUR:   LD B,4
NEXT:   IN A,(C)
        LD (HL),A
        INC HL
        INC C
        DJNZ NEXT
        RET
";

/// Returns the bytes that a row of the screen shows.
fn shown_bytes(report: &Value, count: usize) -> Vec<u8> {
    let row = report["screen"][0].as_str().expect("a row").as_bytes();
    let byte = |pixels: &[u8]| pixels.iter().fold(0, |byte, pixel| byte << 2 | (pixel - b'0'));
    row.chunks(4).take(count).map(byte).collect()
}

#[test]
fn handles_and_light_pen() {
    let folder = Folder::with(&[("p.asm", PORTS)]);
    let ports = |more: &[&str]| {
        shown_bytes(&json(&folder, &[&["--cart", "p.asm", "--frames", "20"], more].concat()), 10)
    };
    let keys = ["--keys", "{TR1=1}{PEN=77,50}"];
    assert_eq!(ports(&keys), [0x10, 0, 0, 0, 0x80, 0x80, 0x80, 0x80, 100, 97]);
    assert_eq!(ports(&[&keys[..], &["--handles", "1"]].concat()), [0x10, 0, 0, 0, 0x80, 0, 0, 0, 100, 97]);
    assert_eq!(ports(&["--handles", "0"]), [0; 10]);
    let run = |more: &[&str]| folder.run(&[&["bally", "--frames", "9"][..], more].concat());
    run(&["--handles", "5"]).is_refused(&["a decimal number from 0 to 4"]);
    run(&["--handles", "1", "--keys", "{JX2=1}"]).is_refused(&["handle 2, which is not connected"]);
    run(&["--pen"]).is_refused(&["--pen", "--frames"]);
}

#[test]
fn letters_are_typed_for_the_basic_cartridge() {
    let cart = concat!(env!("CARGO_MANIFEST_DIR"), "/../../roms/arcadian-basic/arcadian-basic.bin");
    let folder = Folder::with(&[]);
    let typed =
        |parts: &[&str], keys: &str| json(&folder, &[parts, &["--frames", "900", "--keys", keys]].concat());
    let report = typed(&["--basic"], "{AT 200}CLEAR;BOX 0,0,9,9,1\n");
    assert_eq!(report["screen"][43].as_str().map(|row| row[76..85].matches(['2', '3']).count()), Some(9));
    assert_eq!(typed(&["--cart", cart], "{AT 200}CLEAR;BOX 0,0,9,9,1{GO}")["screen"], report["screen"]);
}

#[test]
fn a_saved_state_has_the_identical_rest() {
    let folder = folder();
    let cart = ["--cart", "x.bin", "--expansion", "blue16"];
    let whole = json(&folder, &[&cart[..], &["--frames", "90", "--keys", "{AT 70}{+=}"]].concat());
    json(&folder, &[&cart[..], &["--frames", "50", "--save-state", "a.state"]].concat());
    let rest = ["--frames", "40", "--load-state", "a.state", "--keys", "{AT 20}{+=}"];
    assert_eq!(json(&folder, &[&cart[..], &rest].concat()), whole);
    let other = folder.run(&["bally", "--frames", "1", "--load-state", "a.state"]);
    other.is_refused(&["cannot load a.state", "another cartridge"]);
}

#[test]
fn code_that_runs_away_is_reported() {
    let folder = folder();
    let result = folder.run(&["bally", "--cart", "halt.bin", "--frames", "20", "--json"]);
    assert_eq!(result.status, Some(1));
    assert_eq!(result.json()["runaway"]["name"], "halted");
    assert!(result.err.contains("the code ran away (halted): HALT at 2004"), "{}", result.err);
}

#[test]
fn files_of_picture_and_sound() {
    let folder = Folder::with(&[]);
    json(&folder, &["--frames", "60", "--screenshot", "a.png", "--wav", "a.wav", "--keys", "{AT 40}5"]);
    let read = |name: &str| fs::read(folder.path(name)).expect("a file");
    assert!(read("a.png").starts_with(b"\x89PNG"));
    let wav = read("a.wav");
    assert!(wav.starts_with(b"RIFF") && wav.len() > 90_000 && wav[44..].iter().any(|byte| *byte != 0));
    assert_eq!(folder.names(), ["a.png", "a.wav"]);
    let streamed = folder.output(&["bally", "--frames", "60", "--wav", "-", "--keys", "{AT 40}5"], b"");
    assert_eq!(streamed.stdout, wav);
}

#[test]
fn a_gif_of_the_last_seconds() {
    let folder = Folder::with(&[]);
    let size = |frames: &str, seconds: &str| {
        json(
            &folder,
            &["--frames", frames, "--gif", "a.gif", "--gif-seconds", seconds, "--keys", "{AT 40}5"],
        );
        let file = fs::read(folder.path("a.gif")).expect("a GIF");
        assert_eq!(file[..10], *b"GIF89a\xC0\x02\xE0\x01", "704 × 480");
        file.len()
    };
    assert!(size("200", "1") < size("200", "4"), "the key is pressed before the last second");
    assert!(size("0", "1") > 100, "a picture before the first frame");
    let refused = |args: &[&str], parts: &[&str]| {
        folder.run(&[&["bally", "--frames", "1"][..], args].concat()).is_refused(parts);
    };
    refused(&["--gif", "a", "--gif-seconds", "0"], &["a decimal number from 1 to 60"]);
    refused(&["--gif-seconds", "2"], &["--gif-seconds needs --gif"]);
    refused(&["--gif", "no/a.gif"], &["cannot write no/a.gif: there is no folder no"]);
    refused(&["--gif", "."], &["cannot write .: it is a directory"]);
    refused(&["--wav", "no/a.wav"], &["cannot write no/a.wav"]);
    refused(&["--screenshot", "no/a.png"], &["cannot write no/a.png"]);
    assert_eq!(folder.names(), ["a.gif"]);
}

#[test]
fn bad_input_is_refused() {
    let low = "        ORG 0\n        NOP\n";
    let long = "        ORG 2000H\n        DS 8192,0\n        NOP\n";
    let wrong = "        ORG 2000H\n        NOOP\n";
    let sources = [("text.txt", "        NOP\n"), ("low.asm", low), ("long.asm", long), ("wrong.asm", wrong)];
    let large = "x".repeat(8193);
    let folder = Folder::with(&[&sources[..], &[("short.bin", "short"), ("large.bin", &large)]].concat());
    let refused = |args: &[&str], parts: &[&str]| {
        folder.run(&[&["bally", "--frames", "1"][..], args].concat()).is_refused(parts);
    };
    refused(
        &["--cart", "large.bin"],
        &[
            "cannot use large.bin as the cartridge",
            "1 to 8192 bytes",
            "has 8193; name an image, or its source (.asm)",
        ],
    );
    refused(&["--rom", "short.bin"], &["cannot use short.bin as the ROM", "8192 bytes", "has 5"]);
    let is_text = "text file, not an image";
    refused(&["--cart", "text.txt"], &["text.txt", is_text, "; name an image, or its source (.asm)"]);
    refused(&["--rom", "text.txt"], &["text.txt", is_text, "; assemble a source with `arcadian asm` first"]);
    refused(&["--cart", "low.asm"], &["low.asm begins at 0000", "write ORG 2000H"]);
    refused(&["--cart", "long.asm"], &["long.asm has 8193 bytes", "at most 8192"]);
    refused(&["--cart", "wrong.asm"], &["wrong.asm:2", "NOOP"]);
    refused(&["--cart", "."], &[". is a directory; name a cartridge of at most 8 KB", "its source (.asm)"]);
    refused(&["--rom", "no.bin"], &["cannot read no.bin: ", "; name an on-board ROM of 8 KB"]);
    for missing in ["no.bin", "absent.asm"] {
        let what = "; name a cartridge of at most 8 KB, or of 256 or 512 KB, or its source (.asm)";
        refused(&["--cart", missing], &[&format!("cannot read {missing}: "), what]);
    }
    refused(&["--load-state", "short.bin"], &["cannot load short.bin", "not a saved state"]);
    refused(&["--keys", "5{GOO}"], &["no key of the keypad is called `GOO`", "--keys:1:2"]);
    for before in [&[][..], &["--frames", "3"]] {
        let args = [&["bally"], before, &["my game.bin"]].concat();
        folder.run(&args).is_refused(&["'my game.bin'", "arcadian bally --cart 'my game.bin'", "--rom"]);
    }
    folder.run(&["bally", "--kart", "a"]).is_refused(&["unexpected argument", "'--cart'"]);
    folder.run(&["bally"]).is_refused(&["needs a terminal", "--frames N"]);
    folder.run(&["bally", "--json"]).is_refused(&["--frames"]);
    refused(&["--expansion", "red"], &["red", "blue4, blue16, blue32, viper"]);
    refused(&["--screenshot", "a", "--wav", "a"], &["another output goes to"]);
    refused(&["--save-state", "a", "--gif", "./a"], &["another output goes to"]);
    let twice = ["bally", "--frames", "1", "--rom", "-", "--cart", "-"];
    folder.feed(&twice, &[0; 0x2000]).is_refused(&["from standard input: another `-` has already read it"]);
    assert_eq!(folder.names(), ["large.bin", "long.asm", "low.asm", "short.bin", "text.txt", "wrong.asm"]);
}

#[test]
fn a_cartridge_is_asked_about_the_rules_of_basic() {
    let roms = concat!(env!("CARGO_MANIFEST_DIR"), "/../../roms");
    let cart = format!("{roms}/arcadian-basic/arcadian-basic.bin");
    let folder = Folder::with(&[]);
    let only = ["bally", "probe", "--cart", &cart, "--only", "the first line begins"];
    let result = folder.run(&only);
    assert_eq!(result.status, Some(0), "{}", result.err);
    assert!(result.out.ends_with("agrees: the first line begins at -24576\n"), "{}", result.out);
    let report = folder.run(&[&only[..], &["--json"]].concat()).json();
    assert_eq!(
        (&report["prompt"], report["images"]["cartridge"]["bytes"].as_u64()),
        (&Value::from(">"), Some(8_192))
    );
    assert_eq!(report["cases"][0]["verdict"], "agrees");
    assert!(report["rules"].as_array().is_some_and(|rules| rules.len() > 250));
    for (args, message) in [
        (&["--cart", &format!("{roms}/bally/picture.bin")][..], "this is not a BASIC cartridge"),
        (&["--cart", "no.bin"], "no.bin"),
        (&["--cart", &cart, "--only", "no such case"], "no case has `no such case` in its name"),
        (&["--cart", &cart, "--settle", "--json"], "cannot be used with"),
    ] {
        let result = folder.run(&[&["bally", "probe"], args].concat());
        assert!(result.status == Some(2) && result.err.contains(message), "{args:?}: {}", result.err);
    }
}
