//! What interpreter and cartridge write to the sound ports, and when.

use arcadian_basic::{SoundWrite, script::Scripted};

use super::pair::at_the_prompt;
use arcadian_basic::{Basic, Dialect};

const BUDGET: u64 = 20_000;
/// The volumes of the tones A and B.
const VOLUMES: u8 = 22;

fn in_the_interpreter(program: &[&str]) -> Vec<SoundWrite> {
    let mut basic = Basic::new(Dialect::Bally, 1);
    program.iter().for_each(|line| basic.enter(line).expect("a good line"));
    basic.listen();
    basic.enter("RUN").expect("a good line");
    basic.run_until(BUDGET);
    basic.take_sound()
}

fn in_the_cartridge(program: &[&str]) -> Vec<SoundWrite> {
    let mut basic = at_the_prompt();
    program.iter().for_each(|line| basic.enter(line).expect("a good line"));
    let start = basic.tstates();
    basic.listen();
    basic.enter("RUN").expect("a good line");
    basic.run_until(BUDGET);
    let at = |write: SoundWrite| SoundWrite { tstates: write.tstates.saturating_sub(start), ..write };
    let mut writes: Vec<_> = basic.take_sound().into_iter().map(at).collect();
    // The note of the prompt ends.
    let is_end = |write: &SoundWrite| (write.port, write.value) == (VOLUMES, 0);
    if writes.get(8).is_some_and(is_end) {
        writes.remove(8);
    }
    writes.split_off(8)
}

/// Asserts the same writes in the same order, and times that differ by at most a frame and 3 %.
fn assert_equal(name: &str, program: &[&str]) {
    let (one, other) = (in_the_interpreter(program).split_off(8), in_the_cartridge(program));
    let values =
        |writes: &[SoundWrite]| writes.iter().map(|write| (write.port, write.value)).collect::<Vec<_>>();
    assert_eq!(values(&one), values(&other), "{name}");
    assert!(one.len() > 3, "{name}: {one:?}");
    for (one, other) in one.iter().zip(&other) {
        let allowed = 30_000 + other.tstates * 3 / 100;
        assert!(one.tstates.abs_diff(other.tstates) <= allowed, "{name}: {one:?} {other:?}");
    }
}

#[test]
fn the_same_ports_are_written() {
    assert_equal("characters", &["10 PRINT \"HELLO, WORLD\"", "20 PRINT 5÷2", "30 FOR I=1TO 200;NEXT I"]);
    assert_equal("LIST", &["10 .A REMARK", "20 LIST"]);
    assert_equal("TV", &["10 TV=65;TV=116;TV=31;TV=13;FOR I=1TO 99;NEXT I"]);
    assert_equal("melody", &["10 NT=5;FOR I=60TO 72;MU=I;NEXT I", "20 MU=0;MU=-5;MU=300;MU=65;NT=0;MU=66"]);
    assert_equal("no note", &["10 NT=0;PRINT \"QUIET\";&(16)=1;&(17)=2;&(18)=3;&(19)=4;&(20)=261;&(23)=0"]);
    assert_equal("volume", &["10 NT=9;PRINT \"A\";&(22)=136;FOR I=1TO 500;NEXT I;PRINT \"B\""]);
    assert_equal("volume after the note", &["10 NT=2;MU=70;FOR I=1TO 500;NEXT I;&(22)=9;NT=0;PRINT \"B\""]);
    assert_equal("error", &["10 GOTO 99"]);
    assert_equal("INPUT", &["10 INPUT \"NAME\"A"]);
}

/// As published players do: notes in a remark, three tones, a loop as delay.
#[test]
fn a_three_tone_player_writes_its_song() {
    let song = "1 .0123456789ABCDEFGHIJKLMN";
    let player = [
        song,
        "14 NT=0",
        "15 &(16)=49;&(21)=15;&(22)=136",
        "20 FOR C=-24573TO -24554STEP 4",
        "30 &(17)=%(C)÷256+127;&(18)=%(C+1)÷256+127;&(19)=%(C+2)÷256+127;FOR D=1TO (%(C+3)÷255)÷5;NEXT D",
        "40 NEXT C",
        "50 &(21)=0;&(22)=0;NT=3",
    ];
    assert_equal("player", &player);
    let tones =
        in_the_interpreter(&player).into_iter().filter(|write| write.port == 17).map(|write| write.value);
    // The high byte of the word is the second character of each four, and 127.
    assert_eq!(tones.skip(1).collect::<Vec<_>>(), [b'1', b'5', b'9', b'D', b'H'].map(|byte| byte + 127));
}
