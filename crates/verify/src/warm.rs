//! `verify warm`: command lines by the thousand, for our fuzzers.
//!
//! Most of a short run is the loader's work, LLVM's when it starts, and the system's for two new processes. Here
//! that is done once for many: a copy of this process takes one request after the other from standard input and
//! goes the way of every other command line, from its first argument to its exit code, though without a watch. The
//! answer is a line: `exit 3`, or `died` if the copy did not come to an end of it; then the request has to be made
//! of an ordinary process.
//!
//! A request is a sequence of strings, each followed by a zero: the directory to be in, the files for standard
//! output and standard error, how many arguments there are, and these.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStringExt;
use std::time::Duration;

use supervisor::{Copied, Streams, Task};

use crate::{budget, exit, library, output};

/// Nobody watches a copy, so one that takes longer or more than this dies, and the request is made of an ordinary
/// process, which keeps to its own limits.
const TASK: Task = Task { time_max: Duration::from_secs(5), memory_bytes_max: 3 << 30 };

/// A copy does so many, then another one begins with fresh memory.
const REQUESTS_MAX: usize = 64;

/// How a copy ends that has done so many, and one that finds no more.
const MORE: u8 = 100;
const NO_MORE: u8 = 101;

/// What is read to have LLVM and the library in memory.
const PROGRAM: &[u8] = b"declare ptr @malloc(i64)\ndeclare i32 @printf(ptr, ...)\n\
    define i32 @main() {\n %p = call ptr @malloc(i64 8)\n %r = call i32 @printf(ptr %p)\n ret i32 0\n}\n";

pub(crate) fn is_asked(args: &[OsString]) -> bool {
    args.len() == 2 && args[1] == "warm"
}

/// Answers all requests, each of them by what is done with its command line. Returns an exit code.
pub(crate) fn serve(run: impl Fn(Vec<OsString>) -> u8) -> u8 {
    let program = ir::Input::whole("warm", PROGRAM);
    // What cannot be read now cannot be read later, and will be told then.
    let _ = ir::load(&[program], &ir::LoadOptions::default(), &library::library());
    answer_all(run).map_or_else(
        |error| {
            output::stderr(&format!("error: {error}\n"));
            exit::USAGE
        },
        |()| exit::DONE,
    )
}

fn answer_all(run: impl Fn(Vec<OsString>) -> u8) -> io::Result<()> {
    // Whoever asks waits for the answer, so that no copy finds a request that another one has begun to read.
    let mut requests = BufReader::new(File::open("/dev/stdin")?);
    let mut answers = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    loop {
        match supervisor::copy()? {
            Copied::Copy => {
                for _ in 0..REQUESTS_MAX {
                    let Some(args) = begin(&mut requests)? else { supervisor::conclude(NO_MORE) };
                    let code = run(args);
                    writeln!(answers, "exit {code}")?;
                }
                supervisor::conclude(MORE)
            }
            Copied::Original(Ok(code)) if code == i32::from(MORE) => {}
            Copied::Original(Ok(code)) if code == i32::from(NO_MORE) => return Ok(()),
            Copied::Original(_) => writeln!(answers, "died")?,
        }
    }
}

/// Makes this process look like one that was started with a command line, and returns that.
fn begin(requests: &mut impl BufRead) -> io::Result<Option<Vec<OsString>>> {
    let Some(directory) = next(requests)? else { return Ok(None) };
    let mut file = || File::create(next(requests)?.unwrap_or_default());
    let streams = Streams { output: file()?, errors: file()?, input: File::open("/dev/null")? };
    let count = next(requests)?.and_then(|count| count.to_str()?.parse().ok()).unwrap_or(0);
    let mut args = vec![OsString::from("verify")];
    for _ in 0..count {
        args.extend(next(requests)?);
    }
    supervisor::begin(&streams, &TASK)?;
    std::env::set_current_dir(directory)?;
    budget::restart();
    output::forget();
    Ok(Some(args))
}

fn next(requests: &mut impl BufRead) -> io::Result<Option<OsString>> {
    let mut bytes = Vec::new();
    requests.read_until(0, &mut bytes)?;
    Ok((bytes.pop() == Some(0)).then(|| OsString::from_vec(bytes)))
}
