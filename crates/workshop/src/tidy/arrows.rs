//! Who may use whom: the drawing in ARCHITECTURE.md as tables.

use super::imports::{Imports, Module};
use super::source::Source;

/// The crates from the top down: one may use only what stands in a later row.
const CRATES: &[&[&str]] = &[
    &["verify"],
    &["simulator"],
    &["report"],
    &["trace"],
    &["search"],
    &["machine", "store"],
    &["ir", "hostmath"],
    &["runtime"],
    // Programs nobody links; here they stand below all that they must not know.
    &["xtask", "workshop", "cargo-augur"],
    &["driver", "ltl", "ground"],
    &["splitmix", "recipe", "schema", "supervisor", "ranks"],
];

/// The modules of a crate from the top down: one may use only its own row and later ones. What
/// lies below a module stands in its row.
const MODULES: &[(&str, &[&[&str]])] = &[(
    "machine",
    &[
        &["arrange", "commute", "livelock", "machine", "survey"],
        &["naming"],
        &["execution"],
        &["image"],
        &["state"],
        &["pieces", "problem"],
    ],
)];

/// Complaints about the manifest of a crate.
pub(super) fn between_crates(source: &Source) -> Vec<String> {
    let Some(name) = source.krate() else { return Vec::new() };
    let forbidden = |dependency: &String| match (row(CRATES, name), row(CRATES, dependency)) {
        (_, None) => false,
        (Some(from), Some(to)) => from >= to,
        (None, Some(_)) => true,
    };
    let forbidden = dependencies(&source.text).into_iter().filter(forbidden);
    forbidden.map(|dependency| format!("{}: {name} may not use {dependency}", source.path)).collect()
}

/// The imports that go up, as words.
pub(super) fn upward(name: &str, imports: &Imports) -> Vec<String> {
    let Some((_, rows)) = MODULES.iter().find(|(krate, _)| *krate == name) else { return Vec::new() };
    let up = |(from, to): &(&Module, &Module)| match (row(rows, &from[0]), to.first().and_then(|to| row(rows, to))) {
        (Some(from), Some(to)) => from > to,
        (None, _) => true,
        (_, None) => false,
    };
    imports.all().filter(up).map(|(from, to)| format!("{} uses {}", from.join("::"), to.join("::"))).collect()
}

fn row(rows: &[&[&str]], name: &str) -> Option<usize> {
    rows.iter().position(|row| row.contains(&name))
}

/// The names in all `[…dependencies]` sections. Enough TOML for our manifests:
/// one dependency per line, or one `[dependencies.name]` section each.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            inside = section.ends_with("dependencies");
            if let Some((_, name)) = section.split_once("dependencies.") {
                names.push(name.to_owned());
            }
        } else if inside && !line.starts_with('#') {
            let name = line.split(['.', '=', ' ']).next().unwrap_or_default();
            if !name.is_empty() && line.contains('=') {
                names.push(name.trim_matches('"').to_owned());
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_of_a_manifest() {
        let manifest = "[package]\nname = \"x\"\n[dependencies]\nir.workspace = true\n# no\n\
            serde = { version = \"1\" }\n[dev-dependencies]\nstore = \"1\"\n[dependencies.search]\npath = \"p\"\n";
        assert_eq!(dependencies(manifest), ["ir", "serde", "store", "search"]);
    }

    #[test]
    fn crates_use_what_is_below() {
        let check = |name: &str, uses: &str| {
            let text = format!("[dependencies]\n{uses}.workspace = true\n");
            between_crates(&Source { path: format!("crates/{name}/Cargo.toml"), text }).len()
        };
        for (name, uses) in [("search", "store"), ("verify", "ir"), ("workshop", "serde_json"), ("xtask", "ground")] {
            assert_eq!(check(name, uses), 0, "{name} uses {uses}");
        }
        for (name, uses) in [("store", "machine"), ("ir", "search"), ("xtask", "ir"), ("new", "ir")] {
            assert_eq!(check(name, uses), 1, "{name} uses {uses}");
        }
    }

    #[test]
    fn modules_use_what_is_below() {
        let files = [
            ("state/thread.rs", "use crate::problem::Stop;\nuse crate::naming::scene::Scene;"),
            ("naming/scene.rs", "use crate::state::thread::Thread;"),
            ("problem.rs", ""),
            ("elsewhere.rs", "use crate::problem::Stop;"),
        ];
        let imports = Imports::read(files.into_iter());
        let expected = ["elsewhere uses problem", "state::thread uses naming::scene"];
        assert_eq!(upward("machine", &imports), expected);
        assert!(upward("store", &imports).is_empty());
    }
}
