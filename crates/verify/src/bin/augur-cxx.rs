//! `verify c++` under a name of its own, for builds that want one word for their compiler. It knows
//! nothing of LLVM, so that it starts at once.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    let language = driver::Language::of_name(&words.next().unwrap_or_default());
    match driver::run(language, &words.collect::<Vec<_>>()) {
        Ok(code) => ExitCode::from(code),
        Err(trouble) => {
            eprintln!("error: {trouble}");
            ExitCode::FAILURE
        }
    }
}
