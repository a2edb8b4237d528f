//! Damaged properties: files of `--property` and `--hoa`, texts of `--ltl`, `--invariant` and `--ap`. A text that
//! begins with the name of one of these flags is its value, one that begins as an automaton goes to `--hoa`, and
//! everything else is a file of properties.

use super::limits::LIMITS;
use super::{beside, bytes};
use crate::fuzz::random::Random;
use crate::project::Project;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;

/// What properties speak of: marks, numbers, a structure, an array, a list and a lock.
const PROGRAM: &str = "
#include <augur.h>
#include <pthread.h>
#include <stdatomic.h>
enum colour { RED, GREEN = 7 };
struct node { struct node *next; int value; };
static struct node last = {0, 3}, first = {&last, 2};
struct node *head = &first;
struct { atomic_int balance; unsigned char small[4]; double d; unsigned bit : 3; } account = {1};
int table[5] = {1, 2, 3};
enum colour colour = GREEN;
void *self = &self;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *withdraw(void *arg) {
    int before = account.balance;
    AUGUR_AP(inside);
    pthread_mutex_lock(&m);
    if (before > 0) account.balance--;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, withdraw, 0);
    withdraw(0);
    pthread_join(t, 0);
    table[4] = head->value + colour + !self;
    return 0;
}
";

/// What is damaged.
const TEXTS: &[&str] = &[
    "# comment\nap broke: account.balance <= 0\nltl: F broke && G(inside -> F !inside)\ninvariant: account.balance >= -1\nfairness: strong\n",
    "invariant: head->next->value == 3 && table[2] > colour\ninvariant: !holds(m) || any(t in threads, t.holds(m))\n",
    "ap a: count(t in threads, t.in(withdraw)) > 1\nap b: all(t in threads, t.top.function == 'main' || t.line > 3)\nltl: a R (b U ended)\nfairness: none\n",
    "ap p: any(t in threads, t.in(withdraw) && t.before == 1)\nltl: G(p -> !ended)\n",
    "--ltl\nG(inside -> (inside U !inside)) && (G F inside -> F {account.balance <= 0})",
    "--ltl\n[] <> !inside && F G ended xor \"account.balance == 7\" <-> inside M ended W colour",
    "--ltl\n!(inside U (colour R (ended W (inside xor table)))) -> GF ended",
    "--invariant\ndefined(head->next->next->value) == 0 && (account.small[1] << 3 | ~0x7f) % 5 != 100",
    "--invariant\n*self != 0 || -1 - +2 < 3 / table[0]",
    "--ap\np=(account.balance & 3) ^ RED",
    "HOA: v1\nStates: 2\nStart: 0\nAP: 2 \"inside\" \"account.balance <= 0\"\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n--BODY--\n\
     State: 0\n[t] 0\n[0 & !1] 1\nState: 1 {0}\n[0 | (!1 & 0)] 1\n--END--\n",
    "HOA: v1\nname: \"x\"\nStates: 3\nStart: 0\nStart: 1\nAP: 1 \"ended\"\nAcceptance: 2 Inf(0)&Inf(1)\n--BODY--\n\
     State: [!0] 0 \"start\" {0}\n1\nState: 1\n[t] 2 {0 1}\n[f] 0\nState: 2\n[0] 2 {1}\n--END--\n",
];

/// What might stand in the place of a word.
const WORDS: &[&str] = &[
    "G",
    "F",
    "X",
    "U",
    "W",
    "R",
    "M",
    "[]",
    "<>",
    "()",
    "!",
    "&&",
    "||",
    "xor",
    "->",
    "<->",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    "true",
    "false",
    "ended",
    "inside",
    "colour",
    "account",
    "account.balance",
    "account.d",
    "account.bit",
    "head",
    "head->next",
    "*head",
    "table",
    "table[-1]",
    "table[99999999999]",
    "self",
    "m",
    "holds(m)",
    "holds(7)",
    "defined(head)",
    "any(t in threads,",
    "count(t in threads,",
    "t.in(withdraw)",
    "t.holds(m)",
    "t.id",
    "t.line",
    "t.top.function",
    "t.nothing",
    "nothing",
    "RED",
    "0",
    "1",
    "-1",
    "/ 0",
    "% 0",
    "<< 200",
    "170141183460469231731687303715884105727",
    "0xffffffffffffffff",
    "99999999999999999999999999999999999999999",
    "ltl:",
    "ap",
    "ap p:",
    "invariant:",
    "fairness:",
    "weak",
    "none",
    "HOA:",
    "v1",
    "v2",
    "States:",
    "Start:",
    "AP:",
    "Acceptance:",
    "Inf(0)",
    "Fin(0)",
    "--BODY--",
    "--END--",
    "--ABORT--",
    "State:",
    "{0}",
    "{0 1 63 64}",
    "[t]",
    "[!0]",
    "[0 & 1]",
    "65535",
    "65536",
    "4294967296",
    "Alias: @a 0",
    "0 & 1",
    "\u{1b}[31m",
    "ä",
    "\0",
    "\u{feff}",
];

/// What is put around a stretch of text, again and again.
const AROUND: &[(&str, &str)] = &[
    ("(", ")"),
    ("!", ""),
    ("*", ""),
    ("X ", ""),
    ("G F ", ""),
    ("1 + ", ""),
    ("", " + 1"),
    ("", ".next"),
    ("", "[0]"),
    ("a U ", ""),
    ("any(t in threads, ", ")"),
    ("defined(", ")"),
    ("{", "}"),
    ("[", "]"),
    ("\n", "\n"),
    ("ended && ", ""),
];

pub(super) fn corpus(project: &Project, directory: &Path) -> Result<Vec<Vec<u8>>, String> {
    beside::compile(project, directory, "property", PROGRAM)?;
    Ok(TEXTS.iter().map(|text| text.as_bytes().to_vec()).collect())
}

pub(super) fn command(command: &mut Command, file: &Path) {
    let content = std::fs::read(file).unwrap_or_default();
    command.arg("check").arg(beside::compiled("property"));
    let flags = ["--ltl", "--invariant", "--ap"];
    let value = flags.iter().find_map(|flag| Some((flag, content.strip_prefix(flag.as_bytes())?.strip_prefix(b"\n")?)));
    match value {
        // A command line has no zeros and is no longer than this.
        Some((flag, value)) if value.len() < 100_000 && !value.contains(&0) => {
            command.arg(flag).arg(OsStr::from_bytes(value));
            if *flag == "--ap" {
                command.args(["--ltl", "F p"]);
            }
        }
        None if content.starts_with(b"HOA") => drop(command.arg("--hoa").arg(file)),
        _ => drop(command.arg("--property").arg(file)),
    }
    command.args(["--format", "json", "--workers", "1", "--states", "500"]).args(LIMITS);
}

pub(super) fn damaged(corpus: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut text = String::from_utf8_lossy(random.pick::<Vec<u8>>(corpus)).into_owned();
    let most = if random.percent(60) { 1 } else { 4 };
    for _ in 0..1 + random.below(most) {
        match random.below(16) {
            0..8 => exchange_likes(&mut text, random),
            8 | 9 => exchange(&mut text, random),
            10 => {
                let (from, to) = stretch(&text, random);
                text.replace_range(from..to, "");
            }
            11 => wrap(&mut text, random),
            12 | 13 => splice(&mut text, corpus, random),
            14 => {
                let mut lines: Vec<&str> = text.lines().collect();
                let (from, to) = (random.below(lines.len().max(1)), random.below(lines.len().max(1)));
                if !lines.is_empty() {
                    lines.insert(to, lines[from]);
                }
                text = lines.join("\n");
            }
            _ => {
                let mut damaged = text.into_bytes();
                bytes::damage(&mut damaged, corpus, random);
                text = String::from_utf8_lossy(&damaged).into_owned();
            }
        }
    }
    text.into_bytes()
}

/// Words that can stand for each other, so that most of what comes out makes sense.
const ALIKE: &[&[&str]] = &[
    &["G", "F", "!", "GF", "FG", "[]", "<>"],
    &["U", "W", "R", "M", "&&", "||", "->", "<->", "xor"],
    &["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "==", "!=", "<", "<=", ">", ">="],
    &["account.balance", "colour", "table", "head", "self", "GREEN", "account.d", "account.bit", "account.small"],
    &["inside", "ended", "colour", "true", "false", "table"],
    &["0", "1", "2", "3", "7", "64", "255", "4294967295", "18446744073709551615", "0x7fffffffffffffff"],
    &["any", "all", "count"],
    &["withdraw", "main"],
    &["none", "weak", "strong"],
    &["next", "value", "balance", "line", "id", "before"],
    &["[t]", "[f]", "[0]", "[!0]", "[0 | !0]"],
];

/// A word becomes another one of its kind.
fn exchange_likes(text: &mut String, random: &mut Random) {
    for _ in 0..8 {
        let (from, to) = stretch(text, random);
        let kinds: Vec<&[&str]> = ALIKE.iter().copied().filter(|kind| kind.contains(&&text[from..to])).collect();
        if !kinds.is_empty() {
            let kind = *random.pick(&kinds);
            let new = *random.pick(kind);
            text.replace_range(from..to, new);
            return;
        }
    }
}

/// Something takes the place of a word, or stands beside it.
fn exchange(text: &mut String, random: &mut Random) {
    let (from, to) = stretch(text, random);
    let to = if random.percent(25) { from } else { to };
    text.replace_range(from..to, &format!(" {} ", random.pick(WORDS)));
}

/// A part of another text.
fn splice(text: &mut String, corpus: &[Vec<u8>], random: &mut Random) {
    let other = String::from_utf8_lossy(random.pick::<Vec<u8>>(corpus)).into_owned();
    let ((from, to), (begin, _)) = (stretch(text, random), stretch(&other, random));
    let (_, end) = stretch(&other, random);
    text.replace_range(from..to, &other[begin.min(end)..end.max(begin)]);
}

/// Nests a stretch, sometimes very deeply.
fn wrap(text: &mut String, random: &mut Random) {
    let (before, after) = random.pick(AROUND);
    let depth = *random.pick(&[1, 3, 30, 99, 101, 1000, 20_000]);
    let (from, to) = stretch(text, random);
    let inner = text[from..to].to_owned();
    text.replace_range(from..to, &format!("{}{inner}{}", before.repeat(depth), after.repeat(depth)));
}

/// Where a word begins and ends.
fn stretch(text: &str, random: &mut Random) -> (usize, usize) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.' || c == '-';
    let mut words = Vec::new();
    let mut begin = None;
    for (at, c) in text.char_indices() {
        if is_word(c) {
            begin.get_or_insert(at);
            continue;
        }
        if let Some(begin) = begin.take() {
            words.push((begin, at));
        }
        if !c.is_whitespace() {
            words.push((at, at + c.len_utf8()));
        }
    }
    words.extend(begin.map(|begin| (begin, text.len())));
    if words.is_empty() { (0, text.len()) } else { *random.pick(&words) }
}
