//! The machine: a program in its memory, the screen, the keys and the statements.

mod devices;
mod editor;
mod execute;
mod flow;
mod frames;
mod inspect;
mod levels;
mod memory;
mod output;
mod tape;
mod values;

use std::collections::VecDeque;

use arcadian_screen::{Colours, Frame, Picture};

use crate::{
    Dialect, Fault, Key, Line, Random, Why,
    console::{Console, Transcript},
    line::{self, UnknownCharacter},
    op::{Code, Pc},
    store::{Full, Place, Store},
};
use editor::Editor;

pub use inspect::HalfDone;
pub use levels::{Level, Position};
pub use tape::Tape;

/// A hand controller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Controller {
    /// −1 left, 1 right.
    pub x: i8,
    /// −1 down, 1 up.
    pub y: i8,
    /// Whether the trigger is pressed.
    pub trigger: bool,
    /// −128 fully counter-clockwise, 127 clockwise.
    pub knob: i8,
}

/// SORRY: a program is too long for the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("SORRY: line {line} needs {} bytes and {} are free", full.needed, full.free)]
pub struct DoesNotFit {
    /// The first line that found no room.
    pub line: u16,
    /// What it needed.
    pub full: Full,
}

/// Why [`Basic::run`] came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The program waits in KP.
    Key,
    /// The program waits for an answer to INPUT.
    Answer,
    /// The program waits for the host to do what [`Basic::tape`] says; only after [`Basic::attach_tape`].
    Tape,
    /// Nothing runs: the prompt waits for a line. [`Basic::ending`] tells how the last command ended.
    Prompt,
    /// As many statements were executed as the caller allowed.
    Budget,
}

/// How the last command ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By STOP or behind the last statement.
    End,
    /// With an error.
    Error(Fault),
    /// By HALT.
    Halt,
}

/// Which text is executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Origin {
    #[default]
    Program,
    Direct,
    Answer,
}

/// A place to come back to: `at` in the text is what counts, `pc` saves the search for it as long as
/// the translation is the one it was made in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Return {
    origin: Origin,
    at: u16,
    pc: Pc,
    epoch: u32,
}

/// What waits on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FrameOf {
    Loop { variable: crate::op::Target, limit: i16, step: i16, back: Return },
    Subroutine(Return),
}

impl FrameOf {
    /// Bytes of the period stack. Evidence: patb (a loop 10); choice (a subroutine 8).
    fn bytes(&self) -> usize {
        match self {
            FrameOf::Loop { .. } => LOOP_BYTES,
            FrameOf::Subroutine(_) => SUBROUTINE_BYTES,
        }
    }
}

const LOOP_BYTES: usize = 10;
const SUBROUTINE_BYTES: usize = 8;
/// Bytes for loops and subroutines. Evidence: choice (480 bytes of memory lie behind the picture; 54 hold
/// variables, the line buffer and the system's own take the rest).
const STACK_BYTES: usize = 320;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The prompt waits for a line.
    Prompt,
    /// A command or program runs, or waits for a key.
    Running,
}

/// Bally BASIC with its memory, screen and keys.
///
/// ```
/// use arcadian_basic::{Basic, Dialect, Pause};
/// let mut basic = Basic::new(Dialect::Bally, 1);
/// basic.enter("10 PRINT 2+3×4")?;
/// basic.enter("RUN")?;
/// assert_eq!(basic.run(1_000), Pause::Prompt);
/// assert_eq!(basic.transcript().lines().collect::<Vec<_>>(), ["      14"]);
/// # Ok::<(), arcadian_basic::UnknownCharacter>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basic {
    dialect: Dialect,
    store: Store,
    /// A to Z; the rest is room that makes an index of five bits legal.
    variables: [i16; 32],
    remainder: i16,
    colours: [i16; 2],
    /// Where LINE starts.
    point: (i16, i16),
    note: [i16; 2],
    ports: devices::Ports,
    controllers: [Controller; 4],
    random: Random,

    console: Console,
    transcript: Transcript,
    /// The width of PRINT's fields at the moment.
    field: i16,
    keys: VecDeque<Key>,

    state: State,
    editor: Editor,
    prompt_shown: bool,
    ending: Option<Ending>,
    tracing: bool,
    /// What LIST shows next: from this number, so many lines.
    listing: (i16, i16),

    program: Code,
    direct: Code,
    answer: Code,
    direct_text: Vec<u8>,
    answer_text: Vec<u8>,
    /// The lines of the program and where their translations begin.
    lines: Vec<Place>,
    entries: Vec<Option<Pc>>,
    /// Counts the times that translations were thrown away.
    epoch: u32,

    frames: Vec<FrameOf>,
    stack: usize,
    values: [i16; 256],
    depth: u8,
    accumulator: i16,
    origin: Origin,
    pc: Pc,
    /// Where INPUT stands while its answer is computed.
    asking: Option<(Origin, Pc)>,
    /// Whether the host answers tape statements, and the one that waits.
    has_tape: bool,
    request: Option<tape::Request>,

    statements: u64,
    tstates: u64,
}

impl Basic {
    /// A fresh machine: no program, all variables zero. Evidence: listing (variables).
    pub fn new(dialect: Dialect, seed: u64) -> Self {
        Self {
            dialect,
            store: Store::default(),
            variables: [0; 32],
            remainder: 0,
            colours: [7, 0],
            point: (0, 0),
            note: [0; 2],
            ports: devices::Ports::default(),
            controllers: [Controller::default(); 4],
            random: Random::new(seed),
            console: Console::default(),
            transcript: Transcript::default(),
            field: 8,
            keys: VecDeque::new(),
            state: State::Prompt,
            editor: Editor::default(),
            prompt_shown: false,
            ending: None,
            tracing: false,
            listing: (0, 0),
            program: Code::default(),
            direct: Code::default(),
            answer: Code::default(),
            direct_text: Vec::new(),
            answer_text: Vec::new(),
            lines: Vec::new(),
            entries: Vec::new(),
            epoch: 0,
            frames: Vec::new(),
            stack: 0,
            values: [0; 256],
            depth: 0,
            accumulator: 0,
            origin: Origin::Program,
            pc: 0,
            asking: None,
            has_tape: false,
            request: None,
            statements: 0,
            tstates: 0,
        }
    }

    /// Enters lines as if they were typed one after the other; the first that does not fit stops it.
    pub fn load<'a>(&mut self, lines: impl IntoIterator<Item = &'a Line>) -> Result<(), DoesNotFit> {
        for line in lines {
            self.store.insert(line).map_err(|full| DoesNotFit { line: line.number, full })?;
        }
        self.forget_translations();
        Ok(())
    }

    /// Enters a line without its keys being shown: a line with a number is stored, another is executed
    /// by the next [`run`](Self::run). Whatever ran before is forgotten.
    pub fn enter(&mut self, text: &str) -> Result<(), UnknownCharacter> {
        line::scan_text(text)?;
        self.stop();
        self.command(text);
        Ok(())
    }

    /// Presses a key; keys wait until the program or the prompt asks for one.
    pub fn press(&mut self, key: Key) {
        self.keys.push_back(key);
    }

    /// HALT: whatever runs is stopped, the keys that wait are forgotten. At the prompt, the line begun
    /// is forgotten.
    pub fn halt(&mut self) {
        self.keys.clear();
        if self.state == State::Running {
            self.transcript.moved();
            self.ending = Some(Ending::Halt);
            self.stop();
        } else if !self.editor.is_empty() {
            self.console.fresh_line();
            self.stop();
        }
    }

    /// Takes the machine back to power-up: no program, all variables zero. Its random numbers go on where they were,
    /// and so do its counts and what was printed.
    pub fn reset(&mut self) {
        self.transcript.moved();
        *self = Self {
            random: self.random.clone(),
            controllers: self.controllers,
            transcript: std::mem::take(&mut self.transcript),
            has_tape: self.has_tape,
            epoch: self.epoch.wrapping_add(1),
            statements: self.statements,
            tstates: self.tstates(),
            ..Self::new(self.dialect, 0)
        };
    }

    /// Whether a command or program runs or waits.
    pub fn is_running(&self) -> bool {
        self.state == State::Running
    }

    /// Whether a line has been begun at the prompt.
    pub fn is_typing(&self) -> bool {
        self.state == State::Prompt && !self.editor.is_empty()
    }

    /// How the last command ended; `None` while it runs and before the first.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref().filter(|_| self.state == State::Prompt)
    }

    /// Moves a hand controller (1..=4); other numbers do nothing.
    pub fn set_controller(&mut self, number: usize, controller: Controller) {
        if let Some(place) = number.checked_sub(1).and_then(|n| self.controllers.get_mut(n)) {
            *place = controller;
        }
    }

    /// The hand controllers 1..=4.
    pub fn controllers(&self) -> [Controller; 4] {
        self.controllers
    }

    /// The dialect.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Program memory.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// A to Z.
    pub fn variables(&self) -> [i16; 26] {
        std::array::from_fn(|i| self.variables[i])
    }

    /// `@(n)`; `None` outside the free memory.
    pub fn array(&self, n: i16) -> Option<i16> {
        self.store.at(n).map(|address| self.store.word(address))
    }

    /// Statements executed since the machine was made.
    pub fn statements(&self) -> u64 {
        self.statements
    }

    /// Emulated time in T-states, by the estimate of [`crate::cost`].
    pub fn tstates(&self) -> u64 {
        self.tstates + self.console.tstates
    }

    /// What PRINT and INPUT put out.
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// The picture.
    pub fn picture(&self) -> &Picture {
        &self.console.picture
    }

    /// CX and CY.
    pub fn cursor(&self) -> (i16, i16) {
        (self.console.cx, self.console.cy)
    }

    /// The colours that the picture's pixels have.
    pub fn colours(&self) -> Colours {
        let [bc, fc] = self.colours.map(|colour| colour as u8);
        let ports = &self.ports;
        Colours { right: ports.right_colours(), boundary: ports.boundary(), ..Colours::basic(bc, fc) }
    }

    /// The sound registers, ports 16..=23. Rendering them is the host's affair.
    pub fn sound(&self) -> [u8; 8] {
        self.ports.sound()
    }

    /// Everything that decides what a television shows.
    pub fn frame(&self) -> Frame {
        Frame {
            picture: self.console.picture.clone(),
            program: self.program_pixels(),
            colours: self.colours(),
        }
    }

    /// Throws translations away: the program's bytes have changed.
    fn forget_translations(&mut self) {
        self.lines.clear();
        self.lines.extend(self.store.places());
        self.entries.clear();
        self.entries.resize(self.lines.len(), None);
        self.program.clear();
        self.direct.clear();
        self.epoch = self.epoch.wrapping_add(1);
    }

    /// Back to the prompt: loops and subroutines are forgotten. Evidence: patb.
    fn stop(&mut self) {
        self.state = State::Prompt;
        self.prompt_shown = false;
        self.editor = Editor::default();
        self.request = None;
        // The place stays that of the question, which is in the program.
        if let Some((origin, pc)) = self.asking.take() {
            (self.origin, self.pc) = (origin, pc);
        }
        self.forget_frames();
    }

    fn forget_frames(&mut self) {
        self.frames.clear();
        self.stack = 0;
        self.depth = 0;
    }

    fn push_frame(&mut self, frame: FrameOf) {
        self.stack += frame.bytes();
        self.frames.push(frame);
    }

    fn pop_frame(&mut self) -> Option<FrameOf> {
        let frame = self.frames.pop()?;
        self.stack -= frame.bytes();
        Some(frame)
    }

    fn room_for(&self, bytes: usize) -> Result<(), Why> {
        if self.stack + bytes <= STACK_BYTES { Ok(()) } else { Err(Why::StackFull) }
    }
}
