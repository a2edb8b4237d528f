//! Reads automata in the Hanoi omega-automata format, version 1.
//!
//! Understood are Büchi and generalised Büchi acceptance (and acceptance by all), marks on states or edges,
//! labels on states or edges, several starts. Not understood, and refused by name: other acceptance
//! conditions, aliases, alternation, implicit labels.

use crate::automaton::{Automaton, Edge, Label, MARKS_MAX, Marks};
use crate::{Letter, PROPOSITIONS_MAX};

/// An automaton and the names of its propositions, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    pub automaton: Automaton,
    pub propositions: Vec<String>,
}

/// The line, and what is wrong there.
type Wrong = (usize, String);

/// States of an automaton, at most.
const STATES_MAX: usize = 1 << 16;
/// Conjunctions that one label may be a disjunction of.
const LABELS_MAX: usize = 1 << 10;
/// Parentheses and negations within each other in a label.
const DEPTH_MAX: u32 = 100;

pub fn parse(text: &str) -> Result<Read, Wrong> {
    let mut reader = Reader { automaton: Automaton::default(), propositions: Vec::new(), acceptance: false };
    let mut state = None;
    let mut body = false;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        let at = |what: String| (number + 1, what);
        match line {
            "" => {}
            "--BODY--" => {
                body = true;
                reader.check().map_err(at)?;
            }
            "--END--" => return reader.finish().map_err(at),
            "--ABORT--" => return Err(at("the automaton was given up by who wrote it".into())),
            line if !body => reader.header(line).map_err(at)?,
            line => match line.strip_prefix("State:") {
                Some(rest) => state = Some(reader.state(rest).map_err(at)?),
                None => {
                    let state = state.as_ref().ok_or_else(|| at("an edge before the first `State:`".into()))?;
                    reader.edge(state, line).map_err(at)?;
                }
            },
        }
    }
    Err((text.lines().count(), "`--END--` is missing".into()))
}

/// The state whose edges follow.
struct Current {
    number: usize,
    /// If its label stands at the state.
    labels: Option<Vec<Label>>,
    marks: Marks,
}

struct Reader {
    automaton: Automaton,
    propositions: Vec<String>,
    /// The acceptance condition was told.
    acceptance: bool,
}

impl Reader {
    fn header(&mut self, line: &str) -> Result<(), String> {
        let (name, rest) = line.split_once(':').ok_or("a header has a `:`")?;
        let rest = rest.trim();
        match name.trim() {
            "HOA" if rest != "v1" => return Err(format!("version `{rest}` is not understood; v1 is")),
            "States" => {
                let states = number(rest)?;
                if states > STATES_MAX {
                    return Err(format!("more than {STATES_MAX} states"));
                }
                self.automaton.edges = vec![Vec::new(); states];
            }
            "Start" if rest.contains('&') => return Err("alternation is not understood".into()),
            "Start" => self.automaton.starts.push(number(rest)?),
            "AP" => {
                self.propositions = rest.split('"').skip(1).step_by(2).map(str::to_owned).collect();
                if self.propositions.len() > PROPOSITIONS_MAX {
                    return Err(format!("more than {PROPOSITIONS_MAX} propositions"));
                }
            }
            "Acceptance" => {
                let (marks, condition) = rest.split_once(char::is_whitespace).unwrap_or((rest, "t"));
                let marks = number(marks)?;
                if marks > MARKS_MAX {
                    return Err(format!("more than {MARKS_MAX} acceptance sets"));
                }
                let wanted: Vec<String> = (0..marks).map(|mark| format!("Inf({mark})")).collect();
                let mut parts: Vec<String> =
                    condition.split('&').map(|part| part.replace([' ', '(', ')'], "")).collect();
                parts.sort();
                let mut plain: Vec<String> = wanted.iter().map(|part| part.replace(['(', ')'], "")).collect();
                plain.sort();
                if parts != plain && !(marks == 0 && condition.trim() == "t") {
                    return Err(format!(
                        "the acceptance condition `{condition}` is not understood; Büchi and its generalisation are"
                    ));
                }
                self.automaton.marks = marks;
                self.acceptance = true;
            }
            "Alias" => return Err("aliases are not understood".into()),
            _ => {}
        }
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        match self.acceptance {
            true => Ok(()),
            false => Err("`Acceptance:` is missing".into()),
        }
    }

    fn state(&mut self, rest: &str) -> Result<Current, String> {
        let (labels, rest) = self.label(rest.trim())?;
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number = number(&rest[..end])?;
        if number >= STATES_MAX {
            return Err(format!("more than {STATES_MAX} states"));
        }
        if number >= self.automaton.edges.len() {
            self.automaton.edges.resize(number + 1, Vec::new());
        }
        Ok(Current { number, labels, marks: self.marks(rest)? })
    }

    fn edge(&mut self, state: &Current, line: &str) -> Result<(), String> {
        let (labels, rest) = self.label(line)?;
        let labels = labels
            .or_else(|| state.labels.clone())
            .ok_or("an edge without a label (implicit labels are not understood)")?;
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (to, marks) = (number(&rest[..end])?, state.marks | self.marks(rest)?);
        if rest[end..].trim_start().starts_with('&') {
            return Err("alternation is not understood".into());
        }
        self.automaton.edges[state.number].extend(labels.into_iter().map(|label| Edge { label, marks, to }));
        Ok(())
    }

    /// What stands in braces.
    fn marks(&self, text: &str) -> Result<Marks, String> {
        let Some((_, inside)) = text.split_once('{') else { return Ok(0) };
        let inside = inside.split('}').next().unwrap_or("");
        inside.split_whitespace().try_fold(0, |all, mark| match number(mark)? {
            mark if mark < self.automaton.marks => Ok(all | 1 << mark),
            mark => Err(format!("there is no acceptance set {mark}")),
        })
    }

    /// A label in brackets, as a disjunction, and what stands behind it.
    fn label<'t>(&self, text: &'t str) -> Result<(Option<Vec<Label>>, &'t str), String> {
        let Some(rest) = text.strip_prefix('[') else { return Ok((None, text)) };
        let (inside, rest) = rest.split_once(']').ok_or("a `[` that is not closed")?;
        let mut parser = Labels { text: inside.as_bytes(), at: 0, count: self.propositions.len(), depth: 0 };
        let labels = parser.or()?;
        parser.skip();
        match parser.at == parser.text.len() {
            true => Ok((Some(labels), rest.trim())),
            false => Err(format!("the label `{inside}` is not understood")),
        }
    }

    fn finish(mut self) -> Result<Read, String> {
        let states = self.automaton.states();
        let edges = self.automaton.edges.iter().flatten().map(|edge| edge.to);
        if let Some(missing) = edges.chain(self.automaton.starts.iter().copied()).find(|to| *to >= states) {
            return Err(format!("there is no state {missing}"));
        }
        self.automaton.reduce();
        Ok(Read { automaton: self.automaton, propositions: self.propositions })
    }
}

fn number(text: &str) -> Result<usize, String> {
    text.trim().parse().map_err(|_| format!("`{}` is no number", text.trim()))
}

/// Labels as disjunctions of conjunctions.
struct Labels<'t> {
    text: &'t [u8],
    at: usize,
    count: usize,
    depth: u32,
}

impl Labels<'_> {
    fn skip(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn take(&mut self, wanted: u8) -> bool {
        self.skip();
        let found = self.text.get(self.at) == Some(&wanted);
        self.at += usize::from(found);
        found
    }

    fn or(&mut self) -> Result<Vec<Label>, String> {
        let mut all = self.and()?;
        while self.take(b'|') {
            all.append(&mut self.and()?);
            bound(&all)?;
        }
        Ok(all)
    }

    fn and(&mut self) -> Result<Vec<Label>, String> {
        let mut all = self.atom()?;
        while self.take(b'&') {
            all = join(&all, &self.atom()?)?;
        }
        Ok(all)
    }

    fn atom(&mut self) -> Result<Vec<Label>, String> {
        if self.depth == DEPTH_MAX {
            return Err("a label that is nested too deeply".into());
        }
        self.depth += 1;
        let all = self.nested();
        self.depth -= 1;
        all
    }

    fn nested(&mut self) -> Result<Vec<Label>, String> {
        if self.take(b'!') {
            let mut all = vec![Label::default()];
            for label in self.atom()? {
                // Not (a and not b) is: not a, or b.
                let bits = (0..PROPOSITIONS_MAX).map(|i| 1 << i);
                let holding = bits.clone().filter(|bit: &Letter| label.holding & bit != 0);
                let failing = bits.filter(|bit: &Letter| label.failing & bit != 0);
                let holding = holding.map(|failing| Label { failing, holding: 0 });
                let opposite: Vec<Label> =
                    holding.chain(failing.map(|holding| Label { holding, failing: 0 })).collect();
                all = join(&all, &opposite)?;
            }
            return Ok(all);
        }
        if self.take(b'(') {
            let inner = self.or()?;
            return if self.take(b')') { Ok(inner) } else { Err("a `(` that is not closed".into()) };
        }
        if self.take(b't') {
            return Ok(vec![Label::default()]);
        }
        if self.take(b'f') {
            return Ok(Vec::new());
        }
        self.skip();
        let digits = self.text[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let text = std::str::from_utf8(&self.text[self.at..self.at + digits]).unwrap_or("");
        self.at += digits;
        match number(text)? {
            index if index < self.count => Ok(vec![Label { holding: 1 << index, failing: 0 }]),
            index => Err(format!("there is no proposition {index}")),
        }
    }
}

fn join(a: &[Label], b: &[Label]) -> Result<Vec<Label>, String> {
    let both = |a: &Label, b: &Label| Label { holding: a.holding | b.holding, failing: a.failing | b.failing };
    let all: Vec<Label> = a.iter().flat_map(|a| b.iter().map(move |b| both(a, b))).filter(|l| !l.is_empty()).collect();
    bound(&all)?;
    Ok(all)
}

fn bound(labels: &[Label]) -> Result<(), String> {
    match labels.len() > LABELS_MAX {
        true => Err(format!("a label of more than {LABELS_MAX} conjunctions")),
        false => Ok(()),
    }
}
