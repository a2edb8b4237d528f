//! The work is done by a second process of this program, and the first attends to it: cargo, compilers and `verify`
//! end with it, whatever it ends of.

use std::io::IsTerminal;
use std::os::unix::process::parent_id;
use std::process::Command;

use supervisor::Attended;

/// The environment variable that tells the second process who the first is. Others inherit it and are not meant.
const ATTENDED: &str = "AUGUR_ATTENDED";

pub(crate) fn is_attended() -> bool {
    std::env::var(ATTENDED).is_ok_and(|first| first == parent_id().to_string())
}

/// Does what the command line says in another process, and returns its exit code.
pub(crate) fn run(may_read_input: bool) -> Result<u8, String> {
    let trouble = |error: std::io::Error| format!("cannot start another process: {error}");
    let temporary = tempfile::tempdir().map_err(trouble)?;
    let mut command = Command::new(std::env::current_exe().map_err(trouble)?);
    command.args(std::env::args_os().skip(1)).env(ATTENDED, std::process::id().to_string());
    command.env("TMPDIR", temporary.path());
    let reads_terminal = may_read_input && std::io::stdin().is_terminal();
    let clean_up = || drop(std::fs::remove_dir_all(temporary.path()));
    let end = supervisor::attend(Attended { command: &mut command, reads_terminal, clean_up: &clean_up });
    match end.map_err(trouble)? {
        Ok(code) => u8::try_from(code).map_err(|_| format!("exit code {code}")),
        Err(signal) => Err(format!("ended by signal {signal}")),
    }
}
