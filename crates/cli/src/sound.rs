//! Live sound by a player: a program of the system that reads samples from its standard input.
//!
//! So the build needs no sound library, and a broken sound system cannot harm the emulation.

use std::{
    collections::VecDeque,
    io::{self, ErrorKind, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use arcadian_play::bally::sound::{MOST_WAITING, Stream};
use clap::{Args, ValueEnum};

/// The player of the sound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Sound {
    /// The first of the players below that works
    #[default]
    Auto,
    /// No sound
    Off,
    /// PipeWire
    PwPlay,
    /// PulseAudio
    Pacat,
    /// ALSA
    Aplay,
    /// SoX, also on macOS and Windows
    Sox,
    /// FFmpeg, also on macOS and Windows
    Ffplay,
}

/// The sound of a session.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct SoundArgs {
    /// The player of the sound in the terminal
    #[arg(long, value_enum, value_name = "PLAYER", default_value_t)]
    pub sound: Sound,
}

impl SoundArgs {
    pub fn is_named(self) -> bool {
        !matches!(self.sound, Sound::Auto | Sound::Off)
    }
}

/// Sound that is heard while it is made. Without a working player it is silent.
pub struct LiveSound {
    stream: Stream,
    output: Output,
}

impl LiveSound {
    /// Starts a player, or returns `None` for no sound.
    pub fn start(sound: Sound) -> Option<Self> {
        let players = players(sound);
        (!players.is_empty()).then(|| Self { stream: Stream::default(), output: Output::start(players) })
    }

    /// Plays the samples of a frame. Never waits for the player: what it does not take in time is dropped.
    pub fn play(&mut self, samples: &[i16], now: Duration) {
        let samples = self.stream.add(samples, self.output.waiting(), now);
        self.output.send(&samples);
    }

    /// Ends the sound until samples are played again.
    pub fn mute(&mut self) {
        self.output.send(&self.stream.fade());
    }

    /// Returns once why there is no sound.
    pub fn notice(&mut self) -> Option<String> {
        self.output.notice()
    }
}

/// The samples that are written at a time: 5 ms.
const BLOCK: usize = 256;

/// The time between two checks whether a silent player still runs.
const INTERVAL: Duration = Duration::from_millis(500);

/// The longest wait for the end of the player.
const FAREWELL: Duration = Duration::from_millis(500);

/// The samples on their way to a player.
pub(super) struct Output(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    queue: VecDeque<i16>,
    /// The player that runs, so that it can be stopped while the thread waits for it.
    player: Option<Child>,
    /// Whether no more sound is wanted.
    is_closed: bool,
    /// Whether the thread has ended.
    has_ended: bool,
    notice: Option<String>,
}

impl Output {
    /// Starts the thread, which uses the first of these players that works.
    pub(super) fn start(players: Vec<PlayerProgram>) -> Self {
        let shared = Arc::new(Shared::default());
        let of_thread = Arc::clone(&shared);
        let started = thread::Builder::new().name("sound".to_owned()).spawn(move || of_thread.run(&players));
        if let Err(error) = started {
            shared.end(Some(format!("No sound: {error}.")));
        }
        Self(shared)
    }

    /// Returns the number of samples that the player has not taken.
    pub(super) fn waiting(&self) -> usize {
        self.0.lock().queue.len()
    }

    /// Sends the samples that there is room for.
    pub(super) fn send(&self, samples: &[i16]) {
        let mut state = self.0.lock();
        if !state.has_ended {
            let room = MOST_WAITING.saturating_sub(state.queue.len());
            state.queue.extend(&samples[..samples.len().min(room)]);
            self.0.changed.notify_all();
        }
    }

    /// Returns once why there is no sound.
    pub(super) fn notice(&self) -> Option<String> {
        self.0.lock().notice.take()
    }
}

impl Drop for Output {
    /// Stops the player. Does not wait long for one that cannot be stopped.
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.is_closed = true;
        stop(state.player.as_mut());
        self.0.changed.notify_all();
        drop(self.0.changed.wait_timeout_while(state, FAREWELL, |state| !state.has_ended));
    }
}

enum End {
    /// No more sound is wanted.
    Closed,
    Missing,
    Failed,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, players: &[PlayerProgram]) {
        let mut failed = Vec::new();
        for player in players {
            match self.feed(*player) {
                End::Closed => return self.end(None),
                End::Missing => {}
                End::Failed => failed.push(player.program),
            }
        }
        let all: Vec<&str> = players.iter().map(|player| player.program).collect();
        self.end(Some(notice(&failed, &all)));
    }

    fn end(&self, notice: Option<String>) {
        let mut state = self.lock();
        (state.notice, state.has_ended) = (notice, true);
        state.queue.clear();
        self.changed.notify_all();
    }

    /// Starts a player, and writes samples to it until it ends.
    fn feed(&self, player: PlayerProgram) -> End {
        let mut child = match player.spawn() {
            Ok(child) => child,
            Err(error) if error.kind() == ErrorKind::NotFound => return End::Missing,
            Err(_) => return End::Failed,
        };
        let pipe = child.stdin.take();
        self.lock().player = Some(child);
        if let Some(mut pipe) = pipe {
            shorten(&pipe);
            while let Some(block) = self.next() {
                if pipe.write_all(&block).is_err() {
                    break;
                }
            }
        }
        let (player, is_closed) = {
            let mut state = self.lock();
            (state.player.take(), state.is_closed)
        };
        if let Some(mut player) = player {
            stop(Some(&mut player));
            // Reaps the process.
            let _ = player.wait();
        }
        if is_closed { End::Closed } else { End::Failed }
    }

    /// Waits for samples. Returns `None` if no more are wanted or the player has ended.
    fn next(&self) -> Option<Vec<u8>> {
        let mut state = self.lock();
        while !state.is_closed && state.queue.is_empty() {
            let waited = self.changed.wait_timeout(state, INTERVAL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            let ended = state.player.as_mut().map(Child::try_wait);
            if !matches!(ended, Some(Ok(None))) {
                return None;
            }
        }
        let count = state.queue.len().min(BLOCK);
        let block = state.queue.drain(..count).flat_map(i16::to_le_bytes).collect();
        (!state.is_closed).then_some(block)
    }
}

/// Kills a process. One that has ended is not an error.
fn stop(player: Option<&mut Child>) {
    if let Some(player) = player {
        let _ = player.kill();
    }
}

/// The notice if none of the players is installed: what to install, on any system, and what works without.
const NO_PLAYER: &str = "No sound: install sox (apt install sox; brew install sox), or `run --wav FILE`.";

/// Returns the notice that no player works.
fn notice(failed: &[&str], all: &[&str]) -> String {
    match (failed, all) {
        ([], [one]) => format!("No sound: {one} is not installed."),
        ([], _) => NO_PLAYER.to_owned(),
        (failed, _) => format!("No sound: {} failed.", failed.join(", ")),
    }
}

/// Limits the samples in a pipe to a page, 43 ms. Linux has 64 KB by default; other systems keep their size.
#[cfg(target_os = "linux")]
fn shorten(pipe: &ChildStdin) {
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, 4096);
}

#[cfg(not(target_os = "linux"))]
fn shorten(_pipe: &ChildStdin) {}

/// A program that plays samples from its standard input.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayerProgram {
    sound: Sound,
    pub(super) program: &'static str,
    /// The arguments, separated by blanks.
    arguments: &'static str,
}

/// The players in the order in which they are tried. Each is a layer above the next ones, which it may keep from the device.
const PLAYERS: [PlayerProgram; 5] = [
    PlayerProgram {
        sound: Sound::PwPlay,
        program: "pw-play",
        arguments: "--raw --format s16 --rate 48000 --channels 1 --latency 40ms -",
    },
    PlayerProgram {
        sound: Sound::Pacat,
        program: "pacat",
        arguments: "--playback --raw --format=s16le --rate=48000 --channels=1 --latency-msec=50 --client-name=arcadian",
    },
    PlayerProgram {
        sound: Sound::Aplay,
        program: "aplay",
        arguments: "-q -t raw -f S16_LE -r 48000 -c 1 --buffer-time=50000 -",
    },
    PlayerProgram {
        sound: Sound::Sox,
        program: "sox",
        arguments: "-q --buffer 1024 -t raw -e signed -b 16 -L -c 1 -r 48000 - -d",
    },
    // Raw samples have one channel by default; the option for it depends on the version.
    PlayerProgram {
        sound: Sound::Ffplay,
        program: "ffplay",
        arguments: "-nodisp -loglevel quiet -fflags nobuffer -f s16le -ar 48000 -i -",
    },
];

pub(super) fn players(sound: Sound) -> Vec<PlayerProgram> {
    let is_meant = |player: &PlayerProgram| sound == Sound::Auto || player.sound == sound;
    PLAYERS.into_iter().filter(is_meant).collect()
}

impl PlayerProgram {
    pub(super) fn spawn(self) -> io::Result<Child> {
        let mut command = Command::new(self.program);
        command.args(self.arguments.split(' '));
        // Its messages would damage the picture.
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_name_the_players() {
        assert_eq!(notice(&[], &["aplay"]), "No sound: aplay is not installed.");
        assert_eq!(notice(&[], &["pw-play", "aplay"]), NO_PLAYER);
        assert!(NO_PLAYER.len() <= 80, "one line of the classic terminal");
        assert_eq!(notice(&["aplay"], &["pw-play", "aplay"]), "No sound: aplay failed.");
    }
}
