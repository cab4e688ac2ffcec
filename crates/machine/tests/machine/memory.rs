//! The map: what answers where.

use arcadian_cpu::Bus;
use arcadian_machine::{Backplane, LoadError, MapError, devices::Console};

#[test]
fn all_is_ram_at_first() {
    let mut backplane = Backplane::default();
    for address in [0, 0x00FF, 0x8000, 0xFFFF] {
        backplane.write(address, 0x5A);
        assert_eq!((backplane.read(address), backplane.peek(address)), (0x5A, 0x5A));
    }
    assert!(backplane.areas().is_empty());
}

#[test]
fn rom_keeps_its_bytes_and_its_page_neighbours_do_not() {
    let mut backplane = Backplane::default();
    backplane.rom(0x1010..=0x10EF).unwrap();
    backplane.load(0x1000, &[7; 256]).unwrap();
    for address in 0x1000..=0x10FF {
        backplane.write(address, 9);
        let rom = (0x1010..=0x10EF).contains(&address);
        assert_eq!(backplane.read(address), if rom { 7 } else { 9 }, "{address:04X}");
    }
    backplane.poke(0x1010, 8);
    assert_eq!(backplane.read(0x1010), 8);
}

#[test]
fn overlapping_areas_are_both_named() {
    let mut backplane = Backplane::default();
    backplane.rom(0xF000..=0xFFFF).unwrap();
    let error = backplane.device(0xEFFF..=0xF000, Console).unwrap_err();
    assert_eq!(
        error.to_string(),
        "device `console` EFFF-F000 overlaps ROM F000-FFFF; an address can belong to one of them only"
    );
    assert_eq!(backplane.devices().count(), 0);
    backplane.device(0xEFFE..=0xEFFF, Console).unwrap();
    assert!(matches!(backplane.ram(0xEFFF..=0xEFFF), Err(MapError::Overlap { .. })));
    assert_eq!(backplane.areas().len(), 2);
}

#[test]
#[expect(clippy::reversed_empty_ranges)]
fn a_range_cannot_run_backwards() {
    let error = Backplane::default().rom(0x2000..=0x1FFF).unwrap_err();
    assert_eq!(error, MapError::Backwards { first: 0x2000, last: 0x1FFF });
}

#[test]
fn an_image_ends_at_ffff() {
    let mut backplane = Backplane::default();
    backplane.load(0xFFFE, &[1, 2]).unwrap();
    assert_eq!(backplane.bytes()[0xFFFE..], [1, 2]);
    let error = backplane.load(0xFFFE, &[1, 2, 3]).unwrap_err();
    assert_eq!(error, LoadError { origin: 0xFFFE, length: 3 });
    assert_eq!(error.to_string(), "3 bytes from FFFE pass FFFF by 1; load them lower");
    backplane.load(0, &[0; 0x1_0000]).unwrap();
    backplane.load(0xFFFF, &[]).unwrap();
}

#[test]
fn a_device_of_another_machine_has_no_ports_here() {
    let id = Backplane::default().plug(Console);
    assert_eq!(Backplane::default().attach(1..=1, id), Err(MapError::NoDevice("console")));
}
