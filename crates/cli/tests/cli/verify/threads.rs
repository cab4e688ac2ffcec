//! Equal inputs give equal reports, in any number of threads.

use std::{fs, path::Path};

use serde_json::Value;

use crate::support::{Folder, RunResult};

/// A routine whose answer depends on memory that its header does not name, and which differs only rarely.
const RARE: &str = "\
;! routine: RARE
;! cpu: z80
;! org: 8000H
;! in: HL -> t:2, BC = n
;! out: A = c
;! clobbers: F, BC, DE, HL
;! requires: n < 2000
;! ensures: c = t[0]
RARE:   LD A,(HL)
        LD DE,1990
        EX DE,HL
        OR A
        SBC HL,BC
        EX DE,HL
        RET NZ
        INC HL
        INC HL
        LD A,(HL)
        RET
";

/// Returns the report as text and as JSON, without times.
fn reports(folder: &Folder, args: &[&str]) -> (RunResult, Value) {
    let text = folder.run(&[&["verify"][..], args].concat());
    let mut json = folder.run(&[&["verify", "--json"][..], args].concat()).json();
    for routine in json["routines"].as_array_mut().expect("routines") {
        routine.as_object_mut().expect("an object").remove("seconds");
    }
    (text, json)
}

#[test]
fn the_report_does_not_depend_on_threads() {
    let sheets = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts");
    let files =
        ["beyond_stack.asm", "beyond_register.asm", "beyond_z80.s", "within.asm", "product_rarely_wrong.asm"];
    let texts = files.map(|name| fs::read_to_string(sheets.join(name)).expect("a sheet"));
    let mut all: Vec<(&str, &str)> = files.into_iter().zip(texts.iter().map(String::as_str)).collect();
    all.push(("rare.asm", RARE));
    let folder = Folder::with(&all);
    let program: &[&str] = &["beyond_z80.s", "--cpu", "z80", "--org", "8000"];
    let runs: [&[&str]; 9] = [
        &["beyond_stack.asm"],
        &["beyond_register.asm"],
        &["beyond_register.asm", "--method", "exhaustive"],
        &["beyond_stack.asm", "--method", "random"],
        program,
        &["rare.asm"],
        &["within.asm", "--method", "exhaustive"],
        // Several routines at once.
        &["beyond_stack.asm", "beyond_register.asm", "within.asm", "rare.asm"],
        &["product_rarely_wrong.asm", "--samples", "9000"],
    ];
    for args in runs {
        let expected = reports(&folder, &[args, &["--threads", "1"]].concat());
        assert_ne!(expected.0.status, Some(2), "{:?}", expected.0);
        for threads in ["1", "2", "3", "8", "2"] {
            let found = reports(&folder, &[args, &["--threads", threads]].concat());
            assert_eq!(found, expected, "{args:?} in {threads} threads");
        }
    }
}

/// The byte after the data of a pointer on the stack can be anything, as the report shows.
#[test]
fn a_pointer_on_the_stack_has_a_counterexample() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts/beyond_z80.s"));
    let folder = Folder::with(&[("a.s", &text.expect("a program"))]);
    let found = folder.run(&["verify", "a.s", "--cpu", "z80", "--org", "8000"]);
    assert_eq!(found.status, Some(1), "{found:?}");
    for part in ["FAILS", "n = 04", "it does not ensure", " at 4003\n", "shown by"] {
        assert!(found.out.contains(part), "`{part}` in {}", found.out);
    }
}

/// Of a sheet that only has examples, the rest must be proven too.
#[test]
fn examples_alone_do_not_pass() {
    let broken = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts/product_rarely_wrong.asm"),
    );
    let holds = ";! routine: INCR\n;! cpu: z80\n;! in: A = x\n;! out: A = y\n;! clobbers: F\n;! example: x = 1 => y = 2\nINCR: INC A\n RET\n";
    let stated = &holds.replace(";! example", ";! ensures: y = (x + 1) mod 256\n;! example");
    let folder = Folder::with(&[
        ("broken.asm", &broken.expect("a sheet")),
        ("holds.asm", holds),
        ("stated.asm", stated),
    ]);
    let samples: &[&str] = &["--samples", "500"];
    for (args, status, word) in [
        (&["verify", "broken.asm"][..], 1, "examples hold, rest unproven"),
        (&["verify", "broken.asm", "--accept-sampled"], 0, "examples hold, rest unproven"),
        (&["verify", "holds.asm"], 0, "examples hold\n"),
        (&["verify", "holds.asm", "--method", "examples"], 1, "examples hold, rest unproven"),
        (&["verify", "stated.asm", "--method", "examples"], 1, "examples hold, rest unproven"),
        (&["verify", "stated.asm"], 0, " holds\n"),
    ] {
        let found = folder.run(&[args, samples].concat());
        assert_eq!((found.status, found.out.contains(word)), (Some(status), true), "{args:?}: {found:?}");
    }
    let found = folder.run(&["verify", "broken.asm", "--json", "--samples", "500"]).json();
    let routine = &found["routines"][0];
    assert_eq!(
        (&found["ok"], &routine["ok"], &routine["sampled"], &routine["verdict"]),
        (&false.into(), &false.into(), &true.into(), &"examples hold, rest unproven".into())
    );
    for (args, status, word) in [
        (&["test", "broken.asm"][..], 1, "sampled   broken.asm"),
        (&["test", "broken.asm", "--accept-sampled"], 0, "holds     broken.asm"),
        (&["test", "holds.asm"], 0, "examples  holds.asm"),
    ] {
        let found = folder.run(args);
        assert_eq!((found.status, found.out.contains(word)), (Some(status), true), "{args:?}: {found:?}");
    }
}
