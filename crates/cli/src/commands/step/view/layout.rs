//! Where the panels are in a terminal of some size.

mod plans;

use ratatui::layout::Rect;

use plans::{
    Column, Plan, Share,
    Share::{Exactly, Needs, Parts},
    Slot,
};

/// A part of the screen.
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
}

impl Panel {
    /// The panels of machine code, in the order in which they get the focus.
    pub const CODE: [Panel; 7] =
        [Self::Code, Self::Values, Self::Board, Self::Memory, Self::Stack, Self::Watches, Self::Output];
    /// Those of BASIC.
    pub const BASIC: [Panel; 7] =
        [Self::Code, Self::Screen, Self::Values, Self::Line, Self::Stack, Self::Watches, Self::Output];
}

/// What is to be arranged.
pub struct Wishes<'a> {
    /// Whether it is a BASIC program.
    pub is_basic: bool,
    /// The panels that there are.
    pub panels: &'a [Panel],
    /// The one with the focus.
    pub focus: Panel,
    /// The columns a panel needs.
    pub width: &'a dyn Fn(Panel) -> u16,
    /// The rows a panel of this width needs, without its title.
    pub height: &'a dyn Fn(Panel, u16) -> u16,
}

/// The panels with their places, titles included, in an area.
pub fn panels(area: Rect, wishes: &Wishes) -> Vec<(Panel, Rect)> {
    let plans = if wishes.is_basic { plans::BASIC } else { plans::CODE };
    let fits = |((columns, rows), _): &&Plan| *columns <= area.width && *rows <= area.height;
    let Some((_, columns)) = plans.iter().find(fits) else { return Vec::new() };
    let page = page(columns, wishes);
    let columns: Vec<(Share, Vec<(Panel, Share)>)> = columns
        .iter()
        .map(|(share, slots)| {
            (*share, slots.iter().filter_map(|slot| present(*slot, page, wishes)).collect())
        })
        .filter(|(_, slots): &(Share, Vec<_>)| !slots.is_empty())
        .collect();
    let needs = |slots: &[(Panel, Share)]| {
        let widest = slots.iter().map(|(panel, _)| (wishes.width)(*panel)).max().unwrap_or(0);
        widest.min(area.width * 3 / 5)
    };
    // A blank column stands between two.
    let shares: Vec<Share> =
        columns.iter().map(|(share, slots)| settled(*share, || needs(slots) + 1)).collect();
    let widths = split(area.width, &shares, 20);
    let mut placed = Vec::new();
    let mut x = area.x;
    for ((_, slots), width) in columns.iter().zip(&widths) {
        let is_last = x + width == area.right();
        let inner = if is_last { *width } else { width.saturating_sub(1) };
        let shares =
            slots.iter().map(|(panel, share)| settled(*share, || (wishes.height)(*panel, inner) + 1));
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

/// What stands at a slot, if it is there.
fn present((slot, share): (Slot, Share), page: Option<Panel>, wishes: &Wishes) -> Option<(Panel, Share)> {
    let panel = match slot {
        Slot::Is(panel) => Some(panel).filter(|panel| wishes.panels.contains(panel)),
        Slot::Page => page,
    };
    panel.map(|panel| (panel, share))
}

/// The panel with the focus if it has no place of its own, else the first such one.
fn page(columns: &[Column], wishes: &Wishes) -> Option<Panel> {
    let has_place = |panel: &Panel| {
        columns
            .iter()
            .flat_map(|(_, slots)| *slots)
            .any(|(slot, _)| matches!(slot, Slot::Is(own) if own == panel))
    };
    let mut homeless = wishes.panels.iter().copied().filter(|panel| !has_place(panel));
    match has_place(&wishes.focus) {
        false => Some(wishes.focus),
        true => homeless.next(),
    }
}

fn settled(share: Share, needs: impl Fn() -> u16) -> Share {
    if matches!(share, Needs) { Exactly(needs()) } else { share }
}

/// Divides a length: exact shares first, as long as the others keep at least so much each.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn arranged(is_basic: bool, focus: Panel, (width, height): (u16, u16)) -> Vec<(Panel, Rect)> {
        let all = if is_basic { Panel::BASIC } else { Panel::CODE };
        let wishes = Wishes { is_basic, panels: &all, focus, width: &|_| 34, height: &|_, _| 6 };
        panels(Rect::new(0, 1, width, height), &wishes)
    }

    #[test]
    fn nothing_overlaps_or_stands_outside_at_any_size() {
        for is_basic in [false, true] {
            for (width, height) in (0..200).step_by(3).flat_map(|w| (0..70).map(move |h| (w, h))) {
                let placed = arranged(is_basic, Panel::Watches, (width, height));
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
    fn the_focus_is_shown_unless_all_is_tiny() {
        for is_basic in [false, true] {
            let all = if is_basic { Panel::BASIC } else { Panel::CODE };
            for (focus, size) in all.into_iter().flat_map(|p| [(30, 9), (80, 21), (160, 50)].map(|s| (p, s)))
            {
                // Narrow terminals for machine code have one page for all that has no place.
                let placed = arranged(is_basic, focus, size);
                assert!(placed.iter().any(|(panel, _)| *panel == focus), "{focus:?} {size:?}");
            }
        }
    }

    #[test]
    fn shares() {
        assert_eq!(split(100, &[Parts(1), Exactly(30), Exactly(20)], 20), [50, 30, 20]);
        assert_eq!(split(40, &[Parts(1), Exactly(30)], 20), [20, 20]);
        assert_eq!(split(10, &[Exactly(4), Parts(2), Parts(1)], 2), [4, 4, 2]);
        assert_eq!(split(0, &[Exactly(4), Parts(2)], 2), [0, 0]);
        assert_eq!(split(9, &[Exactly(4), Exactly(2)], 2), [4, 5]);
    }
}
