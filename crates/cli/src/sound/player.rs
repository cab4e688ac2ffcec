//! The players, with the options for samples of 16 bits on standard input and a short buffer.

use std::{
    io,
    process::{Child, Command, Stdio},
};

use super::Sound;

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

/// Returns the players to try.
pub(super) fn players(sound: Sound) -> Vec<PlayerProgram> {
    let is_meant = |player: &PlayerProgram| sound == Sound::Auto || player.sound == sound;
    PLAYERS.into_iter().filter(is_meant).collect()
}

impl PlayerProgram {
    /// Starts the player.
    pub(super) fn spawn(self) -> io::Result<Child> {
        let mut command = Command::new(self.program);
        command.args(self.arguments.split(' '));
        // Its messages would damage the picture.
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn()
    }
}
