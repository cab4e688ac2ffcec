//! The command line.

use std::path::PathBuf;

use arcadian_basic::Dialect;
use arcadian_screen::palette::Scale;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::{
    asm::AsmArgs, board::BoardArgs, dap::DapArgs, dis::DisArgs, exec::ExecArgs, step::StepArgs,
    verify::VerifyArgs,
};

/// Runs eight-bit game code of 1976-82: Bally BASIC as it was printed, and 8080, Z80 and 6502 machine code.
#[derive(Debug, Parser)]
#[command(name = "arcadian", version, max_term_width = 100)]
#[command(
    long_about = "Runs Bally BASIC (1978) and AstroBASIC (1981) programs as they were printed: in the terminal, \
                  headless for scripts and tests, and under the magnifying glass of their byte counts. Assembles, checks, \
                  disassembles and runs machine code for the 8080, the Z80 and the 6502.",
    after_help = EXIT_STATUS
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXIT_STATUS: &str = "\
Exit status: 0 done and true; 1 ran, but something does not hold (a program's error, the budget used \
up, a wrong byte count); 2 bad arguments or unreadable input.

A file named - is standard input or output; a file of that name is ./-. While standard output is a file, reports go to standard \
error. In reports and messages control characters and invisible characters of programs, files and names are written as \
\\u{1b}; files keep their bytes.";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a program in the terminal
    Play(PlayArgs),
    /// Run a program without a terminal and show what it did
    Run(RunArgs),
    /// Check a listing's byte counts, line by line
    Sz(SzArgs),
    /// Show a program in one of several notations
    List(ListArgs),
    /// Assemble a source or a hand-assembly sheet (8080, Z80, 6502)
    Asm(AsmArgs),
    /// Disassemble a memory image
    Dis(DisArgs),
    /// Run a binary on an 8080, a Z80 or a 6502
    Exec(ExecArgs),
    /// Hold routines against the oracle, for every input
    Verify(VerifyArgs),
    /// Step through a routine, a binary or a BASIC program, in both directions
    Step(StepArgs),
    /// Let an editor step (Debug Adapter Protocol)
    Dap(DapArgs),
    /// Ask the oracle: boards, moves, symmetries, solutions
    Board(BoardArgs),
    /// Write a completion script for a shell
    Completions(CompletionsArgs),
    /// Write a manual page (roff)
    Man(ManArgs),
}

/// How a program is read.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Reading {
    /// Cartridge: bally (Bally BASIC, 1978) or astro (AstroBASIC, 1981); default: what the program's header says
    #[arg(long, value_name = "NAME")]
    pub dialect: Option<Dialect>,
    /// Ignore the errata file beside a printed listing
    #[arg(long)]
    pub as_printed: bool,
}

const PLAY_HELP: &str = "\
Keys: letters, digits and signs as typed; Enter is GO, Backspace ERASE, Esc HALT. `/` is ÷ and `*` is ×; with Alt they are \
the characters / and * themselves; Alt with an arrow key is the arrow character. HALT leaves the prompt `>`: enter lines, \
LIST, RUN; there the right arrow is PAUSE, which brings the next character of the stored line whose number is typed. \
`:PRINT \"NAME\"` saves the program as NAME.bas in the current directory, `:INPUT \"NAME\"` loads it; a name has 1 to 32 letters, digits, \
blanks, `-`, `_` or points. Pasted text is taken character by character: its `/` is `/`. Ctrl-R resets the machine and erases the \
program, Ctrl-C leaves; both ask while lines are not saved. Ctrl-L draws everything again, Ctrl-Z suspends.
While a program runs the arrow keys are hand controller 1 (JX, JY), Tab its trigger (TR), [ and ] turn its knob (KN).

Examples:
  arcadian play                                ROTATE, as printed in 1982
  arcadian play --new                          an empty machine, for a program of your own
  arcadian play x.bas --speed max              your own, as fast as it goes
  arcadian play --record game.keys             record a game, and then
  arcadian run rotate --keys-file game.keys    show its last picture

The speed of `period` is an estimate: no timing of a Bally BASIC statement was found.";

/// Plays a program.
#[derive(Args, Debug)]
#[command(after_help = "See --help for the keys and examples.", after_long_help = PLAY_HELP)]
pub struct PlayArgs {
    /// A program file, or `rotate`; - is standard input
    #[arg(default_value = "rotate")]
    pub program: PathBuf,
    /// Begin with an empty machine, at the prompt
    #[arg(long, conflicts_with = "program")]
    pub new: bool,
    #[command(flatten)]
    pub reading: Reading,
    /// Seed of RND; default: from the clock, and shown at the end
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// How fast statements follow each other
    #[arg(long, value_enum, default_value_t)]
    pub speed: Speed,
    /// How the terminal shows the picture
    #[arg(long, value_enum, default_value_t)]
    pub graphics: Graphics,
    /// How bright the colours are
    #[arg(long, value_enum, default_value_t)]
    pub palette: Palette,
    /// Write the seed and all keys to FILE, for `run --keys-file`
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

const RUN_HELP: &str = "\
Keys: characters as typed; {GO} {ERASE} {HALT} {PAUSE} {SPACE} {DIV} {MUL} {UP} {LEFT} {RIGHT} {DOWN} and words such as \
{PRINT} for the rest; a new line is GO, the one at the end of a key file too. Each key waits until the program asks for it. When the keys run out and the program \
waits, the run stops there. {AT n} lets what follows happen after n statements, {JX1=-1} {JY1=1} {TR1=1} {KN1=64} move hand \
controllers, {RESET} resets the machine. A key file may begin with lines `#! seed: N`, `#! dialect: NAME` and `#! as-printed: yes`; the options win.

Examples:
  arcadian run rotate --keys '8{GO}'                 begin a level-8 game
  arcadian run rotate --keys '1{GO}A' --json         all that a script wants
  arcadian run x.bas --set 'A=1' --set '100 STOP'    change it before RUN
  arcadian run rotate --keys '8{GO}' --png rotate.png --screen none

Exit status: 0 the program ended, was halted or waits for a key; 1 it stopped with an error or the budget is used up; 2 bad \
arguments or unreadable input.";

/// Runs a program without a terminal.
#[derive(Args, Debug)]
#[command(after_help = "See --help for the key names and examples.", after_long_help = RUN_HELP)]
pub struct RunArgs {
    /// A program file, or `rotate`; - is standard input
    #[arg(required_unless_present = "new")]
    pub program: Option<PathBuf>,
    /// Begin with an empty machine
    #[arg(long, conflicts_with = "program")]
    pub new: bool,
    #[command(flatten)]
    pub reading: Reading,
    /// Keys to press, such as '8{GO}AB'
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub keys: Option<String>,
    /// A file of keys, as `play --record` writes it
    #[arg(long, value_name = "FILE", conflicts_with = "keys")]
    pub keys_file: Option<PathBuf>,
    /// Seed of RND [default: the key file's, or 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Statements to execute at most [default: 100000000, or what the recorded game needed]
    #[arg(long, value_name = "N")]
    pub budget: Option<u64>,
    /// Execute a statement, or store a numbered line, before RUN; may be repeated
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// How to show the screen at the end (--json holds its text and its pixels anyway)
    #[arg(long, value_enum, default_value_t)]
    pub screen: Screen,
    /// Show everything as one JSON object instead
    #[arg(long)]
    pub json: bool,
    /// Write the last picture as PNG
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// Write the last picture as SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write the run as an animation, 10 pictures an emulated second; it ends after 3000 pictures or 64 MB
    #[arg(long, value_name = "FILE")]
    pub gif: Option<PathBuf>,
    #[command(flatten)]
    pub image: Image,
}

/// How pictures are written to files.
#[derive(Args, Debug)]
pub struct Image {
    /// Shape of a pixel: 6:7 as on a television, or square
    #[arg(long, value_enum, default_value_t)]
    pub aspect: Aspect,
    /// Size: tv 1 (960 × 616) or 2; square 1 to 16 dots a pixel [default: tv 1, square 4]
    #[arg(long, value_name = "N")]
    pub scale: Option<u32>,
    /// How bright the colours are
    #[arg(long, value_enum, default_value_t)]
    pub palette: Palette,
}

/// Checks byte counts.
#[derive(Args, Debug)]
pub struct SzArgs {
    /// A listing with the number that PRINT SZ showed before each line, in parentheses, or `rotate`; - is standard input
    pub listing: PathBuf,
    #[command(flatten)]
    pub reading: Reading,
    /// Show everything as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Shows a program.
#[derive(Args, Debug)]
pub struct ListArgs {
    /// A program file, or `rotate`; - is standard input
    pub program: PathBuf,
    #[command(flatten)]
    pub reading: Reading,
    /// The notation
    #[arg(long = "as", value_enum, default_value_t)]
    pub form: Form,
}

/// Writes a completion script.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

/// Writes a manual page.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// The command to describe; without it, the whole program
    pub command: Option<String>,
}

/// How fast a played program runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Speed {
    /// As in 1982, by an estimate
    #[default]
    Period,
    /// As fast as it goes
    Max,
}

/// How a terminal shows the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Graphics {
    /// The best the terminal says it has
    #[default]
    Auto,
    /// Block or braille characters
    Blocks,
    /// Sixel graphics
    Sixel,
    /// The kitty graphics protocol
    Kitty,
}

/// How `run` shows the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Screen {
    /// The characters on it, a line for each row
    #[default]
    Text,
    /// 88 rows of 160 `.` and `#`
    Pixels,
    /// Block characters, two pixels each
    Blocks,
    /// Not at all
    None,
}

/// The shape of a pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Aspect {
    /// 6 wide to 7 high
    #[default]
    Tv,
    /// As wide as high
    Square,
}

/// How bright the colours are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Palette {
    /// As MAME shows them: white is EEEEEE
    #[default]
    Mame,
    /// White is FFFFFF
    Full,
}

impl From<Palette> for Scale {
    fn from(palette: Palette) -> Self {
        match palette {
            Palette::Mame => Scale::Mame,
            Palette::Full => Scale::Full,
        }
    }
}

/// A notation of programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// The machine's characters
    #[default]
    Text,
    /// The notation of the printed listing
    Printed,
    /// ASCII spellings
    Ascii,
    /// What to press on the 24-key pad
    Keys,
}
