//! The files of a release. `--dry-run` makes all of them here that need no account and no other system, and says what is in them.
//! Among them are files for package managers: checksums, a formula for Homebrew, and the files of a package in the AUR.

mod assets;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Subcommand};

use crate::{PAGE, page};
use assets::Archive;

pub(crate) const NAME: &str = "arcadian";
/// The folder of the files in `target`.
const FOLDER: &str = "release-files";

/// The arguments of `cargo xtask release`.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub(crate) struct ReleaseArgs {
    #[command(subcommand)]
    step: Option<Step>,
    /// Make every file of a release for this system, check the packages, and list what was made
    #[arg(long)]
    dry_run: bool,
}

/// The steps of the workflow `release`, each in a job of its own.
#[derive(Subcommand)]
enum Step {
    /// Build the program and make the archive of a system
    Archive {
        /// The target, such as x86_64-unknown-linux-gnu
        #[arg(long)]
        target: String,
        /// The tag of the release, which must be that of the version in Cargo.toml
        #[arg(long)]
        tag: String,
    },
    /// Write the checksums, the Homebrew formula, the AUR files and the notes for archives that were made
    Metadata {
        /// The folder of the archives; the files are added there
        #[arg(long)]
        assets: PathBuf,
        /// The address of the repository, to which the links of the formulas lead
        #[arg(long)]
        repository: String,
    },
}

pub(crate) fn run(root: &Path, args: &ReleaseArgs) -> Result<()> {
    let version = version(root)?;
    let folder = root.join("target").join(FOLDER);
    match &args.step {
        Some(Step::Archive { target, tag }) => {
            ensure!(
                *tag == format!("v{version}"),
                "the tag is {tag}, but Cargo.toml has the version {version}"
            );
            assets::notes_of(root, &version)?;
            let archive = Archive { root, folder: &folder, version: &version, target };
            println!("{}", archive.make()?.display());
            Ok(())
        }
        Some(Step::Metadata { assets, repository }) => {
            let notes = assets::notes_of(root, &version)?;
            fs::write(assets.join("NOTES.md"), notes)?;
            write(assets, &version, repository, &assets::TARGETS)
        }
        None if args.dry_run => dry_run(root, &folder, &version),
        None => bail!("nothing to do"),
    }
}

/// Does every step that needs no account, for the system it runs on.
fn dry_run(root: &Path, folder: &Path, version: &str) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot delete {}", folder.display()))?;
    }
    println!("== notes");
    let notes = assets::notes_of(root, version).or_else(|missing| {
        println!("{missing}; a release would stop here. These are the lines of the next one:");
        assets::unreleased_notes(root)
    })?;
    println!("{} lines", notes.lines().count());
    println!("== program");
    let target = host()?;
    Archive { root, folder, version, target: &target }.make()?;
    println!("== page");
    let built = root.join("target").join(PAGE);
    page::build(root, &built, None)?;
    fs::copy(built.join("arcadian.html"), folder.join("arcadian.html"))?;
    println!("== extension");
    extension(root, folder)?;
    println!("== formulas");
    fs::write(folder.join("NOTES.md"), notes)?;
    write(folder, version, "https://example.com/arcadian", &[&target])?;
    println!(
        "the links lead to https://example.com/arcadian; the workflow gives the address of its repository"
    );
    println!("== packages");
    packages(root)?;
    println!("== files in {}", folder.display());
    assets::list(folder)
}

/// Packs the extension for VS Code into a folder.
fn extension(root: &Path, folder: &Path) -> Result<()> {
    let out = folder.to_str().context("the path of the folder is not Unicode")?;
    for args in [&["ci", "--ignore-scripts"][..], &["run", "package", "--", "--out", out]] {
        let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
        npm.args(args).current_dir(root.join("editors/vscode"));
        ensure!(npm.status().context("cannot start npm")?.success(), "`npm {}` failed", args.join(" "));
    }
    Ok(())
}

/// Makes the packages of all crates that can be published, and builds what is in them.
fn packages(root: &Path) -> Result<()> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["package", "--workspace", "--allow-dirty", "--quiet"]).current_dir(root);
    for package in unpublished(root)? {
        cargo.args(["--exclude", &package]);
    }
    ensure!(cargo.status().context("cannot start cargo")?.success(), "`cargo package` failed");
    Ok(())
}

fn unpublished(root: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    let folders = fs::read_dir(root.join("crates"))?.collect::<std::io::Result<Vec<_>>>()?;
    let folders = folders.into_iter().map(|entry| entry.path());
    for folder in folders.chain([root.join("tests")]) {
        let manifest = fs::read_to_string(folder.join("Cargo.toml"))
            .with_context(|| format!("cannot read the manifest of {}", folder.display()))?;
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
        if manifest.contains("publish = false") {
            names.extend(name.map(str::to_owned));
        }
    }
    Ok(names)
}

fn version(root: &Path) -> Result<String> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).context("cannot read Cargo.toml")?;
    let line = manifest.lines().find_map(|line| line.strip_prefix("version = \""));
    let version = line.and_then(|rest| rest.strip_suffix('"')).context("Cargo.toml has no version")?;
    Ok(version.to_owned())
}

/// Returns the target of this system.
fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("cannot start rustc")?;
    let text = String::from_utf8(output.stdout).context("rustc writes no text")?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc does not name its host")
}

const ABOUT: &str = "Emulator, debugger and verifier for eight-bit game code of 1976 to 1982";

/// Files that are written here, and so have no checksum of their own in them.
const WRITTEN: [&str; 5] = ["SHA256SUMS", "arcadian.rb", "PKGBUILD", ".SRCINFO", "NOTES.md"];

struct Release<'a> {
    version: &'a str,
    repository: &'a str,
    /// The targets that have an archive, with its hash.
    archives: Vec<(&'a str, String)>,
}

/// Writes the files for the archives of these targets, which must all be there.
fn write(folder: &Path, version: &str, repository: &str, targets: &[&str]) -> Result<()> {
    let names = assets::names(folder)?;
    let released = names.iter().filter(|name| !WRITTEN.contains(&name.as_str()));
    let sums: Result<Vec<String>> =
        released.map(|name| Ok(format!("{}  {name}\n", assets::hash(&folder.join(name))?))).collect();
    fs::write(folder.join("SHA256SUMS"), sums?.concat())?;
    let archives: Result<Vec<_>> = targets
        .iter()
        .map(|target| {
            let name = format!("{}.tar.gz", assets::name(version, target));
            let hash = assets::hash(&folder.join(&name));
            Ok((*target, hash.with_context(|| format!("there is no archive for {target}"))?))
        })
        .collect();
    let release = Release { version, repository, archives: archives? };
    fs::write(folder.join("arcadian.rb"), release.homebrew())?;
    fs::write(folder.join("PKGBUILD"), release.pkgbuild())?;
    fs::write(folder.join(".SRCINFO"), release.srcinfo())?;
    Ok(())
}

impl Release<'_> {
    fn url(&self, target: &str) -> String {
        let name = assets::name(self.version, target);
        format!("{}/releases/download/v{}/{name}.tar.gz", self.repository, self.version)
    }

    fn hash(&self, target: &str) -> Option<&str> {
        self.archives.iter().find(|(known, _)| *known == target).map(|(_, hash)| hash.as_str())
    }

    fn homebrew(&self) -> String {
        let part = |cpu: &str, target: &str| {
            self.hash(target).map_or_else(String::new, |hash| {
                let url = self.url(target);
                format!("    on_{cpu} do\n      url \"{url}\"\n      sha256 \"{hash}\"\n    end\n")
            })
        };
        let system = |name: &str, parts: String| {
            if parts.is_empty() { parts } else { format!("\n  on_{name} do\n{parts}  end\n") }
        };
        let macos = part("arm", "aarch64-apple-darwin") + &part("intel", "x86_64-apple-darwin");
        let linux = part("arm", "aarch64-unknown-linux-gnu") + &part("intel", "x86_64-unknown-linux-gnu");
        let (version, repository) = (self.version, self.repository);
        let (macos, linux) = (system("macos", macos), system("linux", linux));
        format!(
            r##"class Arcadian < Formula
  desc "{ABOUT}"
  homepage "{repository}"
  version "{version}"
  license any_of: ["MIT", "Apache-2.0"]
{macos}{linux}
  def install
    bin.install "{NAME}"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/arcadian.bash" => "{NAME}"
    zsh_completion.install "completions/_arcadian"
    fish_completion.install "completions/arcadian.fish"
    pkgshare.install "cartridges"
    doc.install Dir["docs/*"]
  end

  test do
    assert_match version.to_s, shell_output("#{{bin}}/{NAME} --version")
  end
end
"##
        )
    }

    /// Returns the architectures of the AUR package that have an archive, with target and hash.
    fn linux(&self) -> impl Iterator<Item = (&'static str, &'static str, &str)> {
        let known = [("x86_64", "x86_64-unknown-linux-gnu"), ("aarch64", "aarch64-unknown-linux-gnu")];
        known.into_iter().filter_map(|(name, target)| Some((name, target, self.hash(target)?)))
    }

    /// Returns the build file of the AUR package, which installs the archive.
    fn pkgbuild(&self) -> String {
        let (version, repository) = (self.version, self.repository);
        let names: Vec<String> = self.linux().map(|(name, ..)| format!("'{name}'")).collect();
        let names = names.join(" ");
        let sources: String = self
            .linux()
            .map(|(name, target, hash)| {
                format!("source_{name}=('{}')\nsha256sums_{name}=('{hash}')\n", self.url(target))
            })
            .collect();
        let folder = assets::name("$pkgver", "$CARCH-unknown-linux-gnu");
        format!(
            r#"pkgname={NAME}-bin
pkgver={version}
pkgrel=1
pkgdesc='{ABOUT}'
arch=({names})
url='{repository}'
license=('MIT OR Apache-2.0')
depends=('gcc-libs' 'glibc')
provides=('{NAME}')
conflicts=('{NAME}')
{sources}
package() {{
  cd "{folder}"
  install -Dm755 {NAME} "$pkgdir/usr/bin/{NAME}"
  install -Dm644 -t "$pkgdir/usr/share/man/man1" man/*.1
  install -Dm644 completions/arcadian.bash "$pkgdir/usr/share/bash-completion/completions/{NAME}"
  install -Dm644 -t "$pkgdir/usr/share/zsh/site-functions" completions/_arcadian
  install -Dm644 -t "$pkgdir/usr/share/fish/vendor_completions.d" completions/arcadian.fish
  install -Dm644 -t "$pkgdir/usr/share/{NAME}" cartridges/arcadian-basic.bin
  install -Dm644 -t "$pkgdir/usr/share/licenses/$pkgname" LICENSE-MIT
  install -d "$pkgdir/usr/share/doc/{NAME}"
  cp -r docs/. README.md CHANGELOG.md "$pkgdir/usr/share/doc/{NAME}"
}}
"#
        )
    }

    /// Returns what the AUR reads of the build file.
    fn srcinfo(&self) -> String {
        let mut text = format!(
            "pkgbase = {NAME}-bin\n\tpkgdesc = {ABOUT}\n\tpkgver = {}\n\tpkgrel = 1\n\turl = {}\n",
            self.version, self.repository
        );
        let all: Vec<_> = self.linux().collect();
        all.iter().for_each(|(name, ..)| text += &format!("\tarch = {name}\n"));
        text += "\tlicense = MIT OR Apache-2.0\n\tdepends = gcc-libs\n\tdepends = glibc\n";
        text += &format!("\tprovides = {NAME}\n\tconflicts = {NAME}\n");
        for (name, target, hash) in all {
            text += &format!("\tsource_{name} = {}\n\tsha256sums_{name} = {hash}\n", self.url(target));
        }
        text + &format!("\npkgname = {NAME}-bin\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release(targets: &[&'static str]) -> Release<'static> {
        let archives = targets.iter().map(|target| (*target, format!("hash-of-{target}"))).collect();
        Release { version: "1.2.3", repository: "https://example.com/a", archives }
    }

    #[test]
    fn the_formulas_have_every_archive_with_its_hash() {
        let release = release(&assets::TARGETS);
        let (homebrew, pkgbuild, srcinfo) = (release.homebrew(), release.pkgbuild(), release.srcinfo());
        for target in assets::TARGETS.iter().filter(|target| !target.contains("windows")) {
            let url = release.url(target);
            assert!(
                homebrew.contains(&format!("url \"{url}\"\n      sha256 \"hash-of-{target}\"")),
                "{homebrew}"
            );
            if target.contains("linux") {
                assert!(
                    pkgbuild.contains(&url) && srcinfo.contains(&format!("hash-of-{target}")),
                    "{pkgbuild}"
                );
            }
        }
        assert_eq!(homebrew.matches(" do\n").count(), homebrew.matches("  end\n").count() - 1, "{homebrew}");
    }

    #[test]
    fn a_system_without_an_archive_is_left_out() {
        let homebrew = release(&["x86_64-unknown-linux-gnu"]).homebrew();
        assert!(!homebrew.contains("on_macos") && homebrew.contains("on_linux"), "{homebrew}");
    }

    #[test]
    fn a_missing_archive_is_an_error() {
        let folder = std::env::temp_dir().join(format!("arcadian-formulas-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let error = write(&folder, "1.2.3", "R", &["x86_64-apple-darwin"]).expect_err("no archive");
        fs::remove_dir_all(&folder).expect("the folder");
        assert_eq!(error.to_string(), "there is no archive for x86_64-apple-darwin");
    }
}
