//! `bally` without a terminal, and `run --on bally`: pictures, sound, and what equals the interpreter. The rest is in `tests/cases/bally.txt`
//! and `tests/commands/bally.trycmd`.

use std::fs;

use serde_json::Value;

use crate::support::Folder;

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
    assert_eq!(folder.names(), ["a.gif"]);
}

#[test]
fn a_cartridge_is_asked_about_the_rules_of_basic() {
    let roms = concat!(env!("CARGO_MANIFEST_DIR"), "/../../roms");
    let cart = format!("{roms}/arcadian-basic/arcadian-basic.bin");
    let folder = Folder::with(&[]);
    let only = ["bally", "probe", "--cart", &cart, "--only", "the first line begins"];
    let report = folder.run(&[&only[..], &["--json"]].concat()).json();
    assert_eq!(
        (&report["prompt"], report["images"]["cartridge"]["bytes"].as_u64()),
        (&Value::from(">"), Some(8_192))
    );
    assert_eq!(report["cases"][0]["verdict"], "agrees");
    assert!(report["rules"].as_array().is_some_and(|rules| rules.len() > 250));
}

const PROGRAM: &str = "\
10 INPUT \"HOW MANY\"N
20 FOR I=1TO N;@(I)=RND(100);PRINT #1,@(I),\" \",;NEXT I
30 PRINT ;BOX 0,0,41,9,1;CX=-77;CY=-20;PRINT \"KEY?
40 K=KP;TV=K;IF K=69A=1÷0
50 GOTO 40
";

fn basic_folder() -> Folder {
    Folder::with(&[("x.bas", PROGRAM), ("x.keys", "#! arcadian keys\n#! seed: 9\n4{GO}AB")])
}

/// Returns the report of a run without its time.
fn basic_report(folder: &Folder, args: &[&str]) -> Value {
    let mut report = folder.run(&[&["run", "x.bas", "--json"], args].concat()).json();
    report.as_object_mut().expect("an object").remove("tstates").expect("a time");
    report
}

#[test]
fn the_report_is_that_of_the_interpreter() {
    let folder = basic_folder();
    for (args, stopped) in [
        (&["--keys", "3{GO}AB"][..], "waiting"),
        (&["--keys", "3{GO}A{HALT}", "--seed", "70000"], "halt"),
        (&["--keys-file", "x.keys"], "waiting"),
        (&["--keys-file", "x.keys", "--budget", "20"], "budget"),
        (&["--keys", "9{GO}", "--set", "30 STOP", "--set", "A=-5"], "end"),
    ] {
        let found = basic_report(&folder, &[args, &["--on", "bally"]].concat());
        assert_eq!(found["stopped"], stopped, "{args:?}");
        assert_eq!(found, basic_report(&folder, args), "{args:?}");
    }
}

#[test]
fn a_program_and_keys_can_be_typed() {
    let folder = basic_folder();
    let typed = basic_report(&folder, &["--on", "bally", "--type", "--keys", "3{GO}(?{PRINT}"]);
    let mut expected = basic_report(&folder, &["--on", "bally", "--keys", "3{GO}(?{PRINT}"]);
    // The typed lines are on the screen.
    for name in ["text", "screen"] {
        expected[name] = typed[name].clone();
    }
    assert_eq!(typed, expected);
}

#[test]
fn a_program_that_does_not_fit_is_refused() {
    let full: String = (1..20).map(|n| format!("{n} PRINT \"{}\"\n", "A".repeat(100))).collect();
    let folder = Folder::with(&[("x.bas", &full)]);
    folder.run(&["run", "x.bas", "--on", "bally"]).is_refused(&["x.bas", "line 18 needs", "are free"]);
}

/// The keys that `list` writes type the program wherever there are keys.
#[test]
fn one_key_script_for_the_interpreter_and_the_machine() {
    let program = "10 PRINT 7÷2;A=RND (9)\n20 .(A;B)\n";
    let folder = Folder::with(&[("x.bas", program)]);
    let script = folder.run(&["list", "x.bas", "--as", "keys"]).out;
    assert!(script.starts_with("10{WORDS}=7÷2{RED}{ERASE}"), "{script}");
    let letters = "10 print 7{div}2;a=RND (9){go}\n20 .(A;B)\n";
    for script in [script.as_str(), letters] {
        let interpreter = folder.run(&["run", "--new", "--keys", script, "--json"]).json();
        let machine =
            folder.run(&["run", "--new", "--on", "bally", "--type", "--keys", script, "--json"]).json();
        assert_eq!((&interpreter["sz"], &machine["sz"]), (&1781.into(), &1781.into()), "{script}");
    }
    let shown = |program: &str| {
        let keys = format!("{program}CLEAR{{GO}}PRINT SZ{{GO}}");
        let report = folder.run(&["bally", "--basic", "--frames", "2600", "--keys", &keys, "--json"]).json();
        let rows = report["screen"].as_array().expect("rows").iter().filter_map(Value::as_str);
        let picture = |row: &str| row.replace('1', "0").replace('3', "2");
        rows.map(picture).collect::<Vec<_>>()
    };
    assert_eq!(shown(&script), shown(letters), "the picture without the program's bits");
    assert_ne!(shown(&script), shown(""));
}

#[test]
fn the_cartridge_can_be_inserted_alone() {
    let folder = Folder::with(&[]);
    let run =
        |keys: &str| folder.run(&["bally", "--basic", "--frames", "200", "--keys", keys, "--json"]).json();
    let report = run("{AT 30}1");
    assert_eq!(report["cartridge"], "Arcadian BASIC");
    assert_ne!(report["screen"], run("{AT 30}7")["screen"], "digits are those of BASIC's overlay");
}
