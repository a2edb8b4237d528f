//! Processes of the checker that have loaded everything and hand each command line to a copy of themselves
//! (`verify warm`), so that nothing is started and loaded again for each.

use crate::process::Finished;
use crate::project::Project;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};

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
    /// None if the copy of the process that was to do it has died.
    pub(super) fn run(&self, command: &Command, beside: &Path) -> Result<Option<Finished>, String> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut process = idle.map_or_else(|| self.start(), Ok)?;
        let (output, errors) = (beside.with_extension("out"), beside.with_extension("err"));
        let status = process.answer(command, &output, &errors)?;
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
        let (stdout, stderr) = (take(&output)?, take(&errors)?);
        Ok(status.map(|status| Finished { status: Some(status), stdout, stderr }))
    }

    fn start(&self) -> Result<Process, String> {
        let mut command = Command::new(self.project.verify_binary());
        // A watch for each command line would cost more than the rest.
        command.arg("warm").env("AUGUR_ALONE", "1").stdin(Stdio::piped()).stdout(Stdio::piped());
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
    fn answer(&mut self, command: &Command, output: &Path, errors: &Path) -> Result<Option<ExitStatus>, String> {
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
        let mut line = String::new();
        let exchange = self.requests.write_all(&request).and_then(|()| self.answers.read_line(&mut line));
        exchange.map_err(|error| format!("a warm process: {error}"))?;
        match line.trim_end().strip_prefix("exit ").map(str::parse::<i32>) {
            Some(Ok(code)) => Ok(Some(ExitStatus::from_raw(code << 8))),
            _ if line == "died\n" => Ok(None),
            _ => Err(format!("a warm process answers {line:?}")),
        }
    }
}

fn take(file: &Path) -> Result<String, String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let _ = std::fs::remove_file(file);
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
