//! Sixel and kitty graphics.

use crate::model::{any_frame, dots};
use arcadian_screen::{Frame, Zoom, kitty, palette::Scale, png, sixel};
use base64::{Engine, engine::general_purpose::STANDARD};
use proptest::prelude::*;

/// Splits a sixel string into commands with their numbers.
fn tokens(body: &str) -> Vec<(char, Vec<usize>)> {
    let mut tokens: Vec<(char, String)> = Vec::new();
    for character in body.chars() {
        match tokens.last_mut() {
            Some((_, numbers)) if character.is_ascii_digit() || character == ';' => numbers.push(character),
            _ => tokens.push((character, String::new())),
        }
    }
    let numbers = |text: String| text.split(';').filter_map(|number| number.parse().ok()).collect();
    tokens.into_iter().map(|(command, text)| (command, numbers(text))).collect()
}

/// Returns the dots that a sixel string paints, with channels in percent.
fn painted(string: &str) -> Vec<[usize; 3]> {
    let body = string.strip_prefix("\x1bP0;1;0q").and_then(|rest| rest.strip_suffix("\x1b\\")).unwrap();
    let (mut dots, mut width, mut colors) = (Vec::new(), 0, Vec::new());
    let (mut x, mut top, mut color, mut times) = (0, 0, 0, 1);
    for (command, numbers) in tokens(body) {
        match (command, &numbers[..]) {
            ('"', &[_, _, across, down]) => (width, dots) = (across, vec![None; across * down]),
            ('#', &[_, 2, red, green, blue]) => colors.push([red, green, blue]),
            ('#', &[number]) => color = number,
            ('!', &[count]) => times = count,
            ('$', _) => x = 0,
            ('-', _) => (x, top) = (0, top + 6),
            (sixel @ '?'..='~', _) => {
                let bits = sixel as u8 - b'?';
                for (column, bit) in (x..x + times).flat_map(|column| (0..6).map(move |bit| (column, bit))) {
                    if bits >> bit & 1 == 1 {
                        let before = dots[(top + bit) * width + column].replace(colors[color]);
                        assert_eq!(before, None, "painted twice");
                    }
                }
                (x, times) = (x + times, 1);
            }
            other => panic!("{other:?}"),
        }
    }
    dots.into_iter().map(|dot| dot.expect("every dot is painted")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn sixels_decode_to_the_picture(frame in any_frame(), x in 1..4_u32, y in 1..4_u32) {
        let zoom = Zoom::new(x, y);
        let percent = |channel: u8| (f64::from(channel) / 2.55).round() as usize;
        let expected: Vec<_> = dots(&frame, zoom, Scale::Full).into_iter().map(|dot| dot.map(percent)).collect();
        prop_assert!(painted(&sixel::encode(&frame, zoom, Scale::Full)) == expected);
    }

    #[test]
    fn kitty_chunks_contain_the_png(frame in any_frame(), zoom in 1..4_u32) {
        let zoom = Zoom::square(zoom);
        let sent = kitty::encode(&frame, 80, 22, zoom, Scale::Mame).unwrap();
        let chunks: Vec<_> = sent.split_terminator("\x1b\\").map(|chunk| chunk.split_once(';').unwrap()).collect();
        let more: Vec<_> = chunks.iter().map(|(control, _)| control.ends_with("m=1")).collect();
        prop_assert_eq!(more.iter().rposition(|more| *more).map_or(0, |last| last + 1), chunks.len() - 1);
        prop_assert!(chunks.iter().all(|(_, payload)| payload.len() <= 4096));
        let payload: String = chunks.iter().map(|(_, payload)| *payload).collect();
        prop_assert_eq!(STANDARD.decode(payload).unwrap(), png::encode(&frame, zoom, Scale::Mame).unwrap());
    }
}

#[test]
fn kitty_replaces_and_deletes_one_image() {
    let sent = kitty::encode(&Frame::default(), 80, 22, Zoom::TV, Scale::Mame).unwrap();
    assert!(sent.starts_with("\x1b_Ga=T,f=100,i=1982,p=1,C=1,c=80,r=22,q=2,m=0;"), "{sent:?}");
    assert_eq!(kitty::delete(), "\x1b_Ga=d,d=I,i=1982,q=2\x1b\\");
}
