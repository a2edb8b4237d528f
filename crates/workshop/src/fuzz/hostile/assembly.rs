//! Damaged LLVM assembly: words are exchanged for others, lines are moved, doubled or left out, numbers and names
//! become strange. What LLVM still accepts is far from what a compiler writes.

use super::bytes;
use crate::fuzz::random::Random;
use crate::project::Project;
use std::path::Path;

/// What somebody might write in the place of a word.
const WORDS: &[&str] = &[
    "undef",
    "poison",
    "zeroinitializer",
    "null",
    "i1",
    "i7",
    "i128",
    "i8388607",
    "ptr",
    "float",
    "x86_fp80",
    "ppc_fp128",
    "<4 x i32>",
    "<vscale x 4 x i32>",
    "[0 x i8]",
    "[5000000000 x i8]",
    "{}",
    "0",
    "-1",
    "1",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999999",
    "0x7FF8000000000000",
    "volatile",
    "atomic",
    "seq_cst",
    "align 1",
    "align 4294967296",
    "addrspace(1)",
    "thread_local",
    "external",
    "appending",
    "available_externally",
    "ptrauth (ptr @main, i32 0)",
    "dso_local_equivalent @main",
    "no_cfi @main",
    "blockaddress(@main, %0)",
    "@main",
    "@\"\\1B[31m\"",
    "%0",
    "!0",
    "unreachable",
    "musttail",
    "inalloca(i32)",
    "byval(i32)",
    "sret(i32)",
    "swifterror",
    "asm \"\", \"\"",
    "\"\\00\\FF\\1B]0;x\\07\"",
];

pub(super) fn corpus(project: &Project, directory: &Path) -> Result<Vec<Vec<u8>>, String> {
    bytes::compiled(project, directory, &["-S"])
}

pub(super) fn damaged(corpus: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let text = String::from_utf8_lossy(random.pick::<Vec<u8>>(corpus)).into_owned();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..1 + random.below(3) {
        damage(&mut lines, corpus, random);
    }
    lines.join("\n").into_bytes()
}

fn damage(lines: &mut Vec<String>, corpus: &[Vec<u8>], random: &mut Random) {
    if lines.is_empty() {
        return;
    }
    let at = random.below(lines.len());
    match random.below(12) {
        0..6 => exchange_word(&mut lines[at], random),
        6 => drop(lines.remove(at)),
        7 => lines.insert(random.below(lines.len()), lines[at].clone()),
        8 => {
            let to = random.below(lines.len());
            lines.swap(at, to);
        }
        9 => {
            let other = String::from_utf8_lossy(random.pick::<Vec<u8>>(corpus)).into_owned();
            let others: Vec<&str> = other.lines().collect();
            if !others.is_empty() {
                lines.insert(at, (*random.pick(&others)).to_owned());
            }
        }
        10 => change_digit(&mut lines[at], random),
        _ => {
            let mut line = lines[at].clone().into_bytes();
            bytes::damage(&mut line, corpus, random);
            lines[at] = String::from_utf8_lossy(&line).into_owned();
        }
    }
}

fn exchange_word(line: &mut String, random: &mut Random) {
    let words: Vec<&str> = line.split(' ').collect();
    let at = random.below(words.len());
    let new = *random.pick(WORDS);
    *line = words.iter().enumerate().map(|(i, word)| if i == at { new } else { word }).collect::<Vec<_>>().join(" ");
}

fn change_digit(line: &mut String, random: &mut Random) {
    let digits: Vec<usize> =
        line.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()).map(|(i, _)| i).collect();
    if !digits.is_empty() {
        let at = *random.pick(&digits);
        line.replace_range(at..=at, &(random.next() % 1000).to_string());
    }
}
