//! The machine as a host uses it: frame by frame.

mod saved;

use arcadian_cpu::Z80;
use arcadian_machine::{DeviceId, Machine, Stop, Until};

use crate::{
    chips::Chips,
    config::Config,
    event::StopAt,
    frame::{VideoFrame, WIDTH},
    input::Input,
    raster::frame_end,
    registers::{ChipRegisters, REGISTERS},
    runaway::Runaway,
    sound::Synthesizer,
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
    /// Switches a machine on.
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

    /// Returns the parts and options.
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

/// Execution.
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

    /// Removes the stop conditions.
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

/// Inspection.
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
