//! Random programs from a grammar, with loops, subroutines, strings, arrays, graphics, keys, and errors in the middle.

/// A source of random numbers (xorshift), the same for the same seed.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        (0..8).for_each(|_| {
            dice.next();
        });
        dice
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        (self.next() >> 16) as usize % count.max(1)
    }

    pub(super) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub(super) fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// Returns the lines of a program. Subroutines begin at line 500.
pub(super) fn program(dice: &mut Dice) -> Vec<String> {
    let lengths = [3 + dice.below(10), 1 + dice.below(3), 1 + dice.below(3)];
    let mut program = Program { dice, lines: Vec::new() };
    program.block(10, lengths[0]);
    program.line(400, "STOP");
    for (number, length) in [500, 600].into_iter().zip(&lengths[1..]) {
        program.block(number, *length);
        program.line(number + 90, "RETURN");
    }
    program.lines
}

/// Returns a script of keys that a program may read.
pub(super) fn keys(dice: &mut Dice) -> String {
    const KEYS: [&str; 20] = [
        "1", "7", "0", "A", "Z", "(", ")", "+", "×", "@", ",", "\"", "{ERASE}", "{GO}", "{GO}", "{GO}",
        "{PRINT}", "{RND}", "-", " ",
    ];
    let count = dice.below(24);
    (0..count).map(|_| dice.pick(&KEYS)).collect()
}

struct Program<'a> {
    dice: &'a mut Dice,
    lines: Vec<String>,
}

impl Program<'_> {
    fn line(&mut self, number: usize, text: &str) {
        self.lines.push(format!("{number} {text}"));
    }

    /// Adds lines from a number on; some are a loop.
    fn block(&mut self, number: usize, count: usize) {
        let mut open = None;
        for index in 0..count {
            let text = match (&open, self.dice.below(7)) {
                (None, 0) => {
                    let name = variable(self.dice);
                    let head = for_head(self.dice, &name);
                    open = Some(name);
                    head
                }
                (Some(name), 0 | 1) => {
                    let next = format!("NEXT {name}");
                    open = None;
                    next
                }
                _ => self.statements(),
            };
            self.line(number + index, &text);
        }
        if let Some(name) = open {
            self.line(number + count, &format!("NEXT {name}"));
        }
    }

    fn statements(&mut self) -> String {
        let count = 1 + self.dice.below(3);
        let statements: Vec<_> = (0..count).map(|_| statement(self.dice)).collect();
        statements.join(";")
    }
}

fn for_head(dice: &mut Dice, name: &str) -> String {
    let step = match dice.below(5) {
        0 => format!("STEP {}", small(dice)),
        1 => "STEP -1".to_owned(),
        _ => String::new(),
    };
    format!("FOR {name}={}TO {}{step}", small(dice), small(dice))
}

fn statement(dice: &mut Dice) -> String {
    if dice.one_in(60) {
        return wrong(dice);
    }
    match dice.below(26) {
        0..=3 => format!("{}={}", target(dice), expression(dice, 2)),
        4 => format!("{}={},{}={}", target(dice), expression(dice, 1), target(dice), expression(dice, 1)),
        5..=8 => print(dice),
        9 => format!("IF {}{}", expression(dice, 2), statement(dice)),
        10 => format!("GOSUB {}", dice.pick(&["500", "600", "500", "510", "A"])),
        11 => {
            let name = variable(dice);
            format!("{};{};NEXT {name}", for_head(dice, &name), statement(dice))
        }
        12 => {
            format!("IF {}GOTO {}", expression(dice, 1), dice.pick(&["10", "12", "15", "18", "400", "600"]))
        }
        13 => format!("TV={}", dice.pick(&["65", "A", "31", "13", "32", "K", "116", "99", "N", "300"])),
        14 => {
            format!("BOX {},{},{},{},{}", place(dice), place(dice), small(dice), small(dice), dice.below(6))
        }
        15 => format!("LINE {},{},{}", place(dice), place(dice), dice.below(6)),
        16 => format!("CX={}", place(dice)),
        17 => format!("CY={}", place(dice)),
        18 => match dice.below(4) {
            0 => "CLEAR".to_owned(),
            1 => format!("XY={}", small(dice)),
            2 => format!("BC={}", dice.below(256)),
            _ => format!("FC={}", expression(dice, 1)),
        },
        19 => "K=KP;TV=K".to_owned(),
        20 => format!("INPUT {}", dice.pick(&["A", "\"N\"B", "@(2)", "\"HOW MANY\"C,D"])),
        21 => format!("LIST {},{}", dice.below(600), dice.below(4)),
        22 => dice.pick(&["TRACE", ".NOTE", "LET A=5", "", "RETURN", ":RETURN"]).to_owned(),
        23 => sound(dice),
        24 => format!("%({})={}", address(dice), expression(dice, 1)),
        _ => format!("N=N+1;IF N>{}STOP", dice.below(20)),
    }
}

/// Returns a statement that writes NT, MU or a port.
fn sound(dice: &mut Dice) -> String {
    match dice.below(4) {
        0 => format!("NT={}", dice.below(6) as i32 - 1),
        1 => format!("MU={}", dice.pick(&["65", "A", "0", "99", "32", "-1"])),
        _ => format!("&({})={}", 8 + dice.below(17), expression(dice, 1)),
    }
}

/// Returns an address of the program's bytes, in the text window or on the screen, or of what follows them.
fn address(dice: &mut Dice) -> String {
    match dice.below(8) {
        0 => (16_384 + dice.below(3_700)).to_string(),
        1 => (-24_576 + dice.below(1_820) as i32).to_string(),
        _ => (-24_576 + dice.below(120) as i32).to_string(),
    }
}

/// Returns a statement with an error, or one that may have one.
fn wrong(dice: &mut Dice) -> String {
    dice.pick(&[
        "A=",
        "PRINT A B",
        "GOTO 77",
        "A=1÷0",
        "NEXT Q",
        "BOX 1,2",
        "A=32767+1",
        "@(2000)=1",
        "@(-1)=1",
        "PRINT #64",
        "XX=1",
        "A=RND (0)",
        "$",
        ":PRINT",
        "FOR A=1",
        "KP=5",
        "TO 5",
        "A=((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))",
        "CALL 5",
        "CALL (A)+1",
        "PRINT JX(7)",
        "A=300×300",
        "STOP 1",
        "IF A;B=1",
    ])
    .to_owned()
}

fn print(dice: &mut Dice) -> String {
    let count = dice.below(4);
    let mut text = "PRINT ".to_owned();
    for index in 0..count {
        let item = match dice.below(4) {
            0 => format!(
                "\"{}\"",
                dice.pick(&["HELLO", "A;B", " ", "GO TO", "X=", "0123456789ABCDEFGHIJKLMNOPQ"])
            ),
            1 => format!("#{}", dice.below(12)),
            _ => expression(dice, 2),
        };
        text += if index > 0 { "," } else { "" };
        text += &item;
    }
    if dice.one_in(4) && count > 0 {
        text += ",";
    }
    text
}

fn variable(dice: &mut Dice) -> String {
    dice.pick(&["A", "B", "C", "D", "I", "J", "M"]).to_owned()
}

fn target(dice: &mut Dice) -> String {
    match dice.below(6) {
        0 => format!("@({})", index(dice)),
        1 => format!("*({})", index(dice)),
        _ => variable(dice),
    }
}

fn index(dice: &mut Dice) -> String {
    if dice.one_in(3) { variable(dice) } else { dice.below(30).to_string() }
}

fn small(dice: &mut Dice) -> String {
    let number = dice.below(24) as i32 - 4;
    number.to_string()
}

/// Returns a coordinate, which may be outside the screen.
fn place(dice: &mut Dice) -> String {
    match dice.below(8) {
        0 => expression(dice, 1),
        1 => (dice.below(600) as i32 - 300).to_string(),
        _ => (dice.below(160) as i32 - 80).to_string(),
    }
}

fn expression(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 || dice.one_in(3) {
        return value(dice);
    }
    let (left, right) = (expression(dice, depth - 1), expression(dice, depth - 1));
    match dice.below(12) {
        0 => format!("({left})"),
        1 => format!("-{right}"),
        2..=3 => format!("{left}+{right}"),
        4..=5 => format!("{left}-{right}"),
        6 => format!("{left}×{right}"),
        7 => format!("{left}÷{right}"),
        8 => format!("({left}+{right})×{}", value(dice)),
        9 => format!("ABS({left})"),
        _ => format!("{left}{}{right}", dice.pick(&["<", ">", "=", "#"])),
    }
}

fn value(dice: &mut Dice) -> String {
    match dice.below(17) {
        0..=4 => variable(dice),
        5..=8 => dice.below(100).to_string(),
        9 => dice.pick(&["32767", "1000", "256", "181", "0", "7"]).to_owned(),
        10 => format!("@({})", index(dice)),
        11 => format!("RND ({})", 1 + dice.below(300)),
        12 => format!("PX({},{})", place(dice), place(dice)),
        13 => dice.pick(&["RM", "SZ", "CX", "CY", "XY", "TV", "BC", "FC"]).to_owned(),
        14 => format!("*({})", index(dice)),
        15 => format!("%({})", address(dice)),
        _ => dice.pick(&["KN(1)", "JX(1)", "JY(2)", "TR(1)", "NT", "&(28)"]).to_owned(),
    }
}
