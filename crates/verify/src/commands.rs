//! Which command it is, and its exit code.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};

use clap::error::ErrorKind;
use clap::{Parser, ValueEnum};
use driver::Language;
use report::Outcome;
use tracing_subscriber::filter::LevelFilter;

use crate::args::{CheckArgs, Cli, Command, CommonArgs, DrawArgs, Format, GraphFormat, ReplayArgs, ShowArgs};
use crate::output::{self, Subject, bare, usage};
use crate::{
    about, batch, budget, check, doctor, draw, exit, explain, inputs, launch, panic, pasted, ranks, replay, resume,
    run, several, sim, suite, supervised, tools, warm,
};

/// Deeply nested data makes our own recursion deep, though not endless.
const STACK_BYTES: usize = 512 << 20;

/// Runs the command line and returns the exit code.
pub(crate) fn main(args: Vec<OsString>) -> u8 {
    if warm::is_asked(&args) { warm::serve(run_line) } else { run_line(args) }
}

fn run_line(args: Vec<OsString>) -> u8 {
    if let Some(code) = compiler(&args) {
        return code;
    }
    let format = wanted_format(&args);
    budget::started();
    panic::install(format);
    output::heed_closed();
    let code = match pasted::translate(args.clone()).map(several::link).map(Cli::try_parse_from) {
        Ok(Ok(cli)) => match ranks::refuse(&cli)
            .map_or_else(|| resume::unfold(cli, args), Err)
            .and_then(|cli| ranks::refuse_flags(&cli).map_or(Ok(cli), Err))
        {
            Ok(cli) => supervised::run(cli, |cli| work(cli, format)),
            Err(outcome) => not_begun(outcome, |outcome| finish(outcome, format)),
        },
        // To ask for help is no mistake, and answered once.
        Ok(Err(error)) if !error.use_stderr() && !launch::tells() => exit::DONE,
        Ok(Err(error)) if !error.use_stderr() => refuse(&error, format),
        Ok(Err(error)) => not_begun(usage(first_line(&error), "", ""), |_| refuse(&error, format)),
        Err(outcome) => not_begun(outcome, finish_bare),
    };
    output::seen(code)
}

/// There is nothing to do with this command line, as all ranks hear, of which the first says so.
fn not_begun(outcome: Outcome, tell: impl FnOnce(Outcome) -> u8) -> u8 {
    match ranks::refuse_all(&outcome) {
        _ if launch::tells() => tell(outcome),
        true => exit::DONE,
        // `mpirun` ends all if one ends like this.
        false => ranks::complain(&outcome),
    }
}

/// Does what the command line asks for, on a stack of its own. Returns the exit code.
fn work(cli: Cli, format: Format) -> u8 {
    let run = move || dispatch(cli);
    let thread = std::thread::Builder::new().name("verify".into()).stack_size(STACK_BYTES).spawn(run);
    match thread.map(|thread| thread.join()) {
        Ok(Ok(code)) => output::seen(code),
        Ok(Err(_)) => finish(Outcome::Defect { what: "a panic went unnoticed".into() }, format),
        Err(error) => {
            let what = format!("the system refuses a thread with a stack of {} MiB: {error}", STACK_BYTES >> 20);
            finish(Outcome::Limit { what, flag: String::new() }, format)
        }
    }
}

fn dispatch(cli: Cli) -> u8 {
    match cli.command {
        None => run_check(&cli.check),
        Some(Command::Check(args)) => run_check(&args),
        Some(Command::Run(args)) => {
            listen(&args.common);
            run::run(&args, color(&args.common))
        }
        Some(Command::Cc { args }) => run_cc(Language::C, &args),
        Some(Command::Cxx { args }) => run_cc(Language::Cxx, &args),
        Some(Command::Suite(args)) => {
            listen(&args.common);
            suite::run(&args, color(&args.common)).unwrap_or_else(finish_bare)
        }
        Some(Command::Replay(args)) => run_replay(&args),
        Some(Command::Resume(_)) => finish_bare(Outcome::Defect { what: "a checkpoint was not opened".into() }),
        Some(Command::Sim(args)) => {
            listen(&args.common);
            match sim::run(&args, color(&args.common)) {
                Ok(()) => exit::DONE,
                Err(outcome) => finish_bare(outcome),
            }
        }
        Some(Command::Dump(args)) => tool(&args.tool.common, |color| tools::dump(&args, color)),
        Some(Command::Draw(args)) => tool(&args.tool.common, |color| run_draw(&args, color)),
        Some(Command::Externals(args)) => tool(&args.common, |color| tools::externals(&args, color)),
        Some(Command::Batch(args)) => {
            listen(&args.common);
            match batch::run(&args, color(&args.common)) {
                Ok(()) => exit::DONE,
                Err(outcome) => finish_bare(outcome),
            }
        }
        // Whoever asks for it in a copy.
        Some(Command::Warm) => exit::USAGE,
        Some(Command::Explain { kind }) => match explain::run(kind.as_deref()) {
            Ok(text) => print(text.as_bytes()),
            Err(outcome) => finish_bare(outcome),
        },
        Some(Command::Man) => match about::man() {
            Ok(page) => print(&page),
            Err(error) => finish_bare(Outcome::Defect { what: format!("the manual page cannot be made: {error}") }),
        },
        Some(Command::Completions { shell }) => print(&about::completions(shell)),
        Some(Command::Doctor(common)) => {
            listen(&common);
            let (text, well) = doctor::run();
            output::stdout(&text);
            if well { exit::DONE } else { exit::USAGE }
        }
    }
}

fn print(text: &[u8]) -> u8 {
    output::stdout(&String::from_utf8_lossy(text));
    exit::DONE
}

fn run_check(args: &CheckArgs) -> u8 {
    listen(&args.common);
    let world = match ranks::join() {
        Ok(world) => world,
        Err(outcome) if !launch::tells() => return ranks::complain(&outcome),
        Err(outcome) => return finish_bare(outcome),
    };
    let (report, lost) = check::run_with(args, color(&args.common), world.as_ref());
    let code = if launch::tells() {
        let entry = args.run.change.entry.clone();
        let subject = Subject { entry, ..inputs::subject(&args.inputs, &args.common) };
        let code = output::report(&report, &args.show, &args.common, &subject);
        resume::clean_up(args, &report);
        code
    } else if lost {
        exit::code(&report.outcome)
    } else {
        exit::DONE
    };
    if let Some(world) = world.filter(|_| !lost) {
        world.leave();
    }
    code
}

fn run_replay(args: &ReplayArgs) -> u8 {
    listen(&args.common);
    let (report, inputs) = replay::run(args, color(&args.common));
    output::report(&report, &args.show, &args.common, &inputs::subject(&inputs, &args.common))
}

/// Nothing of ours comes between a build and its compiler: `verify cc`, or a name that stands for it.
fn compiler(args: &[OsString]) -> Option<u8> {
    let name = args.first()?;
    if driver::is_compiler(name) {
        return Some(run_cc(Language::of_name(name), &args[1..]));
    }
    let language = match args.get(1)?.to_str()? {
        "cc" => Language::C,
        "c++" => Language::Cxx,
        _ => return None,
    };
    Some(run_cc(language, &args[2..]))
}

fn run_cc(language: Language, args: &[OsString]) -> u8 {
    driver::run(language, args).unwrap_or_else(|trouble| {
        output::stderr(&format!("error: {trouble}\n"));
        exit::USAGE
    })
}

fn run_draw(args: &DrawArgs, color: bool) -> Result<String, Outcome> {
    let paths = &args.tool.inputs;
    let loaded = inputs::read(paths, &args.run.change, &args.tool.compile, color)?;
    let image = check::image(&loaded, &args.run, (paths, &args.args), Vec::new())?;
    let graph = draw::graph(&image, args.states)?;
    let text = match args.format {
        GraphFormat::Dot => graph.dot(),
        GraphFormat::Svg => graph.svg(),
    };
    let Some(file) = &args.output else { return Ok(text) };
    output::save(file, &text).map(|()| String::new())
}

fn tool(common: &CommonArgs, run: impl FnOnce(bool) -> Result<String, Outcome>) -> u8 {
    listen(common);
    match run(color(common)) {
        Ok(text) => {
            output::stdout(&text);
            exit::DONE
        }
        Err(outcome) => finish_bare(outcome),
    }
}

fn finish_bare(outcome: Outcome) -> u8 {
    finish(outcome, Format::default())
}

fn finish(outcome: Outcome, format: Format) -> u8 {
    let show = ShowArgs { format, ..ShowArgs::default() };
    output::report(&bare(outcome), &show, &CommonArgs::default(), &Subject::default())
}

/// What is wrong with a command line, in short.
fn first_line(error: &clap::Error) -> String {
    error.to_string().lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
}

/// A command line that cannot be parsed, or one that asks for help.
fn refuse(error: &clap::Error, format: Format) -> u8 {
    match error.kind() {
        ErrorKind::DisplayVersion => print(about::version().as_bytes()),
        ErrorKind::DisplayHelp => {
            output::heed(error.print().and_then(|()| std::io::stdout().flush()));
            exit::DONE
        }
        _ if format != Format::Text => {
            let text = error.to_string();
            let what = text.trim_start_matches("error: ").trim_end();
            let show = ShowArgs { format, ..ShowArgs::default() };
            output::report(&bare(usage(what, "", "verify --help")), &show, &CommonArgs::default(), &Subject::default())
        }
        _ => {
            let _ = error.print();
            exit::USAGE
        }
    }
}

/// The format that was asked for, as far as one can tell before the command line is understood.
fn wanted_format(args: &[OsString]) -> Format {
    let before = args.iter().take_while(|arg| *arg != "--").collect::<Vec<_>>();
    let apart = before.windows(2).filter(|pair| pair[0] == "--format").map(|pair| pair[1].to_str());
    let joined = before.iter().map(|arg| arg.to_str().and_then(|arg| arg.strip_prefix("--format=")));
    let named = apart.chain(joined).flatten().find_map(|name| Format::from_str(name, false).ok());
    named.unwrap_or_default()
}

/// Whether messages on standard error may be coloured.
fn color(common: &CommonArgs) -> bool {
    output::colored(common.color, std::io::stderr().is_terminal())
}

fn listen(common: &CommonArgs) {
    let level = match common.verbose {
        _ if !launch::tells() => return,
        0 => return,
        1 => LevelFilter::INFO,
        2 => LevelFilter::DEBUG,
        _ => LevelFilter::TRACE,
    };
    let subscriber = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr);
    // It can only fail if there is one already.
    let _ = subscriber.with_ansi(color(common)).try_init();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_known_before_parsing() {
        let format = |line: &str| wanted_format(&line.split_whitespace().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(format("verify a.c --format json --wrong"), Format::Json);
        assert_eq!(format("verify --format=json"), Format::Json);
        assert_eq!(format("verify --format=sarif a.c"), Format::Sarif);
        assert_eq!(format("verify --format nonsense"), Format::Text);
        assert_eq!(format("verify a.c -- --format json"), Format::Text);
        assert_eq!(format("verify a.c"), Format::Text);
    }
}
