//! Keypad, handles and light pen, and sound, through the whole machine.

use std::collections::BTreeSet;

use arcadian_bally::{Bally, CLOCK, Chips, Config, Handle, Input, PadKey, Pen, Synthesizer};
use arcadian_machine::{History, Until};

use crate::{Rig, busy_config, cartridge, hex, rows};

#[test]
fn each_key_is_one_bit_of_one_port() {
    let table = rows(include_str!("../data/keypad.csv"));
    assert_eq!(table.len(), 24);
    for row in table {
        let name = match row[0] {
            "DIV" => "÷",
            "TIMES" => "×",
            "-" => "−",
            name => name,
        };
        let key = PadKey::with_overlay(name).expect("a key");
        let mut rig = Rig::new();
        let mut input = Input::default();
        input.press(key);
        assert!(input.is_pressed(key));
        rig.send(&input, &Input::default());
        let ports: Vec<u8> = (0x14..0x18).map(|port| rig.input(port)).collect();
        let measured: Vec<u8> = row[1..].iter().map(|byte| hex(byte)).collect();
        assert_eq!(ports, measured, "{row:?}");
        assert_eq!(rig.input(key.port().into()), 1 << key.row());
        let pressed = input;
        input.release(key);
        rig.send(&input, &pressed);
        assert_eq!(rig.input(key.port().into()), 0);
    }
}

#[test]
fn every_key_has_a_place_and_two_names() {
    let keys: Vec<PadKey> = PadKey::all().collect();
    assert_eq!(keys.len(), 24);
    for key in keys {
        assert_eq!(PadKey::at(key.column(), key.row()), Some(key));
        assert_eq!(PadKey::with_legend(key.legend()), Some(key));
        assert_eq!(PadKey::with_overlay(key.overlay()[0]), Some(key));
    }
    assert_eq!((PadKey::at(4, 0), PadKey::at(0, 6), PadKey::with_legend("?")), (None, None, None));
}

#[test]
fn each_control_of_a_handle() {
    let table = rows(include_str!("../data/handles.csv"));
    assert_eq!(table.len(), 16);
    for row in table {
        let mut rig = Rig::new();
        let mut input = Input::default();
        let handle = &mut input.handles[usize::from(hex(row[0])) - 1];
        match row[1] {
            "up" => handle.up = true,
            "down" => handle.down = true,
            "left" => handle.left = true,
            "right" => handle.right = true,
            "trigger" => handle.trigger = true,
            _ => handle.knob = row[2].parse().expect("a number"),
        }
        rig.send(&input, &Input::default());
        for (port, measured) in [0x10, 0x11, 0x12, 0x13, 0x1C, 0x1D].into_iter().zip(&row[3..]) {
            if !measured.is_empty() {
                assert_eq!(rig.input(port), hex(measured), "{row:?}");
            }
        }
    }
}

/// MAME reads 0 from connectors without a handle.
#[test]
fn a_handle_that_is_not_connected_reads_as_0() {
    let ports = (0x10..0x14).chain(0x1C..0x20);
    let pressed = Handle { trigger: true, ..Handle::CENTERED };
    for handles in 0..=4_u16 {
        let mut rig = Rig::with(Config { handles: handles as u8, ..Config::default() });
        rig.send(&Input { handles: [pressed; 4], ..Input::default() }, &Input::default());
        for port in ports.clone() {
            let expected = if port & 3 >= handles { 0 } else { [0x10, 0x80][usize::from(port > 0x13)] };
            assert_eq!(rig.input(port), expected, "{handles} handles, port {port:02X}");
        }
    }
}

#[test]
fn a_saved_state_does_not_change_what_is_connected() {
    let all = Bally::new(Config::default());
    let mut one = Bally::new(Config { handles: 1, ..Config::default() });
    one.load(&all.save()).unwrap();
    assert_eq!([0x1C, 0x1D].map(|port| one.chips().peek_port(port)), [0x80, 0]);
}

/// Returns the ports 0E and 0F after a frame with the pen at a pixel.
fn seen_by_pen(verbl: u8, pen: Pen) -> (u8, u8) {
    let mut rig = Rig::new();
    rig.out(0x0A, verbl);
    rig.send(&Input { pen: Some(pen), ..Input::default() }, &Input::default());
    rig.run_to(30_000);
    (rig.input(0x0E), rig.input(0x0F))
}

#[test]
fn the_light_pen_reads_as_measured() {
    let table = rows(include_str!("../data/pen.csv"));
    assert_eq!(table.len(), 11);
    for row in table {
        let [x, y, line, position] = std::array::from_fn(|n| row[n].parse::<u16>().expect("a number"));
        let pen = Pen { x: ((x - 16) / 2) as u8, y: ((y - 22) / 2) as u8 };
        for verbl in [0, 204] {
            assert_eq!(seen_by_pen(verbl, pen), (line as u8, position as u8), "{row:?}");
        }
    }
}

/// The meaning of ports 0E and 0F is measured. Sources of the rest: the tables in docs/bally-machine.md.
#[test]
fn the_light_pen_latches_its_position_and_interrupts() {
    let mut rig = Rig::new();
    rig.out(0x0A, 204);
    rig.out(0x0D, 0x4C);
    rig.out(0x0E, 0x02);
    let input = Input { pen: Some(Pen { x: 77, y: 50 }), ..Input::default() };
    rig.send(&input, &Input::default());
    let line = arcadian_bally::line_start(22 + 100);
    rig.run_to(line);
    assert_eq!((rig.input(0x0E), rig.chips().is_interrupt_pending()), (0, false));
    rig.run_to(line + 60);
    assert_eq!((rig.input(0x0E), rig.input(0x0F)), (100, 97));
    assert!(rig.chips().is_interrupt_pending());
    use arcadian_cpu::Bus;
    assert_eq!(rig.machine.backplane.acknowledge(true), 0x40, "the low nibble of the vector is 0");
    rig.run_to(line + 400);
    assert!(!rig.chips().is_interrupt_pending(), "once a frame");
    rig.run_to(line + 29_900);
    assert!(rig.chips().is_interrupt_pending());
}

const RATE: u32 = 48_000;

/// Returns a second of the sound that registers make.
fn second(registers: &[(u8, u8)]) -> Vec<i16> {
    let writes: String = registers
        .iter()
        .map(|(port, value)| format!("        LD  A,{value}\n        OUT ({port}),A\n"))
        .collect();
    let source = format!("        ORG 2000H\n        JP  START\nSTART:\n{writes}        JR  $\n");
    let config = Config { cartridge: Some(cartridge(&source)), sample_rate: RATE, ..Config::default() };
    let mut bally = Bally::new(config);
    let mut samples = Vec::new();
    for _ in 0..72 {
        bally.run_frame(&Input::default());
        samples.extend_from_slice(bally.samples());
    }
    // The first frames have the step from silence, which fades.
    samples[samples.len() - RATE as usize..].to_vec()
}

fn rises(samples: &[i16]) -> usize {
    samples.windows(2).filter(|two| two[0] < 0 && two[1] >= 0).count()
}

fn loudness(samples: &[i16]) -> f64 {
    let squares: f64 = samples.iter().map(|&sample| f64::from(sample).powi(2)).sum();
    (squares / samples.len() as f64).sqrt()
}

#[test]
fn a_tone_has_the_measured_frequency() {
    let table = rows(include_str!("../data/sound.csv"));
    assert_eq!(table.len(), 4);
    for row in table {
        let [tonmo, tone, volume] = [1, 2, 3].map(|column| row[column].parse::<u8>().expect("a number"));
        let (port, volume) = match row[0] {
            "A" => (0x11, (0x16, volume)),
            "B" => (0x12, (0x16, volume << 4)),
            _ => (0x13, (0x15, volume)),
        };
        let expected = 894_886.0 / ((f64::from(tonmo) + 1.0) * (f64::from(tone) + 1.0));
        let samples = second(&[(0x10, tonmo), (port, tone), volume]);
        assert!((rises(&samples) as f64 - expected).abs() <= 1.0, "{row:?}: {expected:.1}");
    }
}

#[test]
fn loudness_is_proportional_to_the_volume() {
    let [quiet, loud] = [7, 15].map(|volume| loudness(&second(&[(0x10, 71), (0x11, 112), (0x16, volume)])));
    assert!((loud / quiet - 15.0 / 7.0).abs() < 0.02, "{quiet} {loud}");
    assert_eq!(loudness(&second(&[(0x10, 71), (0x11, 112)])), 0.0);
}

#[test]
fn vibrato_lowers_the_reload_value_half_of_the_time() {
    // Speed 3 is 3.4 Hz: within a second the tone spends about half of the time at each of two frequencies.
    let [plain, deep] =
        [0, 0xC0 | 0x20].map(|vibra| rises(&second(&[(0x10, 99), (0x11, 9), (0x14, vibra), (0x16, 15)])));
    let (low, high) = (894_886.0 / 1000.0, 894_886.0 / 680.0);
    assert!((plain as f64 - low).abs() <= 1.0);
    assert!(deep as f64 > low * 1.1 && (deep as f64) < high * 0.98, "{deep} between {low} and {high}");
}

#[test]
fn noise_has_no_period_and_modulates() {
    let noise = second(&[(0x15, 0x20), (0x17, 0xF0)]);
    assert!(loudness(&noise) > 300.0);
    assert!(intervals(&noise) > 10);
    let modulated = second(&[(0x10, 71), (0x11, 112), (0x15, 0x10), (0x16, 15), (0x17, 0xFF)]);
    let plain = second(&[(0x10, 71), (0x11, 112), (0x16, 15)]);
    assert!(intervals(&modulated) > 10);
    assert!(intervals(&plain) <= 2);
}

/// Returns the number of different intervals between rises.
fn intervals(samples: &[i16]) -> usize {
    let rises: Vec<usize> =
        (1..samples.len()).filter(|&at| samples[at - 1] < 0 && samples[at] >= 0).collect();
    let intervals: BTreeSet<usize> = rises.windows(2).map(|two| two[1] - two[0]).collect();
    intervals.len()
}

#[test]
fn an_ultrasonic_tone_is_a_constant_level() {
    let samples = second(&[(0x10, 0), (0x11, 0), (0x16, 15)]);
    assert!(loudness(&samples) < 10.0);
}

#[test]
fn all_four_at_full_volume_do_not_clip() {
    let samples =
        second(&[(0x10, 71), (0x11, 112), (0x12, 120), (0x13, 99), (0x15, 0x2F), (0x16, 0xFF), (0x17, 0xF0)]);
    assert!(samples.iter().all(|sample| sample.unsigned_abs() < 30_000));
    assert!(samples.iter().any(|sample| sample.unsigned_abs() > 10_000));
}

#[test]
fn a_second_has_as_many_samples_as_the_rate_says() {
    for rate in [8_000, 44_100, 48_000, 96_000] {
        let mut bally = Bally::new(Config { sample_rate: rate, ..Config::default() });
        let mut samples = 0;
        for _ in 0..600 {
            bally.run_frame(&Input::default());
            samples += bally.samples().len() as u64;
        }
        let expected = bally.cycles() * u64::from(rate) / u64::from(CLOCK);
        assert!(samples.abs_diff(expected) <= 2, "{rate}: {samples} instead of {expected}");
    }
    let mut silent = Bally::new(Config { sample_rate: 0, ..Config::default() });
    silent.run_frame(&Input::default());
    assert!(silent.samples().is_empty());
}

/// A debugger's host may go back, and may leave out a part.
#[test]
fn a_synthesizer_goes_on_after_a_jump() {
    let mut history = History::new(busy_config().build().0);
    let (mut synthesizer, mut samples) = (Synthesizer::new(RATE), Vec::new());
    let mut listen = |history: &History<_>| {
        let chips = Chips::of(&history.machine().backplane).expect("the machine has chips");
        synthesizer.advance(chips, history.machine().cycles());
        samples.clear();
        synthesizer.take_samples(&mut samples);
        samples.len()
    };
    let frame = Until::halted().cycles(29_802);
    for _ in 0..10 {
        history.run(&frame);
        assert!(listen(&history).abs_diff(799) <= 2);
    }
    let end = history.now();
    history.seek(end / 2).expect("it is recorded");
    assert_eq!(listen(&history), 0, "going back is silent");
    history.run(&frame);
    assert!(listen(&history).abs_diff(799) <= 2);
    // The writes of the frames in between are no longer in the log.
    history.run(&Until::halted().cycles(29_802 * 5));
    assert!(listen(&history).abs_diff(799 * 5) <= 8);
    history.run(&Until::halted().cycles(CLOCK as u64 * 61));
    assert_eq!(listen(&history), 0, "more than a minute is left out");
}
