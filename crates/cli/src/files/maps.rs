//! The arguments that name the map of a binary.

use std::path::PathBuf;

use clap::Args;

/// The map of a binary, and where its sources are.
#[derive(Args, Clone, Debug, Default)]
pub struct MapArgs {
    /// Binary: debug data that its own tools wrote (.dbg of ld65, .noi, .cdb and .rst of SDCC, SLD of sjasmplus, labels of VICE);
    /// may be repeated [default: a file beside the binary with its name]
    #[arg(long, value_name = "FILE")]
    pub map: Vec<PathBuf>,
    /// Binary with a map: a folder with the sources that the map names; may be repeated [default: the folder of the map]
    #[arg(long, value_name = "DIR")]
    pub source_dir: Vec<PathBuf>,
}
