//! A port of the loopback interface: one client at a time.

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

use arcadian_desk::dap::message::{self, Incoming};

use super::{gate::Gate, serve::serve, token::Token, wire};
use crate::files::output;

/// Clients that are told at the same time that they have to wait.
const REFUSED: usize = 8;
/// The time in which a client that is refused has to ask and to leave.
const PATIENCE: Duration = Duration::from_secs(2);
const BUSY: &str = "another client is being served; end that session first";
const UNPROTECTED: &str = "warning: with --no-token every user and every program of this computer can use this port, and read all \
files that you can read";

/// Serves one client after the other. A client has to know the token, unless there is none.
pub fn listen(port: u16, token: Option<Token>) -> Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .with_context(|| format!("cannot listen to 127.0.0.1:{port}"))?;
    let address = listener.local_addr().context("the port has no address")?;
    output::note(&token.as_ref().map_or(UNPROTECTED.to_owned(), |token| format!("token {token}")));
    output::print(&format!("listening on {address}\n"))?;
    let (sender, clients) = channel();
    let is_busy = Arc::new(AtomicBool::new(false));
    let for_acceptor = Arc::clone(&is_busy);
    thread::spawn(move || accept(&listener, &sender, &for_acceptor));
    for client in clients {
        serve_stream(&client, Gate::for_port(token.clone()));
        // First, so that a client that sees the end of its session can begin another.
        is_busy.store(false, Ordering::Release);
        // The thread that reads would wait for more.
        let _ = client.shutdown(Shutdown::Both);
    }
    bail!("the port is closed")
}

fn accept(listener: &TcpListener, clients: &Sender<TcpStream>, is_busy: &AtomicBool) {
    let refused = Arc::new(AtomicUsize::new(0));
    for client in listener.incoming().flatten() {
        if is_busy.compare_exchange(false, true, Ordering::AcqRel, Ordering::Acquire).is_err() {
            refuse_beside(client, &refused);
        } else if clients.send(client).is_err() {
            return;
        }
    }
}

fn serve_stream(client: &TcpStream, gate: Gate) {
    // Messages are small and are waited for.
    let _ = client.set_nodelay(true);
    if let Ok(input) = client.try_clone() {
        serve(input, client, gate);
    }
}

fn refuse_beside(client: TcpStream, refused: &Arc<AtomicUsize>) {
    if refused.fetch_add(1, Ordering::AcqRel) >= REFUSED {
        refused.fetch_sub(1, Ordering::AcqRel);
        return;
    }
    let refused = Arc::clone(refused);
    thread::spawn(move || {
        refuse(&client);
        refused.fetch_sub(1, Ordering::AcqRel);
    });
}

/// Says why, and waits a little for the client to read it: closing at once would discard the answer.
fn refuse(client: &TcpStream) {
    let _ = client.set_write_timeout(Some(PATIENCE));
    let mut input = BufReader::new(Until { stream: client, end: Instant::now() + PATIENCE });
    let Incoming::Message(asked) = wire::read(&mut input) else { return };
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
    let _ = input.take(wire::LONGEST as u64).read_to_end(&mut Vec::new());
}

/// A stream that is read until some time, however slowly its bytes come.
struct Until<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Read for Until<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(bytes)
    }
}
