//! `dap`: a server for the Debug Adapter Protocol. The session is in `arcadian-editor`.
//!
//! One client is served at a time, at standard input or at a port. A separate thread reads its messages, so that they can interrupt a
//! running program.

mod gate;

use std::{
    io::{self, BufReader, ErrorKind, IsTerminal, Read, Write},
    net::{Ipv4Addr, Shutdown, TcpListener, TcpStream},
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use arcadian_editor::dap::{
    editor_session::EditorSession,
    message::{self, Incoming},
};
use clap::Args;
use serde_json::json;

use crate::{
    files::{Disk, ExitStatus, output},
    number::decimal,
    wire,
};
use gate::{Gate, Token};

const HELP: &str = "\
An editor starts this command; docs/editors.md explains how to set up VS Code and Neovim. With --port it serves one client at a \
time until Ctrl-C. It prints `listening on 127.0.0.1:N` to standard output and `token TEXT` to standard error. A client must set \
`token` in its launch configuration to this token, because every web page and every user of this computer can reach the port.";

const WAITING: &str = "\
waiting on standard input for an editor that speaks the Debug Adapter Protocol;
an editor usually starts this command (docs/editors.md)
to debug in this terminal: arcadian step TARGET; to quit: Ctrl-D or Ctrl-C";

/// The arguments of `dap`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub struct DapArgs {
    /// Listen on this loopback port instead of standard input and output; 0 chooses a free port
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u16>(0..=u16::MAX.into()))]
    pub port: Option<u16>,
    /// Require no token; every user of this computer can then read your files through the port
    #[arg(long, requires = "port")]
    pub no_token: bool,
}

/// Serves an editor until it disconnects.
pub fn run(args: &DapArgs) -> Result<ExitStatus> {
    let Some(port) = args.port else {
        if io::stdin().is_terminal() {
            output::note(WAITING);
        }
        return Ok(ExitStatus::of(serve(io::stdin(), io::stdout(), Gate::for_parent())));
    };
    let token = if args.no_token { None } else { Some(Token::random()?) };
    listen(port, token)?;
    Ok(ExitStatus::Holds)
}

/// The maximum length of a message in bytes.
pub const LONGEST_MESSAGE: usize = 1 << 20;

/// The capacity of the queue; further messages stay in the pipe.
const MOST_WAITING: usize = 64;
/// The time limit for presenting the token, because the client blocks others.
const TOKEN_TIMEOUT: Duration = Duration::from_secs(10);

/// Serves a client until it disconnects or the session ends. Returns whether its messages could be read to the end.
pub fn serve(input: impl Read + Send + 'static, mut output: impl Write, mut gate: Gate) -> bool {
    let inbox = Inbox::new(input);
    let waiting = Arc::clone(&inbox.waiting);
    let mut session = EditorSession::new(Rc::new(move || waiting.load(Ordering::Acquire) > 0), Rc::new(Disk));
    let end = Instant::now() + TOKEN_TIMEOUT;
    let mut is_in_order = true;
    while !session.is_over() {
        let incoming =
            if gate.is_open() { inbox.next(session.is_running()) } else { Some(inbox.next_before(end)) };
        match incoming {
            Some(incoming) => is_in_order &= take(&mut session, &mut gate, incoming),
            None => session.advance(),
        }
        let sent = session.drain().iter().try_for_each(|message| wire::write(&mut output, message));
        if sent.is_err() {
            break;
        }
    }
    is_in_order
}

/// Passes a message to the session if the gate allows it. Returns false if the connection ends for an error of the client.
fn take(session: &mut EditorSession, gate: &mut Gate, incoming: Incoming) -> bool {
    if let Err(refusal) = gate.check(&incoming) {
        output::note(&format!("the connection is closed: {}", refusal.why));
        session.refuse(refusal.request, &refusal.why);
        return false;
    }
    let is_in_order = !matches!(incoming, Incoming::OutOfSync(_));
    if let Incoming::OutOfSync(why) = &incoming {
        output::note(&format!("the session has ended: {why}"));
    }
    session.receive(incoming);
    is_in_order
}

struct Inbox {
    messages: Receiver<Incoming>,
    /// The number of messages in the queue.
    waiting: Arc<AtomicUsize>,
}

impl Inbox {
    fn new(input: impl Read + Send + 'static) -> Self {
        let (sender, messages) = sync_channel(MOST_WAITING);
        let waiting = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&waiting);
        thread::spawn(move || read_all(input, &sender, &counter));
        Inbox { messages, waiting }
    }

    /// Returns the next message. Does not block while the program is running.
    fn next(&self, is_running: bool) -> Option<Incoming> {
        if is_running && self.waiting.load(Ordering::Acquire) == 0 {
            return None;
        }
        let incoming = self.messages.recv().unwrap_or(Incoming::End);
        self.waiting.fetch_sub(1, Ordering::AcqRel);
        Some(incoming)
    }

    /// Returns the next message of a client that must present the token before `end`.
    fn next_before(&self, end: Instant) -> Incoming {
        match self.messages.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(incoming) => {
                self.waiting.fetch_sub(1, Ordering::AcqRel);
                incoming
            }
            Err(RecvTimeoutError::Timeout) => {
                Incoming::OutOfSync(format!("no token within {} seconds", TOKEN_TIMEOUT.as_secs()))
            }
            Err(RecvTimeoutError::Disconnected) => Incoming::End,
        }
    }
}

fn read_all(input: impl Read, sender: &SyncSender<Incoming>, waiting: &AtomicUsize) {
    let mut input = BufReader::new(input);
    loop {
        let incoming = wire::read(&mut input, LONGEST_MESSAGE);
        let is_last = matches!(incoming, Incoming::End | Incoming::OutOfSync(_));
        waiting.fetch_add(1, Ordering::AcqRel);
        if sender.send(incoming).is_err() || is_last {
            return;
        }
    }
}

/// The number of clients that can be refused concurrently.
const MOST_REFUSALS: usize = 8;
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(2);
const BUSY: &str = "another client is being served; end that session first";
const UNPROTECTED: &str = "warning: with --no-token every user and program on this computer can use this port and read all files that \
you can read";

/// Serves clients one at a time. If there is a token, a client must present it.
pub fn listen(port: u16, token: Option<Token>) -> Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .with_context(|| format!("cannot listen on 127.0.0.1:{port}"))?;
    let address = listener.local_addr().context("the port has no address")?;
    output::note(&token.as_ref().map_or(UNPROTECTED.to_owned(), |token| format!("token {token}")));
    output::print(&format!("listening on {address}\n"))?;
    let (sender, clients) = channel();
    let is_busy = Arc::new(AtomicBool::new(false));
    let for_acceptor = Arc::clone(&is_busy);
    thread::spawn(move || accept(&listener, &sender, &for_acceptor));
    for client in clients {
        serve_stream(&client, Gate::for_port(token.clone()));
        // Before the shutdown, so that a client can reconnect as soon as it sees the end of its session.
        is_busy.store(false, Ordering::Release);
        // Unblocks the thread that reads from the client.
        let _ = client.shutdown(Shutdown::Both);
    }
    bail!("the port is closed")
}

fn accept(listener: &TcpListener, clients: &Sender<TcpStream>, is_busy: &AtomicBool) {
    let refused = Arc::new(AtomicUsize::new(0));
    for client in listener.incoming().flatten() {
        if is_busy.compare_exchange(false, true, Ordering::AcqRel, Ordering::Acquire).is_err() {
            spawn_refusal(client, &refused);
        } else if clients.send(client).is_err() {
            return;
        }
    }
}

fn serve_stream(client: &TcpStream, gate: Gate) {
    // Messages are small, and the client waits for each.
    let _ = client.set_nodelay(true);
    if let Ok(input) = client.try_clone() {
        serve(input, client, gate);
    }
}

fn spawn_refusal(client: TcpStream, refused: &Arc<AtomicUsize>) {
    if refused.fetch_add(1, Ordering::AcqRel) >= MOST_REFUSALS {
        refused.fetch_sub(1, Ordering::AcqRel);
        return;
    }
    let refused = Arc::clone(refused);
    thread::spawn(move || {
        refuse(&client);
        refused.fetch_sub(1, Ordering::AcqRel);
    });
}

/// Answers that another client is being served, then waits for the client to read it: closing at once could discard the answer.
fn refuse(client: &TcpStream) {
    let _ = client.set_write_timeout(Some(REFUSAL_TIMEOUT));
    let mut input = BufReader::new(UntilDeadline { stream: client, end: Instant::now() + REFUSAL_TIMEOUT });
    let Incoming::Message(asked) = wire::read(&mut input, LONGEST_MESSAGE) else { return };
    let answers = [
        message::failure(
            1,
            asked["seq"].as_i64().unwrap_or(0),
            asked["command"].as_str().unwrap_or(""),
            BUSY,
        ),
        message::event(2, "output", json!({"category": "important", "output": format!("{BUSY}\n")})),
        message::event(3, "terminated", json!({})),
    ];
    let mut output = client;
    for answer in &answers {
        if wire::write(&mut output, answer).is_err() {
            return;
        }
    }
    let _ = client.shutdown(Shutdown::Write);
    let _ = input.take(LONGEST_MESSAGE as u64).read_to_end(&mut Vec::new());
}

/// A reader with a deadline for the whole stream.
struct UntilDeadline<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Read for UntilDeadline<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(bytes)
    }
}
