//! What a cartridge with Bally BASIC does, rule by rule.
//!
//! The rules of docs/bally-basic.md have cases, small programs with expected results. [`Probe`] types each of them on the keypad
//! of an emulated machine with any cartridge, reads the screen, and compares it with the interpreter of this project. The shapes
//! of the characters are learned from the cartridge, by typing the known ones first. A report has no byte of the cartridge.
//!
//! ```
//! use arcadian_bally::{Bally, Cartridge, Config};
//! use arcadian_basic::Dialect;
//! use arcadian_play::probe::{Finding, Probe, case};
//!
//! let cartridge = Cartridge::new(arcadian_bally::ARCADIAN_BASIC)?;
//! let bally = Bally::new(Config { cartridge: Some(cartridge), sample_rate: 0, ..Config::default() });
//! let probe = Probe::start(bally, Dialect::Bally)?;
//! let case = case::all().into_iter().find(|case| case.name == "levels of operators and parentheses").expect("a case");
//! assert_eq!(probe.judge(&case), Finding::Agrees);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod case;
mod console;
mod measure;
pub mod report;
mod session;

use arcadian_bally::Bally;
use arcadian_basic::Dialect;

use case::Case;
use console::Console;
pub use console::ProbeError;
pub use measure::{Measured, names as measurement_names};
use report::Judged;
use session::Typed;
pub use session::Untypable;

/// What a case shows about a cartridge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The cartridge does what the interpreter does.
    Agrees,
    /// It shows something else.
    Differs {
        /// What the interpreter shows.
        expected: Vec<String>,
        /// What the cartridge shows.
        found: Vec<String>,
    },
    /// The case cannot be typed.
    NotTestable(Untypable),
}

/// A cartridge at its prompt.
pub struct Probe {
    console: Console,
    dialect: Dialect,
}

impl Probe {
    /// Switches a machine on, waits for the prompt, and learns the shapes of the characters.
    pub fn start(bally: Bally, dialect: Dialect) -> Result<Self, ProbeError> {
        Ok(Self { console: Console::start(bally)?, dialect })
    }

    /// Types a case and compares what is shown.
    pub fn judge(&self, case: &Case) -> Finding {
        let typed = match Typed::of(case, self.dialect) {
            Ok(typed) => typed,
            Err(why) => return Finding::NotTestable(why),
        };
        let (expected, tstates) = session::in_the_interpreter(&typed, self.dialect);
        let found = session::on_the_console(&self.console, &typed, tstates);
        if found == expected {
            Finding::Agrees
        } else {
            Finding::Differs { expected: expected.text(), found: found.text() }
        }
    }

    /// Types a case and keeps what it showed.
    pub fn examine(&self, case: &Case) -> Judged {
        let input = Some(format!("keys {}", case.keys)).filter(|_| !case.keys.is_empty());
        let commands = case.commands.iter().map(|command| format!("$ {command}"));
        Judged {
            name: case.name.clone(),
            lines: case.program.iter().cloned().chain(commands).chain(input).collect(),
            finding: self.judge(case),
        }
    }

    /// Measures what cases cannot ask, one by one.
    pub fn measure(&self) -> impl Iterator<Item = Measured> + '_ {
        measure::all(&self.console)
    }

    /// Measures one property by its name.
    pub fn measured(&self, name: &str) -> Option<Measured> {
        measure::one(&self.console, name)
    }

    /// Returns what the prompt shows.
    pub fn prompt(&self) -> String {
        self.console.prompt()
    }

    /// Returns the number of characters whose shapes were learned.
    pub fn characters(&self) -> usize {
        self.console.glyphs.len()
    }
}
