//! Live sound by a player: a program of the system that reads samples from its standard input.
//!
//! So the build needs no sound library, and a broken sound system cannot harm the emulation.

mod output;

use std::time::Duration;

use arcadian_play::bally::sound::Stream;
use clap::{Args, ValueEnum};

use output::Output;

/// What plays the sound.
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

/// How a session is heard.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct SoundArgs {
    /// What plays the sound in the terminal
    #[arg(long, value_enum, value_name = "PLAYER", default_value_t)]
    pub sound: Sound,
}

impl SoundArgs {
    /// Returns whether a player is named.
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
        let players = output::players(sound);
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
