//! The comments themselves:
//!
//!     /* posix: sleep usleep
//!      * explored: wakes at its deadline, or at any time later.
//!      * left out: …
//!      * faults: eintr
//!      * accesses: …
//!      * tests: time/sleeps.c time/sleeps_ok.c races:nanosleep */
//!
//! `explored` and `tests` must be there. A field goes on until the next one begins.

const OPENING: &str = "/* posix:";
const FIELDS: &[&str] = &["explored:", "left out:", "faults:", "accesses:", "tests:"];
/// What stands in the page where a comment says nothing.
const NOTHING: &str = "–";

/// One comment, which is one row of the page.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Comment {
    pub line: usize,
    pub functions: Vec<String>,
    pub explored: String,
    pub left_out: String,
    pub faults: String,
    pub accesses: String,
    pub tests: Vec<String>,
}

impl Comment {
    pub(super) fn is_for(&self, function: &str) -> bool {
        self.functions.iter().any(|name| name == function)
    }
}

/// All comments of a file, and what is wrong with others, each with its line in front.
pub(super) fn parse(text: &str) -> (Vec<Comment>, Vec<String>) {
    let mut comments = Vec::new();
    let mut wrong = Vec::new();
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        let Some(first) = line.trim_start().strip_prefix(OPENING) else {
            continue;
        };
        let mut body = vec![first];
        while !body.last().is_some_and(|last| last.contains("*/")) {
            let Some((next, _)) = lines.next() else {
                break;
            };
            body.push(next);
        }
        match comment(number, &body) {
            Ok(comment) => comments.push(comment),
            Err(words) => wrong.push(format!("{number}: {words}")),
        }
    }
    (comments, wrong)
}

fn comment(line: usize, body: &[&str]) -> Result<Comment, String> {
    let mut functions = String::new();
    let mut fields: [Option<String>; 5] = Default::default();
    let mut current = None;
    for part in body {
        let words = part.trim().trim_end_matches("*/").trim_start_matches('*').trim();
        let begun = FIELDS.iter().position(|field| words.starts_with(field));
        let words = match begun {
            Some(index) => {
                if fields[index].replace(String::new()).is_some() {
                    return Err(format!("`{}` is given twice", FIELDS[index]));
                }
                current = begun;
                words[FIELDS[index].len()..].trim()
            }
            None => words,
        };
        let target = match current {
            Some(index) => fields[index].get_or_insert_default(),
            None => &mut functions,
        };
        if !target.is_empty() && !words.is_empty() {
            target.push(' ');
        }
        target.push_str(words);
    }
    let [explored, left_out, faults, accesses, tests] = fields;
    let split = |words: &str| words.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let optional = |field: Option<String>| field.filter(|words| !words.is_empty()).unwrap_or_else(|| NOTHING.into());
    let comment = Comment {
        line,
        functions: split(&functions),
        explored: explored.unwrap_or_default(),
        left_out: optional(left_out),
        faults: optional(faults),
        accesses: optional(accesses),
        tests: split(&tests.unwrap_or_default()),
    };
    if comment.functions.is_empty() {
        return Err("no function is named".into());
    }
    if comment.explored.is_empty() || comment.tests.is_empty() {
        return Err("`explored:` and `tests:` are needed".into());
    }
    if body.iter().any(|part| part.contains('|')) {
        return Err("`|` would end a cell of the table".into());
    }
    Ok(comment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_may_take_several_lines() {
        let text =
            "int x;\n/* posix: f g\n * explored: one\n *   two.\n * faults: eintr\n * tests: a/b.c\n * races:f */\n";
        let (found, wrong) = parse(text);
        assert!(wrong.is_empty(), "{wrong:?}");
        let expected = Comment {
            line: 2,
            functions: vec!["f".into(), "g".into()],
            explored: "one two.".into(),
            left_out: NOTHING.into(),
            faults: "eintr".into(),
            accesses: NOTHING.into(),
            tests: vec!["a/b.c".into(), "races:f".into()],
        };
        assert_eq!(found, [expected]);
    }

    fn check_wrong(text: &str, part: &str) {
        let (_, wrong) = parse(text);
        assert!(wrong.len() == 1 && wrong[0].contains(part), "{wrong:?}");
    }

    #[test]
    fn what_is_missing_is_named() {
        check_wrong("/* posix: f\n * tests: a */", "1: `explored:`");
        check_wrong("\n/* posix: f\n * explored: a */", "2: `explored:`");
        check_wrong("/* posix:\n * explored: a\n * tests: b */", "no function");
        check_wrong("/* posix: f\n * explored: a\n * explored: b\n * tests: b */", "twice");
        check_wrong("/* posix: f\n * explored: a | b\n * tests: b */", "cell");
        check_wrong("/* posix: f\n * explored: never ends", "needed");
    }
}
