//! The modules of the debugger, the proofs and the emulated Bally as a page uses them, in JSON.

use arcadian_web::{
    Module, Pixels,
    bally::Bally,
    change,
    prove::Prove,
    step::{Step, Systems},
};
use serde_json::{Value, json};

fn ask(module: &mut impl Module, request: &Value) -> Value {
    serde_json::from_slice(&module.handle(request.to_string().as_bytes())).expect("JSON")
}

#[track_caller]
fn request(module: &mut impl Module, request: Value) -> Value {
    let answer = ask(module, &request);
    assert_eq!(answer["ok"], true, "{request}: {answer}");
    answer
}

#[track_caller]
fn command(module: &mut impl Module, line: &str) -> Value {
    request(module, json!({ "do": "command", "line": line }))
}

fn pixels(module: &impl Module) -> &Pixels {
    module.pixels().expect("a picture")
}

fn view(module: &mut impl Module) -> Value {
    request(module, json!({ "do": "view" }))
}

fn value<'a>(view: &'a Value, name: &str) -> &'a Value {
    let groups = view["groups"].as_array().expect("groups").iter();
    let values = groups.flat_map(|group| group["values"].as_array().expect("values"));
    values.into_iter().find(|value| value["name"] == name).expect("a value")
}

#[test]
fn a_routine_runs_forward_and_back() {
    let mut module = <Step>::default();
    let opening = json!({ "do": "step", "target": "T2CW", "inputs": ["board=1B2F"] });
    let opened = request(&mut module, opening);
    assert_eq!(opened["name"], "T2CW");
    assert!(opened["title"].as_str().is_some_and(|title| title.contains("1B2F")), "{opened}");
    let start = view(&mut module);
    assert_eq!((&start["step"], &start["kind"], &start["screen"]), (&json!(0), &json!("code"), &Value::Null));
    let code = start["code"].as_array().expect("rows");
    assert_eq!(code.iter().filter(|row| row["here"] == true).count(), 1);
    // A breakpoint by the command that the row names, and the same row deletes it.
    let row = &code[3];
    let set = command(&mut module, row["toggle"].as_str().expect("a command"));
    assert_eq!(set["failed"], false, "{set}");
    assert_eq!(command(&mut module, "continue")["moved"], true);
    let stopped = view(&mut module);
    assert_eq!((&stopped["code"][3]["here"], &stopped["code"][3]["stop"]), (&json!(true), &json!(true)));
    assert!(stopped["message"].as_str().is_some_and(|message| message.contains("breakpoint")), "{stopped}");
    command(&mut module, stopped["code"][3]["toggle"].as_str().expect("a command"));
    let end = command(&mut module, "continue");
    assert_eq!(end["failed"], false);
    let end = view(&mut module);
    assert!(
        end["message"].as_str().is_some_and(|message| message.contains("as the oracle says")),
        "{}",
        end["message"]
    );
    assert_eq!(end["boards"].as_array().map(Vec::len), Some(1));
    // Back to the start, and to any step between.
    command(&mut module, "restart");
    let again = view(&mut module);
    assert_eq!((&again["step"], &again["recorded"]), (&json!(0), &end["step"]));
    assert_eq!(
        (&again["groups"][0]["values"][0]["value"], &again["code"][0]["at"]),
        (&start["groups"][0]["values"][0]["value"], &start["code"][0]["at"])
    );
    command(&mut module, "go 2");
    assert_eq!(view(&mut module)["step"], 2);
    command(&mut module, "back");
    let view = view(&mut module);
    assert_eq!(view["step"], 1);
    assert_eq!(value(&view, "PC")["mark"], "last");
}

#[test]
fn basic_is_stepped_with_its_screen() {
    let files = json!({ "x.bas": "10 A=1\n20 A=A+1;PRINT \"HI\"\n30 GOTO 20\n" });
    let opening = json!({ "do": "step", "target": "x.bas", "files": files });
    let refused = request(&mut <Step>::default(), opening.clone());
    assert_eq!(refused, json!({ "ok": true, "isOnSystem": true }));
    let mut module = Step::<Systems>::default();
    request(&mut module, opening);
    command(&mut module, "until 30");
    let view = view(&mut module);
    assert_eq!((&view["kind"], &value(&view, "A")["value"]), (&json!("basic"), &json!("2")));
    assert!(
        view["screen"]["text"][0].as_str().is_some_and(|row| row.starts_with("HI")),
        "{}",
        view["screen"]
    );
    assert_eq!((pixels(&module).width, pixels(&module).height), (160, 88));
    assert_eq!(view["memory"], Value::Null);
    let here: Vec<_> =
        view["code"].as_array().expect("rows").iter().filter(|row| row["here"] == true).collect();
    assert_eq!(here.len(), 1);
    assert_eq!(here[0]["statement"], json!([0, 7]));
}

#[test]
fn an_endless_loop_stops_at_the_budget_and_goes_on() {
    let mut module = <Step>::default();
    let files = json!({ "x.asm": "        CPU  8080\nSTART:  INR  A\n        JMP  START\n" });
    request(&mut module, json!({ "do": "step", "target": "x.asm", "files": files }));
    let mut last = 0;
    for _ in 0..2 {
        assert_eq!(command(&mut module, "continue")["moved"], true);
        let step = view(&mut module)["step"].as_u64().expect("a number");
        assert!(step >= last + 20_000_000, "{step}");
        last = step;
    }
}

/// Adds 2, except to 7E.
const WRONG: &str = "\
;! cpu: 8080
;! routine: PLUS
;! clobbers: F
;! in: A = x
;! out: A = y
;! ensures: y == x + 2
        ORG  100H
PLUS:   ADI  2
        CPI  80H
        RNZ
        INR  A
        RET
";

#[test]
fn a_counterexample_is_shown_by_step() {
    let mut module = <Step>::default();
    let files = json!({ "plus.asm": WRONG });
    let proof = request(&mut Prove, json!({ "do": "prove", "name": "plus.asm", "files": files }));
    let verdict = &proof["routines"][0];
    assert_eq!(verdict["word"], "FAILS", "{verdict}");
    assert_eq!(verdict["report"]["counterexample"]["input"]["x"], "7E");
    let mut show = verdict["show"].clone();
    show["do"] = "step".into();
    show["files"] = files;
    request(&mut module, show.clone());
    assert_eq!(view(&mut module)["step"], show["go"]);
    command(&mut module, "continue");
    let message = view(&mut module)["message"].as_str().unwrap_or_default().to_owned();
    assert!(message.contains("but not y == x + 2"), "{message}");
}

#[test]
fn a_request_places_data_and_sets_bytes_and_takes_fields_from_another_sheet() {
    let mut module = <Step>::default();
    let placed =
        json!({ "do": "step", "target": "HEXCL", "place": ["set=40FE"], "poke": { "2041": "0708" } });
    request(&mut module, placed);
    let start = view(&mut module);
    assert_eq!(
        (value(&start, "H")["value"].as_str(), value(&start, "L")["value"].as_str()),
        (Some("40"), Some("FE"))
    );
    assert!(
        command(&mut module, "print [2042]")["text"].as_str().is_some_and(|text| text.starts_with("$08"))
    );
    let files = json!({
        "negate.asm": include_str!("../../../../docs/examples/equivalences/negate.asm"),
        "short.asm": include_str!("../../../../docs/examples/equivalences/negate_short.asm"),
    });
    let given = json!({ "do": "step", "target": "negate.asm", "files": files, "inputs": "x=0500" });
    let refused = ask(&mut module, &given).to_string();
    assert!(refused.contains("--in applies only to routines; negate.asm is a source"), "{refused}");
    let mut same = given;
    same["sameAs"] = "short.asm".into();
    let opened = request(&mut module, same);
    assert!(opened["title"].as_str().is_some_and(|title| title.contains("x=0500")), "{opened}");
}

#[test]
fn bundled_routines_are_listed_shown_and_proven() {
    let mut module = <Step>::default();
    let all = request(&mut module, json!({ "do": "routines" }));
    let all = all["routines"].as_array().expect("routines");
    assert!(all.len() >= 80);
    let routine = |name: &str| all.iter().find(|routine| routine["name"] == name).expect("a routine");
    assert_eq!(routine("RTURN")["family"], "ROTATE: sixteen letters");
    assert_eq!(routine("T2CW")["input"], "board=1B2F");
    let board = request(&mut module, json!({ "do": "step", "target": "T2CW", "inputs": ["board=1B2F"] }));
    assert_eq!(board["name"], "T2CW");
    let board = &view(&mut module)["boards"][0];
    let row = board["rows"][0]["cells"].as_array().expect("squares");
    assert_eq!((row.len(), board["head"].as_array().map(Vec::len)), (4, Some(0)));
    assert!(row.iter().all(|cell| cell[0] == "●" || cell[0] == "·"), "{board}");
    let sheet = request(&mut module, json!({ "do": "sheet", "name": "RSPEC", "cpu": "6502" }));
    assert!(sheet["text"].as_str().is_some_and(|text| text.contains("RSPEC")));
    let proof = request(&mut Prove, json!({ "do": "prove", "name": "RSPEC", "cpu": "8080" }));
    assert_eq!(proof["routines"].as_array().map(Vec::len), Some(1));
    assert_eq!(proof["routines"][0]["word"], "holds");
    let proof = request(&mut Prove, json!({ "do": "prove", "name": "RSPEC", "cpu": "Z80" }));
    assert_eq!(
        (&proof["routines"][0]["word"], &proof["routines"][0]["report"]["cpu"]),
        (&json!("holds"), &json!("Z80"))
    );
}

#[test]
fn the_bally_plays_a_basic_program_with_sound() {
    let mut module = Bally::default();
    let files =
        json!({ "x.bas": "10 PRINT \"HELLO\"\n20 &(16)=50;&(22)=15;&(17)=100\n30 K=KP;TV=K\n40 GOTO 30\n" });
    let opened =
        request(&mut module, json!({ "do": "bally", "basic": true, "program": "x.bas", "files": files }));
    assert_eq!(opened["basic"], true);
    let (mut changed, mut samples) = (0, Vec::new());
    for frame in 0..120 {
        changed |= module.advance(f64::from(frame) * 16.7);
        samples.extend(module.take_samples());
    }
    assert_eq!(changed & change::PICTURE, change::PICTURE);
    assert!(samples.iter().any(|sample| *sample != samples[0]), "sound");
    assert!((80_000..100_000).contains(&samples.len()), "{}", samples.len());
    let text = request(&mut module, json!({ "do": "text" }))["rows"].clone();
    assert!(text[0].as_str().is_some_and(|row| row.starts_with("HELLO")), "{text}");
    let before = pixels(&module).rgba.clone();
    for (key, down) in [("5", true), ("5", false)] {
        request(&mut module, json!({ "do": "press", "key": key, "down": down }));
        (0..10).for_each(|step| {
            module.advance(3000.0 + f64::from(u8::from(!down)) * 500.0 + f64::from(step) * 50.0);
        });
    }
    assert_ne!(pixels(&module).rgba, before, "the typed digit");
}

#[test]
fn errors_say_what_is_wrong() {
    let (mut step, mut bally) = (<Step>::default(), Bally::default());
    for (request, part) in [
        (json!({ "do": "view" }), "no program is being stepped"),
        (json!({ "do": "press", "key": "5", "down": true }), "not switched on"),
        (json!({ "do": "step", "target": "NOPE" }), "there is no routine `NOPE`"),
        (json!({ "do": "step", "target": "x.asm" }), "there is no file x.asm"),
        (json!({ "do": "step", "target": "T2CW", "inputs": ["bord=1B2F"] }), "did you mean `board`?"),
        (json!({ "do": "step", "target": "T2CW", "cpu": "6809" }), "8080, z80 and 6502"),
        (json!({ "do": "step", "target": "x.asm", "files": { "x.asm": " CPU 8080\n MOV A\n" } }), "x.asm:2"),
        (json!({ "do": "prove", "name": "x.asm", "files": { "x.asm": ";! cpu: 8080\n" } }), "x.asm"),
        (
            json!({ "do": "bally", "cart": "x.bin", "binary": { "x.bin": "AAAA".repeat(3_000) } }),
            "cannot use x.bin",
        ),
        (json!({ "do": "bally", "cart": "x.bin", "binary": { "x.bin": "?" } }), "Base64"),
        (
            json!({ "do": "bally", "basic": true, "program": "x.bas", "files": { "x.bas": "10 PRINT é\n" } }),
            "x.bas:1:10",
        ),
    ] {
        let answer = match request["do"].as_str() {
            Some("prove") => ask(&mut Prove, &request),
            Some("press" | "bally") => ask(&mut bally, &request),
            _ => ask(&mut step, &request),
        };
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.contains(part), "{request}: {error}");
    }
}
