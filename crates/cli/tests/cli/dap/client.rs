//! A client of the Debug Adapter Protocol that writes down what is said.

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

/// So long the adapter may take to say something.
const PATIENCE: Duration = Duration::from_secs(20);

/// A client and all that was said.
pub(crate) struct Client {
    to: Box<dyn Write>,
    /// The connection, which the thread that reads would keep open.
    stream: Option<TcpStream>,
    from: Receiver<Value>,
    /// What differs from run to run, and its name in the record.
    random: Vec<(String, &'static str)>,
    asked: i64,
    heard: i64,
    said: String,
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Some(stream) = &self.stream {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// The adapter's process; it is not left behind.
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

    /// What it says on standard error, a line each.
    pub(crate) fn errors(&mut self) -> Lines<BufReader<ChildStderr>> {
        BufReader::new(self.0.stderr.take().expect("a pipe, taken once")).lines()
    }

    /// How it ends, in good time.
    pub(crate) fn ended(&mut self) -> ExitStatus {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if let Some(status) = self.0.try_wait().expect("a process") {
                return status;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("the adapter does not end");
    }
}

impl Client {
    /// A client at the adapter's standard input and output.
    pub(crate) fn at_pipe(folder: &Folder) -> (Client, Adapter) {
        let (adapter, input, output) = Adapter::start(folder.root(), &[]);
        (Client::new(input, output, folder), adapter)
    }

    /// A client at a port.
    pub(crate) fn at_port(address: &str, folder: &Folder) -> Client {
        let stream = TcpStream::connect(address).expect("the adapter listens");
        let again = || stream.try_clone().expect("the stream again");
        let mut client = Client::new(Box::new(again()), again(), folder);
        client.stream = Some(stream);
        client
    }

    fn new(to: Box<dyn Write>, from: impl Read + Send + 'static, folder: &Folder) -> Client {
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut from = BufReader::new(from);
            while let Some(message) = read(&mut from) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let random = vec![(folder.root().display().to_string(), "[folder]")];
        Client { to, stream: None, from: messages, random, asked: 0, heard: 0, said: String::new() }
    }

    /// Leaves the token out of the record.
    pub(crate) fn hide(mut self, token: &str) -> Client {
        self.random.push((token.to_owned(), "[token]"));
        self
    }

    /// All that was said, a line each.
    pub(crate) fn said(&self) -> &str {
        &self.said
    }

    /// Sends bytes that may be no message.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let _ = self.to.write_all(bytes).and_then(|()| self.to.flush());
    }

    /// Asks without waiting for the answer.
    pub(crate) fn send(&mut self, command: &str, arguments: Value) {
        self.asked += 1;
        let note = format!("-> {command} {arguments}");
        self.note(&note);
        let request =
            json!({"seq": self.asked, "type": "request", "command": command, "arguments": arguments});
        let text = request.to_string();
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    /// Asks and waits for the answer; its body, or the error.
    pub(crate) fn ask(&mut self, command: &str, arguments: Value) -> Result<Value, String> {
        self.send(command, arguments);
        self.answer()
    }

    /// Waits for the answer to what was asked last.
    pub(crate) fn answer(&mut self) -> Result<Value, String> {
        loop {
            let message = self.hear();
            if message["type"] == "response" {
                assert_eq!(message["request_seq"], self.asked, "{message}");
                return match message["success"] == true {
                    true => Ok(message["body"].clone()),
                    false => Err(message["message"].as_str().expect("a reason").to_owned()),
                };
            }
        }
    }

    /// Waits for an event; its body.
    pub(crate) fn wait(&mut self, event: &str) -> Value {
        loop {
            let message = self.hear();
            if message["type"] == "event" && message["event"] == event {
                return message["body"].clone();
            }
        }
    }

    /// Asks something that must work, and waits for what it leads to.
    #[track_caller]
    pub(crate) fn ask_for(&mut self, command: &str, arguments: Value, event: &str) -> Value {
        self.ask(command, arguments).expect(command);
        self.wait(event)
    }

    /// Introduces itself and launches a program.
    pub(crate) fn launch(&mut self, arguments: Value) {
        let own =
            json!({"adapterID": "arcadian", "supportsInvalidatedEvent": true, "supportsMemoryEvent": true});
        self.ask("initialize", own).expect("an adapter");
        self.ask_for("launch", arguments, "initialized");
    }

    /// The same, and the program begins.
    pub(crate) fn begin(&mut self, arguments: Value) {
        self.launch(arguments);
        self.ask_for("configurationDone", json!({}), "stopped");
    }

    /// Hears nothing more, because the adapter is gone.
    #[track_caller]
    pub(crate) fn hears_the_end(&mut self) {
        match self.from.recv_timeout(PATIENCE) {
            Err(RecvTimeoutError::Disconnected) => {}
            other => panic!("the adapter is still there: {other:?}"),
        }
    }

    /// The next message.
    #[track_caller]
    pub(crate) fn hear(&mut self) -> Value {
        let message = match self.from.recv_timeout(PATIENCE) {
            Ok(message) => message,
            Err(error) => panic!("{error} behind\n{}", self.said),
        };
        self.heard += 1;
        assert_eq!(message["seq"], self.heard, "{message}");
        let body = message.get("body").map_or(String::new(), Value::to_string);
        let note = match (message["type"].as_str(), message["success"].as_bool()) {
            (Some("event"), _) => format!("<- event {} {body}", text(&message["event"])),
            (Some("response"), Some(true)) => format!("<- {} {body}", text(&message["command"])),
            (Some("response"), Some(false)) => {
                assert_eq!(message["body"]["error"]["variables"]["why"], message["message"], "{message}");
                format!("<- {} failed: {}", text(&message["command"]), text(&message["message"]))
            }
            _ => panic!("{message} is no answer and no event"),
        };
        self.note(&note);
        message
    }

    fn note(&mut self, note: &str) {
        let note = self.random.iter().fold(note.to_owned(), |note, (text, name)| note.replace(text, name));
        let _ = writeln!(self.said, "{}", note.trim_end());
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
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
