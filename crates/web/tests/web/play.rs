//! The play module as a page uses it: requests and answers in JSON.

use arcadian_web::play::Play;
use arcadian_web::{Module, Pixels, change};
use serde_json::{Value, json};

#[derive(Default)]
struct Page {
    module: Play,
    now: f64,
}

impl Page {
    fn ask(&mut self, request: &Value) -> Value {
        let answer = self.module.handle(request.to_string().as_bytes());
        serde_json::from_slice(&answer).expect("JSON")
    }

    #[track_caller]
    fn request(&mut self, request: Value) -> Value {
        let answer = self.ask(&request);
        assert_eq!(answer["ok"], true, "{request}: {answer}");
        answer
    }

    fn error(&mut self, request: &Value) -> String {
        self.ask(request)["error"].as_str().unwrap_or_default().to_owned()
    }

    fn opened(mut opening: Value) -> Page {
        let mut page = Page::default();
        opening["do"] = "open".into();
        opening["speed"] = "max".into();
        page.request(opening);
        page.run();
        page
    }

    fn run(&mut self) -> u32 {
        (0..20).fold(0, |changed, _| {
            self.now += 16.0;
            changed | self.module.advance(self.now)
        })
    }

    fn pixels(&self) -> &Pixels {
        self.module.pixels().expect("a picture")
    }

    fn press(&mut self, keys: &[&str]) {
        for key in keys {
            self.request(json!({ "do": "key", "key": key, "down": true }));
            self.run();
            self.request(json!({ "do": "key", "key": key, "down": false }));
        }
    }

    fn state(&mut self) -> Value {
        self.request(json!({ "do": "state" }))
    }

    fn text(&mut self) -> String {
        let state = self.state();
        let rows = state["text"].as_array().expect("rows").iter().filter_map(Value::as_str);
        rows.collect::<Vec<_>>().join("\n")
    }
}

#[test]
fn rotate_starts_as_in_the_terminal() {
    let mut page = Page::opened(json!({ "name": "rotate", "seed": 1 }));
    assert!(page.text().contains("LEVEL"), "{}", page.text());
    page.press(&["8", "{GO}"]);
    let state = page.state();
    assert_eq!((&state["waiting"], &state["question"]), (&json!("key"), &json!(false)));
    let pixels = page.pixels();
    assert_eq!(pixels.rgba.len(), 160 * 88 * 4);
    assert!(pixels.rgba.chunks(4).any(|pixel| pixel != &pixels.rgba[..4]), "more than one color");
}

#[test]
fn the_state_has_the_puzzle_where_a_move_is_asked_for() {
    let mut page = Page::opened(json!({ "name": "rotate", "seed": 1 }));
    assert_eq!(page.state()["puzzle"], Value::Null);
    page.press(&["8", "{GO}"]);
    let puzzle = page.state()["puzzle"].clone();
    let letters = puzzle.as_str().and_then(|puzzle| puzzle.strip_suffix(" special")).expect("a puzzle");
    assert_eq!(letters.len(), 16);
    page.press(&["S"]);
    assert_eq!(page.state()["puzzle"], json!(format!("{letters} special pressed")));
}

/// At full speed the end of a game is on the screen for less than a frame.
#[test]
fn the_state_has_what_was_printed_and_is_gone_from_the_screen() {
    let mut page = Page::opened(json!({ "name": "rotate", "seed": 7, "keys": "1{GO}", "statements": 1000 }));
    page.press(&["G"]);
    let state = page.state();
    let printed = state["printed"].as_array().expect("lines");
    assert_eq!(printed.len(), 4, "{state}");
    assert_eq!(printed[2..], ["YOU WON IN 1 MOVES!", "NEW GAME? (Y/N)"]);
    assert!(!state["text"].to_string().contains("YOU WON"), "{state}");
}

#[test]
fn what_has_changed_is_told_once() {
    let mut page = Page::default();
    assert_eq!(page.module.advance(0.0), 0, "nothing is open");
    page.request(
        json!({ "do": "open", "name": "p.bas", "text": "10 A=KP;PRINT A\n20 GOTO 10\n", "seed": 1 }),
    );
    assert_eq!(page.run() & (change::PICTURE | change::STATE), change::PICTURE | change::STATE);
    assert_eq!(page.run(), 0, "it waits for a key");
    page.press(&["A"]);
    assert_eq!(page.module.advance(f64::NAN) & change::BUSY, 0);
}

#[test]
fn a_recording_restores_the_session() {
    let mut page = Page::opened(json!({ "name": "rotate", "seed": 7 }));
    page.press(&["4", "{GO}", "A", "{GO}", "B"]);
    let recording = page.request(json!({ "do": "recording" }));
    let (picture, state) = (page.pixels().clone(), page.state());
    let mut restored = Page::opened(json!({
        "name": "rotate", "seed": recording["seed"], "keys": recording["keys"], "statements": recording["statements"],
    }));
    assert_eq!(restored.pixels(), &picture);
    assert_eq!(restored.state(), state);
    page.press(&["C"]);
    restored.press(&["C"]);
    assert_eq!(restored.pixels(), page.pixels());
    assert_eq!(restored.request(json!({ "do": "recording" })), page.request(json!({ "do": "recording" })));
}

/// Each call repeats a part of a long recording. Until it has been repeated, no key reaches the machine.
#[test]
fn a_long_recording_is_repeated_in_parts_and_can_be_stopped() {
    let opening = json!({
        "do": "open", "name": "x.bas", "text": "10 A=KP\n20 B=1-B;GOTO 20\n", "speed": "max", "keys": "A", "statements": 1_000_000,
    });
    let mut page = Page::default();
    page.request(opening.clone());
    let parts = (0..10_000).take_while(|_| page.module.advance(0.0) & change::REPEATING != 0).count();
    assert!(parts > 100, "{parts} parts");
    assert_eq!(page.state()["statements"], 1_000_000);

    let mut page = Page::default();
    page.request(opening);
    for _ in 0..10 {
        assert_ne!(page.module.advance(0.0) & change::REPEATING, 0);
    }
    page.press(&["{HALT}"]);
    page.request(json!({ "do": "paste", "text": "STOP\n" }));
    assert_eq!(page.state()["waiting"], "running", "the keys did not reach the machine");
    page.request(json!({ "do": "stop" }));
    assert_eq!(page.module.advance(0.0) & change::REPEATING, 0);
    page.request(json!({ "do": "halt" }));
    page.run();
    assert_eq!(page.state()["waiting"], "prompt");
    let recording = page.request(json!({ "do": "recording" }));
    let statements = recording["statements"].as_u64().expect("a number");
    assert!(statements < 1_000_000, "{statements}");
    assert!(recording["keys"].as_str().expect("keys").starts_with('A'), "{recording}");
}

#[test]
fn an_empty_machine_takes_a_program_and_keeps_its_files() {
    let mut page = Page::opened(json!({}));
    page.request(json!({ "do": "paste", "text": "10 PRINT 6×7\nRUN\n:PRINT \"ANSWER\"\n" }));
    page.run();
    assert_eq!(page.request(json!({ "do": "program" }))["text"], "10 PRINT 6×7\n");
    assert_eq!(page.state()["saved"], json!({ "ANSWER.bas": "10 PRINT 6×7\n" }));
    assert!(page.text().contains("42"));
    assert_eq!(page.state()["saved"], json!({}));
    assert!(page.error(&json!({ "do": "recording" })).contains("saved or loaded"));
    let mut page = Page::opened(json!({ "files": { "ANSWER.bas": "10 PRINT 6×7\n" } }));
    page.request(json!({ "do": "paste", "text": ":INPUT \"ANSWER\"\nRUN\n" }));
    page.run();
    assert!(page.text().contains("42"), "{}", page.text());
}

#[test]
fn a_question_waits_for_its_answer() {
    let mut page = Page::opened(json!({}));
    page.request(json!({ "do": "paste", "text": "10 STOP\n" }));
    page.run();
    page.request(json!({ "do": "reset" }));
    assert_eq!(page.state()["question"], true);
    page.press(&["A"]);
    page.request(json!({ "do": "answer", "stroke": "n" }));
    assert_eq!((&page.state()["question"], &page.state()["lines"]), (&json!(false), &json!(1)));
    page.request(json!({ "do": "reset" }));
    page.request(json!({ "do": "answer", "stroke": "y" }));
    assert_eq!(page.state()["lines"], 0);
}

#[test]
fn the_pad_has_every_word() {
    let rows = Page::default().request(json!({ "do": "pad" }));
    let rows = rows["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 6);
    assert!(rows.iter().all(|row| row.as_array().is_some_and(|keys| keys.len() == 4)));
    let mut page = Page::opened(json!({}));
    for legend in rows[..5].iter().flat_map(|row| row.as_array().expect("keys")) {
        let names = legend.as_array().expect("legends").iter().filter_map(Value::as_str);
        // +10 is not a key of a script: it is what the overlay says of line numbers.
        for name in names.filter(|name| !["", "+10"].contains(name)) {
            let key = if name.chars().count() > 1 { format!("{{{name}}}") } else { name.to_owned() };
            page.request(json!({ "do": "key", "key": key, "down": true }));
        }
    }
}

/// Requests that a damaged or hostile page or link could contain.
#[test]
fn a_wrong_request_has_an_answer() {
    let mut page = Page::default();
    for (request, part) in [
        (json!({ "do": "state" }), "no program is open"),
        (json!({ "do": "fly" }), "there is no request `fly`"),
        (json!(7), "cannot be read"),
        (json!({ "do": "open", "name": "gone.bas" }), "there is no file gone.bas"),
        (json!({ "do": "open", "name": "x.bas", "text": "10 PRINT é\n" }), "x.bas:1:10"),
        (json!({ "do": "open", "name": "x.bas", "text": "10 STOP\n", "dialect": "cobol" }), "cobol"),
        (json!({ "do": "open", "name": "rotate", "keys": "{NO}", "statements": 9 }), "{NO}"),
        (json!({ "do": "open", "name": "rotate", "statements": u64::MAX }), "at most 5000000"),
        (
            json!({ "do": "open", "name": "x.bas", "text": format!("10 A={}\n", "1".repeat(1900)) }),
            "1804 are free",
        ),
    ] {
        let error = page.error(&request);
        assert!(error.contains(part), "{request}: {error}");
    }
    let mut page = Page::opened(json!({ "name": "rotate", "seed": 1 }));
    for (request, part) in [
        (json!({ "do": "key", "key": "{FOO}", "down": true }), "no key is called"),
        (json!({ "do": "key", "key": "AB", "down": true }), "one key"),
        (json!({ "do": "control", "key": "fire", "down": true }), "knobUp"),
        (json!({ "do": "answer", "stroke": "Tab" }), "Backspace"),
    ] {
        let error = page.error(&request);
        assert!(error.contains(part), "{request}: {error}");
    }
    assert_eq!(page.module.handle(b"\xff{")[..9], *br#"{"error":"#);
    assert_eq!(page.state()["waiting"], "input", "the machine is as before");
}

/// A program in an endless loop, at every speed: each call returns.
#[test]
fn an_endless_loop_can_be_halted() {
    for speed in ["period", "max"] {
        let mut page = Page::default();
        page.request(json!({ "do": "open", "name": "x.bas", "text": "10 GOTO 10\n", "speed": speed }));
        page.run();
        assert_eq!(page.state()["waiting"], "running");
        page.request(json!({ "do": "speed", "speed": "max" }));
        assert_eq!(page.run() & change::BUSY, change::BUSY);
        page.request(json!({ "do": "halt" }));
        page.run();
        assert_eq!(page.state()["waiting"], "prompt");
    }
}

#[test]
fn sound_is_made_on_request_at_the_speed_of_1982() {
    let mut page =
        Page::opened(json!({ "name": "x.bas", "text": "10 NT=0;&(16)=49;&(17)=40;&(22)=15\n20 GOTO 20\n" }));
    page.request(json!({ "do": "sound", "on": true }));
    page.run();
    assert!(page.module.take_samples().is_empty(), "full speed is silent");
    page.request(json!({ "do": "speed", "speed": "period" }));
    page.run();
    page.module.take_samples();
    page.run();
    let samples = page.module.take_samples();
    let passages = samples.windows(2).filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0).count();
    // 20 times 16 ms; 436.5 Hz.
    assert!(samples.len().abs_diff(14_112) < 5, "{}", samples.len());
    assert!((139..=140).contains(&passages), "{passages}");
    page.request(json!({ "do": "sound", "on": false }));
    page.run();
    assert!(page.module.take_samples().is_empty());
}
