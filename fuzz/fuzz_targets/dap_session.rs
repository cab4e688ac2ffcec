//! A session of the Debug Adapter Protocol. Each line is a request: its command, then its arguments as JSON.
#![no_main]

use std::{fs, sync::LazyLock};

use arcadian_fuzz::{choice_and_text, rarely};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

/// Small programs. Most sessions launch one of these, because a built-in program takes much longer to load.
const FILES: [(&str, &str); 3] = [
    ("count.asm", "        CPU  8080\n        ORG  100H\nMAIN:   MVI  B,3\nLOOP:   DCR  B\n        JNZ  LOOP\n        RET\n"),
    ("count.bas", "10 FOR I=1TO 3;GOSUB 30;NEXT I\n20 INPUT A;STOP\n30 PRINT I;RETURN\n"),
    ("halt.asm", "        CPU  6502\n        ORG  $300\n        LDA  #1\n        JAM\n"),
];

static PROGRAMS: LazyLock<[String; 4]> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("arcadian-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    let [count, basic, halt] = FILES.map(|(name, text)| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a small file");
        path.to_str().expect("a path in UTF-8").to_owned()
    });
    [count, basic, halt, "T2CW".to_owned()]
});

fuzz_target!(|input: &[u8]| {
    let Some((choice, text)) = choice_and_text(input) else { return };
    let program = if rarely(input, 4096) { 3 } else { usize::from(choice & 3).min(2) };
    let begin = [
        ("initialize", json!({"adapterID": "fuzz", "linesStartAt1": choice & 4 == 0})),
        ("launch", json!({"program": PROGRAMS[program]})),
        ("configurationDone", Value::Null),
    ];
    let typed = text.lines().map(|line| {
        let (command, arguments) = line.split_once(' ').unwrap_or((line, ""));
        (command, serde_json::from_str(arguments).unwrap_or_default())
    });
    let skipped = if choice & 8 == 0 { 0 } else { usize::from(choice >> 4).min(begin.len()) };
    arcadian::fuzzing::dap_session(begin.into_iter().skip(skipped).chain(typed));
});
