//! Ports.

use arcadian_bally::{Handle, Input};

use crate::rig::{Rig, address, hex, rows};

#[test]
fn ports_read_as_measured() {
    let mut rig = Rig::new();
    // One handle was connected.
    let mut input = Input { handles: [Handle::default(); 4], ..Input::default() };
    input.handles[0].knob = 0x80;
    rig.send(&input, &Input::default());
    let table = rows(include_str!("../data/ports.csv"));
    assert_eq!(table.len(), 54);
    for row in table {
        assert_eq!(rig.input(address(row[0])), hex(row[1]), "{row:?}");
    }
}

#[test]
fn the_block_ports_take_the_register_from_the_high_byte() {
    let mut rig = Rig::new();
    for register in 0..8_u8 {
        rig.out(u16::from_be_bytes([register, 0x0B]), 0x10 + register);
        rig.out(u16::from_be_bytes([register, 0x18]), 0x40 + register);
    }
    let registers = rig.chips().registers();
    for register in 0..8 {
        assert_eq!((registers[register], registers[0x10 + register]), (0x10 + register, 0x40 + register));
    }
    assert_eq!((registers.by_name("col3l"), registers.by_name("VOLN")), (Some(0x17), Some(0x47)));
    assert_eq!(registers.by_name("COL4L"), None);
}

#[test]
fn otir_writes_the_last_register_first() {
    let source = "
        LD      SP,4FCEH
        LD      HL,TABLE
        LD      BC,80BH
        OTIR
        JR      $
TABLE:  DB      70H,60H,50H,40H,30H,20H,10H,8
";
    let config = arcadian_bally::Config { rom: crate::rig::rom(source), ..Default::default() };
    let mut rig = Rig::with(config);
    rig.run_to(1000);
    let colors: Vec<u8> = (0..8).map(|port| rig.chips().registers()[port]).collect();
    assert_eq!(colors, [8, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70]);
}
