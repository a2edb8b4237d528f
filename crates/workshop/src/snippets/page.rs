//! What a page of the book claims: files to be written and commands to be run, in its order.
//!
//!     ```c
//!     // counter.c
//!     … the whole program …
//!     ```
//!
//!     ```console
//!     $ verify counter.c
//!     … output; a line `…` stands for any number of lines …
//!     $ echo $?
//!     1
//!     ```
//!
//! A block is a file if its first line is a comment that has nothing but the name of one.

use std::ops::Range;

/// One thing that a page shows.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Item {
    File(File),
    Command(Command),
    /// C or C++ that nobody would check, in the block that begins on this line (counted from one).
    Unnamed(usize),
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct File {
    pub name: String,
    pub text: String,
}

/// One command of a console block with what the page claims about it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Command {
    pub line: String,
    pub output: Vec<String>,
    /// The lines of the page that hold the output, without empty ones at the end.
    pub place: Range<usize>,
    pub code: Option<i32>,
}

/// Where lines of a block go.
enum Sink {
    /// Outside of blocks, and in those that are nothing but text.
    Nothing,
    /// The first line of a block in this language, which begins on this line.
    Named(&'static str, usize),
    File,
    Console,
    Output,
    Code,
}

pub(super) fn items(text: &str) -> Vec<Item> {
    let mut found: Vec<Item> = Vec::new();
    let (mut sink, mut inside) = (Sink::Nothing, false);
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = !inside;
            sink = if inside { opened(line, number + 1) } else { Sink::Nothing };
            continue;
        }
        sink = match sink {
            Sink::Nothing => Sink::Nothing,
            Sink::Named(language, first) => match named(line) {
                Some(name) => {
                    found.push(Item::File(File { name: name.to_owned(), text: format!("{line}\n") }));
                    Sink::File
                }
                None => {
                    found.extend(matches!(language, "c" | "cpp").then_some(Item::Unnamed(first)));
                    Sink::Nothing
                }
            },
            Sink::File => {
                if let Some(Item::File(file)) = found.last_mut() {
                    file.text += &format!("{line}\n");
                }
                Sink::File
            }
            Sink::Console | Sink::Output | Sink::Code => in_console(&mut found, sink, line, number),
        };
    }
    found
}

fn opened(fence: &str, line: usize) -> Sink {
    const LANGUAGES: &[&str] = &["c", "cpp", "sh", "yaml", "text", "make"];
    let language = fence.trim_start_matches('`').trim();
    match LANGUAGES.iter().find(|known| **known == language) {
        Some(known) => Sink::Named(known, line),
        None if language == "console" => Sink::Console,
        None => Sink::Nothing,
    }
}

fn in_console(found: &mut Vec<Item>, sink: Sink, line: &str, number: usize) -> Sink {
    if let Some(command) = line.strip_prefix("$ ") {
        let (command, remark) = command.split_once(" #").unwrap_or((command, ""));
        let command = command.trim();
        if command == "echo $?" {
            return Sink::Code;
        }
        // These build, or fetch: they are for the reader.
        if ["cargo", "git"].contains(&command.split_whitespace().next().unwrap_or(""))
            && !command.starts_with(super::XTASK)
        {
            return Sink::Console;
        }
        let place = number + 1..number + 1;
        let (line, code) = (command.to_owned(), code_in(remark));
        found.push(Item::Command(Command { line, output: Vec::new(), place, code }));
        return Sink::Output;
    }
    if let Some(Item::Command(last)) = found.last_mut() {
        match sink {
            Sink::Output => {
                last.output.push(line.to_owned());
                if !line.is_empty() {
                    last.place.end = number + 1;
                }
            }
            Sink::Code => last.code = line.trim().parse().ok(),
            _ => {}
        }
    }
    sink
}

/// The name in a first line such as `// counter.c` or `# check.sh`.
fn named(line: &str) -> Option<&str> {
    let name = line.strip_prefix("// ").or_else(|| line.strip_prefix("# "))?.trim();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    (name.contains('.') && !name.starts_with('.') && name.chars().all(plain)).then_some(name)
}

/// The number in a remark such as `# safe, exit code 0`.
fn code_in(remark: &str) -> Option<i32> {
    remark.split_once("exit code")?.1.split_whitespace().next()?.parse().ok()
}

/// Links of a page to other files of the repository, and what it includes, as they are written.
pub(super) fn links(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut code = false;
    for line in text.lines() {
        code ^= line.starts_with("```");
        for (begin, end) in [("](", ")"), ("{{#include ", "}}")] {
            let parts = line.split(begin).skip(1).filter_map(|rest| Some(rest.split_once(end)?.0));
            found.extend(parts.filter(|_| !code || begin.starts_with('{')));
        }
    }
    let local = |link: &&str| !link.contains("://") && !link.starts_with('#');
    found.into_iter().filter(local).map(|link| link.split_once('#').map_or(link, |(file, _)| file)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str, output: &[&str], place: Range<usize>, code: Option<i32>) -> Item {
        let output = output.iter().map(|&line| line.to_owned()).collect();
        Item::Command(Command { line: line.to_owned(), output, place, code })
    }

    #[test]
    fn finds_commands_output_and_codes() {
        let text = "```console\n$ verify a.c   # safe, exit code 0\nsafe\n\n\
            $ cargo xtask verify b.c -- 3\nbad\nworse\n$ echo $?\n1\n$ cargo build\nb.c\n```\n\
            ```\n$ verify c.c\n```\n";
        let expected = [
            command("verify a.c", &["safe", ""], 2..3, Some(0)),
            command("cargo xtask verify b.c -- 3", &["bad", "worse"], 5..7, Some(1)),
        ];
        assert_eq!(items(text), expected);
    }

    #[test]
    fn a_block_with_a_name_is_a_file() {
        let text = "```c\n// a.c\nint a;\n```\n```c\nint b;\n```\n```sh\n# check.sh\n```\n```sh\nls\n```\n";
        let file = |name: &str, text: &str| Item::File(File { name: name.to_owned(), text: text.to_owned() });
        assert_eq!(items(text), [file("a.c", "// a.c\nint a;\n"), Item::Unnamed(5), file("check.sh", "# check.sh\n")]);
    }

    #[test]
    fn names_are_plain() {
        assert_eq!(named("// counter.c"), Some("counter.c"));
        for line in ["// ../counter.c", "// A comment.", "counter.c", "// .c"] {
            assert_eq!(named(line), None, "{line}");
        }
    }

    #[test]
    fn links_lead_to_files() {
        let text = "[a](a.md#top) and [b](https://b) [c](#c)\n```c\nx[0](y);\n{{#include ../d.c}}\n```\n";
        assert_eq!(links(text), ["a.md", "../d.c"]);
    }
}
