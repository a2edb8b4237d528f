//! `verify run a.c b.c x y`: of the words after the first input, those that name parts of a program are inputs as
//! well, up to the first that does not. What follows `--` belongs to the program, whatever it is.

use std::ffi::OsString;
use std::path::Path;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::compile::{is_c, is_cpp};

/// Bitcode, LLVM assembly, and what `verify cc` has built.
const PARTS: [&str; 5] = ["bc", "ll", "o", "a", "so"];

/// Names further inputs by `--link`, before the first one.
pub(crate) fn link(mut args: Vec<OsString>) -> Vec<OsString> {
    let mut to = 2;
    while let Some(at) = further_input(&args) {
        let mut flag = OsString::from("--link=");
        flag.push(args.remove(at));
        args.insert(to, flag);
        to += 1;
    }
    args
}

/// The first of the program's arguments, if it is an input after all.
fn further_input(args: &[OsString]) -> Option<usize> {
    args.get(1).filter(|command| *command == "run")?;
    let Ok(Cli { command: Some(Command::Run(run)), .. }) = Cli::try_parse_from(args) else { return None };
    let at = args.len().checked_sub(run.args.len()).filter(|at| *at < args.len())?;
    let given = args.get(at.checked_sub(1)?).is_some_and(|before| before == "--");
    (!given && is_part(Path::new(&args[at]))).then_some(at)
}

fn is_part(path: &Path) -> bool {
    let built = path.extension().is_some_and(|extension| PARTS.iter().any(|part| extension == *part));
    (is_c(path) || is_cpp(path) || built) && path.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files that are there are called `FILE` here.
    #[track_caller]
    fn check(line: &str, expected: &str) {
        let file = tempfile::Builder::new().suffix(".c").tempfile().unwrap();
        let path = file.path().to_str().unwrap();
        let args = line.split(' ').map(|word| word.replace("FILE", path).into()).collect();
        let words: Vec<String> = link(args).iter().map(|word| word.to_str().unwrap().replace(path, "FILE")).collect();
        assert_eq!(words.join(" "), expected);
    }

    #[test]
    fn parts_of_a_program_are_inputs() {
        check("verify run a.c FILE", "verify run --link=FILE a.c");
        check("verify run a.c FILE FILE x FILE", "verify run --link=FILE --link=FILE a.c x FILE");
        check("verify run a.c FILE -- FILE", "verify run --link=FILE a.c -- FILE");
        check("verify run -D X a.c FILE 1", "verify run --link=FILE -D X a.c 1");
    }

    #[test]
    fn the_rest_is_the_programs() {
        for line in [
            "verify run a.c",
            "verify run a.c x.c",
            "verify run a.c -- FILE",
            "verify run a.c x FILE",
            "verify a.c FILE",
        ] {
            check(line, line);
        }
    }
}
