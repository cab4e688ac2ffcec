//! Access control: a client at the port must present the token.

use std::fmt;

use anyhow::{Result, anyhow};
use arcadian_editor::dap::message::Incoming;
use serde_json::Value;

/// Decides which messages reach the session.
pub struct Gate {
    /// Whether the client is the parent process.
    is_parent: bool,
    /// The token that the client still has to present.
    token: Option<Token>,
    /// Whether `initialize` was received.
    is_initialized: bool,
}

#[derive(Debug, PartialEq)]
pub struct Refusal {
    pub why: String,
    /// The request to answer with the reason. Input that is not a request gets no answer.
    pub request: Option<Value>,
}

impl Gate {
    /// Returns a gate for the parent process, which needs no token.
    pub fn for_parent() -> Gate {
        Gate { is_parent: true, token: None, is_initialized: false }
    }

    /// Returns a gate for a client at the port, which must present the token if there is one.
    pub fn for_port(token: Option<Token>) -> Gate {
        Gate { is_parent: false, token, is_initialized: false }
    }

    /// Returns whether the client may use the session.
    pub fn is_open(&self) -> bool {
        self.token.is_none()
    }

    /// Checks a message before it reaches the session. Before the token it allows only one `initialize`, a `disconnect`,
    /// and a `launch` or `attach` with the token.
    pub fn check(&mut self, incoming: &Incoming) -> Result<(), Refusal> {
        match (incoming, &self.token) {
            (Incoming::OutOfSync(why), _) if !self.is_parent => Err(silently(why)),
            (Incoming::Malformed(why), Some(_)) => Err(silently(why)),
            (Incoming::Message(message), Some(token)) => match message["command"].as_str() {
                Some("launch" | "attach") => {
                    check_token(token, message)?;
                    self.token = None;
                    Ok(())
                }
                Some("initialize") if !self.is_initialized => {
                    self.is_initialized = true;
                    Ok(())
                }
                Some("disconnect") => Ok(()),
                _ => Err(silently("a request before the token")),
            },
            _ => Ok(()),
        }
    }
}

fn check_token(token: &Token, message: &Value) -> Result<(), Refusal> {
    let why = match message["arguments"]["token"].as_str() {
        Some(given) if token.matches(given) => return Ok(()),
        Some(_) => "the token is wrong",
        None => "the token is missing",
    };
    let why =
        format!("{why}; set `token` in the configuration to the value that `arcadian dap --port` prints");
    Err(Refusal { why, request: Some(message.clone()) })
}

fn silently(why: &str) -> Refusal {
    Refusal { why: why.to_owned(), request: None }
}

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
    use serde_json::json;

    fn request(command: &str, token: Value) -> Incoming {
        Incoming::Message(
            json!({"type": "request", "seq": 7, "command": command, "arguments": {"token": token}}),
        )
    }

    fn locked() -> (Gate, String) {
        let token = Token::random().expect("random bytes");
        let text = token.to_string();
        (Gate::for_port(Some(token)), text)
    }

    #[test]
    fn the_token_opens_the_gate() {
        let (mut gate, token) = locked();
        assert_eq!(gate.check(&request("initialize", Value::Null)), Ok(()));
        assert!(!gate.is_open());
        assert_eq!(gate.check(&request("launch", token.into())), Ok(()));
        assert!(gate.is_open());
        assert_eq!(gate.check(&request("readMemory", Value::Null)), Ok(()));
        assert_eq!(gate.check(&Incoming::Malformed("not JSON".to_owned())), Ok(()));
        assert!(gate.check(&Incoming::OutOfSync("HTTP".to_owned())).is_err());
    }

    #[test]
    fn a_wrong_token_is_answered_and_other_input_is_not() {
        for (incoming, part, is_answered) in [
            (request("launch", json!("0000")), "wrong", true),
            (request("attach", Value::Null), "missing", true),
            (request("launch", json!(7)), "missing", true),
            (request("evaluate", Value::Null), "before the token", false),
            (Incoming::Message(json!([])), "before the token", false),
            (Incoming::Malformed("not JSON".to_owned()), "not JSON", false),
            (Incoming::OutOfSync("HTTP".to_owned()), "HTTP", false),
        ] {
            let (mut gate, _) = locked();
            let refusal = gate.check(&incoming).expect_err("the gate is locked");
            assert!(refusal.why.contains(part), "{refusal:?}");
            assert_eq!(refusal.request.is_some(), is_answered, "{refusal:?}");
            assert!(!gate.is_open());
        }
    }

    #[test]
    fn initialize_is_accepted_once() {
        let (mut gate, _) = locked();
        assert_eq!(gate.check(&request("initialize", Value::Null)), Ok(()));
        assert!(gate.check(&request("initialize", Value::Null)).is_err());
    }

    #[test]
    fn protocol_errors_of_the_parent_reach_the_session() {
        assert_eq!(Gate::for_parent().check(&Incoming::OutOfSync("HTTP".to_owned())), Ok(()));
        assert!(Gate::for_port(None).check(&Incoming::OutOfSync("HTTP".to_owned())).is_err());
    }
}

#[cfg(test)]
mod token_tests {
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
