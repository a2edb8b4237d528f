//! A panic of ours, in whichever thread, is a defect and says so.

use std::panic::PanicHookInfo;

use report::Outcome;

use crate::args::{CommonArgs, Format, ShowArgs};
use crate::output::{self, Subject};

/// From here on a panic ends the process with the exit code of a defect.
pub(crate) fn install(format: Format) {
    std::panic::set_hook(Box::new(move |info| {
        let outcome = match is_exhaustion(info) {
            true => Outcome::Limit { what: "there is no memory left".into(), flag: "--memory".into() },
            false => Outcome::Defect { what: describe(info) },
        };
        let show = ShowArgs { format, ..ShowArgs::default() };
        let code = output::report(&output::bare(outcome), &show, &CommonArgs::default(), &Subject::default());
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
            output::stderr(&format!("{}\n", std::backtrace::Backtrace::force_capture()));
        }
        supervisor::conclude(code);
    }));
}

/// The standard library panics when the system refuses a stack for signals to a new thread.
fn is_exhaustion(info: &PanicHookInfo<'_>) -> bool {
    let message = info.payload_as_str().unwrap_or_default();
    let in_std = info.location().is_some_and(|place| place.file().contains("library/std/"));
    in_std && message.contains("Cannot allocate memory")
}

fn describe(info: &PanicHookInfo<'_>) -> String {
    let message = info.payload_as_str().unwrap_or("unknown");
    let place = info.location().map(|l| format!(" ({}:{})", l.file(), l.line())).unwrap_or_default();
    format!("panicked: {message}{place}")
}
