//! The plans of panels for terminal sizes.

use super::Panel;

/// The content of a slot in a plan.
#[derive(Clone, Copy, Debug)]
pub enum Slot {
    Is(Panel),
    /// The focused one of the panels without a slot of their own.
    Page,
}

/// A share of the available length.
#[derive(Clone, Copy, Debug)]
pub enum Share {
    Exactly(u16),
    /// The length that the content needs.
    Needs,
    /// A number of parts of the remaining length.
    Parts(u16),
}

use Panel::{Board, Code, Hardware, Line, Memory, Output, Screen, Stack, Values, Watches};
use Share::{Exactly, Needs, Parts};
use Slot::{Is, Page};

/// A column: its width, and its slots from top to bottom.
pub type Column = (Share, &'static [(Slot, Share)]);

/// A plan: the minimum terminal size in columns and rows, and its columns of panels.
pub type Plan = ((u16, u16), &'static [Column]);

/// The plans for machine code, the largest first.
pub const CODE: &[Plan] = &[
    (
        (122, 26),
        &[
            (Parts(1), &[(Is(Code), Parts(1))]),
            (Needs, &[(Is(Values), Needs), (Is(Board), Parts(1))]),
            (
                Exactly(31),
                &[
                    (Is(Memory), Parts(3)),
                    (Is(Stack), Parts(3)),
                    (Is(Watches), Parts(2)),
                    (Is(Output), Parts(1)),
                ],
            ),
        ],
    ),
    (
        (72, 28),
        &[
            (Parts(1), &[(Is(Code), Parts(2)), (Page, Parts(1))]),
            (
                Needs,
                &[(Is(Values), Needs), (Is(Board), Needs), (Is(Stack), Parts(1)), (Is(Watches), Parts(1))],
            ),
        ],
    ),
    (
        (72, 16),
        &[
            (Parts(1), &[(Is(Code), Parts(2)), (Page, Parts(1))]),
            (Needs, &[(Is(Values), Needs), (Is(Board), Parts(1))]),
        ],
    ),
    ((28, 9), &[(Parts(1), &[(Is(Values), Needs), (Is(Code), Parts(1)), (Page, Parts(1))])]),
    ((0, 0), &[(Parts(1), &[(Is(Code), Parts(1))])]),
];

/// The plans for cartridges, the largest first. The screen has 80 or 40 columns, and one for the mark of the beam.
pub const CARTRIDGE: &[Plan] = &[
    (
        (156, 40),
        &[
            (Parts(1), &[(Is(Code), Parts(3)), (Is(Stack), Parts(1)), (Is(Watches), Parts(1))]),
            (Needs, &[(Is(Values), Needs), (Is(Hardware), Needs), (Is(Memory), Parts(1))]),
            (Exactly(81), &[(Is(Screen), Parts(1))]),
        ],
    ),
    (
        (112, 26),
        &[
            (Parts(1), &[(Is(Code), Parts(2)), (Page, Parts(1))]),
            (Needs, &[(Is(Values), Needs), (Is(Hardware), Parts(1))]),
            (Exactly(41), &[(Is(Screen), Exactly(15)), (Is(Memory), Parts(1))]),
        ],
    ),
    (
        (78, 16),
        &[
            (Parts(1), &[(Is(Code), Parts(1)), (Is(Values), Needs)]),
            (Exactly(41), &[(Is(Screen), Exactly(15)), (Page, Parts(1))]),
        ],
    ),
    ((28, 9), &[(Parts(1), &[(Is(Code), Parts(1)), (Page, Parts(1))])]),
    ((0, 0), &[(Parts(1), &[(Is(Code), Parts(1))])]),
];

/// The plans for BASIC, the largest first.
pub const BASIC: &[Plan] = &[
    (
        (150, 34),
        &[
            (
                Parts(1),
                &[(Is(Code), Parts(3)), (Is(Line), Parts(1)), (Is(Stack), Parts(1)), (Is(Watches), Parts(1))],
            ),
            (Exactly(82), &[(Is(Screen), Exactly(23)), (Is(Values), Parts(2)), (Is(Output), Parts(1))]),
        ],
    ),
    (
        (72, 32),
        &[
            (Parts(1), &[(Is(Code), Parts(2)), (Page, Parts(1))]),
            (
                Exactly(40),
                &[
                    (Is(Screen), Exactly(12)),
                    (Is(Values), Needs),
                    (Is(Stack), Parts(1)),
                    (Is(Watches), Parts(1)),
                ],
            ),
        ],
    ),
    (
        (72, 16),
        &[
            (Parts(1), &[(Is(Code), Parts(2)), (Page, Parts(1))]),
            (Exactly(40), &[(Is(Screen), Exactly(12)), (Is(Values), Parts(1))]),
        ],
    ),
    ((28, 9), &[(Parts(1), &[(Is(Code), Parts(1)), (Page, Parts(1))])]),
    ((0, 0), &[(Parts(1), &[(Is(Code), Parts(1))])]),
];
