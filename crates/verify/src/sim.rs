//! `verify sim`: the simulator on a terminal, or with a script.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use machine::{Image, Kind, Presumptions};
use report::Outcome;
use rustyline::completion::Completer;
use rustyline::config::Configurer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use search::property::Property;
use simulator::{Goal, Reply, Simulator};
use trace::SessionOptions;

use crate::args::{Races, SimArgs, SimFormat as Format};
use crate::check;
use crate::files;
use crate::inputs;
use crate::output::{self, usage};
use crate::property;
use crate::replay;
use crate::saved::Saved;

/// What is simulated, and where its path leads.
struct Subject {
    image: Image,
    presumptions: Presumptions,
    goal: Option<Goal>,
    property: Option<Arc<Property>>,
    options: SessionOptions,
}

pub(crate) fn run(args: &SimArgs, color: bool) -> Result<(), Outcome> {
    let subject = subject(args, color)?;
    let script = args.script.as_deref().map(read_script).transpose()?;
    let Subject { image, presumptions, goal, property, options } = subject;
    let steered = trace::session(&image, &presumptions, &options, |session| {
        let simulator = Simulator::new(session, goal, property);
        let (terminal, format) = (std::io::stdin().is_terminal(), args.format);
        match script {
            Some(lines) => follow(simulator, lines.into_iter(), format),
            None if terminal && format == Format::Text => converse(simulator),
            None => follow(simulator, std::io::stdin().lock().lines().map_while(Result::ok), format),
        }
    });
    steered.map_err(|what| Outcome::Limit { what, flag: String::new() })?
}

/// The program, and a violation if one is among the inputs.
fn subject(args: &SimArgs, color: bool) -> Result<Subject, Outcome> {
    let (violations, mut paths): (Vec<PathBuf>, Vec<PathBuf>) =
        args.inputs.iter().cloned().partition(|path| path.extension().is_some_and(|extension| extension == "json"));
    let [file] = &violations[..] else {
        if !violations.is_empty() {
            return Err(usage("there can be only one violation", "", "one file that `--save` has written"));
        }
        let loaded = inputs::read(&paths, &args.run.change, &args.compile, color)?;
        let words = property::words(&args.property);
        let image = check::image(&loaded, &args.run, (&paths, &args.args), words)?;
        let (image, property) = property::ask(&args.property, image)?;
        let options =
            SessionOptions { replay: check::replay_options(&paths, &args.common), races: args.races != Races::Off };
        return Ok(Subject { image, presumptions: Presumptions::default(), goal: None, property, options });
    };
    let saved = Saved::read(file)?;
    if paths.is_empty() {
        paths = saved.paths();
    }
    let loaded = inputs::read(&paths, &saved.run_args().change, &saved.compile_args(args.trust)?, color)?;
    let words = property::words(saved.property());
    let image = check::image(&loaded, &saved.run_args(), (&paths, &saved.program_args()), words)?;
    let (image, property) = property::ask(saved.property(), image)?;
    let presumptions = Presumptions::read(saved.presumed(), &image.program);
    let (Some(problem), Some(path)) = (saved.problem(), saved.path()) else {
        return Err(usage("the saved violation has a path or a kind that cannot be understood", "", "saving it again"));
    };
    let cycle = saved.cycle().filter(|_| problem.kind.is_of_execution());
    let fits = replay::fits(&image, &presumptions, &path);
    if !fits || !replay::violates(&image, &presumptions, property.as_deref(), (&path, cycle), problem.kind) {
        return Err(replay::misfit(&saved, &saved.changed(&loaded)));
    }
    let races = problem.kind == Kind::DataRace;
    let goal = Goal { path, kind: problem.kind.name().into(), thread: problem.thread.0, cycle };
    let options = SessionOptions { replay: check::replay_options(&paths, &args.common), races };
    Ok(Subject { image, presumptions, goal: Some(goal), property, options })
}

fn read_script(file: &Path) -> Result<Vec<String>, Outcome> {
    let bytes = files::read(file, "--script")?;
    Ok(String::from_utf8_lossy(&bytes).lines().map(String::from).collect())
}

/// Executes lines as they come. Each is shown with its answer, so that what is printed can be read by itself.
fn follow(
    mut simulator: Simulator<'_, '_>,
    lines: impl Iterator<Item = String>,
    format: Format,
) -> Result<(), Outcome> {
    for line in lines {
        let remark = line.trim().is_empty() || line.trim().starts_with(['#', '/']);
        if remark && format == Format::Json {
            continue;
        }
        let before = simulator.position();
        let reply = simulator.execute(&line);
        match format {
            Format::Json => output::stdout(&format!("{}\n", json(&reply))),
            Format::Text if remark => output::stdout(&format!("{}\n", line.trim())),
            Format::Text => output::stdout(&format!("{}{}\n{}", before.prompt(), line.trim(), reply.text())),
        }
        if simulator.is_done() {
            break;
        }
    }
    Ok(())
}

fn json(reply: &Reply) -> String {
    serde_json::to_string(reply).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}

/// Talks to somebody at a terminal. An empty line says the last one again.
fn converse(simulator: Simulator<'_, '_>) -> Result<(), Outcome> {
    let trouble = |error: ReadlineError| usage(format!("the terminal cannot be used: {error}"), "", "--script FILE");
    let mut editor: Editor<Prompter<'_, '_, '_>, DefaultHistory> = Editor::new().map_err(trouble)?;
    editor.set_auto_add_history(true);
    let simulator = RefCell::new(simulator);
    editor.set_helper(Some(Prompter(&simulator)));
    output::stdout(&greeting(&mut simulator.borrow_mut()));
    let mut last = String::new();
    while !simulator.borrow().is_done() {
        let prompt = simulator.borrow_mut().position().prompt();
        match editor.readline(&prompt) {
            Ok(line) => {
                if !line.trim().is_empty() {
                    last = line;
                }
                let reply = simulator.borrow_mut().execute(&last);
                output::stdout(&reply.text());
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(trouble(error)),
        }
    }
    Ok(())
}

fn greeting(simulator: &mut Simulator<'_, '_>) -> String {
    let position = simulator.position();
    let path = match position.steps {
        0 => "`step`, `line` and `run` go on, `back` goes back.".to_string(),
        steps => format!("The path to the violation has {steps} steps: `run` goes there, `step` along, `back` back."),
    };
    format!("{path} `help` lists all commands.\n{}", position.text())
}

/// Completes what is typed.
struct Prompter<'c, 's, 'a>(&'c RefCell<Simulator<'s, 'a>>);

impl Completer for Prompter<'_, '_, '_> {
    type Candidate = String;

    fn complete(&self, line: &str, cursor: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.0.borrow().complete(line, cursor))
    }
}

impl Hinter for Prompter<'_, '_, '_> {
    type Hint = String;
}

impl Highlighter for Prompter<'_, '_, '_> {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Borrowed(prompt)
    }
}

impl Validator for Prompter<'_, '_, '_> {}

impl Helper for Prompter<'_, '_, '_> {}
