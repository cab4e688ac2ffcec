//! Included files, and files that cannot be read.
//! Names: which occurrence stands for what, in all dialects and scopes.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::{Client, applied, diagnostics, marked, range, short, uri};

fn with_files(files: &[(&str, &[u8])]) -> Client {
    let mut client = Client::started();
    client.files.0 =
        files.iter().map(|(name, bytes)| (format!("/project/{name}").into(), bytes.to_vec())).collect();
    client
}

const MAIN: &str = " CPU z80\n INCLUDE \"lib/sub.asm\"\n CALL SUB\n";

#[test]
fn files_that_cannot_be_included() {
    for (bytes, expected) in [
        (None, "1:9-1:22 error assembler: cannot include lib/sub.asm: /project/lib/sub.asm does not exist\n"),
        (Some(&b"; caf\xE9\n"[..]), ""),
        (
            Some(b"\0"),
            "1:9-1:22 error assembler: cannot include lib/sub.asm: /project/lib/sub.asm is a binary file; a source is text\n",
        ),
    ] {
        let files: Vec<(&str, &[u8])> = bytes.map(|bytes| ("lib/sub.asm", bytes)).into_iter().collect();
        let found =
            diagnostics(&with_files(&files).open("main.asm", &MAIN.replace(" CALL SUB\n", "")), "main.asm");
        assert_eq!(found, expected);
    }
}

/// A marked source with other files and what is asked at its mark.
struct Case<'a> {
    title: &'a str,
    source: String,
    files: Vec<(&'a str, String)>,
    questions: Vec<Vec<&'a str>>,
}

impl<'a> Case<'a> {
    fn parse(text: &'a str) -> Self {
        let (title, rest) = text.split_once('\n').expect("a title");
        let (sources, questions) = rest.split_once("\n---\n").expect("questions");
        let mut parts = sources.split("+++");
        let source = format!("{}\n", parts.next().unwrap_or("").trim_end());
        let file = |part: &'a str| {
            part.strip_prefix(' ')?.split_once('\n').map(|(name, text)| (name, text.to_owned()))
        };
        let files = parts.filter_map(file).collect();
        let mut all: Vec<Vec<&str>> = Vec::new();
        for line in questions.lines() {
            match (line.starts_with(' '), all.last_mut()) {
                (true, Some(last)) => last.push(line),
                _ => all.push(vec![line]),
            }
        }
        Case { title, source, files, questions: all }
    }

    fn ask(&self, method: &str, more: Value) -> Value {
        let dialect = self.title.split(':').next().unwrap_or("");
        let options = json!({"initializationOptions": {"dialect": dialect}});
        let mut client = Client::with(if dialect == "arcadian" { json!({}) } else { options });
        for (name, text) in &self.files {
            client.files.0.insert(PathBuf::from(format!("/project/{name}")), text.clone().into_bytes());
        }
        client.ask_at_mark(&format!("textDocument/{method}"), "x.asm", &self.source, more)
    }

    fn check(&self, question: &[&str]) -> Result<(), String> {
        let line = question[0];
        let (asked, expected) = line
            .split_once(" = ")
            .or_else(|| line.strip_suffix(" =").map(|line| (line, "")))
            .unwrap_or((line, ""));
        let (method, new) = asked.split_once(' ').unwrap_or((asked, ""));
        let more = match method {
            "references" => json!({"context": {"includeDeclaration": true}}),
            _ => json!({"newName": new}),
        };
        let reply = self.ask(method, more);
        let is_right = match method {
            "definition" | "references" => places(&reply) == expected,
            "hover" => reply["contents"]["value"].as_str().is_some_and(|text| text.contains(expected)),
            "prepareRename" if expected == "null" => reply.is_null(),
            _ if question.len() == 1 => reply["message"].as_str().is_some_and(|why| why.contains(expected)),
            _ => {
                let (text, _) = marked(&self.source);
                let new = applied(&text, &reply["changes"][uri("x.asm")]);
                let changed = text.lines().zip(new.lines()).enumerate().filter(|(_, (old, new))| old != new);
                let changed: Vec<String> =
                    changed.map(|(number, (_, new))| format!(" {number} {new}")).collect();
                changed == question[1..]
            }
        };
        if is_right { Ok(()) } else { Err(format!("{}: {}\n    {reply}\n", self.title, question.join("\n"))) }
    }
}

fn places(reply: &Value) -> String {
    let list = match reply {
        Value::Array(list) => list.clone(),
        Value::Null => Vec::new(),
        one => vec![one.clone()],
    };
    let mut all: Vec<String> =
        list.iter().map(|place| format!("{} {}", short(&place["uri"]), range(&place["range"]))).collect();
    all.sort_by_key(|place| {
        let (file, range) = place.split_once(' ').unwrap_or((place, ""));
        let line = range.split(':').next().and_then(|line| line.parse::<usize>().ok());
        (file.to_owned(), line)
    });
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}

#[test]
fn every_name_stands_for_what_the_assembler_says() {
    let cases: Vec<Case<'_>> = include_str!("names.txt").split("=== ").skip(1).map(Case::parse).collect();
    let check = |case: &Case<'_>| {
        case.questions.iter().filter_map(|question| case.check(question).err()).collect::<Vec<_>>()
    };
    let wrong: Vec<String> = cases.iter().flat_map(check).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Every symbol of every fourth bundled sheet gets another name and its own back, with the contracts that name it.
#[test]
fn every_symbol_of_the_bundled_sheets_can_be_renamed() {
    let (mut count, mut wrong) = (0, Vec::new());
    for sheet in arcadian_claims::sheets().step_by(4) {
        let mut client = Client::started();
        for other in arcadian_claims::sheets() {
            client
                .files
                .0
                .insert(PathBuf::from(format!("/project/{}", other.file)), other.text().as_bytes().to_vec());
        }
        let quiet = diagnostics(&client.open(sheet.file, sheet.text()), sheet.file);
        let document = json!({"textDocument": {"uri": uri(sheet.file)}});
        let outline = client.ask("textDocument/documentSymbol", document.clone());
        let mut starts = Vec::new();
        collect(&outline, &mut starts);
        for start in starts {
            let place = format!("{} {start}", sheet.file);
            let mut asked = document.clone();
            asked["position"] = start;
            let own = client.ask("textDocument/prepareRename", asked.clone());
            asked["newName"] = json!("RENAMED");
            let reply = client.ask("textDocument/rename", asked.clone());
            if reply.get("changes").is_none() {
                wrong.push(format!("{place}: {}", reply["message"]));
                continue;
            }
            let changed = applied(sheet.text(), &reply["changes"][uri(sheet.file)]);
            let after = diagnostics(&client.open(sheet.file, &changed), sheet.file);
            asked["newName"] = json!(text_at(sheet.text(), &own).trim_start_matches(['.', '@']));
            let back = client.ask("textDocument/rename", asked);
            let back = applied(&changed, &back["changes"][uri(sheet.file)]);
            if after != quiet || !back.eq_ignore_ascii_case(sheet.text()) {
                wrong.push(format!("{place}: {after}"));
            }
            client.open(sheet.file, sheet.text());
            count += 1;
        }
    }
    assert!(wrong.is_empty(), "{count} right\n{}", wrong.join("\n"));
    assert!(count > 100, "{count}");
}

fn collect(symbols: &Value, starts: &mut Vec<Value>) {
    for symbol in symbols.as_array().into_iter().flatten() {
        starts.push(symbol["selectionRange"]["start"].clone());
        collect(&symbol["children"], starts);
    }
}

fn text_at<'a>(text: &'a str, range: &Value) -> &'a str {
    let number = |place: &str, key: &str| range[place][key].as_u64().unwrap_or(0) as usize;
    let line = text.lines().nth(number("start", "line")).unwrap_or("");
    line.get(number("start", "character")..number("end", "character")).unwrap_or("")
}
