//! Judges all cases on the cartridge of this project, or on an image that is named.

use arcadian_bally::{Bally, Cartridge, Config};
use arcadian_basic::Dialect;
use arcadian_probe::{Finding, Probe, case};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let named = std::env::args().nth(1).map(std::fs::read).transpose()?;
    let bytes = named.as_deref().unwrap_or(arcadian_roms::ARCADIAN_BASIC);
    let config = Config { cartridge: Some(Cartridge::new(bytes)?), sample_rate: 0, ..Config::default() };
    let probe = Probe::start(Bally::new(config), Dialect::Bally)?;
    println!("prompt {:?}, {} characters", probe.prompt(), probe.characters());
    for measured in probe.measure() {
        println!("{} {:?}: {}", measured.name, measured.agrees(), measured.found);
    }
    let mut counts = [0; 3];
    for case in case::all() {
        match probe.judge(&case) {
            Finding::Agrees => counts[0] += 1,
            Finding::Differs { expected, found } => {
                counts[1] += 1;
                println!("{}\n    expected {expected:?}\n    found    {found:?}", case.name);
            }
            Finding::NotTestable(why) => {
                counts[2] += 1;
                println!("{}: {why}", case.name);
            }
        }
    }
    println!("{counts:?}");
    Ok(())
}
