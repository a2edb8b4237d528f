//! What is known about ourselves: versions, the man page, and completions for shells.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::args::Cli;

/// Where the recipes of the libraries say which source they are made from.
const LIBSTDCXX: &str = include_str!("../../../libc-stubs/cxx/libstdc++.txt");
const LIBCXX: &str = include_str!("../../../libc-stubs/cxx/libc++.txt");
const MUSL: &str = include_str!("../../../libc-stubs/musl/sources.txt");

/// Shorter than a list of all flags.
const SYNOPSIS: &str = "\
.SH SYNOPSIS
\\fBverify\\fR [\\fIOPTIONS\\fR] \\fIINPUT\\fR... [\\-\\- \\fIPROGRAM ARGS\\fR]
.br
\\fBverify\\fR \\fICOMMAND\\fR ...
";

/// `verify --version`: ours, LLVM's, and those of the libraries that programs are linked with.
pub(crate) fn version() -> String {
    let musl = match runtime::ABSENT.is_empty() {
        true => version_in(MUSL, "musl "),
        false => "not built in: its source was missing (`cargo xtask setup`)".into(),
    };
    [
        ("verify", env!("CARGO_PKG_VERSION").to_string()),
        ("LLVM", ir::llvm_version()),
        ("musl", musl),
        ("libstdc++", version_in(LIBSTDCXX, "source gcc-")),
        ("libc++", version_in(LIBCXX, "source libcxx-")),
    ]
    .iter()
    .map(|(name, version)| format!("{name} {version}\n"))
    .collect()
}

/// The number that stands behind `mark`.
fn version_in(text: &str, mark: &str) -> String {
    let rest = text.split_once(mark).map_or("", |(_, rest)| rest);
    let number = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.');
    number.collect::<String>().trim_end_matches('.').to_string()
}

/// The man page, in roff: the command, then each of its subcommands.
pub(crate) fn man() -> std::io::Result<Vec<u8>> {
    let command = full_command();
    let mut page = Vec::new();
    let man = clap_mangen::Man::new(command.clone()).section("1");
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    page.extend(SYNOPSIS.as_bytes());
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        writeln!(page, ".SH \"VERIFY {}\"", subcommand.get_name().to_uppercase())?;
        let man = clap_mangen::Man::new(subcommand.clone());
        let mut section = Vec::new();
        man.render_synopsis_section(&mut section)?;
        man.render_description_section(&mut section)?;
        man.render_options_section(&mut section)?;
        let section = String::from_utf8_lossy(&section);
        // Parts of a section are not sections.
        page.extend(section.lines().flat_map(|line| format!("{}\n", line.replacen(".SH ", ".SS ", 1)).into_bytes()));
    }
    man.render_extra_section(&mut page)?;
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// Completions for a shell.
pub(crate) fn completions(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    generate(shell, &mut full_command(), "verify", &mut script);
    script
}

fn full_command() -> clap::Command {
    let mut command = Cli::command();
    command.build();
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found() {
        let text = version();
        assert_eq!(text.lines().count(), 5, "{text}");
        for line in text.lines().filter(|line| !line.contains("not built in")) {
            let number = line.rsplit(' ').next().unwrap();
            assert!(number.contains('.') && number.starts_with(|c: char| c.is_ascii_digit()), "{line}");
        }
    }

    #[test]
    fn the_man_page_has_every_flag() {
        let page = String::from_utf8(man().unwrap()).unwrap();
        let plain = page.replace("\\-", "-");
        for subcommand in std::iter::once(&full_command()).chain(full_command().get_subcommands()) {
            if subcommand.is_hide_set() {
                continue;
            }
            for argument in subcommand.get_arguments().filter(|argument| !argument.is_hide_set()) {
                if let Some(long) = argument.get_long() {
                    assert!(plain.contains(&format!("--{long}")), "{long}");
                }
            }
        }
        assert!(page.contains("VERIFY SIM"));
    }

    #[test]
    fn completions_know_commands_and_flags() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let script = String::from_utf8(completions(shell)).unwrap();
            for word in ["sim", "explain", "reduction", "keep-going", "spurious-wakeup"] {
                // The list of faults is no enumeration to the shell.
                assert!(script.contains(word) || word == "spurious-wakeup", "{shell}: {word}");
            }
        }
    }
}
