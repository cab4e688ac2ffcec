//! Sessions as scripts: what a client sends after `>`, with the text of a document below, and what the server answers after `<`.
//!
//! `x.asm@2` is the second version of a document. A session begins with its title after `===` and has a client of its own. A request
//! with a text below opens the text for a new client and asks about the place that `‸` marks. `UPDATE_EXPECT=1` writes the answers
//! again.

use std::{collections::HashMap, fs, path::Path};

use serde_json::{Value, json};

use crate::support::{Client, MARK, applied, diagnostic, marked, range, short, uri};

#[test]
fn sessions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lsp/sessions");
    for (name, text) in [
        ("assembly", include_str!("sessions/assembly.txt")),
        ("basic", include_str!("sessions/basic.txt")),
        ("documents", include_str!("sessions/documents.txt")),
        ("files", include_str!("sessions/files.txt")),
        ("messages", include_str!("sessions/messages.txt")),
        ("proofs", include_str!("sessions/proofs.txt")),
    ] {
        let (head, sessions) = text.split_once("=== ").expect("there is a session");
        let replayed: String = sessions.split("=== ").map(Session::replay).collect();
        let replayed = format!("{head}{replayed}");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            write(&folder.join(format!("{name}.txt")), &replayed);
        } else {
            assert_eq!(replayed, text, "UPDATE_EXPECT=1 writes {name}.txt again");
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "accepted answers are written to the file of the sessions")]
fn write(path: &Path, text: &str) {
    fs::write(path, text).expect("the file of the sessions can be written");
}

struct Session {
    client: Client,
    /// The parameters of `initialize`.
    params: Value,
    /// Documents without their marks, and the places of these.
    texts: HashMap<String, (String, Value)>,
    /// The requests without a response: their methods and documents.
    asked: HashMap<u64, (String, String)>,
}

impl Session {
    /// Returns a session with the answers of now.
    fn replay(text: &str) -> String {
        let (title, steps) = text.split_once('\n').unwrap_or((text, ""));
        let mut session = Self::new(json!({}));
        let mut replayed = format!("=== {title}\n");
        for step in format!("\n{steps}").split("\n> ").skip(1) {
            let (command, rest) = step.split_once('\n').unwrap_or((step, ""));
            let is_answer = |line: &&str| line.starts_with("< ") || *line == "<";
            let block: String =
                rest.lines().filter(|line| !is_answer(line)).map(|line| format!("{line}\n")).collect();
            replayed += &format!("> {command}\n{block}");
            for line in session.step(command, &block).lines() {
                replayed += format!("< {line}").trim_end();
                replayed += "\n";
            }
        }
        replayed
    }

    fn new(params: Value) -> Self {
        let mut client = Client::with(params.clone());
        client.server.drain();
        Self { client, params, texts: HashMap::new(), asked: HashMap::new() }
    }

    /// Performs a step and returns what the server sends.
    fn step(&mut self, command: &str, block: &str) -> String {
        let at = command.find(['{', '[', '"']).unwrap_or(command.len());
        let more = || serde_json::from_str(&command[at..]).unwrap_or_default();
        let mut words = command[..at].split_whitespace();
        let (verb, name) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        let document = json!({"textDocument": {"uri": document_uri(name)}});
        match verb {
            "start" => *self = Self::new(more()),
            // A client that has not sent anything.
            "connect" => self.client = Client::new(),
            "receive" => {
                let message = serde_json::from_str(&command["receive ".len()..]).expect(command);
                self.client.server.receive(message);
            }
            "file" => drop(self.client.files.0.insert(format!("/project/{name}").into(), block.into())),
            "open" => self.open(name, block),
            // The text with a replacement, for a new client.
            "variant" => {
                let (_, replacement) = command.split_once(name).expect("the name of a document");
                let (from, to) = replacement.split_once(" => ").expect("a replacement");
                let text = self.texts[name].0.clone();
                assert!(text.contains(&from[1..]), "{from}");
                self.client = Self::new(self.params.clone()).client;
                self.open(name, &text.replace(&from[1..], to));
                self.texts.insert(name.to_owned(), (text, Value::Null));
            }
            // A change can be posted without waiting for the analysis.
            "change" | "post" => {
                let version = words.next().and_then(|word| word.parse().ok()).expect("a version");
                let changes = if block.is_empty() { more() } else { json!([{"text": block}]) };
                self.client.change(name, version, changes);
                if verb == "post" {
                    return String::new();
                }
            }
            "close" => self.client.notify("textDocument/didClose", document),
            "save" => self.client.notify("textDocument/didSave", document),
            "touch" => {
                let changes = json!([{"uri": document_uri(name), "type": 2}]);
                self.client.notify("workspace/didChangeWatchedFiles", json!({"changes": changes}));
            }
            "settle" => {}
            "drain" => {
                let messages = self.client.server.drain();
                return self.show(&messages);
            }
            // So can a request.
            "send" => {
                let (method, name) = (name, words.next().unwrap_or(""));
                self.send(method, name, words.next(), more());
                return String::new();
            }
            _ => {
                if !block.is_empty() {
                    self.client = Self::new(self.params.clone()).client;
                    self.open(name, block);
                    self.client.settle();
                }
                self.send(verb, name, words.next(), more());
            }
        }
        self.settle()
    }

    fn open(&mut self, name: &str, text: &str) {
        let (text, mark) = if text.contains(MARK) { marked(text) } else { (text.to_owned(), Value::Null) };
        let document = json!({"uri": document_uri(name), "languageId": "", "version": 1, "text": text});
        self.client.notify("textDocument/didOpen", json!({"textDocument": document}));
        self.texts.insert(name.to_owned(), (text, mark));
    }

    /// Sends a request about a place, about the rest of its line, or about the whole document.
    fn send(&mut self, method: &str, name: &str, place: Option<&str>, more: Value) {
        let mark = self.texts.get(name).map_or(Value::Null, |(_, mark)| mark.clone());
        let place = place.and_then(|place| place.split_once(':')).map_or(mark, |(line, character)| {
            let [line, character] = [line, character].map(|number| number.parse::<u32>().expect(number));
            json!({"line": line, "character": character})
        });
        let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
        let rest = || json!({"start": place, "end": {"line": place["line"], "character": 99}});
        let range = if place.is_null() { whole } else { rest() };
        let context = json!({"diagnostics": [], "includeDeclaration": true, "triggerKind": 1});
        let mut params =
            json!({"textDocument": {"uri": document_uri(name)}, "range": range, "context": context});
        if !place.is_null() {
            params["position"] = place;
        }
        if let Some(command) = method.strip_prefix("arcadian.") {
            let label = more.as_str().map(|label| json!(label));
            let arguments: Vec<Value> = [json!(document_uri(name))].into_iter().chain(label).collect();
            params = json!({"command": format!("arcadian.{command}"), "arguments": arguments});
        }
        more.as_object().into_iter().flatten().for_each(|(key, value)| params[key] = value.clone());
        let full = match method {
            _ if method.contains('/') => method.to_owned(),
            _ if method.starts_with("arcadian.") => "workspace/executeCommand".to_owned(),
            _ => format!("textDocument/{method}"),
        };
        let id = self.client.send(&full, params);
        self.asked.insert(id, (method.to_owned(), name.to_owned()));
    }

    /// Runs analyses and proofs, and returns the messages.
    fn settle(&mut self) -> String {
        while let Some(job) = self.client.server.next_proof() {
            self.client.server.finish_proof(job.run(&self.client.files, &|_| ()));
        }
        let messages = self.client.settle();
        self.show(&messages)
    }

    fn show(&mut self, messages: &[Value]) -> String {
        messages.iter().map(|message| self.shown(message) + "\n").collect()
    }

    fn shown(&mut self, message: &Value) -> String {
        let params = &message["params"];
        match message["method"].as_str() {
            Some("textDocument/publishDiagnostics") => {
                let version =
                    params["version"].as_i64().map_or(String::new(), |version| format!("@{version}"));
                let name = format!("{}{version}", short(&params["uri"]));
                let found = params["diagnostics"].as_array().expect("a list").iter();
                let shown: Vec<String> = found.map(|found| format!("{name} {}", diagnostic(found))).collect();
                if shown.is_empty() { format!("{name} has no errors") } else { shown.join("\n") }
            }
            Some(method) => format!("{method} {params}"),
            None if message.get("error").is_some() => {
                let error = &message["error"];
                format!(
                    "{}: error {} {}",
                    message["id"],
                    error["code"],
                    error["message"].as_str().unwrap_or("")
                )
            }
            None => {
                let asked = message["id"].as_u64().and_then(|id| self.asked.remove(&id));
                let (method, name) = asked.unwrap_or_default();
                self.result(&method, &name, &message["result"])
            }
        }
    }

    fn result(&self, method: &str, name: &str, result: &Value) -> String {
        let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
        let list = || result.as_array().cloned().unwrap_or_else(|| vec![result.clone()]).into_iter();
        let lines: Vec<String> = match method {
            _ if result.is_null() => vec!["nothing".to_owned()],
            _ if result.as_array().is_some_and(Vec::is_empty) => vec!["[]".to_owned()],
            "completion" => {
                let items = result["items"].as_array().into_iter().flatten();
                vec![items.map(|item| text(&item["label"])).collect::<Vec<_>>().join(" ")]
            }
            "hover" => vec![range(&result["range"]), text(&result["contents"]["value"])],
            "prepareRename" => vec![range(result)],
            "definition" | "references" => {
                list().map(|place| format!("{} {}", short(&place["uri"]), range(&place["range"]))).collect()
            }
            "documentSymbol" => vec![outline(result, "").trim_end().to_owned()],
            "codeLens" => list()
                .map(|lens| {
                    let [command, title] = ["command", "title"].map(|key| text(&lens["command"][key]));
                    format!("{} {command} {title}", range(&lens["range"]))
                })
                .collect(),
            "codeAction" => list()
                .map(|action| {
                    let preferred = if action["isPreferred"] == true { " (preferred)" } else { "" };
                    format!("{}{preferred}{}", text(&action["title"]), self.changed(name, &action["edit"]))
                })
                .collect(),
            "rename" => vec![self.changed(name, result).trim_start_matches('\n').to_owned()],
            _ if result.get("capabilities").is_some() => vec!["capabilities".to_owned()],
            _ => {
                let mut result = result.clone();
                result.as_object_mut().and_then(|fields| fields.remove("seconds"));
                vec![result.to_string()]
            }
        };
        lines.join("\n")
    }

    /// Returns the lines of a document that edits change.
    fn changed(&self, name: &str, edits: &Value) -> String {
        let before = &self.texts[name].0;
        let after = applied(before, &edits["changes"][uri(name)]);
        let changed = after.lines().filter(|line| !before.lines().any(|other| other == *line));
        changed.map(|line| format!("\n    {line}")).collect()
    }
}

fn document_uri(name: &str) -> String {
    if name.starts_with("untitled:") { name.to_owned() } else { uri(name) }
}

fn outline(symbols: &Value, indent: &str) -> String {
    let line = |symbol: &Value| {
        let [name, detail] = ["name", "detail"].map(|key| symbol[key].as_str().unwrap_or(""));
        let below = outline(&symbol["children"], &format!("{indent}  "));
        format!("{indent}{} {} {name} = {detail}\n{below}", range(&symbol["range"]), symbol["kind"])
    };
    symbols.as_array().into_iter().flatten().map(line).collect()
}
