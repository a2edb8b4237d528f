//! `cargo xtask fuzz inputs`: random programs with inputs of any value (`__VERIFIER_nondet_…`) that are narrowed by
//! comparisons and then used. The statuses with which they may exit are compared with those of a native build that
//! tries every value that can matter.
//!
//! Before an input is in its range it is only compared with constants, perhaps after a constant was added. So values
//! beside those constants stand for all others; within the range, and of bytes, all are tried.

use super::random::Random;
use super::seeds::Seeds;
use crate::pool;
use crate::process;
use crate::project::Project;
use crate::results::Tally;
use crate::verdict::Verdict;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const TIMEOUT: Duration = Duration::from_secs(120);
const CLANG: &str = "clang-22";
const LEVELS: [&str; 2] = ["-O0", "-O2"];

struct Type {
    name: &'static str,
    nondet: &'static str,
    low: i128,
    high: i128,
}

const TYPES: [Type; 8] = [
    Type { name: "int", nondet: "int", low: i32::MIN as i128, high: i32::MAX as i128 },
    Type { name: "unsigned", nondet: "uint", low: 0, high: u32::MAX as i128 },
    Type { name: "signed char", nondet: "char", low: i8::MIN as i128, high: i8::MAX as i128 },
    Type { name: "unsigned char", nondet: "uchar", low: 0, high: u8::MAX as i128 },
    Type { name: "short", nondet: "short", low: i16::MIN as i128, high: i16::MAX as i128 },
    Type { name: "unsigned short", nondet: "ushort", low: 0, high: u16::MAX as i128 },
    Type { name: "long", nondet: "long", low: i64::MIN as i128, high: i64::MAX as i128 },
    Type { name: "unsigned long", nondet: "ulong", low: 0, high: u64::MAX as i128 },
];

impl Type {
    /// The least numbers have no literals, but the others and one less.
    fn literal(&self, value: i128) -> String {
        let suffix = if self.high > i64::MAX as i128 { "ul" } else { "l" };
        match value == self.low && self.low < 0 {
            true => format!("({}{suffix} - 1)", value + 1),
            false => format!("({value}{suffix})"),
        }
    }
}

struct Input {
    kind: &'static Type,
    low: i128,
    high: i128,
}

struct Generator {
    random: Random,
    inputs: Vec<Input>,
    constants: BTreeSet<i128>,
    added: BTreeSet<i128>,
    text: String,
}

/// The text of a program. With `-DNATIVE` it tries all values and prints the statuses.
pub(super) fn generate(seed: u64) -> String {
    let random = Random::new(seed);
    let (inputs, text) = (Vec::new(), String::new());
    let mut generator = Generator { random, inputs, constants: BTreeSet::new(), added: BTreeSet::from([0]), text };
    for _ in 0..1 + generator.random.below(3) {
        generator.input();
    }
    for _ in 0..1 + generator.random.below(5) {
        generator.statement();
    }
    generator.finish()
}

impl Generator {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "    {line}");
    }

    fn input(&mut self) {
        let kind = self.random.pick(&TYPES);
        let number = self.inputs.len();
        let width: i128 = *self.random.pick(&[1, 2, 3, 5, 8]);
        let base = *self.random.pick(&[0, 0, 1, -2, 5, 100, kind.low, kind.high - width, -130, 127, 250]);
        let low = base.min(kind.high - width).max(kind.low);
        let high = low + width;
        self.inputs.push(Input { kind, low, high });
        self.constants.extend([low, high]);
        self.line(&format!("{0} n{number} = ({0})INPUT({number}, __VERIFIER_nondet_{1}());", kind.name, kind.nondet));
        if kind.low == 0 && self.random.percent(40) {
            let (added, bound) = (*self.random.pick(&[1, 5, 200]), *self.random.pick(&[3, low, high]));
            let bound = (bound + added).min(kind.high);
            self.added.extend([added, -added]);
            self.constants.insert(bound);
            let (sign, bound) = (*self.random.pick(&["<", ">", "==", "<="]), kind.literal(bound));
            self.line(&format!("if (({})(n{number} + {added}u) {sign} {bound}) h += 5;", kind.name));
        }
        if self.random.percent(40) {
            let within: Vec<i128> = (low..=high).collect();
            let bound = *self.random.pick(&within);
            let sign = *self.random.pick(&["<", ">", "==", "!=", "<=", ">="]);
            self.line(&format!("if (n{number} {sign} {}) h = h * 3 + 4;", kind.literal(bound)));
            self.constants.insert(bound);
        }
        let (low, high) = (kind.literal(low), kind.literal(high));
        let n = format!("n{number}");
        match self.random.below(5) {
            0 => self.line(&format!("__VERIFIER_assume({n} >= {low} && {n} <= {high});")),
            1 => self.line(&format!("__VERIFIER_assume({n} >= {low}); __VERIFIER_assume({n} <= {high});")),
            2 => self.line(&format!("if ({n} < {low} || {n} > {high}) return 211;")),
            3 => self.line(&format!("if ({n} < {low}) return 199; if ({n} > {high}) return 198;")),
            _ if number == 0 && kind.high - kind.low < 256 => {}
            _ => self.line(&format!("__VERIFIER_assume(!({n} < {low} || {n} > {high}));")),
        }
    }

    fn any(&mut self) -> usize {
        self.random.below(self.inputs.len())
    }

    fn expression(&mut self, depth: usize) -> String {
        let n = self.any();
        let inner = |this: &mut Self| this.expression(depth + 1);
        match self.random.below(if depth < 2 { 13 } else { 4 }) {
            0 => format!("(unsigned long)n{n}"),
            1 => format!("{}ul", self.random.pick(&[0, 1, 2, 7, 255])),
            2 => format!("(unsigned long)(unsigned char)n{n}"),
            3 => {
                let (sign, bound) = (*self.random.pick(&["<", ">", "==", "!="]), *self.random.pick(&[0, 1, 5]));
                format!("(unsigned long)(n{n} {sign} {bound})")
            }
            4 => format!("({} + {})", inner(self), inner(self)),
            5 => format!("({} * {})", inner(self), inner(self)),
            6 => format!("({} % {}ul)", inner(self), self.random.pick(&[2, 3, 7])),
            7 => format!("({} & {}ul)", inner(self), self.random.pick(&[1, 3, 15, 128])),
            8 => format!("({} >> {})", inner(self), self.random.pick(&[1, 4, 31])),
            9 => format!("({} ^ {})", inner(self), inner(self)),
            10 => format!("({} == {} ? {} : {})", inner(self), inner(self), inner(self), inner(self)),
            11 => format!("(!{} + 2ul)", inner(self)),
            _ => format!("table[{} % 4]", inner(self)),
        }
    }

    fn statement(&mut self) {
        let (n, m) = (self.any(), self.any());
        let line = match self.random.below(8) {
            0..3 => format!("h = h * 31 + {};", self.expression(0)),
            3 => {
                let sign = *self.random.pick(&["<", ">", "=="]);
                format!("if ({} {sign} {}) h += {};", self.expression(0), self.expression(0), self.expression(0))
            }
            4 => format!(
                "switch ({}) {{ case 0: h += 11; break; case 1: case 2: h += 12; break; case 5: h ^= 3; break; \
                 default: h++; }}",
                self.expression(0)
            ),
            5 => {
                let (name, byte) = (self.inputs[n].kind.name, *self.random.pick(&["0", "sizeof copy - 1"]));
                format!(
                    "{{ {name} copy; memcpy(&copy, &n{n}, sizeof copy); if (copy != n{n}) h += 77; \
                     unsigned char bytes[sizeof copy]; memcpy(bytes, &copy, sizeof copy); h = h * 5 + bytes[{byte}]; }}"
                )
            }
            6 => format!("for (int k = 0; k < 3; k++) if (n{n} > k) h += k + 1ul;"),
            _ => format!("if ((long)n{n} < (long)n{m}) h += 19; else if (n{n} == n{m}) h *= 3;"),
        };
        self.line(&line);
    }

    /// All values of an input that can matter.
    fn values(&self, input: &Input) -> Vec<i128> {
        let Input { kind, low, high } = input;
        let span = kind.high - kind.low + 1;
        if span <= 256 {
            return (kind.low..=kind.high).collect();
        }
        let beside = self.constants.iter().flat_map(|constant| self.added.iter().map(move |added| constant + added));
        let mut values: BTreeSet<i128> = beside.flat_map(|value| value - 1..=value + 1).collect();
        values.extend((low - 1..=high + 1).chain([kind.low, kind.high, -1, 0, 1]));
        values.into_iter().map(|value| (value - kind.low).rem_euclid(span) + kind.low).collect()
    }

    fn finish(self) -> String {
        let mut arrays = String::new();
        let (mut loops, mut ends) = (String::new(), String::new());
        for (number, input) in self.inputs.iter().enumerate() {
            let values: Vec<String> = self
                .values(input)
                .into_iter()
                .map(|value| format!("(__int128){}", input.kind.literal(value)))
                .collect();
            let _ = writeln!(arrays, "static const __int128 v{number}[] = {{{}}};", values.join(", "));
            let _ = writeln!(
                loops,
                "    for (unsigned i{number} = 0; i{number} < sizeof v{number} / sizeof *v{number}; i{number}++) {{ \
                 given[{number}] = v{number}[i{number}];"
            );
            ends.push('}');
        }
        let nondet: String = TYPES
            .iter()
            .map(|kind| {
                format!("{} __VERIFIER_nondet_{}(void);\n", kind.name.trim_start_matches("signed "), kind.nondet)
            })
            .collect();
        format!(
            "#include <string.h>\n#ifdef NATIVE\n#include <setjmp.h>\n#include <stdio.h>\nstatic jmp_buf out;\n\
             static __int128 given[3];\n#define INPUT(number, any) given[number]\n\
             #define __VERIFIER_assume(c) do {{ if (!(c)) longjmp(out, 1); }} while (0)\n#else\n{nondet}\
             void __VERIFIER_assume(int);\n#define INPUT(number, any) any\n#endif\n\n\
             static unsigned long program(void)\n{{\n    static const unsigned long table[4] = {{ 3, 1, 4, 1 }};\n    \
             unsigned long h = 1;\n    (void)table;\n{}    return (h ^ h >> 8 ^ h >> 16) & 127;\n}}\n\n\
             #ifdef NATIVE\n{arrays}int main(void)\n{{\n    static char seen[256];\n{loops}    \
             if (!setjmp(out)) seen[program() & 255] = 1;\n    {ends}\n    \
             for (int i = 0; i < 256; i++) if (seen[i]) printf(\"%d \", i);\n    return 0;\n}}\n\
             #else\nint main(void) {{ return (int)program(); }}\n#endif\n",
            self.text
        )
    }
}

// ---- comparing ----

pub(super) fn fire(project: &Project, seeds: Seeds) -> Result<Tally, String> {
    let begin = Instant::now();
    let directory = project.target.join("fuzz");
    std::fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let last = seeds.first.saturating_add(seeds.count);
    let all: Vec<u64> = (seeds.first..last).collect();
    let (mut tally, mut refused) = (Tally::default(), 0);
    for result in pool::map(&all, |seed| one(project, &directory, *seed)) {
        match result? {
            Found::Same => tally.passed += 1,
            Found::Refused => refused += 1,
            Found::Differs => tally.failed += 1,
        }
    }
    let (passed, failed, seconds) = (tally.passed, tally.failed, begin.elapsed().as_secs_f64());
    eprintln!(
        "programs with inputs, seeds {}..{last}: {passed} agree, {failed} differ, {refused} too wide, {seconds:.0} s",
        seeds.first
    );
    Ok(tally)
}

enum Found {
    Same,
    /// More values than are tried.
    Refused,
    Differs,
}

fn one(project: &Project, directory: &Path, seed: u64) -> Result<Found, String> {
    let file = directory.join(format!("inputs-{seed}.c"));
    let native = directory.join(format!("inputs-{seed}.out"));
    let fail = |error: std::io::Error| format!("{}: {error}", file.display());
    std::fs::write(&file, generate(seed)).map_err(fail)?;
    let mut compile = Command::new(CLANG);
    compile.args(["-w", "-O1", "-DNATIVE"]).arg(&file).arg("-o").arg(&native);
    process::succeed(&mut compile, TIMEOUT)?;
    let printed = process::succeed(&mut Command::new(&native), TIMEOUT)?;
    let expected: BTreeSet<i64> = printed.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let level = LEVELS[usize::from(seed % 2 == 1)];
    let mut check = Command::new(project.verify_binary());
    check.arg(&file).args([level, "--workers", "1", "--format", "json"]);
    let verdict = Verdict::read(&process::run(&mut check, TIMEOUT)?)?;
    std::fs::remove_file(&native).map_err(fail)?;
    let is_same = verdict.outcome == "safe" && verdict.exits == expected;
    if !is_same && verdict.outcome != "unsupported" {
        println!("MISMATCH seed {seed}, {level}: {verdict}\n  exits {:?}, natively {expected:?}", verdict.exits);
        println!("  saved as {}", file.display());
        return Ok(Found::Differs);
    }
    std::fs::remove_file(&file).map_err(fail)?;
    Ok(if is_same { Found::Same } else { Found::Refused })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_program() {
        assert_eq!(generate(5), generate(5));
        assert_ne!(generate(5), generate(6));
    }

    #[test]
    fn the_least_number_is_written_as_one_less() {
        assert_eq!(TYPES[0].literal(-5), "(-5l)");
        assert_eq!(TYPES[6].literal(i64::MIN as i128), "(-9223372036854775807l - 1)");
        assert_eq!(TYPES[7].literal(u64::MAX as i128), "(18446744073709551615ul)");
    }
}
