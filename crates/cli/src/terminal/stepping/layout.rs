//! The layout of the panels for a terminal size.

use Panel::{Board, Code, Hardware, Line, Memory, Output, Screen, Stack, Values, Watches};
use Share::{Exactly, Needs, Parts};
use Slot::{Is, Page};
use arcadian_debugger::step::{figure::Mark, stepping::ViewKind};
use ratatui::{
    layout::Rect,
    style::{Color, Modifier, Style},
};

use crate::terminal::Charset;

/// The styles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Theme {
    /// Whether colors are used.
    pub colors: bool,
    pub charset: Charset,
}

impl Theme {
    fn style(self, color: Color, modifier: Modifier) -> Style {
        let style = Style::new().add_modifier(modifier);
        if self.colors { style.fg(color) } else { style }
    }

    /// Returns the style of the title line.
    pub fn header(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Returns the style of a panel title.
    pub fn title(self, has_focus: bool) -> Style {
        self.style(Color::Cyan, if has_focus { Modifier::BOLD } else { Modifier::empty() })
    }

    /// Returns the style of secondary text.
    pub fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Returns the style of the program counter.
    pub fn current(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Returns the style of the cursor line.
    pub fn cursor(self) -> Style {
        Style::new().add_modifier(Modifier::UNDERLINED)
    }

    pub fn label(self) -> Style {
        self.style(Color::Green, Modifier::BOLD)
    }

    /// Returns the style of a changed value.
    pub fn mark(self, mark: Mark) -> Style {
        match mark {
            Mark::Unchanged => Style::new(),
            Mark::SinceStart => self.style(Color::Cyan, Modifier::empty()),
            Mark::Last => self.style(Color::Yellow, Modifier::BOLD | Modifier::REVERSED),
        }
    }

    /// Returns the style of error messages.
    pub fn error(self) -> Style {
        self.style(Color::Red, Modifier::BOLD)
    }

    pub fn key(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }
}

/// A panel of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    Code,
    Values,
    Board,
    Memory,
    Stack,
    Watches,
    Output,
    Screen,
    Line,
    /// The values of the hardware.
    Hardware,
}

impl Panel {
    /// The number of panels.
    pub const COUNT: usize = Self::Hardware as usize + 1;
}

/// Returns the panels for a kind of programs in focus order.
pub fn panels_of(kind: ViewKind) -> &'static [Panel] {
    match kind {
        ViewKind::Code => &[Code, Values, Board, Memory, Stack, Watches, Output],
        ViewKind::Cartridge => &[Code, Screen, Values, Hardware, Memory, Stack, Watches],
        ViewKind::Basic => &[Code, Screen, Values, Line, Stack, Watches, Output],
    }
}

/// The panels to arrange.
pub struct Request<'a> {
    /// The kind of the program.
    pub kind: ViewKind,
    /// The existing panels.
    pub panels: &'a [Panel],
    /// The focused panel.
    pub focus: Panel,
    /// Returns the number of columns that a panel needs.
    pub width: &'a dyn Fn(Panel) -> u16,
    /// Returns the number of rows that a panel of a width needs, without its title.
    pub height: &'a dyn Fn(Panel, u16) -> u16,
}

/// Arranges the panels in an area. Returns their areas, titles included.
pub fn panels(area: Rect, request: &Request) -> Vec<(Panel, Rect)> {
    let fits = |((columns, rows), _): &&Plan| *columns <= area.width && *rows <= area.height;
    let plans = match request.kind {
        ViewKind::Code => CODE,
        ViewKind::Cartridge => CARTRIDGE,
        ViewKind::Basic => BASIC,
    };
    let Some((_, columns)) = plans.iter().find(fits) else { return Vec::new() };
    let page = page(columns, request);
    let columns: Vec<(Share, Vec<(Panel, Share)>)> = columns
        .iter()
        .map(|(share, slots)| {
            (*share, slots.iter().filter_map(|slot| present(*slot, page, request)).collect())
        })
        .filter(|(_, slots): &(Share, Vec<_>)| !slots.is_empty())
        .collect();
    let needs = |slots: &[(Panel, Share)]| {
        let widest = slots.iter().map(|(panel, _)| (request.width)(*panel)).max().unwrap_or(0);
        widest.min(area.width * 3 / 5)
    };
    // A blank column separates two columns of panels.
    let shares: Vec<Share> =
        columns.iter().map(|(share, slots)| resolved(*share, || needs(slots) + 1)).collect();
    let widths = split(area.width, &shares, 20);
    let mut placed = Vec::new();
    let mut x = area.x;
    for ((_, slots), width) in columns.iter().zip(&widths) {
        let is_last = x + width == area.right();
        let inner = if is_last { *width } else { width.saturating_sub(1) };
        let shares =
            slots.iter().map(|(panel, share)| resolved(*share, || (request.height)(*panel, inner) + 1));
        let heights = split(area.height, &shares.collect::<Vec<_>>(), 4);
        let mut y = area.y;
        for ((panel, _), height) in slots.iter().zip(heights) {
            placed.push((*panel, Rect::new(x, y, inner, height)));
            y += height;
        }
        x += width;
    }
    placed
}

/// Returns the panel in a slot, if it exists.
fn present((slot, share): (Slot, Share), page: Option<Panel>, request: &Request) -> Option<(Panel, Share)> {
    let panel = match slot {
        Is(panel) => Some(panel).filter(|panel| request.panels.contains(panel)),
        Page => page,
    };
    panel.map(|panel| (panel, share))
}

/// Returns the panel for [`Slot::Page`]: the focused panel if it has no slot of its own, otherwise the first panel without one.
fn page(columns: &[Column], request: &Request) -> Option<Panel> {
    let has_slot = |panel: &Panel| {
        columns.iter().flat_map(|(_, slots)| *slots).any(|(slot, _)| matches!(slot, Is(own) if own == panel))
    };
    let mut unplaced = request.panels.iter().copied().filter(|panel| !has_slot(panel));
    if has_slot(&request.focus) { unplaced.next() } else { Some(request.focus) }
}

fn resolved(share: Share, needs: impl Fn() -> u16) -> Share {
    if matches!(share, Needs) { Exactly(needs()) } else { share }
}

/// Divides a length by shares: exact shares first, as long as every other share keeps at least `least`.
fn split(length: u16, shares: &[Share], least: u16) -> Vec<u16> {
    let parts = |share: &Share| if let Parts(parts) = share { *parts } else { 0 };
    let all: u16 = shares.iter().map(parts).sum();
    let flexible = shares.iter().filter(|share| parts(share) > 0).count() as u16;
    let mut left = length;
    let mut for_exact = length.saturating_sub(least.saturating_mul(flexible));
    let mut lengths: Vec<u16> = shares
        .iter()
        .map(|share| match share {
            Exactly(wanted) => {
                let given = (*wanted).min(for_exact);
                (for_exact, left) = (for_exact - given, left - given);
                given
            }
            _ => 0,
        })
        .collect();
    let (mut parts_left, mut rest) = (all, left);
    for (given, share) in lengths.iter_mut().zip(shares).filter(|(_, share)| parts(share) > 0) {
        *given = (u32::from(rest) * u32::from(parts(share)) / u32::from(parts_left)) as u16;
        (parts_left, rest) = (parts_left - parts(share), rest - *given);
    }
    // Without a flexible share the last one takes what is left.
    if flexible == 0
        && let Some(last) = lengths.last_mut()
    {
        *last += rest;
    }
    lengths
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn arranged(kind: ViewKind, focus: Panel, (width, height): (u16, u16)) -> Vec<(Panel, Rect)> {
        let request = Request { kind, panels: panels_of(kind), focus, width: &|_| 34, height: &|_, _| 6 };
        panels(Rect::new(0, 1, width, height), &request)
    }

    #[test]
    fn panels_are_disjoint_and_inside_at_every_size() {
        for kind in ViewKind::ALL {
            for (width, height) in (0..200).step_by(3).flat_map(|w| (0..70).map(move |h| (w, h))) {
                let placed = arranged(kind, Watches, (width, height));
                let area = Rect::new(0, 1, width, height);
                for (n, (_, one)) in placed.iter().enumerate() {
                    assert_eq!(area.intersection(*one), *one, "{width} × {height}");
                    assert!(
                        placed[..n].iter().all(|(_, other)| !one.intersects(*other)),
                        "{width} × {height}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_focused_panel_is_shown_unless_the_terminal_is_tiny() {
        for kind in ViewKind::ALL {
            let sizes = |panel: &Panel| [(30, 9), (80, 21), (160, 50)].map(|size| (*panel, size));
            for (focus, size) in panels_of(kind).iter().flat_map(sizes) {
                // Narrow terminals have one slot for all panels without a slot of their own.
                let placed = arranged(kind, focus, size);
                assert!(placed.iter().any(|(panel, _)| *panel == focus), "{focus:?} {size:?}");
            }
        }
    }

    #[test]
    fn a_length_is_divided_by_shares() {
        assert_eq!(split(100, &[Parts(1), Exactly(30), Exactly(20)], 20), [50, 30, 20]);
        assert_eq!(split(40, &[Parts(1), Exactly(30)], 20), [20, 20]);
        assert_eq!(split(10, &[Exactly(4), Parts(2), Parts(1)], 2), [4, 4, 2]);
        assert_eq!(split(0, &[Exactly(4), Parts(2)], 2), [0, 0]);
        assert_eq!(split(9, &[Exactly(4), Exactly(2)], 2), [4, 5]);
    }
}
