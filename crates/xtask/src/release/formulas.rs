//! Files for package managers: checksums, a formula for Homebrew, and the files of a package in the AUR.

use std::{fs, path::Path};

use anyhow::{Context, Result};

use super::{NAME, assets};

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
pub(super) fn write(folder: &Path, version: &str, repository: &str, targets: &[&str]) -> Result<()> {
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
