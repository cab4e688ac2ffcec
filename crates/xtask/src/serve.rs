//! A server for the page on the loopback interface, for trying it out.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::{Component, Path, PathBuf},
    process::Command,
    thread,
    time::Duration,
};

use anyhow::{Context, Result};

/// The types of the page's files by their extensions.
const TYPES: [(&str, &str); 10] = [
    ("css", "text/css; charset=utf-8"),
    ("gif", "image/gif"),
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("lst", "text/plain; charset=utf-8"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("wasm", "application/wasm"),
    ("webmanifest", "application/manifest+json"),
];
/// The longest request line and header, in bytes.
const LONGEST: u64 = 1 << 14;
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves a folder until the process ends.
pub(crate) fn run(folder: &Path, port: u16, opens: bool) -> Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .with_context(|| format!("cannot use port {port}; --port 0 takes any free one"))?;
    let address = format!("http://{}/", listener.local_addr()?);
    println!("serving {} at {address}; Ctrl-C ends it", folder.display());
    if opens {
        open(&address);
    }
    for stream in listener.incoming().flatten() {
        let folder = folder.to_owned();
        // A browser keeps connections waiting; each has its own thread.
        thread::spawn(move || {
            // A visitor who goes away is no error.
            let _ = answer(&folder, &stream);
        });
    }
    Ok(())
}

fn open(address: &str) {
    let (program, first) = match () {
        () if cfg!(target_os = "macos") => ("open", None),
        () if cfg!(windows) => ("cmd", Some(["/C", "start"])),
        () => ("xdg-open", None),
    };
    if Command::new(program).args(first.into_iter().flatten()).arg(address).spawn().is_err() {
        println!("{program} cannot be run; open {address} in a browser");
    }
}

fn answer(folder: &Path, mut stream: &TcpStream) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream.take(LONGEST)).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    // The header must be read, or the browser sees the connection fail.
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let mut words = first.split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let (status, kind, body) = match (method, find(folder, target)) {
        ("GET" | "HEAD", Some(path)) => match fs::read(&path) {
            Ok(body) => ("200 OK", kind_of(&path), body),
            Err(error) => ("500 Internal Server Error", TYPES[5].1, error.to_string().into_bytes()),
        },
        ("GET" | "HEAD", None) => ("404 Not Found", TYPES[5].1, b"there is no such file".to_vec()),
        _ => ("405 Method Not Allowed", TYPES[5].1, b"only GET and HEAD".to_vec()),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    if method == "GET" {
        stream.write_all(&body)?;
    }
    stream.flush()
}

/// Returns the file that a request names, if it is in the folder.
fn find(folder: &Path, target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let is_inside = |part: Component| matches!(part, Component::Normal(_));
    if !Path::new(path).components().all(is_inside) || path.contains(['\\', '%', ':']) {
        return None;
    }
    let path = folder.join(path);
    let path = if path.is_dir() { path.join("index.html") } else { path };
    path.is_file().then_some(path)
}

fn kind_of(path: &Path) -> &'static str {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    TYPES.iter().find(|(known, _)| *known == extension).map_or("application/octet-stream", |(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_folder_are_found() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert_eq!(find(folder, "/Cargo.toml?x#y"), Some(folder.join("Cargo.toml")));
        assert_eq!(find(folder, "/src/main.rs"), Some(folder.join("src/main.rs")));
        for outside in [
            "/../Cargo.toml",
            "/src/../../web/Cargo.toml",
            "//etc/passwd",
            "/%2e%2e/Cargo.toml",
            "",
            "x",
            "/src",
            "/\\x",
            "/C:/x",
        ] {
            assert_eq!(find(folder, outside), None, "{outside}");
        }
    }

    #[test]
    fn types_of_files() {
        assert_eq!(kind_of(Path::new("a/play.wasm")), "application/wasm");
        assert_eq!(kind_of(Path::new("js/main.js")), "text/javascript; charset=utf-8");
        assert_eq!(kind_of(Path::new("x")), "application/octet-stream");
    }
}
