//! The secret that a client at the port has to know.

use std::fmt;

use anyhow::{Result, anyhow};

/// 128 bits that nobody can guess.
#[derive(Clone)]
pub struct Token([u8; 16]);

impl Token {
    /// Makes a token of the system's random bytes.
    pub fn random() -> Result<Token> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)
            .map_err(|error| anyhow!("cannot make a token: the system gives no random bytes: {error}"))?;
        Ok(Token(bytes))
    }

    /// Whether a client's text is this token. The time taken does not depend on how much of it is right.
    pub fn is(&self, text: &str) -> bool {
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
    fn only_the_whole_token_is_right() {
        let token = Token(*b"\x00\x01debug port\xFE\xFF!!");
        let right = token.to_string();
        assert_eq!(right, "00016465627567 20706f7274feff2121".replace(' ', ""));
        assert!(token.is(&right));
        for wrong in ["", "0", &right[1..], &right[..31], &(right.clone() + "0"), &right.replace('f', "F")] {
            assert!(!token.is(wrong), "{wrong}");
        }
        for at in 0..right.len() {
            let mut wrong = right.clone().into_bytes();
            wrong[at] ^= 1;
            assert!(!token.is(&String::from_utf8(wrong).expect("ASCII")), "{at}");
        }
    }

    #[test]
    fn two_tokens_differ() {
        let [one, other] = [0, 1].map(|_| Token::random().expect("random bytes").to_string());
        assert_ne!(one, other);
        assert_eq!(one.len(), 32);
    }
}
