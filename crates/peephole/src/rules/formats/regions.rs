//! The regions of a template of zxbasic: `NAME {{`, lines, `}}`, and definitions `NAME: value`.
//!
//! Source of the facts: zxbasic `src/arch/z80/peephole/parser.py`, `parse_str`.

use super::Line;
use crate::rules::rule::RuleError;

const REGIONS: [&str; 4] = ["REPLACE", "WITH", "IF", "DEFINE"];
const SCALARS: [&str; 2] = ["OLEVEL", "OFLAG"];

/// A region with its name and its lines.
pub(super) struct Region<'t> {
    pub(super) name: &'static str,
    pub(super) first: Line<'t>,
    pub(super) lines: Vec<Line<'t>>,
}

/// Reads the regions of a file.
pub(super) fn read(text: &str) -> Result<Vec<Region<'_>>, RuleError> {
    let mut regions: Vec<Region> = Vec::new();
    let mut is_open = false;
    for line in Line::all(text) {
        let trimmed = line.text.trim();
        match regions.last_mut().filter(|_| is_open) {
            Some(region) => {
                let body = line.text.trim_end().strip_suffix("}}");
                is_open = body.is_none();
                let text = body.unwrap_or(line.text);
                if !text.trim().is_empty() {
                    region.lines.push(Line { text, ..line });
                }
            }
            None => is_open = opening(&mut regions, line, trimmed)?,
        }
    }
    match regions.last().filter(|_| is_open) {
        Some(region) => {
            Err(region.first.error(region.name, format!("{} is not closed with `}}}}`", region.name)))
        }
        None => Ok(regions),
    }
}

/// Reads a line outside of regions, and returns whether it opens one.
fn opening<'t>(regions: &mut Vec<Region<'t>>, line: Line<'t>, text: &str) -> Result<bool, RuleError> {
    if text.is_empty() || text.starts_with(";;") {
        return Ok(false);
    }
    if let Some(name) = text.strip_suffix("{{") {
        let known = REGIONS.iter().find(|known| known.eq_ignore_ascii_case(name.trim()));
        let Some(name) = known else {
            return Err(line.error(text, format!("a region is one of {}", REGIONS.join(", "))));
        };
        if regions.iter().any(|region| region.name == *name) {
            return Err(line.error(text, format!("there are two regions {name}")));
        }
        regions.push(Region { name, first: line, lines: Vec::new() });
        return Ok(true);
    }
    let scalar = text.split_once(':').filter(|(name, _)| SCALARS.contains(&name.trim()));
    match scalar {
        Some((_, value)) if value.trim().parse::<u32>().is_ok() => Ok(false),
        Some((name, value)) => Err(line.error(value.trim(), format!("{} is a number", name.trim()))),
        None => Err(line.error(text, "a region `NAME {{` or a definition is expected")),
    }
}
