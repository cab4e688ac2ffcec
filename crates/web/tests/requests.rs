//! The page declares the types of all requests.

use arcadian_web::Module;
use arcadian_web_play::Play;
use arcadian_web_step::Step;
use arcadian_web_tape::Tape;

const DECLARED: &str = include_str!("../../../web/js/requests.d.ts");

/// Returns the requests that an interface of the page declares, in order.
fn declared(interface: &str) -> Vec<&'static str> {
    let (_, rest) = DECLARED.split_once(&format!("interface {interface} {{\n")).expect("the interface");
    let (methods, _) = rest.split_once("\n}").expect("its end");
    let names = methods.lines().filter_map(|line| Some(line.strip_prefix("  ")?.split_once('(')?.0));
    names.filter(|name| name.bytes().all(|byte| byte.is_ascii_alphabetic())).collect()
}

fn handled<M: Module>() -> Vec<&'static str> {
    M::REQUESTS.iter().map(|(name, _)| *name).collect()
}

#[test]
fn the_page_declares_the_requests_of_each_module() {
    for (interface, handled) in [
        ("PlayRequests", handled::<Play>()),
        ("StepRequests", handled::<Step>()),
        ("TapeRequests", handled::<Tape>()),
    ] {
        assert_eq!(declared(interface), handled, "{interface} of web/js/requests.d.ts");
    }
}
