//! A client without a connection, and files in memory.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use arcadian_editor::lsp::server::Server;
use arcadian_files::{
    FileKind, Files, PROJECT,
    error::{Error, Result},
};
use serde_json::{Value, json};

/// Marks a position in a text.
pub(crate) const MARK: char = '‸';

#[derive(Default)]
pub(crate) struct MemoryFiles(pub(crate) BTreeMap<PathBuf, Vec<u8>>);

impl Files for MemoryFiles {
    fn kind(&self, path: &Path) -> FileKind {
        if self.0.contains_key(path) { FileKind::File } else { FileKind::Missing }
    }

    fn bytes(&self, path: &Path, _what: &str, _longest: u64) -> Result<Vec<u8>> {
        self.0.get(path).cloned().ok_or_else(|| self.missing(path, &[]))
    }

    fn peek(&self, _longest: u64) -> Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn missing(&self, path: &Path, _known: &[&str]) -> Error {
        Error::Message(format!("{} does not exist", path.display()))
    }

    fn project(&self, path: &Path) -> Option<PathBuf> {
        path.ancestors().map(|folder| folder.join(PROJECT)).find(|file| self.0.contains_key(file))
    }
}

pub(crate) struct Client {
    pub(crate) server: Server,
    pub(crate) files: MemoryFiles,
    last_id: u64,
}

impl Client {
    /// Returns a client that has not sent anything.
    pub(crate) fn new() -> Self {
        Client { server: Server::new(), files: MemoryFiles::default(), last_id: 0 }
    }

    /// Returns a client after `initialize` with these parameters, in addition to empty capabilities.
    pub(crate) fn with(params: Value) -> Self {
        let mut client = Client::new();
        let mut all = json!({"processId": null, "rootUri": null, "capabilities": {}});
        params.as_object().into_iter().flatten().for_each(|(key, value)| all[key] = value.clone());
        client.ask("initialize", all);
        client.notify("initialized", json!({}));
        client
    }

    pub(crate) fn started() -> Self {
        Client::with(json!({}))
    }

    /// Sends a request without waiting for its response.
    pub(crate) fn send(&mut self, method: &str, params: Value) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        self.server.receive(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// Sends a request, runs the analyses, and returns the result or the error.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        let all = self.settle();
        let response = all.into_iter().find(|message| message["id"] == id).expect("a response");
        if response.get("error").is_some() { response["error"].clone() } else { response["result"].clone() }
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.server.receive(json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Runs analyses until there are none, and returns all messages.
    pub(crate) fn settle(&mut self) -> Vec<Value> {
        while let Some(job) = self.server.next_job() {
            self.server.finish(job.run(&self.files));
        }
        self.server.drain()
    }

    /// Opens a document and returns what is sent about it.
    pub(crate) fn open(&mut self, name: &str, text: &str) -> Vec<Value> {
        let document = json!({"uri": uri(name), "languageId": "", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
        self.settle()
    }

    pub(crate) fn change(&mut self, name: &str, version: i32, changes: Value) {
        let document = json!({"uri": uri(name), "version": version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    /// Opens a document with a mark, and asks about the place of the mark.
    pub(crate) fn ask_at_mark(&mut self, method: &str, name: &str, text: &str, more: Value) -> Value {
        let (text, position) = marked(text);
        self.open(name, &text);
        let mut params = json!({"textDocument": {"uri": uri(name)}, "position": position});
        more.as_object().into_iter().flatten().for_each(|(key, value)| params[key] = value.clone());
        self.ask(method, params)
    }
}

pub(crate) fn uri(name: &str) -> String {
    format!("file:///project/{}", name.replace(' ', "%20"))
}

/// Returns a text without its mark, and the position of the mark in UTF-16 units.
pub(crate) fn marked(text: &str) -> (String, Value) {
    let before = &text[..text.find(MARK).expect("a mark")];
    let line = before.matches('\n').count();
    let character = before.rsplit('\n').next().unwrap_or("").encode_utf16().count();
    (text.replace(MARK, ""), json!({"line": line, "character": character}))
}

/// Returns the diagnostics of the last message about a file, one per line.
pub(crate) fn diagnostics(messages: &[Value], name: &str) -> String {
    let is_about = |message: &&Value| {
        message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri(name)
    };
    let last = messages
        .iter()
        .rev()
        .find(is_about)
        .unwrap_or_else(|| panic!("no diagnostics of {name}: {messages:#?}"));
    let all = last["params"]["diagnostics"].as_array().expect("a list");
    all.iter().map(|found| format!("{}\n", diagnostic(found))).collect()
}

pub(crate) fn diagnostic(found: &Value) -> String {
    let severity =
        ["error", "warning", "information", "hint"][found["severity"].as_u64().unwrap_or(1) as usize - 1];
    let code = found["code"].as_str().unwrap_or("");
    let message = found["message"].as_str().unwrap_or("").replace('\n', " | ");
    let mut text = format!("{} {severity} {code}: {message}", range(&found["range"]));
    for related in found["relatedInformation"].as_array().into_iter().flatten() {
        let location = &related["location"];
        text += &format!(
            " [{} {}: {}]",
            short(&location["uri"]),
            range(&location["range"]),
            related["message"].as_str().unwrap_or("")
        );
    }
    text
}

/// Returns a range as `line:column-line:column`, from 0.
pub(crate) fn range(range: &Value) -> String {
    let at = |end: &str| format!("{}:{}", range[end]["line"], range[end]["character"]);
    format!("{}-{}", at("start"), at("end"))
}

/// Returns the name of a file.
pub(crate) fn short(uri: &Value) -> String {
    uri.as_str().unwrap_or("").replace("file:///project/", "")
}

/// Applies the edits of a code action to a text.
pub(crate) fn applied(text: &str, edits: &Value) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let mut edits: Vec<&Value> = edits.as_array().expect("a list").iter().collect();
    edits.sort_by_key(|edit| {
        let start = &edit["range"]["start"];
        std::cmp::Reverse((start["line"].as_u64(), start["character"].as_u64()))
    });
    for edit in edits {
        let at = |end: &str| {
            let position = &edit["range"][end];
            let line = position["line"].as_u64().expect("a line") as usize;
            let units: Vec<u16> = lines[line].encode_utf16().collect();
            let column = position["character"].as_u64().expect("a column") as usize;
            (line, String::from_utf16(&units[..column]).expect("characters").len())
        };
        let ((first, start), (last, end)) = (at("start"), at("end"));
        let new = format!(
            "{}{}{}",
            &lines[first][..start],
            edit["newText"].as_str().expect("a text"),
            &lines[last][end..]
        );
        lines.splice(first..=last, [new]);
    }
    lines.join("\n")
}
