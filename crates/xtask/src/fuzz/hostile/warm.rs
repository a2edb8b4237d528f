//! Processes of the checker that have loaded everything and hand each command line to a copy of themselves
//! (`verify warm`): a start costs a millisecond or two instead of thirty.

use crate::process::Finished;
use crate::project::Project;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};

/// A copy that took too long ends like this.
const ALARM: i32 = 14;

pub(super) struct Warm<'a> {
    project: &'a Project,
    idle: Mutex<Vec<Process>>,
}

struct Process {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl<'a> Warm<'a> {
    pub(super) fn new(project: &'a Project) -> Self {
        Warm { project, idle: Mutex::default() }
    }

    /// Runs a command line of the checker in the command's directory. `beside` is where its output may be kept.
    /// None if the process that should have made the copy has died.
    pub(super) fn run(&self, command: &Command, beside: &Path) -> Result<Option<Finished>, String> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut process = idle.map_or_else(|| self.start(), Ok)?;
        let (output, errors) = (beside.with_extension("out"), beside.with_extension("err"));
        let Some(status) = process.answer(command, &output, &errors) else {
            let _ = process.child.kill();
            let _ = process.child.wait();
            return Ok(None);
        };
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
        let status = (status.signal() != Some(ALARM)).then_some(status);
        Ok(Some(Finished { status, stdout: take(&output)?, stderr: take(&errors)? }))
    }

    fn start(&self) -> Result<Process, String> {
        let mut command = Command::new(self.project.verify_binary());
        command.arg("warm").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("cannot start the checker: {error}"))?;
        let (Some(requests), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("no pipe to the checker".to_owned());
        };
        Ok(Process { child, requests, answers: BufReader::new(answers) })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It does nothing between requests.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    fn answer(&mut self, command: &Command, output: &Path, errors: &Path) -> Option<ExitStatus> {
        let mut request = Vec::new();
        let mut add = |word: &[u8]| {
            request.extend_from_slice(word);
            request.push(0);
        };
        add(command.get_current_dir().unwrap_or(Path::new(".")).as_os_str().as_bytes());
        add(output.as_os_str().as_bytes());
        add(errors.as_os_str().as_bytes());
        add(command.get_args().len().to_string().as_bytes());
        command.get_args().for_each(|arg| add(arg.as_bytes()));
        self.requests.write_all(&request).ok()?;
        self.requests.flush().ok()?;
        let mut line = String::new();
        self.answers.read_line(&mut line).ok()?;
        match line.trim_end().split_once(' ')? {
            ("exit", code) => Some(ExitStatus::from_raw(code.parse::<i32>().ok()? << 8)),
            ("signal", signal) => Some(ExitStatus::from_raw(signal.parse().ok()?)),
            _ => None,
        }
    }
}

fn take(file: &Path) -> Result<String, String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let _ = std::fs::remove_file(file);
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
