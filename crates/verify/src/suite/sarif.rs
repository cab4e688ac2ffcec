//! SARIF 2.1.0, <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>.

use std::path::{MAIN_SEPARATOR, Path};

use arcadian_files::escape;
use serde_json::{Value, json};

use super::{Case, Status, Suite};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The rules: what can be wrong with a case.
const RULES: [(Status, &str, &str); 4] = [
    (Status::Failed, "contract", "A routine does what its header states"),
    (Status::Sampled, "sampled", "A contract is proven, not only sampled"),
    (Status::Undecided, "undecided", "A contract is decided within the limits"),
    (Status::Invalid, "sheet", "A sheet assembles, and its header can be read"),
];

/// Returns the report. It has the cases that did not pass.
pub(super) fn write(suite: &Suite) -> String {
    let rules = RULES.map(|(_, id, text)| json!({ "id": id, "shortDescription": { "text": text } }));
    let report = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "arcadian",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "results": suite.wrong().map(result).collect::<Vec<_>>(),
        }],
    });
    escape::json_text(&format!("{report:#}\n"))
}

fn result(case: &Case) -> Value {
    let rule = RULES.iter().position(|(status, ..)| *status == case.status).unwrap_or(0);
    let level = if matches!(case.status, Status::Failed | Status::Invalid) { "error" } else { "warning" };
    let text = [case.message.as_str(), case.details.trim_end()].join("\n");
    json!({
        "ruleId": RULES[rule].1,
        "ruleIndex": rule,
        "level": level,
        "message": { "text": text.trim_end() },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": uri(&case.file) },
            "region": { "startLine": case.line },
        } }],
    })
}

/// Returns a path as a relative URI. It names the file itself, so its bytes are percent-encoded as they are.
fn uri(path: &Path) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let slash = |byte: &u8| if MAIN_SEPARATOR == char::from(*byte) { b'/' } else { *byte };
    let encoded = path
        .as_os_str()
        .as_encoded_bytes()
        .iter()
        .map(slash)
        .map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") });
    encoded.collect()
}
