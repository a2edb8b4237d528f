//! What came of tests, counted and told.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub passed: usize,
    pub failed: usize,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

/// A test that went wrong, with everything needed to see it again.
#[derive(Debug)]
pub(crate) struct Failure {
    pub test: String,
    pub command: String,
    pub expected: String,
    pub actual: String,
}

/// Prints in one go, since several programs run at once. What failed the same
/// way in several configurations is told once, with the first command.
pub(crate) fn print(failures: &[Failure]) {
    let indented = |text: &str| text.trim_end().replace('\n', "\n            ");
    let mut text = String::new();
    let mut told: Vec<&Failure> = Vec::new();
    for failure in failures {
        let same = |other: &Failure| failure.expected == other.expected && failure.actual == other.actual;
        if told.iter().any(|other| same(other)) {
            continue;
        }
        let tests: Vec<&str> = failures.iter().filter(|other| same(other)).map(|other| other.test.as_str()).collect();
        text += &format!("FAILED {}\n", tests.join("\n       "));
        text += &format!("  run       {}\n", failure.command);
        text += &format!("  expected  {}\n", indented(&failure.expected));
        text += &format!("  actual    {}\n\n", indented(&failure.actual));
        told.push(failure);
    }
    print!("{text}");
}

/// What came of one program.
#[derive(Default)]
pub(crate) struct Report {
    pub passed: usize,
    pub failures: Vec<Failure>,
}

impl Report {
    pub(crate) fn take(&mut self, result: Result<(), Failure>) {
        match result {
            Ok(()) => self.passed += 1,
            Err(failure) => self.failures.push(failure),
        }
    }

    pub(crate) fn add(&mut self, mut other: Report) {
        self.passed += other.passed;
        self.failures.append(&mut other.failures);
    }
}

/// The lines around the first difference, old and new.
pub(crate) fn diff(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail_max = old.len().min(new.len()) - same;
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count().min(tail_max);
    let mut out = vec![format!("@@ line {} @@", same + 1)];
    out.extend(old[same.saturating_sub(2)..same].iter().map(|line| format!("  {line}")));
    out.extend(old[same..old.len() - tail].iter().take(12).map(|line| format!("- {line}")));
    out.extend(new[same..new.len() - tail].iter().take(12).map(|line| format!("+ {line}")));
    out.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_shows_what_changed() {
        assert_eq!(diff("a\nb\nc\nd\n", "a\nb\nX\nd\n"), "@@ line 3 @@\n  a\n  b\n- c\n+ X");
        assert_eq!(diff("a\n", "a\nb\n"), "@@ line 2 @@\n  a\n+ b");
        assert_eq!(diff("a\na\n", "a\n"), "@@ line 2 @@\n  a\n- a");
    }
}
