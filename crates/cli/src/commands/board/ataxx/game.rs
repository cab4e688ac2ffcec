//! A game of Ataxx.

use std::{path::Path, sync::Arc};

use anyhow::{Context, Result};
use arcadian_board::ataxx::Position;
use arcadian_files::{FileKind, Files as _, escape};
use arcadian_games::{self as games, Ataxx, ataxx};

use super::{PlayArgs, play};
use crate::files::{Disk, ExitStatus};

/// Plays a game.
pub fn run(args: &PlayArgs) -> Result<ExitStatus> {
    let start = match &args.picture {
        Some(picture) => drawn(picture)?,
        None => args
            .position
            .unwrap_or_else(|| Position::start(args.walls.map(|mask| mask.walls).unwrap_or_default())),
    };
    let start = move |_| Ok(Arc::new(Ataxx::new(start)?) as Arc<dyn games::Position>);
    play::run(&ataxx::ATAXX, &args.session, args.opponent.players()?, start)
}

/// Reads a board from rows on the command line, or from a file.
fn drawn(picture: &str) -> Result<Position> {
    let path = Path::new(picture);
    if picture.matches('/').count() == 6 && Disk.kind(path) == FileKind::Missing {
        return Ok(ataxx::picture(picture)?);
    }
    let text = Disk.text(path, "the picture of a board", play::LONGEST)?;
    ataxx::picture(&text).with_context(|| format!("cannot use {}", escape::path(path)))
}
