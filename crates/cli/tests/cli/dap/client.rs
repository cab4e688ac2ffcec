//! A client of the Debug Adapter Protocol that records the session.

use std::{
    fmt::Write as _,
    io::{BufRead, BufReader, Lines, Read, Write},
    net::{Shutdown, TcpStream},
    path::Path,
    process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::support::{ARCADIAN, Folder};

/// The time limit for a message from the adapter.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A client with a transcript of the session.
pub(crate) struct Client {
    to: Box<dyn Write>,
    /// The connection. The reading thread would keep it open, so dropping the client shuts it down.
    stream: Option<TcpStream>,
    from: Receiver<Value>,
    /// Texts that differ between runs, and their replacements in the transcript.
    redactions: Vec<(String, &'static str)>,
    sent: i64,
    received: i64,
    transcript: String,
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Some(stream) = &self.stream {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// The process of the adapter, killed when dropped.
pub(crate) struct Adapter(Child);

impl Drop for Adapter {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Adapter {
    pub(crate) fn start(folder: &Path, arguments: &[&str]) -> (Adapter, Box<dyn Write>, ChildStdout) {
        let mut command = Command::new(ARCADIAN);
        command.current_dir(folder).arg("dap").args(arguments).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the adapter starts");
        let (input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        (Adapter(child), Box::new(input), output)
    }

    /// Returns the lines of standard error.
    pub(crate) fn errors(&mut self) -> Lines<BufReader<ChildStderr>> {
        BufReader::new(self.0.stderr.take().expect("a pipe, taken once")).lines()
    }

    /// Waits for the exit, within the time limit.
    pub(crate) fn wait_for_exit(&mut self) -> ExitStatus {
        let start = Instant::now();
        while start.elapsed() < TIMEOUT {
            if let Some(status) = self.0.try_wait().expect("a process") {
                return status;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("the adapter does not end");
    }
}

impl Client {
    /// Starts an adapter with a client at its standard input and output.
    pub(crate) fn at_pipe(folder: &Folder) -> (Client, Adapter) {
        let (adapter, input, output) = Adapter::start(folder.root(), &[]);
        (Client::new(input, output, folder), adapter)
    }

    pub(crate) fn at_port(address: &str, folder: &Folder) -> Client {
        let stream = TcpStream::connect(address).expect("the adapter listens");
        let again = || stream.try_clone().expect("the stream again");
        let mut client = Client::new(Box::new(again()), again(), folder);
        client.stream = Some(stream);
        client
    }

    fn new(to: Box<dyn Write>, from: impl Read + Send + 'static, folder: &Folder) -> Client {
        let redactions = vec![(folder.root().display().to_string(), "[folder]")];
        Client {
            to,
            stream: None,
            from: messages(from),
            redactions,
            sent: 0,
            received: 0,
            transcript: String::new(),
        }
    }

    /// Replaces the token in the transcript.
    pub(crate) fn redact(mut self, token: &str) -> Client {
        self.redactions.push((token.to_owned(), "[token]"));
        self
    }

    /// Returns the transcript, a line for each message.
    pub(crate) fn transcript(&self) -> &str {
        &self.transcript
    }

    /// Sends bytes that need not be a message.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let _ = self.to.write_all(bytes).and_then(|()| self.to.flush());
    }

    /// Sends a request without waiting for the response.
    pub(crate) fn send(&mut self, command: &str, arguments: Value) {
        self.sent += 1;
        let note = format!("-> {command} {arguments}");
        self.note(&note);
        let request =
            json!({"seq": self.sent, "type": "request", "command": command, "arguments": arguments});
        self.send_bytes(&framed(&request.to_string()));
    }

    /// Sends a request and waits for the response. Returns its body or the error.
    pub(crate) fn ask(&mut self, command: &str, arguments: Value) -> Result<Value, String> {
        self.send(command, arguments);
        self.answer()
    }

    /// Waits for the response to the last request.
    pub(crate) fn answer(&mut self) -> Result<Value, String> {
        loop {
            let message = self.receive();
            if message["type"] == "response" {
                assert_eq!(message["request_seq"], self.sent, "{message}");
                return if message["success"] == true {
                    Ok(message["body"].clone())
                } else {
                    Err(message["message"].as_str().expect("a reason").to_owned())
                };
            }
        }
    }

    /// Sends the requests of a table, `COMMAND | ARGUMENTS | PART`, each of which is refused with a message that has the part.
    #[track_caller]
    pub(crate) fn is_refused(&mut self, table: &str) {
        for row in table.lines() {
            let columns: Vec<&str> = row.split(" | ").collect();
            let [command, arguments, part] = columns[..] else { panic!("{row}") };
            let arguments = serde_json::from_str(arguments).unwrap_or_else(|error| panic!("{row}: {error}"));
            let why = self.ask(command, arguments).expect_err(row);
            assert!(why.contains(part), "{row}: {why}");
        }
    }

    /// Waits for an event. Returns its body.
    pub(crate) fn wait(&mut self, event: &str) -> Value {
        loop {
            let message = self.receive();
            if message["type"] == "event" && message["event"] == event {
                return message["body"].clone();
            }
        }
    }

    /// Sends a request that must succeed, and waits for an event.
    #[track_caller]
    pub(crate) fn ask_for(&mut self, command: &str, arguments: Value, event: &str) -> Value {
        self.ask(command, arguments).expect(command);
        self.wait(event)
    }

    /// Sends `initialize` and `launch`.
    pub(crate) fn launch(&mut self, arguments: Value) {
        let own =
            json!({"adapterID": "arcadian", "supportsInvalidatedEvent": true, "supportsMemoryEvent": true});
        self.ask("initialize", own).expect("an adapter");
        self.ask_for("launch", arguments, "initialized");
    }

    /// Launches a program and waits until it is stopped at its start.
    pub(crate) fn start(&mut self, arguments: Value) {
        self.launch(arguments);
        self.ask_for("configurationDone", json!({}), "stopped");
    }

    /// Checks that the adapter closes the connection without another message.
    #[track_caller]
    pub(crate) fn expect_end(&mut self) {
        match self.from.recv_timeout(TIMEOUT) {
            Err(RecvTimeoutError::Disconnected) => {}
            other => panic!("the adapter is still there: {other:?}"),
        }
    }

    #[track_caller]
    pub(crate) fn receive(&mut self) -> Value {
        let message = match self.from.recv_timeout(TIMEOUT) {
            Ok(message) => message,
            Err(error) => panic!("{error} after\n{}", self.transcript),
        };
        self.received += 1;
        assert_eq!(message["seq"], self.received, "{message}");
        let body = message.get("body").map_or(String::new(), Value::to_string);
        let note = match (message["type"].as_str(), message["success"].as_bool()) {
            (Some("event"), _) => format!("<- event {} {body}", text(&message["event"])),
            (Some("response"), Some(true)) => format!("<- {} {body}", text(&message["command"])),
            (Some("response"), Some(false)) => {
                assert_eq!(message["body"]["error"]["variables"]["why"], message["message"], "{message}");
                format!("<- {} failed: {}", text(&message["command"]), text(&message["message"]))
            }
            _ => panic!("{message} is neither a response nor an event"),
        };
        self.note(&note);
        message
    }

    fn note(&mut self, note: &str) {
        let note =
            self.redactions.iter().fold(note.to_owned(), |note, (text, name)| note.replace(text, name));
        let _ = writeln!(self.transcript, "{}", note.trim_end());
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// Returns a message with its header.
pub(crate) fn framed(text: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
}

/// Returns the messages that arrive.
pub(crate) fn messages(from: impl Read + Send + 'static) -> Receiver<Value> {
    let (sender, messages) = channel();
    let mut from = BufReader::new(from);
    thread::spawn(move || while read(&mut from).is_some_and(|message| sender.send(message).is_ok()) {});
    messages
}

fn read(from: &mut impl BufRead) -> Option<Value> {
    let mut header = String::new();
    from.read_line(&mut header).ok()?;
    let length = header.strip_prefix("Content-Length: ")?.trim_end().parse().ok()?;
    let mut bytes = vec![0; length];
    from.read_line(&mut String::new()).ok()?;
    from.read_exact(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).expect("JSON"))
}
