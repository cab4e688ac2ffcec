//! Serving one client at a time on a loopback port.

use std::{
    io::{self, BufReader, ErrorKind, Read},
    net::{Ipv4Addr, Shutdown, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use serde_json::json;

use arcadian_editor::dap::message::{self, Incoming};

use super::{
    gate::Gate,
    serve::{LONGEST_MESSAGE, serve},
    token::Token,
};
use crate::{files::output, wire};

/// The number of clients that can be refused concurrently.
const MOST_REFUSALS: usize = 8;
/// The time limit for refusing a client.
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
