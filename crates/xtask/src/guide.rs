//! The guides in `docs/` as pages that need no script, and the lessons of the course in `docs/course`.

use std::{collections::HashMap, fmt::Write as _, fs, path::Path};

use anyhow::{Context, Result, ensure};
use pulldown_cmark::{
    Alignment, CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html,
};

/// The guides in the order of the list: file name without extension, and what it is about.
const GUIDES: [(&str, &str); 35] = [
    ("five-minutes", "what all this is, in five minutes"),
    ("course", "a course from nothing: assembly in twelve lessons with exercises that are proven"),
    ("first-hour", "assemble, run, step and prove files of your own"),
    ("c-project", "a project of SDCC or cc65, from the first check to the build server"),
    ("optimizer", "an optimizer's rules, from the file to the report"),
    ("rotate", "the game, its printed listing and its damage"),
    ("first-program", "a first program, step by step"),
    ("from-other-basics", "for those who know another BASIC"),
    ("bally-basic", "the language"),
    ("arcadian-basic", "the free cartridge for the real machine"),
    ("bally-machine", "the Bally for programmers"),
    ("tapes", "cassettes: reading and writing them"),
    ("boards", "bytes as boards: TACTIX, ROTATE, rooks, Halma, Ataxx"),
    ("boards/games", "playing the games"),
    ("boards/tactix", "TACTIX solved, up to 6 by 6"),
    ("boards/rotate", "the board of ROTATE"),
    ("boards/rook", "attacks of rooks and bishops by keys that turn"),
    ("boards/halma", "boards of 16 by 16 squares"),
    ("boards/ataxx", "walls and cells of Ataxx"),
    ("programs", "a player of TACTIX, and other programs for the 8080 and the 6502"),
    ("stepping", "the debugger"),
    ("assembler", "the assembler and hand-assembly sheets"),
    ("verify", "proving routines"),
    ("verify-reference", "proving routines: the rules of the sheets"),
    ("verify-internals", "proving routines: how it works"),
    ("classroom", "teaching with exercises"),
    ("build-servers", "proving routines: on a build server"),
    ("cycles", "the fewest and the most cycles of code"),
    ("shorten", "searching for shorter routines"),
    ("compare", "whether one piece of code may replace another"),
    ("rules", "rules of peephole optimizers"),
    ("debug-data", "binaries with the maps of their own tools"),
    ("editors", "checking, proving and debugging in an editor"),
    ("notes/performance", "how fast it is"),
    ("glossary", "the words"),
];

/// Files in `docs/` that guides refer to and that are not guides.
const PICTURES: [&str; 2] = ["rotate.gif", "rotate.png"];

/// Writes the guides into the folder `read` of the page.
pub(crate) fn build(root: &Path, folder: &Path) -> Result<()> {
    let docs = root.join("docs");
    let template = fs::read_to_string(root.join("web/guide.html")).context("cannot read web/guide.html")?;
    let read = folder.join("read");
    fs::create_dir_all(&read)?;
    let write = |name: &str| -> Result<String> {
        let path = docs.join(name).with_extension("md");
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let guide = Guide::of(name, &text);
        fs::write(read.join(page(name)), filled(&template, &guide)?)?;
        Ok(guide.title)
    };
    let mut list = String::new();
    for (name, about) in GUIDES {
        let title = write(name)?;
        writeln!(list, "<li><a href=\"{}\">{}</a>: {}</li>", page(name), escaped(&title), escaped(about))?;
    }
    for lesson in lessons(root)? {
        write(&format!("course/{lesson}"))?;
    }
    let index = Guide {
        title: "Guides".to_owned(),
        contents: String::new(),
        body: format!(
            "<h1>Guides</h1>\n<p>They work without scripts. Commands in a box can be run on this page where a link says so.</p>\n<ul>\n{list}</ul>\n"
        ),
    };
    fs::write(read.join("index.html"), filled(&template, &index)?)?;
    for picture in PICTURES {
        fs::copy(docs.join(picture), read.join(picture)).with_context(|| format!("cannot copy {picture}"))?;
    }
    Ok(())
}

/// Returns the lessons of the course in their order, such as `01-byte`.
pub(crate) fn lessons(root: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join("docs/course")).context("cannot read docs/course")? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".md").map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

/// Returns the file of a guide's page.
fn page(name: &str) -> String {
    format!("{}.html", name.replace('/', "-"))
}

fn filled(template: &str, guide: &Guide) -> Result<String> {
    for place in ["{title}", "{contents}", "{body}"] {
        ensure!(template.contains(place), "web/guide.html has no {place}");
    }
    // The body comes last: it can have the names of the places.
    let page = template.replace("{title}", &escaped(&guide.title)).replace("{contents}", &guide.contents);
    Ok(page.replace("{body}", &guide.body))
}

/// A guide as HTML.
struct Guide {
    title: String,
    contents: String,
    body: String,
}

impl Guide {
    /// Reads a guide. Its links are relative to the folder in its name.
    fn of(name: &str, text: &str) -> Self {
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let events = Parser::new_ext(text, Options::ENABLE_TABLES);
        let events = events.map(without_markup).collect();
        let events = with_links(events, folder);
        let headings = headings(&events);
        let title = headings.first().map_or_else(String::new, |heading| heading.text.clone());
        let sections = headings.iter().filter(|heading| heading.level == HeadingLevel::H2);
        let items: String = sections
            .map(|heading| {
                format!("<li><a href=\"#{}\">{}</a></li>\n", heading.anchor, escaped(&heading.text))
            })
            .collect();
        let contents = if items.is_empty() { items } else { format!("<ul>\n{items}</ul>") };
        let mut body = String::new();
        html::push_html(&mut body, with_anchors(events, &headings).into_iter());
        // A box that scrolls is reached by the keyboard. All text is escaped, so this is markup.
        let body = body
            .replace("<pre>", "<pre tabindex=\"0\">")
            .replace(
                "<table>",
                "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>",
            )
            .replace("</table>", "</table></div>")
            .replace("<th></th>", "<td></td>");
        Guide { title, contents, body }
    }
}

/// Markup in a text is text. The alignment of columns would be inline styles, which the page's policy does not allow.
fn without_markup(event: Event) -> Event {
    match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
        Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
        Event::Start(Tag::Table(columns)) => Event::Start(Tag::Table(vec![Alignment::None; columns.len()])),
        event => event,
    }
}

/// Lets links lead to the pages of the guides. A link to another file of the repository, which is not on the page, becomes
/// its text.
fn with_links<'a>(events: Vec<Event<'a>>, folder: &str) -> Vec<Event<'a>> {
    let mut is_text = false;
    let mut made = Vec::with_capacity(events.len());
    for event in events {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let address = address(&dest_url, folder);
                is_text = address.is_none();
                made.extend(
                    address.map(|dest_url| Event::Start(Tag::Link { link_type, dest_url, title, id })),
                );
            }
            // A link contains no links.
            Event::End(TagEnd::Link) if is_text => is_text = false,
            event => made.push(event),
        }
    }
    made
}

/// Returns where a link leads, if it is on the page or the web. The exercises of a lesson are opened in Step.
fn address(link: &str, folder: &str) -> Option<CowStr<'static>> {
    if link.starts_with("http") || link.starts_with('#') {
        return Some(link.to_owned().into());
    }
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let name = match file.strip_prefix("../") {
        Some(outside) if !folder.is_empty() => outside.to_owned(),
        None if !folder.is_empty() => format!("{folder}/{file}"),
        _ => file.to_owned(),
    };
    if let Some(exercise) = name.strip_prefix("course/exercises/") {
        return Some(
            format!("../index.html#step?exercise={}", encoded(&format!("course/{exercise}"))).into(),
        );
    }
    let name = name.strip_suffix(".md").unwrap_or(&name);
    let is_lesson = name.strip_prefix("course/").is_some_and(|lesson| !lesson.contains(['/', '.']));
    let is_guide = is_lesson || GUIDES.iter().any(|(guide, _)| *guide == name);
    let anchor = anchor.map_or_else(String::new, |anchor| format!("#{anchor}"));
    is_guide.then(|| format!("{}{anchor}", page(name)).into())
}

struct Heading {
    level: HeadingLevel,
    text: String,
    anchor: String,
}

/// Returns the headings with anchors as GitHub makes them.
fn headings(events: &[Event]) -> Vec<Heading> {
    let mut found: Vec<Heading> = Vec::new();
    let mut open: Option<(HeadingLevel, String)> = None;
    let mut used: HashMap<String, usize> = HashMap::new();
    for event in events {
        match (event, &mut open) {
            (Event::Start(Tag::Heading { level, .. }), _) => open = Some((*level, String::new())),
            (Event::Text(part) | Event::Code(part), Some((_, text))) => text.push_str(part),
            (Event::End(TagEnd::Heading(_)), _) => {
                if let Some((level, text)) = open.take() {
                    let plain = slug(&text);
                    let count = used.entry(plain.clone()).or_default();
                    let anchor = if *count == 0 { plain } else { format!("{plain}-{count}") };
                    *count += 1;
                    found.push(Heading { level, text, anchor });
                }
            }
            _ => {}
        }
    }
    found
}

/// Returns the anchor of a heading: small letters, digits, `_` and `-`; blanks become `-`.
fn slug(text: &str) -> String {
    let kept = |c: char| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
        _ => None,
    };
    text.to_lowercase().chars().filter_map(kept).collect()
}

/// Gives each heading its anchor, and puts a link below each command that the page can run.
fn with_anchors<'a>(events: Vec<Event<'a>>, headings: &[Heading]) -> Vec<Event<'a>> {
    let mut anchors = headings.iter().map(|heading| heading.anchor.clone());
    let mut made = Vec::with_capacity(events.len());
    let mut console: Option<String> = None;
    for event in events {
        match event {
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let id = anchors.next().map(CowStr::from);
                made.push(Event::Start(Tag::Heading { level, id, classes, attrs }));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))) => {
                console = (kind.as_ref() == "console").then(String::new);
                made.push(Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))));
            }
            Event::End(TagEnd::CodeBlock) => {
                made.push(Event::End(TagEnd::CodeBlock));
                let link = console.take().and_then(|text| text.lines().find_map(link_for));
                made.extend(link.map(|link| Event::Html(link.into())));
            }
            Event::Text(text) => {
                if let Some(console) = &mut console {
                    console.push_str(&text);
                }
                made.push(Event::Text(text));
            }
            event => made.push(event),
        }
    }
    made
}

/// Returns a link to the view of the page that does what a command does, if there is one.
fn link_for(line: &str) -> Option<String> {
    let words = words(line.strip_prefix("$ arcadian ")?);
    let [command, target, options @ ..] = words.as_slice() else { return None };
    let field = |name: &str, option: &str| -> String {
        let pairs = options.windows(2).filter(|pair| pair[0] == option);
        pairs.map(|pair| format!("&{name}={}", encoded(&pair[1]))).collect()
    };
    let does = |command: &str| match command {
        "verify" => "&prove=yes".to_owned(),
        _ => ["in", "set", "go"].map(|name| field(name, &format!("--{name}"))).concat(),
    };
    // The page has no option for the routine of a program.
    let is_whole = !options.iter().any(|option| option == "--routine");
    let is_routine = target.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    let address = match (command.as_str(), target.as_str()) {
        ("run" | "play", "rotate") => {
            format!("#play?name=rotate{}{}", field("seed", "--seed"), field("keys", "--keys"))
        }
        ("sz" | "list", "rotate") => "#listing?name=rotate-1982.lst".to_owned(),
        ("step" | "verify", name) if is_routine && !name.is_empty() => {
            format!("#step?target={name}{}{}", field("cpu", "--cpu"), does(command))
        }
        // Options of a proof are for the command line.
        ("verify", file) if file.starts_with("docs/course/exercises/") => {
            format!("#step?exercise={}", encoded(&file.replace("docs/course/exercises/", "course/")))
        }
        ("step" | "verify", file)
            if file.ends_with(".asm") && is_whole && (command == "step" || options.is_empty()) =>
        {
            let example = file.strip_prefix("docs/examples/").or_else(|| file.strip_prefix("docs/"))?;
            format!("#step?example={}{}", encoded(example), does(command))
        }
        _ => return None,
    };
    Some(format!(
        "<p class=\"live\"><a href=\"../index.html{}\">Do this on the page</a></p>\n",
        escaped(&address)
    ))
}

/// Splits a command line into words, as a shell does with single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for letter in line.chars() {
        match letter {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            letter => words.last_mut().into_iter().for_each(|word| word.push(letter)),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Encodes a value for the query of an address.
fn encoded(value: &str) -> String {
    let byte = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    value.bytes().map(byte).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_the_anchors_of_github() {
        let guide = Guide::of("x", "# A `b` C\n\n## What \"holds\" means\n\n## Same\n\n## Same\n\ntext\n");
        assert_eq!(guide.title, "A b C");
        for anchor in ["id=\"a-b-c\"", "id=\"what-holds-means\"", "id=\"same\"", "id=\"same-1\""] {
            assert!(guide.body.contains(anchor), "{anchor}: {}", guide.body);
        }
        assert_eq!(guide.contents.matches("<li>").count(), 3);
    }

    #[test]
    fn markup_is_text_and_links_lead_to_guides() {
        let guide = Guide::of(
            "x",
            "<script>x</script>\n\na <b>c</b> [d](verify.md#limits) [e](../README.md) [f](architecture.md) [g](#h)\n",
        );
        assert!(!guide.body.contains("<script>") && !guide.body.contains("<b>"), "{}", guide.body);
        for link in ["<a href=\"verify.html#limits\">d</a>", "<a href=\"#h\">g</a>", "</a> e f <a"] {
            assert!(guide.body.contains(link), "{link}: {}", guide.body);
        }
    }

    #[test]
    fn links_of_a_folder_lead_out_of_it() {
        for (folder, link, leads) in [
            ("boards", "rook.md#keys", Some("boards-rook.html#keys")),
            ("boards", "../verify.md", Some("verify.html")),
            ("", "boards/rook.md", Some("boards-rook.html")),
            ("", "course/01-byte.md", Some("course-01-byte.html")),
            ("course", "02-register.md", Some("course-02-register.html")),
            ("course", "../verify.md", Some("verify.html")),
            (
                "course",
                "exercises/8080/byte-1.asm",
                Some("../index.html#step?exercise=course%2F8080%2Fbyte-1.asm"),
            ),
            ("", "../README.md", None),
            ("", "https://example.org/x.md", Some("https://example.org/x.md")),
        ] {
            assert_eq!(address(link, folder).as_deref(), leads, "{link}");
        }
    }

    #[test]
    fn commands_lead_to_the_page() {
        for (line, link) in [
            (
                "$ arcadian run rotate --seed 7 --keys '4{GO}DBJ'",
                Some("#play?name=rotate&amp;seed=7&amp;keys=4%7BGO%7DDBJ"),
            ),
            (
                "$ arcadian step T2CW --in board=1B2F --command registers",
                Some("#step?target=T2CW&amp;in=board%3D1B2F"),
            ),
            ("$ arcadian verify RSPEC --cpu 6502", Some("#step?target=RSPEC&amp;cpu=6502&amp;prove=yes")),
            (
                "$ arcadian verify docs/examples/wrong/mean.asm",
                Some("#step?example=wrong%2Fmean.asm&amp;prove=yes"),
            ),
            (
                "$ arcadian step docs/examples/wrong/mean.asm --in x=80,y=80 --go 0 -c step",
                Some("#step?example=wrong%2Fmean.asm&amp;in=x%3D80%2Cy%3D80&amp;go=0"),
            ),
            ("$ arcadian verify docs/examples/specifications/multiply.asm --mutants", None),
            (
                "$ arcadian step docs/course/6502/byte.asm -c 'trace 9'",
                Some("#step?example=course%2F6502%2Fbyte.asm"),
            ),
            (
                "$ arcadian step docs/examples/first-hour/larger.asm --set A=05 --set B=09",
                Some("#step?example=first-hour%2Flarger.asm&amp;set=A%3D05&amp;set=B%3D09"),
            ),
            (
                "$ arcadian verify docs/course/exercises/8080/byte-1.asm",
                Some("#step?exercise=course%2F8080%2Fbyte-1.asm"),
            ),
            ("$ arcadian step docs/examples/first-hour/largest_named.asm --routine LARGEST", None),
            ("$ arcadian sz rotate --as-printed", Some("#listing?name=rotate-1982.lst")),
            ("$ arcadian verify my.asm", None),
            ("$ arcadian bally", None),
            ("board=1B2F", None),
        ] {
            let found = link_for(line);
            assert_eq!(found.is_some(), link.is_some(), "{line}: {found:?}");
            assert!(
                found.is_none_or(
                    |found| link.is_some_and(|link| found.contains(&format!("index.html{link}\"")))
                ),
                "{line}"
            );
        }
    }
}
