//! One client: its messages are read beside the program's run, so that they can interrupt it.

use std::{
    io::{BufReader, Read, Write},
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use arcadian_desk::dap::{message::Incoming, session::Session};

use super::{gate::Gate, wire};
use crate::files::{Disk, output};

/// The most messages that wait; the client's further ones stay in the pipe.
const WAITING: usize = 64;
/// The time in which a client has to prove that it knows the token: it keeps others from being served.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves a client until one of both leaves.
pub fn serve(input: impl Read + Send + 'static, mut output: impl Write, mut gate: Gate) {
    let inbox = Inbox::new(input);
    let waiting = Arc::clone(&inbox.waiting);
    let mut session = Session::new(Rc::new(move || waiting.load(Ordering::Acquire) > 0), Rc::new(Disk));
    let end = Instant::now() + PATIENCE;
    while !session.is_over() {
        let incoming = match gate.is_open() {
            true => inbox.next(session.is_running()),
            false => Some(inbox.next_before(end)),
        };
        match incoming {
            Some(incoming) => take(&mut session, &mut gate, incoming),
            None => session.advance(),
        }
        let sent = session.drain().iter().try_for_each(|message| wire::write(&mut output, message));
        if sent.is_err() {
            break;
        }
    }
}

/// Lets the session have what came, if the gate does.
fn take(session: &mut Session, gate: &mut Gate, incoming: Incoming) {
    if let Err(refusal) = gate.check(&incoming) {
        output::note(&format!("the connection is closed: {}", refusal.why));
        session.refuse(refusal.request, &refusal.why);
        return;
    }
    if let Incoming::OutOfSync(why) = &incoming {
        output::note(&format!("the session has ended: {why}"));
    }
    session.receive(incoming);
}

/// What the client sent and nobody has looked at yet.
struct Inbox {
    messages: Receiver<Incoming>,
    waiting: Arc<AtomicUsize>,
}

impl Inbox {
    fn new(input: impl Read + Send + 'static) -> Self {
        let (sender, messages) = sync_channel(WAITING);
        let waiting = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&waiting);
        thread::spawn(move || read_all(input, &sender, &counter));
        Inbox { messages, waiting }
    }

    /// The next message; where the program is running, none if none has come.
    fn next(&self, is_running: bool) -> Option<Incoming> {
        if is_running && self.waiting.load(Ordering::Acquire) == 0 {
            return None;
        }
        let incoming = self.messages.recv().unwrap_or(Incoming::End);
        self.waiting.fetch_sub(1, Ordering::AcqRel);
        Some(incoming)
    }

    /// The next message of a client that has until then to prove itself.
    fn next_before(&self, end: Instant) -> Incoming {
        match self.messages.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(incoming) => {
                self.waiting.fetch_sub(1, Ordering::AcqRel);
                incoming
            }
            Err(RecvTimeoutError::Timeout) => {
                Incoming::OutOfSync(format!("no token within {} seconds", PATIENCE.as_secs()))
            }
            Err(RecvTimeoutError::Disconnected) => Incoming::End,
        }
    }
}

fn read_all(input: impl Read, sender: &SyncSender<Incoming>, waiting: &AtomicUsize) {
    let mut input = BufReader::new(input);
    loop {
        let incoming = wire::read(&mut input);
        let is_last = matches!(incoming, Incoming::End | Incoming::OutOfSync(_));
        waiting.fetch_add(1, Ordering::AcqRel);
        if sender.send(incoming).is_err() || is_last {
            return;
        }
    }
}
