//! Measurements that a case cannot make: sizes, codes, addresses, times and sounds of a cartridge.

use arcadian_basic::{Key, words, words::code};

use crate::probe::{
    code_of,
    console::{Answer, Console, text},
    keys,
};

/// The frames that a short program gets.
const SHORT: u64 = 1_200;
/// The frames that a search through the memory gets.
const LONG: u64 = 4_000;
/// The most keys that are tried for the length of a line.
const MOST_KEYS: usize = 250;
/// The turns of the shorter loop that is timed.
const TURNS: u64 = 300;
/// T-states of two frames.
const TWO_FRAMES: u64 = 59_605;

/// A property of a cartridge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasuredValue {
    /// Its name, by which rules refer to it.
    pub name: &'static str,
    pub what: &'static str,
    /// The value of this project's cartridge; `None` if there is none to compare with.
    pub expected: Option<&'static str>,
    /// The value of this cartridge.
    pub found: String,
}

impl MeasuredValue {
    /// Returns whether the cartridge has the value of this project's; `None` if there is none.
    pub fn agrees(&self) -> Option<bool> {
        self.expected.map(|expected| expected == self.found)
    }
}

struct Measurement {
    name: &'static str,
    what: &'static str,
    expected: Option<&'static str>,
    measure: fn(&Console) -> String,
}

const MEASUREMENTS: [Measurement; 14] = [
    Measurement {
        name: "SZ",
        what: "free bytes of an empty machine",
        expected: Some("1804"),
        measure: |console| shown(console, "PRINT #1,SZ"),
    },
    Measurement {
        name: "power-up",
        what: "CX, BC, FC, XY, NT and MU at power-up",
        expected: Some("-77 7 0 0 3 0"),
        measure: |console| {
            let values =
                ["CX", "BC", "FC", "XY", "NT", "MU"].map(|name| shown(console, &format!("PRINT #1,{name}")));
            values.join(" ")
        },
    },
    Measurement {
        name: "line-length",
        what: "characters of a typed line",
        expected: Some("104"),
        measure: |console| echoed(console.clone(), b"1.", b'X').to_string(),
    },
    Measurement {
        name: "answer-length",
        what: "characters of an answer to INPUT",
        expected: Some("20"),
        measure: |console| {
            let mut console = console.clone();
            enter_all(&mut console, &["CLEAR"], SHORT);
            enter_all(&mut console, &["INPUT A"], 0);
            console.settle(SHORT);
            echoed(console, b"", b'0').to_string()
        },
    },
    Measurement {
        name: "stack",
        what: "subroutines inside each other after RUN",
        expected: Some("62"),
        measure: |console| {
            let depth = after(console, &["10 A=A+1;GOSUB 10", "RUN"], "PRINT #1,A-1");
            depth.unwrap_or_else(|| BUSY.to_owned())
        },
    },
    Measurement {
        name: "expression-depth",
        what: "parentheses inside each other, of at most 46 in a line",
        expected: Some("32"),
        measure: |console| depth(console).to_string(),
    },
    Measurement {
        name: "word-codes",
        what: "codes of the word keys, as KP reads them",
        expected: Some(
            "LIST 104, CLEAR 105, RUN 106, NEXT 107, LINE 108, IF 109, GOTO 110, GOSUB 111, RETURN 112, BOX 113, FOR 114, INPUT 115, PRINT 116, STEP 117, RND 118, TO 119",
        ),
        measure: |console| {
            let word = |code: u8| {
                format!("{} {}", words::word(code).unwrap_or_default(), key_code(console, Key::Code(code)))
            };
            (104..=119).map(word).collect::<Vec<_>>().join(", ")
        },
    },
    Measurement {
        name: "key-codes",
        what: "codes of other keys, as KP reads them",
        expected: Some("GO 13, ERASE 31, SPACE 32, ↑ 94, ← 95, → 96, ↓ 97, × 98, ÷ 99"),
        measure: |console| {
            let keys = [
                ("GO", 13),
                ("ERASE", 31),
                ("SPACE", 32),
                ("↑", 94),
                ("←", 95),
                ("→", 96),
                ("↓", 97),
                ("×", 98),
                ("÷", 99),
            ];
            keys.map(|(name, code)| format!("{name} {}", key_code(console, Key::Code(code)))).join(", ")
        },
    },
    Measurement {
        name: "glyphs",
        what: "characters of the codes 32 to 103 sent with TV",
        expected: Some(" !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]↑←→↓×÷"),
        measure: |console| {
            let part = |first: u32| {
                let program = format!("CLEAR;FOR I={first}TO {};TV=I;NEXT I", first + 17);
                let rows = rows_after(console, &program);
                rows.first().cloned().unwrap_or_default()
            };
            let rows: String = (0..4).map(|n| format!("{:<18}", part(32 + 18 * n))).collect();
            rows.trim_end().to_owned()
        },
    },
    Measurement {
        name: "addresses",
        what: "addresses of A and of @(0), searched from 16384 to 20478",
        expected: Some("19994 19992"),
        measure: |console| {
            let address = |target: &str| {
                let program = format!("10 {target}=12321;B=16384");
                let search = "20 IF %(B)#12321B=B+1;IF B<20479GOTO 20";
                after(console, &[&program, search, "RUN"], "PRINT #1,B").unwrap_or_else(|| BUSY.to_owned())
            };
            format!("{} {}", address("A"), address("@(0)"))
        },
    },
    Measurement {
        name: "ports",
        what: "&(0) to &(31) with nothing pressed",
        expected: Some(
            "255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 0 0 0 0 0 0 0 0 255 255 255 255 128 128 128 128",
        ),
        measure: |console| {
            let port = |first: u32| {
                rows_after(
                    console,
                    &format!("CLEAR;FOR I={first}TO {};PRINT #1,&(I),\" \",;NEXT I", first + 7),
                )
                .concat()
            };
            let all: Vec<String> =
                (0..4).map(|n| port(8 * n).split_whitespace().collect::<Vec<_>>().join(" ")).collect();
            all.join(" ")
        },
    },
    Measurement {
        name: "RND",
        what: "six numbers of RND(1000)",
        expected: None,
        measure: |console| {
            rows_after(console, "CLEAR;FOR I=1TO 6;PRINT #1,RND (1000),\" \",;NEXT I")
                .concat()
                .trim_end()
                .to_owned()
        },
    },
    Measurement {
        name: "sound",
        what: "port=value of the sound registers that TV=60 and MU=69 write, each with the prompt",
        expected: Some("TV: 16=49 17=67 22=8 16=49 17=60 22=8 22=0, MU: 16=49 17=40 22=8 22=0"),
        measure: |console| format!("TV: {}, MU: {}", sound(console, "TV=60"), sound(console, "MU=69")),
    },
    Measurement {
        name: "speed",
        what: "T-states of statements in a loop, to the nearest 50",
        expected: None,
        measure: speed,
    },
];

const BUSY: &str = "it does not end";

impl Measurement {
    fn of(&self, console: &Console) -> MeasuredValue {
        MeasuredValue {
            name: self.name,
            what: self.what,
            expected: self.expected,
            found: (self.measure)(console),
        }
    }
}

pub(crate) fn all(console: &Console) -> impl Iterator<Item = MeasuredValue> + '_ {
    MEASUREMENTS.iter().map(|measurement| measurement.of(console))
}

pub(crate) fn one(console: &Console, name: &str) -> Option<MeasuredValue> {
    MEASUREMENTS
        .iter()
        .find(|measurement| measurement.name == name)
        .map(|measurement| measurement.of(console))
}

pub fn names() -> impl Iterator<Item = &'static str> {
    MEASUREMENTS.iter().map(|measurement| measurement.name)
}

/// Types lines, each with GO.
fn enter_all(console: &mut Console, lines: &[&str], limit: u64) -> Answer {
    let mut answer = Answer::Prompt;
    for line in lines {
        let Ok(keys) = keys(line) else { continue };
        (answer, _) = console.enter(&keys, limit);
    }
    answer
}

/// Returns the rows that a direct command leaves on the screen, without those of the prompt. It begins with CLEAR.
fn rows_after(console: &Console, command: &str) -> Vec<String> {
    let mut console = console.clone();
    enter_all(&mut console, &[command], SHORT);
    let prompt = console.prompt_row();
    let rows = console.rows();
    rows.iter().filter(|row| !row.is_empty() && !row.starts_with(&prompt)).map(|row| text(row)).collect()
}

fn shown(console: &Console, command: &str) -> String {
    rows_after(console, &format!("CLEAR;{command}")).concat()
}

/// Runs lines, and returns what a command shows afterwards; nothing if the lines do not end.
fn after(console: &Console, lines: &[&str], command: &str) -> Option<String> {
    let mut console = console.clone();
    (enter_all(&mut console, lines, LONG) == Answer::Prompt).then(|| shown(&console, command))
}

/// Returns how many keys of a line are shown until one is not: some first ones, then one key again and again.
fn echoed(mut console: Console, first: &[u8], again: u8) -> usize {
    first.iter().for_each(|key| console.press(*key));
    console.settle(SHORT);
    for count in first.len()..MOST_KEYS {
        let before = console.screen();
        console.press(again);
        console.frames(4);
        if console.screen() == before {
            return count;
        }
    }
    MOST_KEYS
}

/// Returns the most parentheses of an expression.
fn depth(console: &Console) -> usize {
    let works = |count: usize| {
        let mut console = console.clone();
        let line = format!("A={}1{}", "(".repeat(count), ")".repeat(count));
        let Ok(keys) = keys(&line) else { return false };
        enter_all(&mut console, &["CLEAR"], SHORT);
        console.enter(&keys, SHORT);
        !console.rows().iter().any(|row| ["WHAT?", "HOW?", "SORRY"].contains(&text(row).trim()))
    };
    let (mut least, mut most) = (0, 47);
    while most - least > 1 {
        let middle = (least + most) / 2;
        if works(middle) { least = middle } else { most = middle }
    }
    least
}

/// Returns what KP reads for a key.
fn key_code(console: &Console, key: Key) -> String {
    let mut console = console.clone();
    enter_all(&mut console, &["CLEAR"], SHORT);
    enter_all(&mut console, &["PRINT #1,KP"], 0);
    console.settle(SHORT);
    let start = console.bally().frames();
    console.press_key(key);
    console.wait(start, SHORT);
    let prompt = console.prompt_row();
    let rows = console.rows();
    let row = rows.iter().find(|row| !row.is_empty() && !row.starts_with(&prompt));
    row.map_or_else(|| "?".to_owned(), |row| text(row))
}

/// Returns the writes to the sound ports from GO until a second later.
fn sound(console: &Console, command: &str) -> String {
    let mut console = console.clone();
    let Ok(keys) = keys(command) else { return String::new() };
    keys.iter().for_each(|key| console.press(*key));
    console.frames(60);
    let mut seen = console.bally().chips().sound().count();
    let mut writes = Vec::new();
    let pad = crate::bally::basic::strokes(Key::Code(code::GO)).unwrap_or_default();
    console.hold(&pad);
    for frame in 0..60 {
        if frame == 4 {
            console.hold(&[]);
        }
        console.frames(1);
        let log = console.bally().chips().sound();
        let new = log.since(seen).unwrap_or_default();
        writes.extend(new.iter().map(|write| format!("{}={}", 16 + write.register, write.value)));
        seen = log.count();
    }
    writes.join(" ")
}

/// The statements that are timed.
const STATEMENTS: [&str; 20] = [
    "A=1",
    "A=B",
    "A=B+C",
    "A=B×C",
    "A=B÷C",
    "A=(B)",
    "A=B<C",
    "A=@(5)",
    "@(5)=A",
    "A=%(16384)",
    "A=&(16)",
    "A=RND (11)",
    "A=ABS(B)",
    "A=PX(0,0)",
    "A=CX",
    "IF B A=1",
    "CX=0",
    "TV=31",
    "BOX 0,0,1,1,4",
    "LINE 0,0,4",
];

/// Returns the T-states of statements.
fn speed(console: &Console) -> String {
    // The difference of two loops has no part of the time that GO takes.
    let time = |statement| {
        let [few, many] = [TURNS, 3 * TURNS].map(|turns| frames(console, statement, turns));
        Some(many?.saturating_sub(few?) * TWO_FRAMES / (4 * TURNS))
    };
    let Some(turn) = time("") else { return BUSY.to_owned() };
    let mut all = vec![format!("a turn of FOR and NEXT {turn}")];
    all.extend(STATEMENTS.iter().map(|statement| match time(statement) {
        Some(tstates) => format!("{statement} {}", tstates.saturating_sub(turn)),
        None => format!("{statement} {BUSY}"),
    }));
    all.join(", ")
}

/// Returns the frames of a loop with a statement; nothing if it does not end.
fn frames(console: &Console, statement: &str, turns: u64) -> Option<u64> {
    let mut console = console.clone();
    let separator = if statement.is_empty() { "" } else { ";" };
    let program = format!("10 B=1;C=2;FOR I=1TO {turns}{separator}{statement};NEXT I");
    enter_all(&mut console, &["CLEAR", &program], SHORT);
    let (answer, frames) = console.enter(&[code_of("RUN")], LONG);
    (answer == Answer::Prompt).then_some(frames)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut all: Vec<_> = names().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), MEASUREMENTS.len());
    }
}
