//! Serving one client. A separate thread reads its messages, so that they can interrupt a running program.

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

use arcadian_editor::dap::{editor_session::EditorSession, message::Incoming};

use super::gate::Gate;
use crate::{
    files::{Disk, output},
    wire,
};

/// The maximum length of a message in bytes.
pub const LONGEST_MESSAGE: usize = 1 << 20;

/// The capacity of the queue; further messages stay in the pipe.
const WAITING: usize = 64;
/// The time limit for presenting the token, because the client blocks others.
const TOKEN_TIMEOUT: Duration = Duration::from_secs(10);

/// Serves a client until it disconnects or the session ends.
pub fn serve(input: impl Read + Send + 'static, mut output: impl Write, mut gate: Gate) {
    let inbox = Inbox::new(input);
    let waiting = Arc::clone(&inbox.waiting);
    let mut session = EditorSession::new(Rc::new(move || waiting.load(Ordering::Acquire) > 0), Rc::new(Disk));
    let end = Instant::now() + TOKEN_TIMEOUT;
    while !session.is_over() {
        let incoming =
            if gate.is_open() { inbox.next(session.is_running()) } else { Some(inbox.next_before(end)) };
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

/// Passes a message to the session if the gate allows it.
fn take(session: &mut EditorSession, gate: &mut Gate, incoming: Incoming) {
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

/// The queue of messages from the client.
struct Inbox {
    messages: Receiver<Incoming>,
    /// The number of messages in the queue.
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
