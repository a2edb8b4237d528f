//! The text of source lines, read when first asked for. A file that is not there any more is no
//! trouble: its lines have no text.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use ir::SourceFile;

/// Larger files are not shown.
const FILE_BYTES_MAX: u64 = 16 << 20;

/// Longer lines are cut.
const LINE_CHARS_MAX: usize = 200;

/// Finds and keeps source files.
pub(crate) struct Sources {
    /// Directories below which sources are, and in which they are looked for if they are not where the
    /// compiler saw them.
    roots: Vec<PathBuf>,
    files: HashMap<PathBuf, Option<Vec<String>>>,
}

impl Sources {
    pub(crate) fn new(roots: Vec<PathBuf>) -> Sources {
        Sources { roots, files: HashMap::new() }
    }

    /// The text of a line (the first is 1), without the white space around it.
    pub(crate) fn line(&mut self, file: &SourceFile, line: u32) -> Option<String> {
        self.raw_line(file, line).map(|text| text.trim().to_string()).filter(|text| !text.is_empty())
    }

    /// The same with the white space around it; empty lines, too.
    pub(crate) fn raw_line(&mut self, file: &SourceFile, line: u32) -> Option<String> {
        let path = Path::new(&file.directory).join(&file.name);
        let roots = &self.roots;
        let lines = self
            .files
            .entry(path)
            .or_insert_with_key(|path| Some(source_text(path, &file.name, roots)?.lines().map(String::from).collect()));
        let index = usize::try_from(line.checked_sub(1)?).ok()?;
        let text = lines.as_ref()?.get(index)?.trim_end();
        let indent = text.len() - text.trim_start().len();
        Some(text.chars().take(indent + LINE_CHARS_MAX).collect())
    }
}

/// How a file is named in reports: as the compiler named it.
pub(crate) fn display_name(file: &SourceFile) -> String {
    file.name.clone()
}

/// The text of a source file that the compiler saw at `path` and called `name`: there, or by its name below
/// the roots. Debug information may name any file that there is, so nothing is read that is not below a root.
pub fn source_text(path: &Path, name: &str, roots: &[PathBuf]) -> Option<String> {
    let base = Path::new(name).file_name();
    let elsewhere = roots.iter().flat_map(|root| {
        let named = root.join(name);
        [Some(named), base.map(|base| root.join(base))]
    });
    let roots: Vec<PathBuf> = roots.iter().filter_map(|root| place(root).canonicalize().ok()).collect();
    let mut places = std::iter::once(path.to_path_buf()).chain(elsewhere.flatten());
    places.find_map(|place| read(&place.canonicalize().ok()?, &roots))
}

/// The directory of a file that is named without one is called nothing.
fn place(root: &Path) -> &Path {
    if root.as_os_str().is_empty() { Path::new(".") } else { root }
}

fn read(path: &Path, roots: &[PathBuf]) -> Option<String> {
    let meant = roots.iter().any(|root| path.starts_with(root));
    // Some files are larger than they say.
    let mut bytes = Vec::new();
    if !meant || !path.metadata().ok()?.is_file() {
        return None;
    }
    File::open(path).ok()?.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= FILE_BYTES_MAX).then(|| String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(directory: &str, name: &str, line: u32, expected: Option<&str>) {
        let root = tempfile::tempdir().expect("a directory");
        std::fs::write(root.path().join("a.c"), "int x;\n\n  int y;  \n").expect("written");
        let file = SourceFile {
            directory: directory.replace("ROOT", &root.path().to_string_lossy()),
            name: name.replace("ROOT", &root.path().to_string_lossy()),
        };
        let mut sources = Sources::new(vec![root.path().into()]);
        assert_eq!(sources.line(&file, line).as_deref(), expected);
    }

    #[test]
    fn lines_are_found() {
        check("ROOT", "a.c", 1, Some("int x;"));
        check("ROOT", "a.c", 3, Some("int y;"));
        check("", "ROOT/a.c", 3, Some("int y;"));
        check("/gone", "a.c", 1, Some("int x;"));
        check("/gone", "src/a.c", 1, Some("int x;"));
        check("/gone", "/gone/src/a.c", 1, Some("int x;"));
    }

    #[test]
    fn what_is_not_below_the_roots_is_not_read() {
        check("/proc/self", "status", 1, None);
        check("ROOT", "/etc/passwd", 1, None);
        check("ROOT", "../../../../../../../../etc/passwd", 1, None);
        check("/dev", "zero", 1, None);
    }

    #[test]
    fn links_that_lead_out_are_not_followed() {
        let root = tempfile::tempdir().expect("a directory");
        std::os::unix::fs::symlink("/etc/passwd", root.path().join("a.c")).expect("a link");
        std::os::unix::fs::symlink("/etc", root.path().join("sub")).expect("a link");
        let roots = [root.path().to_path_buf()];
        for name in ["a.c", "sub/passwd"] {
            assert_eq!(source_text(&root.path().join(name), name, &roots), None, "{name}");
        }
    }

    #[test]
    fn missing_lines_and_files_have_no_text() {
        check("ROOT", "a.c", 2, None);
        check("ROOT", "a.c", 0, None);
        check("ROOT", "a.c", 99, None);
        check("ROOT", "b.c", 1, None);
        check("ROOT", "", 1, None);
    }
}
