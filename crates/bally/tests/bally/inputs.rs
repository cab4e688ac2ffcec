//! Keypad, handles and light pen.

use arcadian_bally::{Bally, Config, Handle, Input, PadKey, Pen};

use crate::rig::{Rig, hex, rows};

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

/// What ports 0E and 0F are is measured. Sources of the rest: the tables in docs/bally-machine.md.
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
