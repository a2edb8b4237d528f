//! Everything that is printed. A reader that goes away (`verify … | head`) is no error.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use report::{Outcome, Report, Style, Usage};

use crate::args::{Color, CommonArgs, Format, ShowArgs};

/// Larger files are not shown.
const SOURCE_BYTES_MAX: u64 = 16 << 20;

pub(crate) fn stdout(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

pub(crate) fn stderr(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Writes a report: verdicts to standard output; what went wrong with ourselves or the command line
/// to standard error, unless a script asked.
pub(crate) fn report(report: &Report, show: &ShowArgs, common: &CommonArgs, roots: &[PathBuf]) {
    let failed = matches!(report.outcome, Outcome::Usage(_) | Outcome::Defect { .. });
    match failed && show.format == Format::Text {
        true => complaint(report, show, common, roots),
        false => stdout(&render(report, show, common, roots, std::io::stdout().is_terminal())),
    }
}

/// Writes a report to standard error.
pub(crate) fn complaint(report: &Report, show: &ShowArgs, common: &CommonArgs, roots: &[PathBuf]) {
    stderr(&render(report, show, common, roots, std::io::stderr().is_terminal()));
}

fn render(report: &Report, show: &ShowArgs, common: &CommonArgs, roots: &[PathBuf], terminal: bool) -> String {
    if show.format == Format::Json {
        return report::json(report);
    }
    let sources = |file: &str| source(file, roots);
    let mut style = Style {
        color: colored(common.color, terminal),
        full: show.full_trace,
        statistics: show.stats,
        sources: Some(&sources),
        ..Style::default()
    };
    if let Some((columns, _)) = terminal_size::terminal_size().filter(|_| terminal) {
        style.width = columns.0.into();
    }
    report::text(report, &style)
}

/// A report that consists of an outcome only.
pub(crate) fn bare(outcome: Outcome) -> Report {
    Report {
        outcome,
        checks: None,
        statistics: Default::default(),
        warnings: Vec::new(),
        more: Vec::new(),
        races: Vec::new(),
        exit_statuses: Vec::new(),
        growth: None,
    }
}

/// What the user has to mend.
pub(crate) fn usage(what: impl Into<String>, place: impl Into<String>, advice: impl Into<String>) -> Outcome {
    Outcome::Usage(Usage { what: what.into(), place: place.into(), advice: advice.into() })
}

pub(crate) fn colored(color: Color, terminal: bool) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    }
}

/// The contents of a source file, looked for where the compiler saw it and beside the inputs.
fn source(file: &str, roots: &[PathBuf]) -> Option<String> {
    let file = Path::new(file);
    let beside = roots.iter().flat_map(|root| [Some(root.join(file)), file.file_name().map(|name| root.join(name))]);
    let mut places = std::iter::once(file.to_path_buf()).chain(beside.flatten());
    let path = places.find(|path| path.metadata().is_ok_and(|m| m.is_file() && m.len() <= SOURCE_BYTES_MAX))?;
    std::fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}
