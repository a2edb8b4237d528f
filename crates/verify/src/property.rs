//! `--ltl`, `--invariant`, `--liveness`: from what is written on the command line or in a file to a property
//! of this program.

use std::sync::Arc;

use ir::Program;
use ltl::predicate::{self, Expression};
use ltl::{Algorithm, Automaton, Formula, Mistake};
use machine::{Config, Image, Kind, Reduction, Watched};
use report::Outcome;
use search::Keep;
use search::property::{self, Looks, Property, Proposition};

use crate::args::{self, Fairness, PropertyArgs};
use crate::files;
use crate::output::usage;

/// What is asked, wherever it was written.
#[derive(Default)]
struct Asked {
    ltl: Option<String>,
    automaton: Option<Automaton>,
    /// Of an automaton that was read: its propositions.
    names: Vec<String>,
    propositions: Vec<(String, String)>,
    invariants: Vec<String>,
    fairness: ltl::Fairness,
    algorithm: Algorithm,
    liveness: bool,
}

/// Whoever has misspelt something need not wait for the program to be read.
pub(crate) fn look_over(args: &PropertyArgs) -> Result<(), Outcome> {
    let asked = Asked::read(args)?;
    for text in &asked.invariants {
        predicate::parse(text).map_err(|mistake| wrong(&mistake, text, "--invariant"))?;
    }
    match &asked.ltl {
        Some(text) => ltl::parse(text).map(drop).map_err(|mistake| wrong(&mistake, text, "--ltl")),
        None => Ok(()),
    }
}

/// The property, and the program made ready so that nothing it speaks of goes unseen.
pub(crate) fn ask(args: &PropertyArgs, image: Image) -> Result<(Image, Option<Arc<Property>>), Outcome> {
    let asked = Asked::read(args)?;
    let none = asked.ltl.is_none() && asked.automaton.is_none() && !asked.liveness;
    if none && asked.invariants.is_empty() {
        return match asked.propositions.first() {
            Some((name, _)) => Err(usage(format!("`{name}` is not used: there is no --ltl"), "", "--ltl 'F …'")),
            None => Ok((image, None)),
        };
    }
    let program = Arc::clone(&image.program);
    let property = asked.property(&program, image.config.reduction)?;
    let all = property.propositions.iter().chain(property.invariants.iter().map(|(_, one)| one));
    let (mut looks, mut globals) = (Looks::Globals, Vec::new());
    for (level, mut objects) in all.map(|one| one.looks(&program)) {
        looks = looks.max(level);
        globals.append(&mut objects);
    }
    globals.sort_unstable();
    globals.dedup();
    // Where threads are changes with every instruction.
    let level = if looks == Looks::Threads { Reduction::None } else { Reduction::Full };
    let config = Config {
        reduction: image.config.reduction.min(level),
        watched: Some(Arc::new(Watched { globals, behind: looks > Looks::Globals })),
        ..image.config.clone()
    };
    let image = Image::new(program, config);
    Ok((image, (!args.unasked).then(|| Arc::new(Property { looks, ..property }))))
}

/// All words of what is asked, among them the names of variables. Who cannot read a file says so later.
pub(crate) fn words(args: &PropertyArgs) -> Vec<String> {
    let files = [&args.property, &args.hoa].into_iter().flatten();
    let texts =
        files.filter_map(|file| files::read(file, "").ok()).map(|text| String::from_utf8_lossy(&text).into_owned());
    let all = args.ltl.iter().chain(&args.ap).chain(&args.invariant).cloned().chain(texts);
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let mut words: Vec<String> = all
        .flat_map(|text| text.split(|c| !is_part(c)).map(|word| word.trim_matches(':').to_owned()).collect::<Vec<_>>())
        .filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
        .collect();
    words.sort();
    words.dedup();
    words
}

/// How a property is searched for.
pub(crate) fn options(options: search::Options, property: &Arc<Property>) -> Result<search::Options, Outcome> {
    if options.depth_max.is_some() && matches!(property.algorithm, Algorithm::Ndfs | Algorithm::Cndfs) {
        let what = format!("{} goes on until a cycle is closed and knows no --depth", property.algorithm.name());
        return Err(usage(what, "", "--algorithm components or owcty, which go by distance from the start"));
    }
    Ok(search::Options {
        property: Some(Arc::clone(property)),
        company: false,
        scouts: false,
        livelocks: false,
        rehearsals: 0,
        keep: Keep::States,
        ..options
    })
}

/// What was asked, in words.
pub(crate) fn describe(property: &Property) -> String {
    let fairness = match property.fairness {
        ltl::Fairness::None => "whatever the scheduler does",
        ltl::Fairness::Weak => "under weakly fair scheduling",
        ltl::Fairness::Strong => "under strongly fair scheduling",
    };
    let invariants = property.invariants.iter().map(|(text, _)| format!("`{text}` in every state"));
    let whole = match property.kind {
        Kind::Ltl => Some(format!("`{}` {fairness}", property.text)),
        Kind::NonTermination => Some(format!("every execution ends, {fairness}")),
        _ => None,
    };
    invariants.chain(whole).collect::<Vec<_>>().join("; ")
}

impl Asked {
    fn read(from: &PropertyArgs) -> Result<Asked, Outcome> {
        let mut asked = Asked { liveness: from.liveness, ..Asked::default() };
        if let Some(file) = &from.property {
            let text = String::from_utf8_lossy(&files::read(file, "--property")?).into_owned();
            for (number, line) in text.lines().enumerate() {
                let line = line.trim();
                if line.is_empty() || line.starts_with('#') {
                    continue;
                }
                let place = format!("{}:{}", file.display(), number + 1);
                asked
                    .line(line)
                    .map_err(|what| usage(what, place, "ltl: …, ap NAME: …, invariant: … or fairness: …"))?;
            }
        }
        if let Some(file) = &from.hoa {
            let text = String::from_utf8_lossy(&files::read(file, "--hoa")?).into_owned();
            let read = ltl::hoa::parse(&text);
            let read = read.map_err(|(line, what)| usage(what, format!("{}:{line}", file.display()), ""))?;
            (asked.automaton, asked.names) = (Some(read.automaton), read.propositions);
        }
        if let Some(formula) = &from.ltl {
            if asked.ltl.is_some() {
                return Err(usage("there is a formula in --property already", "--ltl", "joining them with &&"));
            }
            asked.ltl = Some(formula.clone());
        }
        let whole = [asked.ltl.is_some(), asked.automaton.is_some(), asked.liveness];
        if whole.into_iter().filter(|asked| *asked).count() > 1 {
            let what = "a formula, --hoa and --liveness are looked for one at a time";
            return Err(usage(what, "", "one after the other; `F ended` in a formula is what --liveness asks"));
        }
        for definition in &from.ap {
            let (name, expression) = definition
                .split_once('=')
                .ok_or_else(|| usage(format!("`{definition}` has no `=`"), "", "--ap NAME=EXPR"))?;
            asked.propositions.push((name.trim().into(), expression.trim().into()));
        }
        asked.invariants.extend(from.invariant.iter().cloned());
        if let Some(fairness) = from.fairness {
            asked.fairness = match fairness {
                Fairness::None => ltl::Fairness::None,
                Fairness::Weak => ltl::Fairness::Weak,
                Fairness::Strong => ltl::Fairness::Strong,
            };
        }
        asked.algorithm = match from.algorithm {
            None | Some(args::Algorithm::Auto) => Algorithm::Auto,
            Some(args::Algorithm::Components) => Algorithm::Components,
            Some(args::Algorithm::Ndfs) => Algorithm::Ndfs,
            Some(args::Algorithm::Cndfs) => Algorithm::Cndfs,
            Some(args::Algorithm::Owcty) => Algorithm::Owcty,
        };
        if !asked.algorithm.knows(asked.fairness) {
            let what = format!("{} does not know strong fairness", asked.algorithm.name());
            return Err(usage(what, "", "--algorithm components, or --fairness weak"));
        }
        Ok(asked)
    }

    /// A line of a file.
    fn line(&mut self, line: &str) -> Result<(), String> {
        let (what, text) = line.split_once(':').ok_or("what is asked stands before a `:`")?;
        let text = text.trim().to_owned();
        match what.split_whitespace().collect::<Vec<_>>()[..] {
            ["ltl"] if self.ltl.is_some() => return Err("there is another formula already; join them with &&".into()),
            ["ltl"] => self.ltl = Some(text),
            ["ap", name] => self.propositions.push((name.into(), text)),
            ["invariant"] => self.invariants.push(text),
            ["fairness"] => {
                let all = [ltl::Fairness::None, ltl::Fairness::Weak, ltl::Fairness::Strong];
                let named = all.into_iter().find(|fairness| fairness.name() == text);
                self.fairness = named.ok_or_else(|| format!("fairness is none, weak or strong, not `{text}`"))?;
            }
            _ => return Err(format!("nothing is called `{what}`")),
        }
        Ok(())
    }

    fn property(&self, program: &Program, reduction: Reduction) -> Result<Property, Outcome> {
        let invariants = self.invariants.iter().map(|text| {
            let expression = self.expression(text, program).map_err(|mistake| wrong(&mistake, text, "--invariant"))?;
            Ok((text.clone(), expression))
        });
        let mut property = Property {
            kind: Kind::Invariant,
            text: String::new(),
            automaton: Automaton::default(),
            fairness: self.fairness,
            algorithm: self.algorithm,
            propositions: Vec::new(),
            names: Vec::new(),
            invariants: invariants.collect::<Result<_, Outcome>>()?,
            looks: Looks::Globals,
        };
        if self.liveness {
            property.kind = Kind::NonTermination;
            property.propositions.push(Proposition::Ended);
            property.names.push("ended".into());
            property.automaton = automaton(&Formula::globally(Formula::proposition(0).negated()))?;
        }
        if let Some(text) = &self.ltl {
            let parsed = ltl::parse(text).map_err(|mistake| wrong(&mistake, text, "--ltl"))?;
            if parsed.formula.has_next() && reduction > Reduction::None {
                let what = "X speaks of the next step, and reductions leave out steps that cannot matter otherwise";
                return Err(usage(
                    what,
                    "",
                    "F, U or W instead, or --reduction none, where each instruction is a step",
                ));
            }
            for atom in &parsed.atoms {
                let proposition = match atom.is_expression {
                    true => self.expression(&atom.text, program),
                    false => self.named(&atom.text, program),
                };
                let shifted = |mistake: Mistake| Mistake { at: mistake.at + atom.at, ..mistake };
                let proposition = proposition.map_err(|mistake| wrong(&shifted(mistake), text, "--ltl"))?;
                property.propositions.push(proposition);
                property.names.push(atom.text.clone());
            }
            (property.kind, property.text) = (Kind::Ltl, text.clone());
            property.automaton = automaton(&parsed.formula.negated())?;
        }
        if let Some(automaton) = &self.automaton {
            for name in &self.names {
                let proposition = self.named(name, program).or_else(|_| self.expression(name, program));
                property.propositions.push(proposition.map_err(|mistake| wrong(&mistake, name, "--hoa"))?);
                property.names.push(name.clone());
            }
            if reduction > Reduction::None && !automaton.ignores_stuttering() {
                let what = "the automaton may tell how long a state stays as it is, as X would, and reductions leave \
                            out steps that cannot matter otherwise";
                return Err(usage(what, "", "--reduction none, where each instruction is a step"));
            }
            (property.kind, property.text) = (Kind::Ltl, "the automaton of --hoa accepts nothing".into());
            property.automaton = automaton.clone();
        }
        Ok(property)
    }

    /// What a name in a formula means.
    fn named(&self, name: &str, program: &Program) -> Result<Proposition, Mistake> {
        if let Some((_, expression)) = self.propositions.iter().find(|(defined, _)| defined == name) {
            let read = self.expression(expression, program);
            return read.map_err(|mistake| Mistake::new(format!("in --ap {name}: {}", mistake.shown(expression)), 0));
        }
        let marks = property::marks(program, name);
        if !marks.is_empty() {
            return Ok(Proposition::Mark(marks));
        }
        if name == "ended" {
            return Ok(Proposition::Ended);
        }
        self.expression(name, program)
    }

    /// An expression whose names all exist.
    fn expression(&self, text: &str, program: &Program) -> Result<Proposition, Mistake> {
        let expression: Expression = predicate::parse(text)?;
        for (name, at, is_function) in predicate::names(&expression) {
            let known = match is_function {
                true => property::has_function(program, &name),
                false => property::global(program, &name).is_some() || property::enumerator(program, &name).is_some(),
            };
            if !known {
                let candidates: Vec<String> = match is_function {
                    true => program.functions.iter().filter(|f| !f.library).map(|f| f.display_name.clone()).collect(),
                    false => {
                        let own = self.propositions.iter().map(|(name, _)| name.clone());
                        property::known_names(program).into_iter().chain(own).collect()
                    }
                };
                if !is_function && program.thread_locals.iter().any(|own| ir::source_name(&own.name) == name) {
                    let what =
                        format!("every thread has one of its own that is called `{name}`, which has no name here");
                    return Err(Mistake::new(what, at));
                }
                let what = if is_function { "function" } else { "variable or proposition" };
                let hint = nearest(&name, &candidates).map_or(String::new(), |near| format!("; there is `{near}`"));
                return Err(Mistake::new(format!("no {what} is called `{name}`{hint}"), at));
            }
        }
        if let Some((name, at, members)) = property::unknown_member(&expression, program) {
            let hint = match members.is_empty() {
                true => "; it is no struct".into(),
                false => format!("; there is {}", members.join(", ")),
            };
            return Err(Mistake::new(format!("no member is called `{name}`{hint}"), at));
        }
        Ok(Proposition::Expression(Arc::new(expression)))
    }
}

fn automaton(formula: &Formula) -> Result<Automaton, Outcome> {
    Automaton::of(formula)
        .map_err(|_| usage("the automaton of the formula would be too large", "", "a shorter formula"))
}

fn wrong(mistake: &Mistake, text: &str, option: &str) -> Outcome {
    usage(format!("in {option}: {}", mistake.shown(text)), "", "docs/temporal.md")
}

/// The name that differs least, if any is near.
fn nearest<'n>(name: &str, candidates: &'n [String]) -> Option<&'n str> {
    let near = candidates.iter().map(|candidate| (distance(name, candidate), candidate.as_str()));
    near.filter(|(distance, candidate)| *distance <= candidate.len().max(name.len()) / 3 + 1)
        .min()
        .map(|(_, near)| near)
}

/// How many characters have to be added, dropped or changed.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = corner + usize::from(x != *y);
            corner = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}
