//! Interrupts: when they occur, how long they are held, and which vector they have.

use arcadian_bally::{Config, StopAt};
use arcadian_machine::{DeviceEvent, Reason, Until};

use crate::rig::{Rig, hex, rom, rows};

/// The cycles of an access to a port. It is the end of an OUT.
const ACCESS: u64 = 4;

/// A row of `interrupts.csv`.
struct Row {
    infbk: u8,
    inlin: u8,
    inmod: u8,
    im: u8,
    main: u8,
    delay: u16,
    frames: u64,
    count: usize,
    mean: Option<f64>,
    bounds: Option<[f64; 4]>,
    loops: Option<usize>,
}

impl Row {
    fn all() -> Vec<Row> {
        rows(include_str!("../data/interrupts.csv")).iter().map(|row| Row::of(row)).collect()
    }

    fn of(row: &[&str]) -> Row {
        let number = |column: usize| row[column].parse::<f64>().ok();
        let whole = |column: usize| row[column].parse::<u16>().expect("a number");
        Row {
            infbk: hex(row[0]),
            inlin: whole(1) as u8,
            inmod: hex(row[2]),
            im: whole(3) as u8,
            main: whole(4) as u8,
            delay: whole(5),
            frames: whole(6).into(),
            count: whole(7).into(),
            mean: number(8),
            bounds: number(9)
                .map(|least| [Some(least), number(10), number(11), number(12)].map(Option::unwrap)),
            loops: row[13].parse().ok(),
        }
    }

    /// Mode 1 drops a request after one instruction (hardware manual, as the Better Bally Book cites it). MAME hardly
    /// ever takes such an interrupt, even of a halted processor, for which there is no reason in the hardware.
    fn is_in_mode_1(&self) -> bool {
        self.inmod & 0x0C == 0x0C
    }

    /// The program of the experiment. The handler writes port 40; the second main loop writes port 44 and takes 26
    /// T-states for each unit of the delay and 54 more.
    fn source(&self) -> String {
        let Row { infbk, inlin, inmod, im, delay, .. } = self;
        let main = match self.main {
            0 => "MAIN: HALT\n JR MAIN\n",
            _ => {
                "MAIN: DI\n LD BC,(DELAY)\nWAIT: DEC BC\n LD A,B\n OR C\n JR NZ,WAIT\n EI\n \
                 OUT (44H),A\n NOP\n NOP\n JR MAIN\n"
            }
        };
        format!(
            " ORG 0\n DI\n JP START\nDELAY: DW {delay}\n ORG 38H\n OUT (40H),A\n EI\n RET\n\
             START: LD SP,4FCEH\n LD A,10H\n LD I,A\n LD A,{infbk}\n OUT (0DH),A\n LD A,{inlin}\n OUT (0FH),A\n\
             LD A,{inmod}\n OUT (0EH),A\n IM {im}\n EI\n{main}\n ORG 1000H\n DS 257,18H\n ORG 1818H\n\
             OUT (40H),A\n EI\n RET\n"
        )
    }

    /// Returns the cycles at which the handler's accesses to its port began, and the number of loops.
    fn run(&self) -> (Vec<u64>, usize) {
        let mut rig = Rig::with(Config { rom: rom(&self.source()), ..Config::default() });
        // Two frames to settle, as in the experiment.
        rig.run_to(2 * 29_803);
        StopAt::PortWrite(0x40..=0x44).add_to(&mut rig.machine.backplane);
        let end = rig.machine.cycles() + self.frames * 59_605 / 2;
        let (mut interrupts, mut loops) = (Vec::new(), 0);
        while rig.machine.cycles() < end {
            match rig.machine.run(&Until::halted().cycles(end - rig.machine.cycles())).reason {
                Reason::Event(DeviceEvent { value: 0x40, .. }) => {
                    interrupts.push(rig.machine.cycles() - ACCESS);
                }
                Reason::Event(_) => loops += 1,
                Reason::Halted(_) => break,
                _ => {}
            }
        }
        (interrupts, loops)
    }
}

/// Returns the position of a cycle in the frame, in lines.
fn line(cycle: u64) -> f64 {
    (cycle as f64 * 4.0 % 119_210.0) / 455.0
}

#[test]
fn a_halted_processor_is_interrupted_once_a_frame_at_the_measured_line() {
    let rows: Vec<Row> = Row::all().into_iter().filter(|row| row.main == 0 && !row.is_in_mode_1()).collect();
    assert_eq!(rows.len(), 16);
    for row in rows {
        let (interrupts, _) = row.run();
        assert!(interrupts.len().abs_diff(row.count) <= 1, "{}: {}", row.source(), interrupts.len());
        let (Some([least, most, first, last]), Some(mean)) = (row.bounds, row.mean) else { continue };
        let periods: Vec<u64> = interrupts.windows(2).map(|two| two[1] - two[0]).collect();
        assert!(periods.iter().all(|&period| (least..=most).contains(&(period as f64))), "{periods:?}");
        let ours = periods.iter().sum::<u64>() as f64 / periods.len() as f64;
        assert!((ours - mean).abs() < 0.3, "{ours} instead of {mean}");
        for &at in &interrupts {
            let line = line(at);
            assert!((first..=last).contains(&line), "INLIN {}: {line:.3} not in {first}..{last}", row.inlin);
        }
    }
}

#[test]
fn a_request_is_held_until_vertical_blanking_ends() {
    let rows: Vec<Row> = Row::all().into_iter().filter(|row| row.main == 1 && !row.is_in_mode_1()).collect();
    assert_eq!(rows.len(), 3);
    for row in rows {
        let (interrupts, loops) = row.run();
        // With interrupts off for nearly a frame, the number depends on the phases of the loop and the frame.
        let slack = if row.count < 100 { 15 } else { 1 };
        assert!(interrupts.len().abs_diff(row.count) <= slack, "{} {}", interrupts.len(), row.count);
        assert!(row.loops.is_some_and(|measured| loops.abs_diff(measured) * 100 <= measured), "{loops}");
        let start = f64::from(row.inlin) + 22.0;
        // The handler of a request that is accepted in the very last cycles runs in line 0.
        let is_held = |at: u64| line(at) >= start || line(at) < 0.3;
        assert!(interrupts.iter().all(|&at| is_held(at)), "not after the end of vertical blanking");
        let held = interrupts.iter().any(|&at| line(at) > start + if row.delay == 100 { 15.0 } else { 25.0 });
        assert!(held, "some are held for long");
    }
}

#[test]
fn mode_1_interrupts_the_instruction_that_is_being_executed_and_no_other() {
    let rows: Vec<Row> = Row::all().into_iter().filter(Row::is_in_mode_1).collect();
    assert_eq!(rows.len(), 2);
    for row in rows {
        let (interrupts, _) = row.run();
        match row.main {
            // MAME: 11 in 60 frames.
            0 => assert!(interrupts.len().abs_diff(60) <= 1, "{}", interrupts.len()),
            // MAME: 1 in 300 frames. Interrupts are on for about one per cent of the time.
            _ => assert!((1..=12).contains(&interrupts.len()), "{}", interrupts.len()),
        }
    }
}

#[test]
fn a_write_of_an_interrupt_register_drops_a_request() {
    for port in [0x0D, 0x0E, 0x0F] {
        let mut rig = Rig::new();
        rig.out(0x0E, 8);
        rig.run_to(arcadian_bally::line_start(23));
        assert!(rig.chips().is_interrupt_pending());
        rig.out(port, 0);
        assert!(!rig.chips().is_interrupt_pending());
    }
}
