//! Solutions of exercises as the page asks for their judgment: honest ones are solved, others never.

use std::collections::HashMap;

use arcadian_web::Module;
use arcadian_web::step::Step;
use serde_json::{Value, json};

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

fn ask(request: &Value) -> Value {
    serde_json::from_slice(&Step::default().handle(request.to_string().as_bytes())).expect("JSON")
}

/// Returns the judgment on a text, and the verdict on its contract.
fn judged(exercise: &str, text: &str) -> (String, String) {
    let request =
        json!({ "do": "prove", "name": "own.asm", "files": { "own.asm": text }, "exercise": exercise });
    let answer = ask(&request);
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
        let answer = ask(&json!({ "do": "exercise", "text": text.replace("BODY", "") }));
        assert!(answer["ok"] == true && answer["title"].is_string(), "{name}: {answer}");
    }
    let answer = ask(&json!({ "do": "exercise", "text": ";! routine: NONE\n;! cpu: 8080\n" }));
    assert!(answer["error"].as_str().is_some_and(|error| error.contains("NONE")), "{answer}");
}
