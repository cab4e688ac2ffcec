//! Who may use a session: at the port only a client that knows the token.

use serde_json::Value;

use arcadian_desk::dap::message::Incoming;

use super::token::Token;

/// Decides which messages reach the session.
pub struct Gate {
    /// Whether the client is the process that started this one.
    is_parent: bool,
    /// What the client has yet to prove.
    token: Option<Token>,
    has_begun: bool,
}

/// A client that is turned away.
#[derive(Debug, PartialEq)]
pub struct Refusal {
    /// Why.
    pub why: String,
    /// The request that gets the reason as its answer; what is not a client gets none.
    pub request: Option<Value>,
}

impl Gate {
    /// Lets the process pass that started this one.
    pub fn for_parent() -> Gate {
        Gate { is_parent: true, token: None, has_begun: false }
    }

    /// Lets those pass that know the token; without one, every client.
    pub fn for_port(token: Option<Token>) -> Gate {
        Gate { is_parent: false, token, has_begun: false }
    }

    /// Whether the client has nothing more to prove.
    pub fn is_open(&self) -> bool {
        self.token.is_none()
    }

    /// Checks what came before the session sees it. Before the token is proven `initialize` is answered once, and
    /// nothing else.
    pub fn check(&mut self, incoming: &Incoming) -> Result<(), Refusal> {
        match (incoming, &self.token) {
            (Incoming::OutOfSync(why), _) if !self.is_parent => Err(silently(why)),
            (Incoming::Malformed(why), Some(_)) => Err(silently(why)),
            (Incoming::Message(message), Some(token)) => match message["command"].as_str() {
                Some("launch" | "attach") => {
                    prove(token, message)?;
                    self.token = None;
                    Ok(())
                }
                Some("initialize") if !self.has_begun => {
                    self.has_begun = true;
                    Ok(())
                }
                Some("disconnect") => Ok(()),
                _ => Err(silently("a request before the token")),
            },
            _ => Ok(()),
        }
    }
}

fn prove(token: &Token, message: &Value) -> Result<(), Refusal> {
    let why = match message["arguments"]["token"].as_str() {
        Some(given) if token.is(given) => return Ok(()),
        Some(_) => "the token is wrong",
        None => "the token is missing",
    };
    let why = format!("{why}; give `token` in the configuration as `arcadian dap --port` prints it");
    Err(Refusal { why, request: Some(message.clone()) })
}

fn silently(why: &str) -> Refusal {
    Refusal { why: why.to_owned(), request: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn asks(command: &str, token: Value) -> Incoming {
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
    fn the_token_opens_and_nothing_else_does() {
        let (mut gate, token) = locked();
        assert_eq!(gate.check(&asks("initialize", Value::Null)), Ok(()));
        assert!(!gate.is_open());
        assert_eq!(gate.check(&asks("launch", token.into())), Ok(()));
        assert!(gate.is_open());
        assert_eq!(gate.check(&asks("readMemory", Value::Null)), Ok(()));
        assert_eq!(gate.check(&Incoming::Malformed("no JSON".to_owned())), Ok(()));
        assert!(gate.check(&Incoming::OutOfSync("HTTP".to_owned())).is_err());
    }

    #[test]
    fn a_wrong_token_is_answered_and_noise_is_not() {
        for (incoming, part, is_answered) in [
            (asks("launch", json!("0000")), "wrong", true),
            (asks("attach", Value::Null), "missing", true),
            (asks("launch", json!(7)), "missing", true),
            (asks("evaluate", Value::Null), "before the token", false),
            (Incoming::Message(json!([])), "before the token", false),
            (Incoming::Malformed("no JSON".to_owned()), "no JSON", false),
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
    fn one_introduction() {
        let (mut gate, _) = locked();
        assert_eq!(gate.check(&asks("initialize", Value::Null)), Ok(()));
        assert!(gate.check(&asks("initialize", Value::Null)).is_err());
    }

    #[test]
    fn the_parent_hears_why_its_bytes_are_not_the_protocol() {
        assert_eq!(Gate::for_parent().check(&Incoming::OutOfSync("HTTP".to_owned())), Ok(()));
        assert!(Gate::for_port(None).check(&Incoming::OutOfSync("HTTP".to_owned())).is_err());
    }
}
