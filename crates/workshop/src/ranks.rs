//! Searches over several ranks that are processes: the same as in one process, and what happens when one of them ends
//! early. Ranks that are threads take many more of the programs (`Program::run`).

use crate::audit::Turn;
use crate::directives::Directives;
use crate::mpi;
use crate::process::{self, Finished};
use crate::project::{Project, files_below};
use crate::results::Tally;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const TIMEOUT: Duration = Duration::from_secs(300);

/// Flags under which what comes out is a matter of luck, or takes a while.
const UNFIT: [&str; 4] = ["--states", "--time", "--memory", "--checkpoint"];

/// These are always searched: for executions that go on for ever, of which there are some and none.
const TEMPORAL: [&str; 2] = ["tests/programs/temporal/election.c", "tests/programs/temporal/election_ok.c"];

/// A search that takes long enough to be disturbed.
const LONG: &str = "benches/programs/anderson6.c";

/// The same in a second or two.
const SHORT: [&str; 2] = [LONG, "--cc-arg=-DTHREADS=5"];

/// Less than that search needs on two ranks, and more than it takes to begin.
const TIGHT: &str = "24M";

/// When a search is disturbed.
const BEFORE_KILL: Duration = Duration::from_secs(2);

pub(crate) fn run(project: &Project, turn: Turn) -> Result<Tally, String> {
    if !mpi::can_run() {
        println!("ranks: not tested, since no MPI is installed (`cargo xtask setup --mpi`)");
        return Ok(Tally::default());
    }
    let mut programs = files_below(&project.root.join("tests/programs"));
    programs.retain(|path| {
        let name = project.relative(path).display().to_string();
        let chosen = turn.spreads(&name) || TEMPORAL.contains(&name.as_str());
        path.extension().is_some_and(|end| end == "c") && !name.contains("/conformance/") && chosen
    });
    // Ranks wait for each other, so several of these at a time would only be in each other's way.
    let mut results: Vec<Result<(), String>> = programs.iter().map(|path| compare(project, path, turn)).collect();
    results.push(one_is_killed(project));
    results.push(one_has_no_memory(project));
    results.push(killed_ranks_go_on(project));
    results.push(one_cannot_write(project));
    results.push(one_cannot_begin(project));
    results.push(interrupted_ranks_report(project));
    results.push(rules_are_remembered(project));
    let mut tally = Tally::default();
    for result in results {
        match result {
            Ok(()) => tally.passed += 1,
            Err(message) => {
                println!("FAILED ranks: {message}\n");
                tally.failed += 1;
            }
        }
    }
    eprintln!("ranks: {} programs, {} passed, {} failed", programs.len(), tally.passed, tally.failed);
    Ok(tally)
}

/// One program, in one process and over ranks.
fn compare(project: &Project, path: &Path, turn: Turn) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let directives = Directives::parse(&text)?;
    if directives.long || directives.flags.iter().any(|flag| UNFIT.iter().any(|unfit| flag.starts_with(unfit))) {
        return Ok(());
    }
    let arguments = |command: &mut Command| {
        command.current_dir(&project.root).arg(project.relative(path)).args(["--format", "json"]);
        command.args(&directives.flags).arg("--").args(&directives.args);
    };
    let mut alone = Command::new(project.verify_binary());
    arguments(alone.args(["--workers", "1"]));
    let alone = process::run(&mut alone, TIMEOUT)?;
    let counts: &[u32] = if turn == Turn::All { &[2, 3, 4] } else { &[2, 3, 4][text.len() % 3..][..1] };
    for &ranks in counts {
        let mut command = mpi::mpirun(ranks, &project.verify_binary());
        arguments(&mut command);
        let spread = process::run(&mut command, TIMEOUT)?;
        let failed = |what: &str| format!("{what}\n  {}\n{}", process::show(&command), spread.tail(20));
        if spread.code() == Some(2)
            && alone.code() != Some(2)
            && format!("{spread:?}").contains("several ranks do not go")
        {
            continue;
        }
        if spread.code() != alone.code() {
            return Err(failed(&format!("{} in one process, {} over ranks", alone.describe(), spread.describe())));
        }
        let (expected, found) = (essence(&alone)?, essence(&spread)?);
        if let Some((name, _)) = expected.iter().find(|(name, value)| found.get(*name) != Some(*value)) {
            return Err(failed(&format!("`{name}` is not what it is in one process")));
        }
    }
    Ok(())
}

/// What must not depend on ranks.
fn essence(finished: &Finished) -> Result<BTreeMap<String, Value>, String> {
    let json: Value =
        serde_json::from_str(&finished.stdout).map_err(|error| format!("no report: {error}\n{}", finished.tail(20)))?;
    let mut all: BTreeMap<String, Value> =
        json.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), value.clone())).collect();
    let statistics = all.remove("statistics").unwrap_or_default();
    let safe = all.get("outcome").is_some_and(|outcome| outcome == "safe");
    if !safe {
        // What else was reached where something was found is a matter of luck.
        all.remove("coverage");
        all.remove("exit_statuses");
    }
    let figures: &[&str] =
        if safe { &["states", "depth", "rounds", "transitions", "slept", "partly"] } else { &["states", "depth"] };
    all.extend(figures.iter().map(|name| ((*name).to_owned(), statistics[*name].clone())));
    Ok(all)
}

/// A rank that is killed ends all, with a word and without a verdict.
fn one_is_killed(project: &Project) -> Result<(), String> {
    let mut command = mpi::mpirun(4, &project.verify_binary());
    command.current_dir(&project.root).arg(LONG).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().map_err(|error| format!("mpirun: {error}"))?;
    let begin = Instant::now();
    // Each rank is a watch and its worker.
    let victim = loop {
        let workers: Vec<u32> = children(child.id()).into_iter().flat_map(children).collect();
        if workers.len() >= 4 && begin.elapsed() > BEFORE_KILL {
            break workers[2];
        }
        if begin.elapsed() > TIMEOUT {
            return Err("four ranks do not begin".to_owned());
        }
        std::thread::sleep(Duration::from_millis(100));
    };
    process::succeed(Command::new("kill").args(["-9", &victim.to_string()]), TIMEOUT)?;
    let killed = Instant::now();
    let output = child.wait_with_output().map_err(|error| format!("mpirun: {error}"))?;
    let (told, complained) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.success() || told.contains("safe") || !complained.contains("rank ") {
        return Err(format!("a rank was killed, and this was said ({}):\n{told}{complained}", output.status));
    }
    match killed.elapsed() {
        late if late > Duration::from_secs(30) => Err(format!("a rank was killed, and all ended {late:?} later")),
        _ => Ok(()),
    }
}

/// Ranks that were killed while they wrote checkpoints, one of them or all, are gone on with over other ranks, and it
/// comes to the same.
fn killed_ranks_go_on(project: &Project) -> Result<(), String> {
    let verify = project.verify_binary();
    let mut alone = Command::new(&verify);
    alone.current_dir(&project.root).args(SHORT).args(["--format", "json", "--workers", "1"]);
    let expected = essence(&process::run(&mut alone, TIMEOUT)?)?;
    for (ranks, all, then) in [(4, false, 2), (2, true, 3), (3, true, 1)] {
        let kept = fresh(project)?;
        let mut first = mpi::mpirun(ranks, &verify);
        first.current_dir(&project.root).args(SHORT).args(["--format", "json", "--checkpoint-every", "1ms"]);
        first.arg("--checkpoint").arg(&kept).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = first.spawn().map_err(|error| format!("mpirun: {error}"))?;
        while !kept.join("checkpoint").exists() && child.try_wait().is_ok_and(|status| status.is_none()) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let watches = children(child.id());
        let workers: Vec<u32> = watches.iter().copied().flat_map(children).collect();
        let victims =
            if all { [workers, watches, vec![child.id()]].concat() } else { workers.into_iter().take(1).collect() };
        for victim in victims {
            // Whoever is gone already is gone.
            let _ = process::run(Command::new("kill").args(["-9", &victim.to_string()]), TIMEOUT)?;
        }
        let output = child.wait_with_output().map_err(|error| format!("mpirun: {error}"))?;
        let finished = match kept.join("checkpoint").exists() {
            true => {
                let mut second = if then > 1 { mpi::mpirun(then, &verify) } else { Command::new(&verify) };
                second.current_dir(&project.root).args(["resume", "--trust", "--format", "json"]).arg(&kept);
                process::run(&mut second, TIMEOUT)?
            }
            // It was faster.
            false => Finished {
                status: Some(output.status),
                stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
                stderr: String::new(),
            },
        };
        let found = essence(&finished)?;
        if let Some((name, _)) = expected.iter().find(|(name, value)| found.get(*name) != Some(*value)) {
            let what = format!("`{name}` is another after {ranks} ranks were killed and {then} went on");
            return Err(format!("{what}\n{}", finished.tail(20)));
        }
    }
    Ok(())
}

/// All hear of it if one rank has other flags or nothing to begin with, and nobody waits for it.
fn one_cannot_begin(project: &Project) -> Result<(), String> {
    let verify = project.verify_binary();
    let wrong: [(&[&str], &str); 4] = [
        (&[SHORT[0], "--nonsense"], "rank 1 cannot begin"),
        (&["resume", "no/such/directory"], "rank 1 cannot begin"),
        (&["run", SHORT[0]], "rank 1 cannot begin"),
        (&[SHORT[0], SHORT[1], "--overflow"], "other flags"),
    ];
    for (words, what) in wrong {
        let mut command = mpi::mpirun(1, &verify);
        command.current_dir(&project.root).args(SHORT).arg(":");
        mpi::also(&mut command, 1, &verify, words.iter().map(OsStr::new));
        let finished = process::run(&mut command, TIMEOUT)?;
        if finished.code() != Some(2) || !finished.stderr.contains(what) {
            let shown = process::show(&command);
            return Err(format!("one rank cannot begin, and this came of it\n  {shown}\n{}", finished.tail(20)));
        }
    }
    Ok(())
}

/// Who ends `mpirun` sees what the search has come to, and can go on with it.
fn interrupted_ranks_report(project: &Project) -> Result<(), String> {
    let kept = fresh(project)?;
    let mut command = mpi::mpirun(2, &project.verify_binary());
    command.current_dir(&project.root).arg(LONG).arg("--checkpoint").arg(&kept);
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.map_err(|error| format!("mpirun: {error}"))?;
    std::thread::sleep(BEFORE_KILL * 2);
    process::succeed(Command::new("kill").args(["-INT", &child.id().to_string()]), TIMEOUT)?;
    let output = child.wait_with_output().map_err(|error| format!("mpirun: {error}"))?;
    let told = String::from_utf8_lossy(&output.stdout);
    if told.contains("limit: ") && told.contains("verify resume") && kept.join("checkpoint").exists() {
        return Ok(());
    }
    let complained = String::from_utf8_lossy(&output.stderr);
    Err(format!("ranks were interrupted, and this was said ({}):\n{told}{complained}", output.status))
}

/// Races that are met early, one after the other, each by the rank that has the state; then comes a long search.
const RACES: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static int a, b, c, d, e, g, never;
static int *const each[] = { &a, &b, &c, &d, &e, &g };
static atomic_int x;
static void *race(void *arg) { ++*(int *)arg; return 0; }
static void *work(void *arg) { for (int i = 0; i < 4; i++) x = x * 3 + 1; return arg; }
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 6; i++) {
        pthread_create(t, 0, race, each[i]);
        ++*each[i];
        pthread_join(t[0], 0);
    }
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
    work(0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    return never;
}
";

/// Which `--allow-race` was needed is known to each rank by itself, and to whoever goes on.
fn rules_are_remembered(project: &Project) -> Result<(), String> {
    let (kept, verify) = (fresh(project)?, project.verify_binary());
    let program = kept.with_extension("c");
    let unwritten = |error: std::io::Error| format!("{}: {error}", program.display());
    std::fs::create_dir_all(project.root.join("target/ranks")).map_err(unwritten)?;
    std::fs::write(&program, RACES).map_err(unwritten)?;
    let rules = ["a", "b", "c", "d", "e", "g", "never"].map(|rule| format!("--allow-race={rule}"));
    let arguments = |command: &mut Command| {
        command.current_dir(&project.root).arg(&program).args(&rules).args(["--format", "json"]);
    };
    let mut alone = Command::new(&verify);
    arguments(&mut alone);
    let expected = essence(&process::run(&mut alone, TIMEOUT)?)?;
    for (ranks, then) in [(3, 1), (2, 2), (2, 3)] {
        let kept = fresh(project)?;
        let mut first = mpi::mpirun(ranks, &verify);
        arguments(&mut first);
        process::run(first.args(["--states", "5000", "--checkpoint"]).arg(&kept), TIMEOUT)?;
        let mut second = if then > 1 { mpi::mpirun(then, &verify) } else { Command::new(&verify) };
        second.current_dir(&project.root).args(["resume", "--format", "json", "--states", "9999999"]).arg(&kept);
        let finished = process::run(&mut second, TIMEOUT)?;
        let found = essence(&finished)?;
        if let Some((name, _)) = expected.iter().find(|(name, value)| found.get(*name) != Some(*value)) {
            return Err(format!("`{name}` is another after {ranks} ranks, gone on by {then}\n{}", finished.tail(40)));
        }
    }
    Ok(())
}

/// A directory for checkpoints that is not there yet.
fn fresh(project: &Project) -> Result<PathBuf, String> {
    let kept = project.root.join("target/ranks/kept");
    match std::fs::remove_dir_all(&kept) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(format!("{}: {error}", kept.display())),
        _ => Ok(kept),
    }
}

/// If one rank cannot write its part any more, the report says so, and the checkpoint before counts.
fn one_cannot_write(project: &Project) -> Result<(), String> {
    let kept = fresh(project)?;
    let verify = project.verify_binary();
    let mut command = mpi::mpirun(2, &verify);
    command.current_dir(&project.root).args(SHORT).args(["--states", "370000", "--checkpoint-every", "1ms"]);
    command.arg("--checkpoint").arg(&kept).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| format!("mpirun: {error}"))?;
    // No file can be made where a directory is.
    while !(kept.join("checkpoint").exists() && std::fs::create_dir(kept.join("checkpoint.new.1")).is_ok()) {
        if child.try_wait().is_ok_and(|status| status.is_some()) {
            return Err("a search was over before it was disturbed".to_owned());
        }
    }
    let output = child.wait_with_output().map_err(|error| format!("mpirun: {error}"))?;
    let told = String::from_utf8_lossy(&output.stdout);
    if output.status.code() != Some(4) || !told.contains("could not be written") {
        return Err(format!("one rank cannot write its part ({})\n{told}", output.status));
    }
    let mut second = Command::new(&verify);
    second.current_dir(&project.root).args(["resume", "--trust", "--states", "9999999"]).arg(&kept);
    let finished = process::run(&mut second, TIMEOUT)?;
    if finished.success() { Ok(()) } else { Err(format!("what was kept before does not go on\n{}", finished.tail(20))) }
}

/// A rank without memory ends all with *limit*.
fn one_has_no_memory(project: &Project) -> Result<(), String> {
    let words = |memory: &'static str| [LONG, "--format", "json", "--memory", memory].map(OsStr::new);
    let verify = project.verify_binary();
    let mut command = mpi::mpirun(1, &verify);
    command.current_dir(&project.root).args(words("4G")).arg(":");
    mpi::also(&mut command, 1, &verify, words(TIGHT));
    let finished = process::run(&mut command, TIMEOUT)?;
    let json: Value = serde_json::from_str(&finished.stdout).unwrap_or_default();
    if finished.code() == Some(4) && json["outcome"] == "limit" {
        return Ok(());
    }
    let (shown, ended) = (process::show(&command), finished.describe());
    Err(format!("one rank has too little memory\n  {shown}\n{ended}\n{}", finished.tail(20)))
}

/// The processes that a process has started.
fn children(parent: u32) -> Vec<u32> {
    let is_child = |process: &PathBuf| {
        let stat = std::fs::read_to_string(process.join("stat")).unwrap_or_default();
        // The name may have anything in it, and ends with the last bracket.
        let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
        after.split_whitespace().nth(1).and_then(|number| number.parse().ok()) == Some(parent)
    };
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.path());
    let numbers = processes.filter(is_child).filter_map(|process| process.file_name()?.to_str()?.parse().ok());
    let mut numbers: Vec<u32> = numbers.collect();
    numbers.sort_unstable();
    numbers
}
