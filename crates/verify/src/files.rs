//! Files that the user names, or that a file names which the user got from somewhere: regular ones of
//! bounded size. Others may never end.

use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;

use report::Outcome;

use crate::output::usage;

/// A larger file is surely not what it should be.
const BYTES_MAX: u64 = 1 << 30;

/// The whole of a file; `advice` is for whoever named it.
pub(crate) fn read(path: &Path, advice: &str) -> Result<Vec<u8>, Outcome> {
    let fail = |what: String| usage(what, path.display().to_string(), advice);
    let unreadable = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => fail("there is no such file".into()),
        _ => fail(format!("cannot be read: {error}")),
    };
    // To open a pipe may take for ever.
    let data = std::fs::metadata(path).map_err(unreadable)?;
    if data.is_dir() {
        return Err(fail("this is a directory".into()));
    }
    if !data.is_file() {
        return Err(fail("this is not a regular file".into()));
    }
    let large = || fail(format!("this has more than {} MiB", BYTES_MAX >> 20));
    if data.len() > BYTES_MAX {
        return Err(large());
    }
    let mut bytes = Vec::new();
    // It may grow, and files of the system do not tell their size.
    File::open(path).and_then(|file| file.take(BYTES_MAX + 1).read_to_end(&mut bytes)).map_err(unreadable)?;
    match bytes.len() as u64 > BYTES_MAX {
        true => Err(large()),
        false => Ok(bytes),
    }
}

/// All of standard input, for an input that is called `-`.
pub(crate) fn read_stdin() -> Result<Vec<u8>, Outcome> {
    let fail = |what: String| usage(what, "-", "");
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(BYTES_MAX + 1).read_to_end(&mut bytes);
    read.map_err(|error| fail(format!("standard input cannot be read: {error}")))?;
    match bytes.len() as u64 > BYTES_MAX {
        true => Err(fail(format!("this has more than {} MiB", BYTES_MAX >> 20))),
        false => Ok(bytes),
    }
}

/// Writes all of a file, or nothing: whoever has it afterwards has the old one or the new one.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    // What is no regular file (a terminal, a pipe, /dev/full) is not replaced; nor is what a link leads to.
    if std::fs::symlink_metadata(path).is_ok_and(|data| !data.is_file()) {
        let _reader =
            std::fs::metadata(path).is_ok_and(|data| data.file_type().is_fifo()).then(|| reader(path)).transpose()?;
        return std::fs::write(path, bytes);
    }
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}", std::process::id()));
    let beside = directory.join(name);
    let shared = supervisor::shared();
    shared.set_unfinished(Some(&beside));
    let written = std::fs::write(&beside, bytes)
        .and_then(|()| match std::fs::metadata(path) {
            // Who could read the old one can read the new one.
            Ok(old) => std::fs::set_permissions(&beside, old.permissions()),
            Err(_) => Ok(()),
        })
        .and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    shared.set_unfinished(None);
    let Err(error) = written else { return Ok(()) };
    // Some may write a file and not into its directory.
    match error.kind() == ErrorKind::PermissionDenied && path.exists() {
        true => std::fs::write(path, bytes),
        false => Err(error),
    }
}

/// Whoever reads from a pipe must be there by now: to wait may take for ever.
fn reader(pipe: &Path) -> std::io::Result<File> {
    let nobody = |error: std::io::Error| match error.raw_os_error() {
        Some(libc::ENXIO) => std::io::Error::other("nobody reads from this pipe"),
        _ => error,
    };
    File::options().write(true).custom_flags(libc::O_NONBLOCK).open(pipe).map_err(nobody)
}

/// The same as text.
pub(crate) fn read_text(path: &Path, advice: &str) -> Result<String, Outcome> {
    let text = String::from_utf8(read(path, advice)?);
    text.map_err(|_| usage("this is not text (UTF-8)", path.display().to_string(), advice))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_are_read() {
        let message = |path: &str| match read(Path::new(path), "") {
            Err(Outcome::Usage(usage)) => usage.what,
            _ => panic!("{path} can be read"),
        };
        assert_eq!(message("/no/such.c"), "there is no such file");
        assert_eq!(message("/"), "this is a directory");
        assert_eq!(message("/dev/zero"), "this is not a regular file");
        assert!(read(Path::new(env!("CARGO_MANIFEST_PATH")), "").is_ok());
    }
}
