//! Lock step: many inputs, one in each lane, all of them or so many by chance.

use std::ops::Range;

use arcadian_cpu::{Core, I8080, Mos6502, Ran};
use arcadian_isa::Processor;

use crate::{
    bits::Set,
    field::Field,
    finding::{Extent, Finding, Start, Times},
    lanes::Lanes,
    memory::Memory,
    planes::{self, LANES, Plane},
    random::Random,
    routine::{HOME, Routine},
    space::{self, Space},
    stage::Stage,
    ways::{Arrival, Group, Guide},
};

/// Which inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// All, each by its number.
    All,
    /// Any number of them by chance, the same for the same seed.
    Sampled(u64),
}

/// A routine's inputs in lock step.
///
/// Inputs have numbers; parts of them may be checked apart, and by several threads with a sweep of their own each.
pub struct Sweep<'a> {
    routine: &'a Routine,
    inputs: Inputs,
    space: Space,
    /// Whether an input is tried at one of the places only, at each in turn.
    in_turn: bool,
    places: Vec<Place<'a>>,
}

/// Of more inputs than these, all of which are tried, each is tried at one place only.
const MOST_AT_EACH_PLACE: u64 = 1 << 32;

/// After so many inputs the registers that a routine is not given get other values.
const SAME_OTHERS: u64 = 1 << 15;

/// Memory and guide for one place of what is pointed to.
struct Place<'a> {
    stage: Stage<'a>,
    memory: Memory<Lanes>,
    guide: Guide,
}

/// What stands in memory of which nothing is said: something, and the same in each run.
pub(crate) fn clutter(address: u16) -> u8 {
    Random::new(address.into()).byte()
}

/// The times of a sweep, kept small until they are asked for.
#[derive(Default)]
struct Clock {
    cycles: Option<[(u64, u64); 2]>,
    instructions: Option<[(u64, u64); 2]>,
}

impl Clock {
    fn note(&mut self, ran: Ran, who: Plane, first: u64) {
        let number = || first + who.first().unwrap_or(0) as u64;
        widen(&mut self.cycles, ran.cycles, number);
        widen(&mut self.instructions, ran.instructions, number);
    }
}

fn widen(extent: &mut Option<[(u64, u64); 2]>, value: u64, number: impl Fn() -> u64) {
    match extent {
        None => *extent = Some([(value, number()); 2]),
        Some([least, _]) if value < least.0 => *least = (value, number()),
        Some([_, most]) if value > most.0 => *most = (value, number()),
        Some(_) => {}
    }
}

impl<'a> Sweep<'a> {
    /// A sweep; each machine may take so many instructions.
    pub fn new(routine: &'a Routine, inputs: Inputs, limit: u64) -> Self {
        let code = routine.code();
        let place = |placement: &u16| {
            let stage = Stage::new(routine, *placement)?;
            let assembly = &routine.assembly;
            let memory =
                Memory::new(assembly.origin, &assembly.image, routine.device, |at| clutter(at).into());
            Some(Place { stage, memory, guide: Guide::learning(limit, HOME, &code) })
        };
        let places: Vec<_> = routine.placements().iter().filter_map(place).collect();
        let space = Space::new(routine.claim.inputs);
        let in_turn =
            inputs == Inputs::All && space.count().exact().is_none_or(|all| all > MOST_AT_EACH_PLACE);
        Sweep { routine, inputs, space, in_turn, places }
    }

    /// Checks the inputs with these numbers. It stops at the first lanes in which one is wrong.
    pub fn check(&mut self, numbers: Range<u64>) -> Finding {
        match self.routine.processor() {
            Processor::Mos6502 => self.check_on::<Mos6502<Lanes>>(numbers),
            _ => self.check_on::<I8080<Lanes>>(numbers),
        }
    }

    fn check_on<C: Core<Lanes>>(&mut self, numbers: Range<u64>) -> Finding {
        planes::begin(numbers.end.saturating_sub(numbers.start));
        let empty = Plane::mark();
        let mut prepared = empty;
        let mut input = vec![Lanes::from(0); Field::all_bytes(self.routine.claim.inputs)];
        let mut expected = vec![Lanes::from(0); Field::all_bytes(self.routine.claim.outputs)];
        let mut clock = Clock::default();
        let mut wrong = None;
        let mut others = Vec::new();
        let mut cores: Vec<C> = Vec::new();
        let mut batches = numbers.clone().step_by(LANES);
        let mut next = batches.next();
        while let Some(first) = next {
            if first % SAME_OTHERS == 0 || others.is_empty() {
                planes::release(empty);
                let mut random = Random::new(first ^ self.guesses() as u64);
                others = self.others(&mut random);
                let places = self.places.iter_mut();
                cores = places.map(|place| place.prepare(&others, &mut random)).collect();
                prepared = Plane::mark();
            }
            planes::release(prepared);
            let who = self.fill(first..numbers.end, &mut input);
            self.expect(who, &input, &mut expected);
            let turn = ((first / LANES as u64) as usize).checked_rem(self.places.len()).unwrap_or(0);
            let (in_turn, guesses) = (self.in_turn, self.guesses());
            let chosen = |(n, _): &(usize, _)| !in_turn || *n == turn;
            for (_, (place, core)) in self.places.iter_mut().zip(&cores).enumerate().filter(chosen) {
                if let Some(lane) = place.run(first, who, core, &input, &expected, &mut clock) {
                    wrong = Some(place.start(lane, &input, &others));
                    break;
                }
            }
            if self.guesses() > guesses {
                // What was read unsaid was the same for all; the same machines go again with other values there.
                others.clear();
            } else {
                next = batches.next();
            }
            if wrong.is_some() {
                break;
            }
        }
        Finding { wrong, times: self.times(&clock) }
    }

    /// Inputs with these numbers, as many as there are lanes, and the lanes that have one.
    fn fill(&self, numbers: Range<u64>, input: &mut [Lanes]) -> Plane {
        let first = numbers.start;
        let among = match self.inputs {
            Inputs::All => self.space.lanes(first, input),
            Inputs::Sampled(_) => {
                let inputs: Vec<_> = numbers.clone().take(LANES).map(|number| self.input(number)).collect();
                space::fill(&inputs, input);
                true.into()
            }
        };
        match numbers.end - first < LANES as u64 {
            true => among & Plane::from_fn(|lane| first + (lane as u64) < numbers.end),
            false => among,
        }
    }

    /// The input of this number.
    pub(crate) fn input(&self, number: u64) -> Vec<u8> {
        let Inputs::Sampled(seed) = self.inputs else { return self.space.input(number) };
        let mut random = Random::new(seed.wrapping_add(number.wrapping_mul(0xD134_2543_DE82_EF95)));
        match self.routine.claim.sample {
            None => self.space.sample(&mut random),
            Some(sample) => {
                let mut input = vec![0; Field::all_bytes(self.routine.claim.inputs)];
                sample(&mut random, &mut input);
                input
            }
        }
    }

    fn expect(&self, who: Plane, input: &[Lanes], expected: &mut [Lanes]) {
        let claim = self.routine.claim;
        if let Some(formula) = claim.formula {
            return (formula.lanes)(input, expected);
        }
        let given: Vec<_> = input.iter().map(Lanes::each).collect();
        let mut each = vec![[0; LANES]; expected.len()];
        for lane in who.lanes() {
            let mut one = vec![0; expected.len()];
            (claim.plain)(&of_lane(&given, lane), &mut one);
            each.iter_mut().zip(&one).for_each(|(each, byte)| each[lane] = *byte);
        }
        expected.iter_mut().zip(&each).for_each(|(lanes, each)| *lanes = Lanes::new(each));
    }

    /// Registers by chance, others in each lane.
    fn others(&self, random: &mut Random) -> Vec<Lanes> {
        let count = self.places.first().map_or(0, |place| place.stage.registers().len());
        (0..count).map(|_| Lanes::by_chance(random)).collect()
    }

    /// How many bytes were read of which nothing is said.
    fn guesses(&self) -> usize {
        self.places.iter().map(|place| place.memory.guessed().len()).sum()
    }

    fn times(&self, clock: &Clock) -> Option<Times> {
        let extent = |[(min, least), (max, most)]: [(u64, u64); 2]| Extent {
            min,
            min_at: self.input(least),
            max,
            max_at: self.input(most),
        };
        Some(Times { cycles: extent(clock.cycles?), instructions: extent(clock.instructions?) })
    }
}

fn of_lane(bytes: &[[u8; LANES]], lane: usize) -> Vec<u8> {
    bytes.iter().map(|each| each[lane]).collect()
}

impl Place<'_> {
    /// Machines before the routine; what it reads of which nothing is said is by chance.
    fn prepare<C: Core<Lanes>>(&mut self, others: &[Lanes], random: &mut Random) -> C {
        self.memory.guess_again(|| Lanes::by_chance(random));
        self.stage.prepare(&mut self.memory, others)
    }

    /// How a lane began.
    fn start(&mut self, lane: usize, input: &[Lanes], others: &[Lanes]) -> Start {
        let of_lane = |bytes: &[Lanes]| bytes.iter().map(|lanes| lanes.each()[lane]).collect();
        let guessed = self.memory.guessed().to_vec();
        let memory = guessed.into_iter().map(|at| (at, self.memory.look(at).each()[lane])).collect();
        Start { placement: self.stage.placement, input: of_lane(input), registers: of_lane(others), memory }
    }

    /// Runs machines through the routine. A lane in which something is wrong is given back.
    fn run<C: Core<Lanes>>(
        &mut self,
        first: u64,
        who: Plane,
        prepared: &C,
        input: &[Lanes],
        expected: &[Lanes],
        clock: &mut Clock,
    ) -> Option<usize> {
        let mark = Plane::mark();
        loop {
            planes::release(mark);
            let mut core = *prepared;
            self.stage.feed(&mut core, &mut self.memory, input);
            match self.guide.lead(&mut self.memory, Group::new(core, who)) {
                Arrival::There(groups, lost) => {
                    let mut wrong = lost;
                    for group in &groups {
                        wrong = wrong | self.stage.wrong(&mut self.memory, &core, group, expected);
                        group.took.iter().for_each(|(ran, who)| clock.note(*ran, *who, first));
                    }
                    self.memory.restore();
                    return wrong.first();
                }
                Arrival::Again => self.memory.restore(),
                // Machines that parted while they wrote: each goes alone.
                Arrival::TooLarge => {
                    self.memory.restore();
                    return self.one_by_one(first, who, prepared, input, expected, clock);
                }
            }
        }
    }

    fn one_by_one<C: Core<Lanes>>(
        &mut self,
        first: u64,
        who: Plane,
        prepared: &C,
        input: &[Lanes],
        expected: &[Lanes],
        clock: &mut Clock,
    ) -> Option<usize> {
        let alone: Vec<_> = who.lanes().collect();
        if alone.len() == 1 {
            return alone.first().copied();
        }
        alone.into_iter().find(|lane| {
            let only = Plane::from_fn(|other| other == *lane);
            self.run(first, only, prepared, input, expected, clock).is_some()
        })
    }
}
