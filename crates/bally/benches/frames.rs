//! Emulated frames per second, with picture and sound: `cargo bench -p arcadian-bally`.
//!
//! One item is one frame; the machine has 60.05 of them per second. The cartridge is `tests/roms/busy.asm`.

mod busy;

use arcadian_bally::{Bally, Cartridge, Config, Input, RASTER_HEIGHT, RASTER_WIDTH, Timing};
use arcadian_machine::{Change, History, Until};
use divan::{Bencher, counter::ItemsCount};

fn main() {
    divan::main();
}

const FRAMES: u64 = 600;

fn config(timing: Timing, sample_rate: u32) -> Config {
    let cartridge = Some(Cartridge::new(&busy::image()).expect("it has the size of a cartridge"));
    Config { cartridge, timing, sample_rate, ..Config::default() }
}

fn frames(bencher: Bencher, config: Config, mut use_frame: impl FnMut(&mut Bally)) {
    let mut bally = Bally::new(config);
    let input = Input::default();
    bencher.counter(ItemsCount::new(FRAMES)).bench_local(|| {
        for _ in 0..FRAMES {
            bally.run_frame(&input);
            use_frame(&mut bally);
        }
    });
    assert_eq!(bally.runaway(), None);
}

/// Every frame as the color bytes of 352 × 240 dots, and its sound at 48 kHz.
#[divan::bench(sample_count = 10)]
fn picture_and_sound(bencher: Bencher) {
    let mut raster = vec![0; RASTER_WIDTH * RASTER_HEIGHT];
    let mut heard = 0;
    frames(bencher, config(Timing::Measured, 48_000), |bally| {
        bally.frame().write_raster(&mut raster);
        heard += bally.samples().len();
        divan::black_box(&raster);
    });
    assert!(heard > 0);
}

#[divan::bench(sample_count = 10)]
fn no_picture_no_sound(bencher: Bencher) {
    frames(bencher, config(Timing::Measured, 0), |_| {});
}

#[divan::bench(sample_count = 10)]
fn wait_states(bencher: Bencher) {
    frames(bencher, config(Timing::WaitStates, 0), |_| {});
}

/// Recorded for reverse execution.
#[divan::bench(sample_count = 10)]
fn recorded(bencher: Bencher) {
    let (machine, chips) = config(Timing::Measured, 0).build();
    let mut history = History::new(machine);
    bencher.counter(ItemsCount::new(FRAMES)).bench_local(|| {
        for _ in 0..FRAMES {
            history.run(&Until::halted().cycles(29_802));
        }
        history.change(Change::Send(chips, 0));
        history.change(Change::Send(chips, 0));
    });
}
