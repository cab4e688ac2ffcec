//! Requests of the page and its answers, and solutions of exercises as the page asks for their judgment: honest ones are solved, others
//! never.

use std::collections::HashMap;

use arcadian_web::{Module, boards::Boards, prove::Prove, step::Step};
use serde_json::{Value, json};

fn ask(request: &Value) -> Value {
    let answer = Boards.handle(request.to_string().as_bytes());
    serde_json::from_slice(&answer).expect("JSON")
}

/// Begins a game of two persons.
fn begin(fields: Value) -> Value {
    let mut request = json!({ "do": "begin", "program": "none", "level": 1, "seed": 1 });
    let all = request.as_object_mut().expect("an object");
    all.extend(fields.as_object().expect("an object").clone());
    ask(&request)
}

fn error(answer: &Value) -> &str {
    answer["error"].as_str().unwrap_or("it was not refused")
}

#[test]
fn each_game_begins_as_its_fields_say() {
    for (fields, rules, cells) in [
        (json!({ "game": "tactix", "rules": "misere", "size": 3 }), "misere", "xxxxxxxxx".to_owned()),
        (json!({ "game": "tactix", "rules": "normal", "position": "x./xx" }), "normal", "x.xx".to_owned()),
        (
            json!({ "game": "ataxx", "rules": "standard", "walls": 0x8000 }),
            "standard",
            format!("x.....o{}...#...{}o.....x", ".".repeat(14), ".".repeat(14)),
        ),
        (
            json!({ "game": "rotate", "rules": "given", "position": "BACDEFGHIJKLMNOP" }),
            "given",
            "BACDEFGHIJKLMNOP".to_owned(),
        ),
    ] {
        let game = begin(fields.clone());
        assert_eq!((&game["rules"], &game["cells"]), (&json!(rules), &json!(cells)), "{fields}: {game}");
    }
    let halma = begin(json!({ "game": "halma", "rules": "kangaroo" }));
    assert_eq!(halma["rows"].as_array().map(Vec::len), Some(16));
    assert_eq!(halma["shaded"].as_array().map(Vec::len), Some(38));
    let rotate = begin(json!({ "game": "rotate", "turns": 40 }));
    assert_eq!(rotate["rules"], "level 40");
}

#[test]
fn what_cannot_begin_is_refused_with_the_reason() {
    for (fields, reason) in [
        (json!({ "game": "chess" }), "`chess` is not a game"),
        (json!({ "game": "tactix", "rules": "easy", "size": 3 }), "write misere or normal"),
        (json!({ "game": "tactix", "rules": "normal", "size": 9 }), "1 to 6 squares on a side, not 9"),
        (json!({ "game": "tactix", "rules": "normal", "size": 3, "level": 6 }), "from 1 to 5, not 6"),
        (json!({ "game": "tactix", "rules": "normal", "size": 3, "program": "x" }), "not `x`"),
        (json!({ "game": "ataxx", "rules": "standard", "walls": 1 }), "the stones start on the corners"),
        (
            json!({ "game": "ataxx", "rules": "standard", "walls": 0xFFFE }),
            "the game is over in this position",
        ),
        (json!({ "game": "rotate", "turns": 41 }), "a number of turns from 1 to 40, not 41"),
        (json!({ "game": "halma", "rules": "standard", "position": "x" }), "not a position of Halma"),
    ] {
        let answer = begin(fields.clone());
        assert!(error(&answer).contains(reason), "{fields}: {answer}");
    }
}

#[test]
fn touched_squares_are_selected_and_move() {
    let game = begin(json!({ "game": "ataxx", "rules": "standard" }));
    let record = &game["record"];
    assert_eq!(game["sources"], json!([0, 48]));
    let selected = ask(&json!({ "do": "touch", "record": record, "selected": null, "square": 0 }));
    assert_eq!((&selected["selected"], &selected["record"]), (&json!(0), record));
    assert_eq!(selected["marks"]["1"], "target");
    let unselected = ask(&json!({ "do": "touch", "record": record, "selected": 0, "square": 0 }));
    assert_eq!(unselected["selected"], Value::Null);
    let moved = ask(&json!({ "do": "touch", "record": record, "selected": 0, "square": 2 }));
    assert_eq!(moved["moves"], json!(["a7c7"]));
    assert_eq!(moved["marks"], json!({ "0": "last", "2": "last" }));
    for (selected, square, reason) in [
        (json!(null), 3, "d7 has no stone"),
        (json!(null), 6, "the stone on g7 is not x's"),
        (json!(0), 3, "a7 and d7 are 3 squares apart"),
        (json!(null), 49, "there is no square in row 7"),
        (json!(null), usize::MAX, "there is no square in row"),
    ] {
        let answer = ask(&json!({ "do": "touch", "record": record, "selected": selected, "square": square }));
        assert!(error(&answer).contains(reason), "{selected}, {square}: {answer}");
    }
}

#[test]
fn moves_are_taken_back_and_shown_again() {
    let game = begin(json!({ "game": "tactix", "rules": "normal", "size": 2, "program": "second" }));
    let one = ask(&json!({ "do": "play", "record": game["record"], "text": " 00 " }));
    assert_eq!((&one["turn"], &one["moves"]), (&json!("program"), &json!(["00"])));
    let two = ask(&json!({ "do": "choose", "record": one["record"] }));
    assert_eq!(two["turn"], "person");
    assert!(two["said"].as_str().is_some_and(|said| said.starts_with("The program: ")), "{two}");
    let back = ask(&json!({ "do": "back", "record": two["record"] }));
    assert_eq!(back["record"], game["record"]);
    let earlier = ask(&json!({ "do": "show", "record": two["record"], "at": 1 }));
    assert_eq!(earlier["record"], one["record"]);
    for (request, reason) in [
        (json!({ "do": "back", "record": game["record"] }), "there is no move of a person to take back"),
        (json!({ "do": "show", "record": two["record"], "at": 3 }), "the game has 2 moves, not 3"),
        (json!({ "do": "play", "record": one["record"], "text": "00" }), "00 has no counter"),
        (json!({ "do": "choose", "record": two["record"] }), "the program is not to move"),
        (json!({ "do": "show", "record": "chess" }), "its first line is `arcadian game 1`"),
    ] {
        let answer = ask(&request);
        assert!(error(&answer).contains(reason), "{request}: {answer}");
    }
}

#[test]
fn hints_are_marked_and_solve_a_puzzle() {
    let mut game = begin(json!({ "game": "rotate", "turns": 2 }));
    for _ in 0..2 {
        if game["turn"] == "over" {
            break;
        }
        let hint = ask(&json!({ "do": "hint", "record": game["record"] }));
        assert_eq!(hint["record"], game["record"], "a hint is not a move");
        let marks = hint["marks"].as_object().expect("marks");
        assert!(marks.values().any(|mark| mark == "hint"), "{hint}");
        let said = hint["said"].as_str().expect("text");
        let text = said.strip_prefix("Hint: ").and_then(|said| said.split_once(',')).expect("a move").0;
        game = ask(&json!({ "do": "play", "record": game["record"], "text": text }));
    }
    assert_eq!(game["turn"], "over");
    assert_eq!(game["keys"], json!([]));
    let answer = ask(&json!({ "do": "hint", "record": game["record"] }));
    assert_eq!(error(&answer), "the game is over");
}

#[test]
fn the_program_of_1982_has_hints() {
    let solve = |puzzle: &str| ask(&json!({ "do": "solve", "puzzle": puzzle }));
    assert_eq!(solve("BCDHFGEPIJKLAMNO special")["said"], "hint: E (8 moves left)");
    let moves = ask(&json!({ "do": "shortest", "puzzle": "BCDHFGEPIJKLAMNO special" }));
    assert_eq!(moves["moves"], 8);
    assert!(error(&solve("BCDH special")).contains("a board has the letters A to P"));
}

const CASES: &str = include_str!("exercises.txt");

/// A sheet that somebody hands in.
#[derive(Debug, Default)]
struct Case {
    title: String,
    of: String,
    changes: Vec<(String, String)>,
    code: Option<String>,
    lines: Option<String>,
    verdict: Option<String>,
    expect: String,
}

/// Replaces the names of characters.
fn unescaped(text: &str) -> String {
    let (text, mut rest) =
        (text.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t"), String::new());
    let mut parts = text.split("\\u{");
    rest.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (code, text) = part.split_once('}').expect("a code");
        let code = u32::from_str_radix(code, 16).expect("a number");
        rest.push(char::from_u32(code).expect("a character"));
        rest.push_str(text);
    }
    rest
}

/// Returns the exercises, their solutions, and the cases.
fn read() -> (HashMap<&'static str, String>, HashMap<&'static str, String>, Vec<Case>) {
    let (mut exercises, mut solutions, mut cases) = (HashMap::new(), HashMap::new(), Vec::new());
    for block in CASES.split("\n\n") {
        let lines = block.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>();
        let Some((head, body)) = lines.split_first() else { continue };
        let text = body.join("\n") + "\n";
        match head.split_once(' ').expect("a name") {
            ("exercise", name) => drop(exercises.insert(name, text)),
            ("solution", name) => drop(solutions.insert(name, text.trim_end().to_owned())),
            ("case", title) => cases.push(case(title, body)),
            _ => panic!("{head}"),
        }
    }
    (exercises, solutions, cases)
}

fn case(title: &str, lines: &[&str]) -> Case {
    let mut case = Case { title: title.to_owned(), ..Case::default() };
    for line in lines {
        let (key, value) = line.split_once(' ').expect("a value");
        match key {
            "of" => value.clone_into(&mut case.of),
            "code" => case.code = Some(unescaped(value)),
            "lines" => case.lines = Some(unescaped(value)),
            "verdict" => case.verdict = Some(value.to_owned()),
            "expect" => value.clone_into(&mut case.expect),
            "change" => {
                let (old, new) = value.split_once(" ~>").expect("what replaces it");
                case.changes.push((unescaped(old), unescaped(new.strip_prefix(' ').unwrap_or(new))));
            }
            _ => panic!("{line}"),
        }
    }
    case
}

fn answer_of(mut module: impl Module, request: &Value) -> Value {
    serde_json::from_slice(&module.handle(request.to_string().as_bytes())).expect("JSON")
}

/// Returns the judgment on a text, and the verdict on its contract.
fn judged(exercise: &str, text: &str) -> (String, String) {
    let request =
        json!({ "do": "prove", "name": "own.asm", "files": { "own.asm": text }, "exercise": exercise });
    let answer = answer_of(Prove, &request);
    if answer["ok"] != true {
        return ("refused".to_owned(), String::new());
    }
    let [routine] = &answer["routines"].as_array().expect("routines")[..] else { panic!("{answer}") };
    let word = routine["word"].as_str().expect("a word").to_owned();
    let judgment = match (&routine["exercise"]["solved"], routine["exercise"]["changed"].as_str()) {
        (Value::Bool(true), None) => "solved",
        (Value::Bool(false), Some(key)) => key,
        (Value::Bool(false), None) => "unproven",
        _ => panic!("{answer}"),
    };
    (judgment.to_owned(), word)
}

#[test]
fn solutions_are_judged_by_what_their_headers_demand() {
    let (exercises, solutions, cases) = read();
    let mut wrong = Vec::new();
    for Case { title, of, changes, code, lines, verdict, expect } in &cases {
        let (exercise, solution) = (&exercises[&**of], &solutions[&**of]);
        let mut text = exercise.replace("BODY", code.as_ref().unwrap_or(solution));
        for (old, new) in changes {
            assert!(text.contains(old.as_str()), "{title}: {old}");
            text = text.replacen(old, new, 1);
        }
        if let Some(end) = lines {
            text = text.replace('\n', end);
        }
        let (found, word) =
            judged(&exercise.replace("BODY", "        ; Your instructions come here."), &text);
        let is_known = ["solved", "unproven", "refused"].contains(&&**expect);
        let is_proven = is_known || word == verdict.as_deref().unwrap_or("holds");
        if found != *expect || !is_proven {
            wrong.push(format!("{title}: {found} ({word}) instead of {expect}\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    let cheats = cases.iter().filter(|case| case.expect != "solved").count();
    assert!(cheats >= 60, "{cheats} cases are not solved");
}

#[test]
fn an_exercise_has_a_title_or_says_why_nothing_can_solve_it() {
    for (name, text) in read().0 {
        let answer =
            answer_of(<Step>::default(), &json!({ "do": "exercise", "text": text.replace("BODY", "") }));
        assert!(answer["ok"] == true && answer["title"].is_string(), "{name}: {answer}");
    }
    let answer = answer_of(
        <Step>::default(),
        &json!({ "do": "exercise", "text": ";! routine: NONE\n;! cpu: 8080\n" }),
    );
    assert!(answer["error"].as_str().is_some_and(|error| error.contains("NONE")), "{answer}");
}
