//! The commands, declared once: parsing, help and completion come from this table.

/// A command as help shows it.
pub struct Entry {
    /// The first is the full name.
    pub names: &'static [&'static str],
    pub arguments: &'static str,
    pub about: &'static str,
    pub(crate) verb: Verb,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verb {
    Step,
    Line,
    Next,
    Finish,
    Back,
    Run,
    Goto,
    Choices,
    Break,
    Watch,
    Delete,
    Print,
    WhatIs,
    Display,
    Thread,
    Threads,
    Backtrace,
    Up,
    Down,
    Frame,
    Locals,
    Globals,
    Locks,
    Heap,
    List,
    Diff,
    History,
    Output,
    Where,
    Help,
    Quit,
}

macro_rules! commands {
    ($($verb:ident: $($name:literal)+, $arguments:literal, $about:literal;)*) => {
        pub const COMMANDS: &[Entry] =
            &[$(Entry { names: &[$($name),+], arguments: $arguments, about: $about, verb: Verb::$verb },)*];
    };
}

commands! {
    Step: "step" "s", "[@THREAD[=VALUE]] [COUNT]", "execute a transition: the next on the path, or one of this thread";
    Line: "line" "l", "[@THREAD] [COUNT]", "go on to the next line, into functions that are called";
    Next: "next" "n", "[@THREAD] [COUNT]", "go on to the next line of the same function, or of its caller";
    Finish: "finish" "fin", "[@THREAD]", "go on until the function returns";
    Run: "run" "r" "continue" "c", "[to PLACE | to violation | random SEED | back | @THREAD]", "go on to a breakpoint, a change, or the end";
    Back: "back" "b", "[line | @THREAD] [COUNT]", "go back a transition, a line, or to before this thread's last transition";
    Goto: "goto" "g", "N | start | end | cycle | violation", "go to the state after N transitions of the path";
    Choices: "choices" "choose", "[N]", "list the transitions that are possible, or execute one of them";
    Break: "break", "[PLACE [if EXPRESSION]]", "stop at a line (12, queue.c:12) or a function; without a place, list";
    Watch: "watch" "w", "EXPRESSION", "stop when the value of an expression changes";
    Delete: "delete" "d", "[N]", "delete a breakpoint, or all";
    Print: "print" "p", "[/x] EXPRESSION", "the value of an expression of C: p->next->value, a[i + 1], #2; or a proposition: {count > 0}, waiting";
    WhatIs: "whatis", "EXPRESSION", "the type of an expression";
    Display: "display", "[EXPRESSION | off]", "print an expression after every move";
    Thread: "thread" "t", "N", "look at another thread";
    Threads: "threads", "", "every thread and where it stands";
    Backtrace: "bt" "backtrace", "[all]", "the calls of the thread; with those of libraries: all";
    Up: "up", "[COUNT]", "look at the caller";
    Down: "down", "[COUNT]", "look at the function that was called";
    Frame: "frame" "f", "N", "look at the call that `bt` has under this number";
    Locals: "locals", "", "the variables of the function";
    Globals: "globals", "", "the global variables";
    Locks: "locks", "", "the locks that variables hold, who has them and who waits";
    Heap: "heap", "", "the heap blocks, what they hold and what leads to them";
    List: "list", "[PLACE]", "the source around a place, and the threads in it";
    Diff: "diff", "[N]", "what has changed since the last move, or since step N";
    History: "history" "h", "[COUNT]", "the transitions up to here";
    Output: "output", "", "what the program has printed";
    Where: "where", "", "the position";
    Help: "help" "?", "[COMMAND]", "this list, or one command";
    Quit: "quit" "q" "exit", "", "end";
}

/// The command of a line and what follows it. An unambiguous beginning of a name is enough.
pub(crate) fn split(line: &str) -> Result<Option<(&'static Entry, &str)>, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with("//") || line.starts_with('#') {
        return Ok(None);
    }
    let end = line.find(|c: char| !c.is_ascii_alphabetic() && c != '?').unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    let rest = rest.trim();
    if let Some(entry) = COMMANDS.iter().find(|entry| entry.names.contains(&word)) {
        return Ok(Some((entry, rest)));
    }
    let begins = |entry: &&Entry| !word.is_empty() && entry.names.iter().any(|name| name.starts_with(word));
    let found: Vec<&Entry> = COMMANDS.iter().filter(begins).collect();
    match &found[..] {
        [entry] => Ok(Some((entry, rest))),
        [] => Err(format!("there is no command `{}`; `help` lists them", if word.is_empty() { line } else { word })),
        several => {
            let names: Vec<&str> = several.iter().map(|entry| entry.names[0]).collect();
            Err(format!("`{word}` may be {}", names.join(", ")))
        }
    }
}

/// Who is to move, and how often.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Mover {
    pub thread: Option<u32>,
    /// What it picks.
    pub value: Option<u32>,
    pub count: Option<usize>,
}

pub(crate) fn mover(rest: &str) -> Result<Mover, String> {
    let mut mover = Mover::default();
    for word in rest.split_whitespace() {
        let bad = || format!("`{word}` is neither @THREAD nor a number");
        match word.strip_prefix('@') {
            Some(who) => {
                let (thread, value) = who.split_once('=').map_or((who, None), |(thread, value)| (thread, Some(value)));
                mover.thread = Some(thread.parse().map_err(|_| bad())?);
                mover.value = value.map(str::parse).transpose().map_err(|_| bad())?;
            }
            None => mover.count = Some(word.parse().map_err(|_| bad())?),
        }
    }
    Ok(mover)
}

/// A number, or one if there is none.
pub(crate) fn count(rest: &str) -> Result<usize, String> {
    match rest {
        "" => Ok(1),
        text => text.parse().map_err(|_| format!("`{text}` is not a number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split() {
        let check = |line: &str| match split(line) {
            Ok(Some((entry, rest))) => format!("{:?} {rest}", entry.verb),
            Ok(None) => "nothing".into(),
            Err(error) => error,
        };
        assert_eq!(check(" s 3 "), "Step 3");
        assert_eq!(check("print/x n"), "Print /x n");
        assert_eq!(check("p *p"), "Print *p");
        assert_eq!(check("glob"), "Globals ");
        assert_eq!(check("// a remark"), "nothing");
        assert_eq!(check(""), "nothing");
        assert_eq!(check("lo"), "`lo` may be locals, locks");
        assert_eq!(check("xyz"), "there is no command `xyz`; `help` lists them");
        assert_eq!(check("12"), "there is no command `12`; `help` lists them");
    }

    #[test]
    fn movers_are_read() {
        assert_eq!(mover("@2=1 4"), Ok(Mover { thread: Some(2), value: Some(1), count: Some(4) }));
        assert_eq!(mover(""), Ok(Mover::default()));
        assert!(mover("@x").is_err() && mover("-1").is_err() && mover("@1=y").is_err());
    }

    #[test]
    fn names_are_used_once() {
        let mut names: Vec<&str> = COMMANDS.iter().flat_map(|entry| entry.names).copied().collect();
        names.sort_unstable();
        let before = names.len();
        names.dedup();
        assert_eq!(names.len(), before);
    }
}
