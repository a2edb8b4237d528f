//! `verify warm`: command lines by the thousand, for our fuzzers.
//!
//! Most of a short run is the loader's work, and LLVM's when it starts. Here that is done once: for each request
//! on standard input a copy of this process goes the way of every other command line, from its first argument to
//! its exit code, with a watch and limits of its own. The answer is a line: `exit 3` or `signal 11`.
//!
//! A request is a sequence of strings, each followed by a zero: the directory to be in, the files for standard
//! output and standard error, how many arguments there are, and these.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::os::unix::ffi::OsStringExt;
use std::time::Duration;

use supervisor::{Copied, Streams};

use crate::{library, output};

/// No command line of a fuzzer may take so long.
const TIME_MAX: Duration = Duration::from_secs(20);

/// What is read to have LLVM and the library in memory.
const PROGRAM: &[u8] = b"declare ptr @malloc(i64)\ndeclare i32 @printf(ptr, ...)\n\
    define i32 @main() {\n %p = call ptr @malloc(i64 8)\n %r = call i32 @printf(ptr %p)\n ret i32 0\n}\n";

pub(crate) fn is_asked(args: &[OsString]) -> bool {
    args.len() == 2 && args[1] == "warm"
}

/// Answers all requests. Returns the command line in each copy, and none when there are no more.
pub(crate) fn serve() -> io::Result<Option<Vec<OsString>>> {
    let program = ir::Input::whole("warm", PROGRAM);
    // What cannot be read now cannot be read later, and will be told then.
    let _ = ir::load(&[program], &ir::LoadOptions::default(), &library::library());
    let mut requests = BufReader::new(File::open("/dev/stdin")?);
    while let Some(directory) = next(&mut requests)? {
        let mut file = || File::create(next(&mut requests)?.unwrap_or_default());
        let streams = Streams { output: file()?, errors: file()?, input: File::open("/dev/null")? };
        let count = next(&mut requests)?.and_then(|count| count.to_str()?.parse().ok()).unwrap_or(0);
        let mut args = vec![OsString::from("verify")];
        for _ in 0..count {
            args.extend(next(&mut requests)?);
        }
        match supervisor::copy(&streams, TIME_MAX)? {
            Copied::Copy => {
                std::env::set_current_dir(directory)?;
                return Ok(Some(args));
            }
            Copied::Original(Ok(code)) => output::stdout(&format!("exit {code}\n")),
            Copied::Original(Err(signal)) => output::stdout(&format!("signal {signal}\n")),
        }
    }
    Ok(None)
}

fn next(requests: &mut impl BufRead) -> io::Result<Option<OsString>> {
    let mut bytes = Vec::new();
    requests.read_until(0, &mut bytes)?;
    Ok((bytes.pop() == Some(0)).then(|| OsString::from_vec(bytes)))
}
