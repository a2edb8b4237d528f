//! A panic of ours, in whichever thread, is a defect and says so.

use std::panic::PanicHookInfo;

use report::Outcome;

use crate::args::{CommonArgs, Format, ShowArgs};
use crate::output::{self, Subject};

/// From here on a panic ends the process with the exit code of a defect.
pub(crate) fn install(format: Format) {
    std::panic::set_hook(Box::new(move |info| {
        let outcome = Outcome::Defect { what: describe(info) };
        let show = ShowArgs { format, ..ShowArgs::default() };
        let code = output::report(&output::bare(outcome), &show, &CommonArgs::default(), &Subject::default());
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
            output::stderr(&format!("{}\n", std::backtrace::Backtrace::force_capture()));
        }
        supervisor::conclude(code);
    }));
}

fn describe(info: &PanicHookInfo<'_>) -> String {
    let message = info.payload_as_str().unwrap_or("unknown");
    let place = info.location().map(|l| format!(" ({}:{})", l.file(), l.line())).unwrap_or_default();
    format!("panicked: {message}{place}")
}
