//! The machine as a host uses it, frame by frame; saving and loading its state.

use arcadian_cpu::{Z80, z80::After};
use arcadian_machine::{DeviceId, Machine, Stop, Until};

use crate::{
    board::{Config, Expansion},
    chips::{Chips, Timing},
    event::{Runaway, StopAt},
    frame::{SCREEN, VideoFrame, WIDTH, frame_end},
    image::{Cartridge, Plug},
    input::Input,
    registers::{ChipRegisters, REGISTERS},
    sound::Synthesizer,
    state::{self, Identity, Reader, StateError, Writer},
    tape_port::{RecorderKey, TapePort},
};

/// A Bally Professional Arcade.
///
/// [`run_frame`](Bally::run_frame) runs it until vertical blanking starts. To step through a program, forward and
/// backward, use the machine that [`Config::build`] makes with a [`History`](arcadian_machine::History).
#[derive(Clone, Debug)]
pub struct Bally {
    config: Config,
    machine: Machine<Z80>,
    chips: DeviceId,
    synthesizer: Synthesizer,
    samples: Vec<i16>,
    /// Stops a run at the first sign of code that runs away.
    watch: Until,
    runaway: Option<Runaway>,
}

impl Bally {
    pub fn new(config: Config) -> Self {
        let (machine, chips) = config.build();
        let mut watch = Until::halted();
        watch.addresses = config.unmapped();
        Bally {
            machine,
            chips,
            synthesizer: Synthesizer::new(config.sample_rate),
            samples: Vec::new(),
            watch,
            runaway: None,
            config,
        }
    }

    pub fn config(&self) -> &Config {
        &self.config
    }

    pub fn machine(&self) -> &Machine<Z80> {
        &self.machine
    }

    /// Returns the machine, to change its memory and registers.
    pub fn machine_mut(&mut self) -> &mut Machine<Z80> {
        &mut self.machine
    }

    /// Returns the machine with the id of its chips, for a recording.
    pub fn into_machine(self) -> (Machine<Z80>, DeviceId) {
        (self.machine, self.chips)
    }

    pub fn chips(&self) -> &Chips {
        Chips::of(&self.machine.backplane).expect("the board has its chips")
    }

    /// Pulses RESET. Memory keeps its contents, and the beam moves on.
    pub fn reset(&mut self) {
        self.machine.reset();
        // The step in which the processor sees RESET, so that a saved state never has it pending.
        let _none = self.machine.step();
        self.runaway = None;
    }

    /// Presses a key of the recorder at the tape port. Without a port it does nothing.
    pub fn press_recorder(&mut self, key: RecorderKey) {
        if let Some(port) = TapePort::id(&self.machine.backplane) {
            self.machine.backplane.send(port, key.message());
        }
    }

    pub fn set_input(&mut self, input: &Input) {
        for byte in input.messages_to(self.chips().inputs()) {
            self.machine.backplane.send(self.chips, byte);
        }
    }
}

impl Bally {
    /// Runs to the start of the next vertical blanking, with these inputs, and returns the picture that was drawn.
    ///
    /// Code that [runs away](Bally::runaway) does not stop the machine.
    pub fn run_frame(&mut self, input: &Input) -> &VideoFrame {
        self.set_input(input);
        let end = frame_end(self.machine.cycles());
        while self.machine.cycles() < end {
            self.run_watched(end - self.machine.cycles());
        }
        self.take_sound();
        self.frame()
    }

    /// Runs for a number of cycles, or less if the code starts to run away.
    fn run_watched(&mut self, cycles: u64) {
        let until = match self.runaway {
            // Time passes although the processor is halted, and unmapped addresses need no further attention.
            Some(_) => Until::never(),
            None => self.watch.clone(),
        };
        let stop = self.machine.run(&until.cycles(cycles));
        self.runaway = self.runaway.or_else(|| Runaway::of(stop.reason));
    }

    /// Runs until a stop condition is met, one of [`stop_at`](Bally::stop_at) included.
    pub fn run(&mut self, until: &Until) -> Stop {
        let stop = self.machine.run(until);
        self.take_sound();
        stop
    }

    /// Adds a stop condition for [`run`](Bally::run). Frames run to their end all the same.
    pub fn stop_at(&mut self, condition: &StopAt) {
        condition.add_to(&mut self.machine.backplane);
    }

    pub fn clear_stops(&mut self) {
        self.machine.backplane.clear_watchpoints();
    }

    /// Computes the samples since the last frame or run, after a run of the [machine](Bally::machine_mut).
    pub fn take_sound(&mut self) {
        self.samples.clear();
        if self.config.sample_rate == 0 {
            return;
        }
        let chips = Chips::of(&self.machine.backplane).expect("the board has its chips");
        self.synthesizer.advance(chips, self.machine.cycles());
        self.synthesizer.take_samples(&mut self.samples);
    }
}

impl Bally {
    /// Returns the picture that was drawn last. During a frame it has the lines of the last frame below the beam.
    pub fn frame(&self) -> &VideoFrame {
        self.chips().frame()
    }

    /// Returns the pixel values, 0 to 3, of the picture of 160 × 102.
    pub fn picture(&self) -> Vec<[u8; WIDTH]> {
        self.frame().picture()
    }

    /// Returns the sound of the last frame or run.
    pub fn samples(&self) -> &[i16] {
        &self.samples
    }

    /// Returns the number of frames drawn since power-up.
    pub fn frames(&self) -> u64 {
        self.frame().number()
    }

    /// Returns the cycles (T-states) since power-up.
    pub fn cycles(&self) -> u64 {
        self.machine.cycles()
    }

    /// Returns the first sign that the code runs away since power-up or reset.
    pub fn runaway(&self) -> Option<Runaway> {
        self.runaway
    }

    /// Returns the video and sound registers with their names, in the order of their ports.
    pub fn registers(&self) -> impl Iterator<Item = (&'static str, u8)> {
        let registers: &ChipRegisters = self.chips().registers();
        REGISTERS.iter().map(|register| (register.name, registers[register.port]))
    }
}

const SCREEN_SIZE: usize = 0x1000;

/// More cycles than a machine has run: 1,000 years.
const MOST_CYCLES: u64 = 1 << 56;

impl Bally {
    /// Returns the state of the machine as bytes. A machine that loads it goes on exactly like this one, sound included.
    pub fn save(&self) -> Vec<u8> {
        let mut contents = Writer::default();
        let mut synthesizer = self.synthesizer.clone();
        // Without samples nothing follows the writes to the sound chip, and only the last ones are logged.
        if self.config.sample_rate > 0 {
            synthesizer.advance(self.chips(), self.cycles());
        }
        state::save_processor(&self.machine.core, &mut contents);
        contents.long(self.machine.instructions());
        contents.long(self.cycles());
        for area in self.config.ram() {
            contents.bytes(&self.machine.backplane.bytes()[area]);
        }
        self.chips().save(&mut contents);
        synthesizer.save(&mut contents);
        if let Some(hardware) = self.config.hardware() {
            hardware.save(&self.machine.backplane, &mut contents);
        }
        state::seal(&self.config.identity(), &contents)
    }

    /// Loads a state that a machine of the same configuration saved. Stop conditions are removed. After an error the machine
    /// is unchanged.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        let mut contents = state::open(bytes, &self.config.identity())?;
        let mut loaded = Bally::new(self.config.clone());
        loaded.read(&mut contents)?;
        contents.end()?;
        *self = loaded;
        Ok(())
    }

    fn read(&mut self, contents: &mut Reader) -> Result<(), StateError> {
        let core = state::load_processor(contents)?;
        let (instructions, now) = (contents.long()?, contents.long()?);
        if now > MOST_CYCLES {
            return Err(StateError::BadValue("time"));
        }
        for area in self.config.ram() {
            let bytes = contents.slice(area.len())?;
            let _fits = self.machine.backplane.load(area.start as u16, bytes);
        }
        let loaded =
            self.machine.backplane.change_device(self.chips, |chips: &mut Chips| chips.load(contents, now));
        loaded.unwrap_or(Err(StateError::BadValue("chips")))?;
        self.show_bank();
        let is_device_next = matches!(core.after, After::DeviceDd | After::DeviceEd | After::DeviceFd);
        self.machine.resume(core, instructions, now, is_device_next.then_some(self.chips));
        self.synthesizer.load(contents, now)?;
        match self.config.hardware() {
            Some(hardware) => hardware.load(&mut self.machine.backplane, contents, now),
            None => Ok(()),
        }
    }

    /// Puts the selected bank of the cartridge into memory.
    fn show_bank(&mut self) {
        if let Some(window) = self.chips().banks.as_ref().map(|banks| banks.window()) {
            let _fits = self.machine.backplane.load(0x2000, &window);
        }
    }
}

impl Config {
    fn ram(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let screen = usize::from(SCREEN)..usize::from(SCREEN) + SCREEN_SIZE;
        let expansion =
            self.expansion.range().map(|range| usize::from(*range.start())..usize::from(*range.end()) + 1);
        std::iter::once(screen).chain(expansion)
    }

    fn hardware(&self) -> Option<&dyn Plug> {
        self.cartridge.as_ref().and_then(Cartridge::hardware)
    }

    fn identity(&self) -> Identity {
        let expansion = Expansion::ALL.iter().position(|expansion| *expansion == self.expansion);
        Identity {
            rom: self.rom.crc32(),
            cartridge: self.cartridge.as_ref().map_or(0, |cartridge| cartridge.crc32()),
            expansion: expansion.unwrap_or(0) as u8,
            has_hardware: self.hardware().is_some(),
            timing: (self.timing == Timing::WaitStates).into(),
            sample_rate: self.sample_rate,
        }
    }
}
