//! The secret that authenticates a client at the port.

use std::fmt;

use anyhow::{Result, anyhow};

/// A random token of 128 bits.
#[derive(Clone)]
pub struct Token([u8; 16]);

impl Token {
    /// Creates a token from the system's random bytes.
    pub fn random() -> Result<Token> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| {
            anyhow!("cannot create a token: the system provides no random bytes: {error}")
        })?;
        Ok(Token(bytes))
    }

    /// Returns whether a text is this token, in time that does not depend on how much of it matches.
    pub fn matches(&self, text: &str) -> bool {
        let own = self.to_string();
        let differences = own.bytes().zip(text.bytes()).fold(0, |all, (own, given)| all | (own ^ given));
        std::hint::black_box(differences) == 0 && text.len() == own.len()
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_matches() {
        let token = Token(*b"\x00\x01debug port\xFE\xFF!!");
        let right = token.to_string();
        assert_eq!(right, "00016465627567 20706f7274feff2121".replace(' ', ""));
        assert!(token.matches(&right));
        for wrong in ["", "0", &right[1..], &right[..31], &(right.clone() + "0"), &right.replace('f', "F")] {
            assert!(!token.matches(wrong), "{wrong}");
        }
        for at in 0..right.len() {
            let mut wrong = right.clone().into_bytes();
            wrong[at] ^= 1;
            assert!(!token.matches(&String::from_utf8(wrong).expect("ASCII")), "{at}");
        }
    }

    #[test]
    fn two_tokens_differ() {
        let [one, other] = [0, 1].map(|_| Token::random().expect("random bytes").to_string());
        assert_ne!(one, other);
        assert_eq!(one.len(), 32);
    }
}
