//! The memory map.

use arcadian_cpu::Bus;
use arcadian_machine::{Backplane, LoadError, MapError, devices::Console};

#[test]
fn unmapped_memory_is_ram() {
    let mut backplane = Backplane::default();
    for address in [0, 0x00FF, 0x8000, 0xFFFF] {
        backplane.write(address, 0x5A);
        assert_eq!((backplane.read(address), backplane.peek(address)), (0x5A, 0x5A));
    }
    assert!(backplane.areas().is_empty());
}

#[test]
fn writes_change_ram_but_not_rom_in_the_same_page() {
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
fn an_overlap_names_both_areas() {
    let mut backplane = Backplane::default();
    backplane.rom(0xF000..=0xFFFF).unwrap();
    let error = backplane.device(0xEFFF..=0xF000, Console).unwrap_err();
    assert_eq!(
        error.to_string(),
        "device `console` EFFF-F000 overlaps ROM F000-FFFF; an address can belong to only one of them"
    );
    assert_eq!(backplane.devices().count(), 0);
    backplane.device(0xEFFE..=0xEFFF, Console).unwrap();
    assert!(matches!(backplane.ram(0xEFFF..=0xEFFF), Err(MapError::Overlap { .. })));
    assert_eq!(backplane.areas().len(), 2);
}

#[test]
#[expect(clippy::reversed_empty_ranges)]
fn a_reversed_range_is_an_error() {
    let error = Backplane::default().rom(0x2000..=0x1FFF).unwrap_err();
    assert_eq!(error, MapError::Reversed { first: 0x2000, last: 0x1FFF });
}

#[test]
fn an_image_must_fit_below_ffff() {
    let mut backplane = Backplane::default();
    backplane.load(0xFFFE, &[1, 2]).unwrap();
    assert_eq!(backplane.bytes()[0xFFFE..], [1, 2]);
    let error = backplane.load(0xFFFE, &[1, 2, 3]).unwrap_err();
    assert_eq!(error, LoadError { origin: 0xFFFE, length: 3 });
    assert_eq!(error.to_string(), "3 bytes at FFFE exceed FFFF by 1; use a lower address");
    backplane.load(0, &[0; 0x1_0000]).unwrap();
    backplane.load(0xFFFF, &[]).unwrap();
}

#[test]
fn a_device_of_another_machine_cannot_be_mapped() {
    let id = Backplane::default().plug(Console);
    assert_eq!(Backplane::default().attach(1..=1, id), Err(MapError::NoDevice("console")));
}
