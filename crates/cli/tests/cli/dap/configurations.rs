//! The launch configurations of docs/editors.md for programs that other tools built, as an editor sends them.

use std::fs;

use serde_json::{Value, json};

use super::{
    client::{Adapter, Client},
    source,
};
use crate::{programs::example, support::Folder};

const DOCUMENT: &str = include_str!("../../../../../docs/editors.md");

/// Returns the folder of an example with its sources and what was built from them in folders of their own.
fn project(name: &str) -> Folder {
    let folder = example(name);
    for part in ["src", "build"] {
        fs::create_dir(folder.path(part)).expect("a folder");
    }
    for entry in fs::read_dir(folder.root()).expect("the folder").flatten() {
        let path = entry.path();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let part = if ["s", "c"].contains(&ending) { "src" } else { "build" };
        if !ending.is_empty() {
            fs::rename(&path, folder.path(part).join(entry.file_name())).expect("a move");
        }
    }
    folder
}

/// Returns a configuration of the document with the folder of the workspace.
fn configuration(name: &str, folder: &Folder) -> Value {
    let blocks = DOCUMENT.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
    let files = blocks.map(|block| serde_json::from_str::<Value>(block).expect("JSON"));
    let all = files.flat_map(|file| file["configurations"].as_array().cloned().unwrap_or_default());
    let found = all.into_iter().find(|configuration| configuration["name"] == name).expect("a configuration");
    let text = found.to_string().replace("${workspaceFolder}", &folder.root().display().to_string());
    serde_json::from_str(&text).expect("JSON")
}

/// A session with a configuration that is stopped at its start.
struct Session {
    client: Client,
    folder: Folder,
    _adapter: Adapter,
}

impl Session {
    fn start(example: &str, name: &str, file: &str, line: usize) -> Session {
        let folder = project(example);
        let (mut client, adapter) = Client::at_pipe(&folder);
        client.launch(configuration(name, &folder));
        let breakpoints = json!({"source": source(&folder, file), "breakpoints": [{"line": line}]});
        let set = client.ask("setBreakpoints", breakpoints).expect("breakpoints");
        assert_eq!(
            (&set["breakpoints"][0]["verified"], &set["breakpoints"][0]["line"]),
            (&json!(true), &json!(line))
        );
        client.ask_for("configurationDone", json!({}), "stopped");
        Session { client, folder, _adapter: adapter }
    }

    /// Executes a request and returns the call stack, as `NAME FILE:LINE` for each frame.
    fn run(&mut self, request: &str) -> String {
        self.client.ask_for(request, json!({"threadId": 1}), "stopped");
        self.stack()
    }

    fn stack(&mut self) -> String {
        let stack = self.client.ask("stackTrace", json!({"threadId": 1})).expect("a stack");
        let root = self.folder.root().display().to_string();
        let frame = |frame: &Value| {
            let path = frame["source"]["path"].as_str().expect("a file").replace(&root, "");
            format!(
                "{} {}:{}",
                frame["name"].as_str().expect("a name"),
                path.trim_start_matches('/'),
                frame["line"]
            )
        };
        stack["stackFrames"].as_array().expect("frames").iter().map(frame).collect::<Vec<_>>().join(", ")
    }

    /// Returns the values of a scope, as `NAME=VALUE`.
    fn scope(&mut self, name: &str) -> String {
        let scopes = self.client.ask("scopes", json!({"frameId": 1})).expect("scopes");
        let scopes = scopes["scopes"].as_array().expect("scopes").clone();
        let scope = scopes.iter().find(|scope| scope["name"] == name).expect("a scope");
        let variables =
            self.client.ask("variables", json!({"variablesReference": scope["variablesReference"]}));
        let variables = variables.expect("variables");
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let variable = |variable: &Value| format!("{}={}", text(&variable["name"]), text(&variable["value"]));
        variables["variables"]
            .as_array()
            .expect("variables")
            .iter()
            .map(variable)
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn hover(&mut self, word: &str) -> Value {
        let arguments = json!({"expression": word, "context": "hover", "frameId": 1});
        self.client.ask("evaluate", arguments).expect("a value")["result"].clone()
    }
}

#[test]
fn a_program_of_ca65_and_cc65() {
    let mut session = Session::start("ca65", "ca65", "src/square.s", 24);
    assert_eq!(session.stack(), "start src/start.s:4");
    // A step in C is a line.
    for (request, stack) in [
        ("stepIn", "start src/sum.c:11"),
        ("next", "start src/sum.c:12"),
        ("next", "start src/sum.c:14"),
        ("stepBack", "start src/sum.c:12"),
        ("continue", "_square src/square.s:24, start src/sum.c:14"),
        ("next", "_square src/square.s:25, start src/sum.c:14"),
        ("stepBack", "_square src/square.s:24, start src/sum.c:14"),
    ] {
        assert_eq!(session.run(request), stack, "{request}");
    }
    assert_eq!(session.scope("Registers"), "PC=$032F A=$05 X=$05 Y=$00 S=$FB P=$04");
    assert_eq!(session.scope("Variables"), "_last=$05 _total=$00 _run::L0003=$05 factor=$05");
    assert_eq!((session.hover("last"), session.hover("factor")), (json!("$05"), json!("$05")));
}

#[test]
fn a_program_of_sdcc() {
    let mut session = Session::start("sdcc", "SDCC", "src/square.s", 14);
    assert_eq!(session.stack(), "main src/sum.c:20");
    for (request, stack) in [
        ("stepIn", "_sum_to src/sum.c:8, main src/sum.c:20"),
        ("next", "_sum_to src/sum.c:11, main src/sum.c:20"),
        ("continue", "_square src/square.s:14, _sum_to src/sum.c:13, main src/sum.c:20"),
        ("next", "_square src/square.s:15, _sum_to src/sum.c:13, main src/sum.c:20"),
        ("stepBack", "_square src/square.s:14, _sum_to src/sum.c:13, main src/sum.c:20"),
        ("stepOut", "_sum_to src/sum.c:13, main src/sum.c:20"),
    ] {
        assert_eq!(session.run(request), stack, "{request}");
    }
    assert_eq!(session.scope("Variables"), "_total=$00");
    assert_eq!(session.hover("total"), json!("$00"));
}
