//! Properties of random programs: replay leads to the same state.

use arcadian_basic::Key;
use proptest::prelude::*;

use super::*;
use crate::basic::state::ProgramState;

const STATEMENTS: [&str; 24] = [
    "A=A+1",
    "B=RND(9)",
    "C=A÷3+RM",
    "@(B)=A",
    "*(B)=RND(99)",
    "PRINT A,B",
    "PRINT \"X\",",
    "IF A>RND(9)A=0",
    "IF B<5 B=B+1",
    "FOR I=1TO RND(4);@(I)=RND(9);NEXT I",
    "FOR J=9TO 1STEP -3;GOSUB 100;NEXT J",
    "FOR CX=1TO 9STEP B;A=A+CX;NEXT CX",
    "GOSUB 200",
    "GOSUB 50×RND(4)",
    "K=KP",
    "A=A+KP-KP",
    "INPUT \"N\"N",
    "BOX RND(9),A,9,9,3",
    "%(19600+RND(300))=RND(32767)",
    "%(16400+RND(400))=RND(32767)",
    "%(19994)=RND(9)",
    "TV=65",
    "TRACE",
    "CLEAR",
];

/// Statements that end their line; usually none.
const ENDINGS: [&str; 12] = [
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "IF RND(3)=1 GOTO 20",
    "GOTO 50",
    "IF A>90RUN",
    "IF RND(9)=1 LIST 10,2",
    "NEXT I",
];

fn any_program() -> impl Strategy<Value = String> {
    let statements = prop::collection::vec(prop::sample::select(&STATEMENTS[..]), 1..4);
    let line = (statements, prop::sample::select(&ENDINGS[..]));
    prop::collection::vec(line, 8).prop_map(|lines| {
        let text = |(statements, ending): (Vec<&str>, &str)| statements.join(";") + ";" + ending;
        let numbers = [10, 20, 30, 50, 100, 150, 200, 210];
        let numbered = numbers.into_iter().zip(lines.into_iter().map(text));
        let all: String = numbered.map(|(number, text)| format!("{number} {text}\n")).collect();
        all + "60 GOTO 10\n110 RETURN\n160 RETURN\n220 RETURN"
    })
}

#[derive(Clone, Debug)]
enum Act {
    Run(u64),
    Seek(u64),
    Press(Key),
    Variable(usize, i64),
    Element(Space, i64, i64),
}

fn any_act() -> impl Strategy<Value = Act> {
    let key = prop_oneof![
        8 => (b'0'..=b'9').prop_map(Key::Code),
        4 => Just(Key::Code(13)),
        1 => prop::sample::select(vec![Key::Halt, Key::Pause, Key::Code(b'K'), Key::Code(31)]),
    ];
    let space = prop::sample::select(vec![AT, STAR, PERCENT, Space::Byte, Space::Word]);
    let index = prop_oneof![0..300i64, 16_380..16_500i64, 19_990..20_060i64];
    prop_oneof![
        4 => (1..60u64).prop_map(Act::Run),
        2 => (0..200u64).prop_map(Act::Seek),
        3 => key.prop_map(Act::Press),
        1 => (0..60usize, -9..40_000i64).prop_map(|(name, value)| Act::Variable(name, value)),
        1 => (space, index, -9..300i64).prop_map(|(space, index, value)| Act::Element(space, index, value)),
    ]
}

/// A program with its state at each step.
struct Recorded {
    program: BasicProgram,
    states: Vec<ProgramState>,
}

impl Recorded {
    fn new(program: BasicProgram) -> Self {
        let states = vec![program.history.state().clone()];
        Self { program, states }
    }

    fn act(&mut self, act: &Act) {
        let changed = match act {
            Act::Run(steps) => return self.run(*steps),
            Act::Seek(step) => return self.program.seek(*step),
            Act::Press(key) => {
                self.program.press_keys(vec![Event::Key(*key)]);
                Ok(())
            }
            Act::Variable(name, value) => self.program.set(Lvalue::Value(ValueId(*name)), *value),
            Act::Element(space, index, value) => self.program.set(Lvalue::Element(*space, *index), *value),
        };
        if changed.is_ok() {
            self.states.truncate(self.program.steps() as usize);
            self.states.push(self.program.history.state().clone());
        }
    }

    fn run(&mut self, steps: u64) {
        for _ in 0..steps {
            let before = self.program.steps();
            run(&mut self.program, 1);
            if self.program.steps() == before {
                return;
            }
            self.check();
        }
    }

    /// Compares the state with that of the first time at this step.
    fn check(&mut self) {
        let now = self.program.steps() as usize;
        match self.states.get(now) {
            Some(state) => assert!(self.program.history.state() == state, "step {now}"),
            None => self.states.push(self.program.history.state().clone()),
        }
    }
}

fn any_event() -> impl Strategy<Value = Event> {
    prop_oneof![
        4 => (b'0'..=b'9').prop_map(|digit| Event::Key(Key::Code(digit))),
        1 => (0..300_u64).prop_map(Event::At),
        1 => (-1..=1_i8).prop_map(|x| Event::Controller(1, arcadian_basic::Controller { x, ..Default::default() })),
        1 => Just(Event::Hold(Some(Key::Pause))),
        1 => Just(Event::Hold(None)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn the_route_to_a_step_does_not_matter(
        text in any_program(),
        events in prop::collection::vec(any_event(), 0..6),
        acts in prop::collection::vec(any_act(), 1..24),
        spacing in 1..40u64,
        hops in prop::collection::vec(0..2_000u64, 0..8),
    ) {
        let setup = Setup { events, ..setup(&text) };
        let mut recorded = Recorded::new(with_limits(setup, spacing));
        for act in &acts {
            recorded.act(act);
            recorded.check();
        }
        let furthest = recorded.program.recorded();
        prop_assert_eq!(furthest as usize + 1, recorded.states.len());
        for step in (0..=furthest).rev().chain(0..=furthest).chain(hops.iter().map(|hop| hop % (furthest + 1))) {
            recorded.program.seek(step);
            prop_assert_eq!(recorded.program.steps(), step);
            recorded.check();
        }
        // Forward in one run.
        recorded.program.seek(0);
        run(&mut recorded.program, furthest);
        recorded.check();
        prop_assert_eq!(recorded.program.steps(), furthest);
    }

    #[test]
    fn any_text_is_parsed_or_rejected_as_a_location(text in "\\PC{0,12}", number in any::<u32>()) {
        let program = program("10 A=1;B=2\n30 STOP");
        let _ = program.find_location(&text);
        let _ = program.rows(Location(number), 1, 1);
        prop_assert_eq!(program.source_line(Location(number)), None);
    }
}
