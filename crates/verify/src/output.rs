//! Everything that is printed. A reader that goes away (`verify … | head`) is no error.

use std::borrow::Cow;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use report::{Outcome, Report, Style, Usage};
use supervisor::Phase;

use crate::args::{Color, CommonArgs, Format, ShowArgs};
use crate::exit;
use crate::files;
use crate::launch::launch;

/// Colours were asked for.
static COLORED: AtomicBool = AtomicBool::new(false);

/// Something could not be written to standard output.
static LOST: AtomicBool = AtomicBool::new(false);

/// The search goes on from a checkpoint.
static RESUMED: AtomicBool = AtomicBool::new(false);

pub(crate) fn stdout(text: &str) {
    let text = clean(text, COLORED.load(Ordering::SeqCst));
    let mut out = std::io::stdout().lock();
    heed(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

/// Notes, and says once, that something could not be written to standard output.
pub(crate) fn heed(written: std::io::Result<()>) {
    if let Err(error) = written
        && error.kind() != std::io::ErrorKind::BrokenPipe
        && !LOST.swap(true, Ordering::SeqCst)
    {
        stderr(&format!("error: standard output cannot be written: {error}\n"));
    }
}

/// What is printed where nothing can be printed is lost, even if the system does not say so.
pub(crate) fn heed_closed() {
    if supervisor::output_was_closed() && !LOST.swap(true, Ordering::SeqCst) {
        stderr("error: standard output is closed\n");
    }
}

/// The exit code of a command whose output should have been seen.
pub(crate) fn seen(code: u8) -> u8 {
    if LOST.load(Ordering::SeqCst) { exit::USAGE } else { code }
}

/// Another command line begins.
pub(crate) fn forget() {
    COLORED.store(false, Ordering::SeqCst);
    LOST.store(false, Ordering::SeqCst);
    RESUMED.store(false, Ordering::SeqCst);
}

/// The search goes on from a file that somebody may have changed.
pub(crate) fn resumed() {
    RESUMED.store(true, Ordering::SeqCst);
}

/// What looks like a defect of ours may be that of a checkpoint: checksums tell damage, but not intent.
fn doubted(outcome: &Outcome) -> Option<Outcome> {
    let Outcome::Defect { what } = outcome else { return None };
    let advice = "beginning anew; if that fails as well, the defect is ours";
    RESUMED.load(Ordering::SeqCst).then(|| usage(format!("the checkpoint leads astray: {what}"), "", advice))
}

pub(crate) fn stderr(text: &str) {
    let text = clean(text, COLORED.load(Ordering::SeqCst));
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Takes away what a progress line has left on the terminal.
pub(crate) fn clear_line() {
    let _ = std::io::stderr().lock().write_all(b"\r\x1b[K");
}

/// Names, file names and sources are whatever somebody wrote, and bytes that steer a terminal do not reach one.
/// Colours are our own.
pub(crate) fn clean(text: &str, colored: bool) -> Cow<'_, str> {
    // Some turn around what is written behind them, so that it reads as something else.
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let steers = |c: char| c.is_control() && !matches!(c, '\n' | '\t') || turns(c);
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut cleaned = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find(steers) {
        cleaned.push_str(&rest[..at]);
        rest = &rest[at..];
        let color = if colored { color_bytes(rest) } else { 0 };
        let control = rest.chars().next().map_or(0, char::len_utf8);
        match (color, rest.chars().next()) {
            // In JSON these stand for themselves, so they are spelt as JSON spells them.
            (0, Some(c @ '\x7f'..='\u{2069}')) => cleaned.push_str(&format!("\\u{:04x}", u32::from(c))),
            (0, _) => cleaned.extend(rest[..control].escape_debug()),
            _ => cleaned.push_str(&rest[..color]),
        }
        rest = &rest[color.max(control)..];
    }
    cleaned.push_str(rest);
    Cow::Owned(cleaned)
}

/// The length of the change of colour at the beginning of a text; 0 if there is none.
fn color_bytes(text: &str) -> usize {
    let Some(rest) = text.strip_prefix("\x1b[") else { return 0 };
    let numbers = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';').len();
    if rest[numbers..].starts_with('m') { 2 + numbers + 1 } else { 0 }
}

/// What a report is about.
#[derive(Default)]
pub(crate) struct Subject {
    /// What was checked, by its name.
    pub program: String,
    /// What it starts with, if that is not `main`.
    pub entry: Option<String>,
    /// Where its sources may be.
    pub roots: Vec<PathBuf>,
}

impl Subject {
    fn name(&self) -> String {
        let words = [Some(self.program.as_str()), self.entry.as_deref()];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// Writes a report and returns the exit code. Verdicts go to standard output; what went wrong with
/// ourselves or the command line goes to standard error, unless a script asked. With `--output` the
/// report goes there, and people still see the text.
pub(crate) fn report(report: &Report, show: &ShowArgs, common: &CommonArgs, subject: &Subject) -> u8 {
    write(report, show, common, subject, std::io::stdout().is_terminal(), stdout)
}

/// Writes a report to standard error.
pub(crate) fn complaint(report: &Report, show: &ShowArgs, common: &CommonArgs, subject: &Subject) -> u8 {
    write(report, show, common, subject, std::io::stderr().is_terminal(), stderr)
}

fn write(
    report: &Report,
    show: &ShowArgs,
    common: &CommonArgs,
    subject: &Subject,
    terminal: bool,
    put: fn(&str),
) -> u8 {
    let doubted = doubted(&report.outcome).map(bare);
    let report = doubted.as_ref().unwrap_or(report);
    let failed = matches!(report.outcome, Outcome::Usage(_) | Outcome::Defect { .. });
    let for_script = matches!(show.format, Format::Json | Format::Sarif | Format::Junit);
    let stay = supervisor::enter(Phase::Rendering);
    let mut seen = show.format;
    if let Some(file) = &show.output {
        let rendered = render(report, show.format, show, common, subject, false);
        if let Err(outcome) = save(file, &rendered) {
            stderr(&render(&bare(outcome), Format::Text, show, common, subject, std::io::stderr().is_terminal()));
            return exit::USAGE;
        }
        seen = Format::Text;
    }
    let (text, put): (String, fn(&str)) = match failed && (seen == Format::Text || !for_script) {
        true => {
            let terminal = std::io::stderr().is_terminal();
            (render(report, Format::Text, show, common, subject, terminal), stderr)
        }
        false => (render(report, seen, show, common, subject, terminal), put),
    };
    // From here on it takes as long as the reader likes.
    supervisor::shared().telling.store(true, Ordering::SeqCst);
    put(&text);
    drop(stay);
    exit::code(&report.outcome)
}

/// Writes what `--output` asks for.
pub(crate) fn save(file: &Path, text: &str) -> Result<(), Outcome> {
    let cannot = |error| usage(format!("cannot be written: {error}"), file.display().to_string(), "another --output");
    files::write(file, text.as_bytes()).map_err(cannot)
}

fn render(
    report: &Report,
    format: Format,
    show: &ShowArgs,
    common: &CommonArgs,
    subject: &Subject,
    terminal: bool,
) -> String {
    let sources = |file: &str| trace::source_text(Path::new(file), file, &subject.roots);
    let mut style = Style {
        color: colored(common.color, terminal),
        full: show.full_trace,
        statistics: show.stats,
        sources: Some(&sources),
        ..Style::default()
    };
    style.width = columns(terminal).unwrap_or(style.width);
    let first = report.findings().next().map(|(_, trace)| trace);
    match format {
        Format::Text => clean(&report::text(report, &style), style.color).into_owned(),
        Format::Json => report::json(report),
        Format::Sarif => report::sarif(report, &subject.name(), show.full_trace),
        Format::Junit => report::junit(report, &subject.program, &style),
        Format::Html => report::html(report, &subject.program, &style),
        Format::Dot => report::dot(first),
        Format::Svg => report::svg(first),
    }
}

/// How wide lines may be: as the user says, or the terminal.
fn columns(terminal: bool) -> Option<usize> {
    let told: Option<usize> = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let seen = || terminal_size::terminal_size().filter(|_| terminal).map(|(columns, _)| columns.0.into());
    told.filter(|columns| *columns > 0).or_else(seen)
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
        failing: Vec::new(),
        coverage: None,
        exit_statuses: Vec::new(),
        growth: None,
    }
}

/// What the user has to mend.
pub(crate) fn usage(what: impl Into<String>, place: impl Into<String>, advice: impl Into<String>) -> Outcome {
    Outcome::Usage(Usage { what: what.into(), place: place.into(), advice: advice.into() })
}

pub(crate) fn colored(color: Color, terminal: bool) -> bool {
    let colored = match color {
        Color::Always => true,
        Color::Never => false,
        // What `mpirun` hands on is not a terminal, though it looks like one.
        Color::Auto => {
            terminal && launch().is_none() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    };
    COLORED.fetch_or(colored, Ordering::SeqCst);
    colored
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_spelt() {
        assert_eq!(clean("a\tb\nä", false), "a\tb\nä");
        assert_eq!(clean("\x1b]0;x\x07\r", true), "\\u{1b}]0;x\\u{7}\\r");
        assert_eq!(clean("\x1b[1;31mred\x1b[0m\x1b[2J", true), "\x1b[1;31mred\x1b[0m\\u{1b}[2J");
        assert_eq!(clean("\x1b[31m", false), "\\u{1b}[31m");
        assert_eq!(clean("\u{9b}31m\x7f", true), "\\u009b31m\\u007f");
        assert_eq!(clean("a\u{202e}c.exe\u{2069}", true), "a\\u202ec.exe\\u2069");
        let strange = "\x1b\x7f\u{80}\u{9f}ä\u{202e}";
        let json = serde_json::to_string(strange).unwrap();
        assert_eq!(serde_json::from_str::<String>(&clean(&json, true)).unwrap(), strange);
    }
}
