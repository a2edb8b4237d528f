//! Running a child to its end with a deadline, output captured. The standard
//! library has no wait with a timeout, so this polls.

use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What a finished (or killed) child left behind.
#[derive(Debug)]
pub struct Finished {
    /// None when the deadline passed and the child was killed.
    pub status: Option<ExitStatus>,
    pub stdout: String,
    pub stderr: String,
}

impl Finished {
    pub fn code(&self) -> Option<i32> {
        self.status.and_then(|status| status.code())
    }

    pub fn success(&self) -> bool {
        self.code() == Some(0)
    }

    /// How it ended, for messages.
    pub fn describe(&self) -> String {
        match self.status {
            None => "did not end in time".to_owned(),
            Some(status) => match status.code() {
                Some(code) => format!("exit code {code}"),
                None => format!("{status}"),
            },
        }
    }

    /// The last lines of both streams, the error stream last.
    pub fn tail(&self, lines_max: usize) -> String {
        let both = format!("{}\n{}", self.stdout, self.stderr);
        let lines: Vec<&str> = both.lines().filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(lines_max)..].join("\n")
    }
}

/// Runs `command` with no standard input. `on_slow` is called once if the child
/// still runs after `slow_after`.
pub fn run_watched(
    command: &mut Command,
    timeout: Duration,
    slow_after: Duration,
    on_slow: impl FnOnce(),
) -> Result<Finished, String> {
    start(command.stdin(Stdio::null()), timeout, slow_after, on_slow)
}

fn start(
    command: &mut Command,
    timeout: Duration,
    slow_after: Duration,
    on_slow: impl FnOnce(),
) -> Result<Finished, String> {
    // How wide the terminal of whoever runs this is must not show.
    let mut child = command
        .env_remove("COLUMNS")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start {}: {error}", show(command)))?;
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    let status = wait(&mut child, timeout, slow_after, on_slow)
        .map_err(|error| format!("cannot wait for {}: {error}", show(command)))?;
    Ok(Finished { status, stdout: join(stdout), stderr: join(stderr) })
}

pub fn run(command: &mut Command, timeout: Duration) -> Result<Finished, String> {
    run_watched(command, timeout, timeout, || {})
}

/// What a command prints, if it succeeds; otherwise the last of what it said.
pub fn succeed(command: &mut Command, timeout: Duration) -> Result<String, String> {
    let finished = run(command, timeout)?;
    if finished.success() { Ok(finished.stdout) } else { Err(finished.tail(10)) }
}

/// With standard input from somewhere.
pub fn run_from(command: &mut Command, input: Stdio, timeout: Duration) -> Result<Finished, String> {
    start(command.stdin(input), timeout, timeout, || {})
}

/// Runs a command and tells the seconds of CPU time that it took in user mode, as bash measures them.
pub fn run_timed(command: &Command, timeout: Duration) -> Result<(Finished, f64), String> {
    let mut bash = Command::new("bash");
    bash.args(["-c", "TIMEFORMAT='cpu %U'; time \"$@\"", "bash"]).arg(command.get_program()).args(command.get_args());
    if let Some(directory) = command.get_current_dir() {
        bash.current_dir(directory);
    }
    let finished = run(&mut bash, timeout)?;
    let line = finished.stderr.lines().rev().find_map(|line| line.strip_prefix("cpu "));
    match line.and_then(|line| line.trim().parse().ok()) {
        Some(seconds) => Ok((finished, seconds)),
        None => Err(format!("no CPU time; {}", finished.tail(5))),
    }
}

/// The command as one would type it.
pub fn show(command: &Command) -> String {
    let set = command.get_envs().filter_map(|(name, value)| Some((name.to_string_lossy(), value?.to_string_lossy())));
    let mut words: Vec<String> = set.map(|(name, value)| format!("{name}={}", quote(&value))).collect();
    words.push(quote(&command.get_program().to_string_lossy()));
    words.extend(command.get_args().map(|word| quote(&word.to_string_lossy())));
    words.join(" ")
}

fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+:,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

fn wait(
    child: &mut Child,
    timeout: Duration,
    slow_after: Duration,
    on_slow: impl FnOnce(),
) -> std::io::Result<Option<ExitStatus>> {
    let begin = Instant::now();
    let mut on_slow = Some(on_slow);
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        let elapsed = begin.elapsed();
        if elapsed >= timeout {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        if elapsed >= slow_after
            && let Some(call) = on_slow.take()
        {
            call();
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn collect(stream: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            // A stream that breaks off early shows in the exit status.
            let _ = stream.read_to_end(&mut bytes);
        }
        bytes
    })
}

fn join(reader: JoinHandle<Vec<u8>>) -> String {
    String::from_utf8_lossy(&reader.join().unwrap_or_default()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_both_streams_and_the_code() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo out; echo err >&2; exit 3"]);
        let finished = run(&mut command, Duration::from_secs(10)).unwrap();
        assert_eq!(finished.stdout, "out\n");
        assert_eq!(finished.stderr, "err\n");
        assert_eq!(finished.code(), Some(3));
        assert_eq!(finished.tail(1), "err");
    }

    #[test]
    fn kills_at_the_deadline() {
        let mut command = Command::new("sleep");
        command.arg("30");
        let finished = run(&mut command, Duration::from_millis(50)).unwrap();
        assert!(finished.status.is_none());
        assert_eq!(finished.describe(), "did not end in time");
    }

    #[test]
    fn shows_a_command_a_shell_accepts() {
        let mut command = Command::new("verify");
        command.args(["a b.c", "--reduction", "tau+", "it's"]);
        assert_eq!(show(&command), r"verify 'a b.c' --reduction tau+ 'it'\''s'");
        assert_eq!(show(command.env("RANKS", "2,4")), r"RANKS=2,4 verify 'a b.c' --reduction tau+ 'it'\''s'");
    }
}
