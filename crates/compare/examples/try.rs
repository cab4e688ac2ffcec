//! scratch
#![allow(missing_docs, clippy::all, clippy::print_stdout, clippy::disallowed_methods)]
use arcadian_asm::fragment::read_fragment;
use arcadian_compare::*;
use arcadian_isa::Processor;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    for block in text.split("====\n") {
        let field = |key: &str| {
            block
                .lines()
                .take_while(|l| !l.starts_with("----"))
                .find_map(|l| l.strip_prefix(&format!("{key}:")))
                .map(|v| v.split(" #").next().unwrap().trim().to_owned())
        };
        let Some(name) = field("name") else { continue };
        if args.len() > 2 && !name.contains(&args[2]) {
            continue;
        }
        let cpu = match field("cpu").unwrap().as_str() {
            "8080" => Processor::I8080,
            "6502" => Processor::Mos6502,
            _ => Processor::Z80,
        };
        let section = |key: &str| {
            let mark = format!("---- {key}\n");
            let rest = block.split(&mark).nth(1).unwrap();
            rest.split("---- ").next().unwrap().to_owned()
        };
        let old = read_fragment("old", &section("old"), cpu).unwrap();
        let new = read_fragment("new", &section("new"), cpu).unwrap();
        let mut q = Question::new(&old, &new);
        let comps = |t: &str| {
            t.split([',', ' '])
                .filter(|s| !s.is_empty() && *s != "and")
                .flat_map(|n| named(cpu, n.trim_start_matches("F.").trim_start_matches("P.")).unwrap())
                .collect::<Vec<_>>()
        };
        if let Some(l) = field("live") {
            q.live = comps(&l);
        }
        if let Some(l) = field("dead") {
            let d = comps(&l);
            q.live.retain(|c| !d.contains(c));
        }
        if let Some(r) = field("requires") {
            q.requires = conditions(&r).unwrap();
        }
        q.trials = 256;
        if std::env::var("NOC").is_ok() {
            q.limits.conflicts = 0;
            q.limits.tried = 0;
        }
        let start = std::time::Instant::now();
        let a = compare(&q);
        let t = start.elapsed();
        println!(
            "{t:>8.2?} {name}: {} by {:?} cycles {:?} {:?} | expected {}",
            words::verdict(cpu, &a.verdict),
            a.method,
            a.cycles,
            arcadian_parallel::circuit::statistics(),
            section("expect").trim().replace('\n', " ")
        );
        if let Verdict::SameIf { counterexample, .. } | Verdict::Different { counterexample, .. } = &a.verdict
        {
            if args.len() > 2 {
                println!("{}", words::example(counterexample));
            }
        }
    }
}
