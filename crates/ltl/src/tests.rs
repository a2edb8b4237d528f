//! Automata and searches against the meaning of formulas spelt out, on random ones.

use splitmix::SplitMix;

use crate::Letter;
use crate::Nested;
use crate::automaton::Automaton;
use crate::emptiness::{Fairness, Lasso, find};
use crate::formula::Formula;
use crate::graph::{Explicit, Move, Threads};
use crate::lasso::holds;
use crate::owcty::{self, Crew};
use crate::parser::parse;

const PROPOSITIONS: usize = 3;

fn random_formula(random: &mut SplitMix, size: usize) -> Formula {
    if size <= 1 {
        let literal = Formula::proposition(random.below(PROPOSITIONS));
        return match random.below(8) {
            0 => Formula::True,
            1..=3 => literal.negated(),
            _ => literal,
        };
    }
    let left = 1 + random.below(size - 1);
    let mut of = |size: usize| random_formula(random, size);
    let (a, b) = (of(left), of(size - left));
    match random.below(9) {
        0 => Formula::and(a, b),
        1 => Formula::or(a, b),
        2 => Formula::next(a),
        3 => Formula::until(a, b),
        4 => Formula::release(a, b),
        5 => Formula::finally(a),
        6 => Formula::globally(a),
        7 => Formula::or(a.negated(), b),
        _ => Formula::until(Formula::finally(a), b),
    }
}

fn chain(letters: &[Letter], cycle: usize) -> Explicit {
    let mut graph = Explicit::default();
    for _ in letters {
        graph.add_state();
    }
    for (state, letter) in letters.iter().enumerate() {
        let to = if state + 1 == letters.len() { letters.len() - cycle } else { state + 1 };
        let by = Move { thread: Some(0), choice: 0, to: to as u32 };
        graph.expand(state as u32, *letter, 1, [by].into_iter());
    }
    graph
}

#[test]
fn an_automaton_accepts_what_its_formula_says() {
    let mut random = SplitMix::new(1);
    for round in 0..4000 {
        let size = 1 + random.below(6);
        let formula = random_formula(&mut random, size);
        let automaton = Automaton::of(&formula).unwrap();
        for _ in 0..8 {
            let length = 1 + random.below(6);
            let letters: Vec<Letter> = (0..length).map(|_| random.below(1 << PROPOSITIONS) as Letter).collect();
            let cycle = 1 + random.below(length);
            let graph = chain(&letters, cycle);
            let accepted = find(&graph, &automaton, Fairness::None).is_some();
            let expected = holds(&formula, &letters, cycle);
            assert_eq!(accepted, expected, "round {round}: {formula} on {letters:?}, cycle {cycle}\n{automaton:?}");
        }
    }
}

#[test]
fn simplifying_changes_no_meaning() {
    let mut random = SplitMix::new(2);
    for _ in 0..4000 {
        let size = 1 + random.below(7);
        let formula = random_formula(&mut random, size);
        let length = 1 + random.below(5);
        let letters: Vec<Letter> = (0..length).map(|_| random.below(1 << PROPOSITIONS) as Letter).collect();
        let cycle = 1 + random.below(length);
        let now = holds(&formula, &letters, cycle);
        assert_eq!(holds(&formula.negated(), &letters, cycle), !now, "{formula}");
        let spelt = formula.to_string().replace('p', "q");
        let again = parse(&spelt).unwrap();
        // Propositions are numbered as they come, so letters have to be put in that order.
        let number = |atom: &crate::parser::Atom| atom.text[1..].parse::<usize>().unwrap();
        let moved = |letter: &Letter| {
            let bits = again.atoms.iter().enumerate().map(|(i, atom)| (letter >> number(atom) & 1) << i);
            bits.fold(0, |all, bit| all | bit)
        };
        let moved: Vec<Letter> = letters.iter().map(moved).collect();
        assert_eq!(holds(&again.formula, &moved, cycle), now, "{formula} read again as {}", again.formula);
    }
}

/// A formula as it is written, and what the constructors make of it.
fn random_pair(random: &mut SplitMix, size: usize) -> (Formula, Formula) {
    if size <= 1 {
        let literal = random_formula(random, 1);
        return (literal.clone(), literal);
    }
    let left = 1 + random.below(size - 1);
    let ((a, x), (b, y)) = (random_pair(random, left), random_pair(random, size - left));
    let (a, b) = (std::rc::Rc::new(a), std::rc::Rc::new(b));
    match random.below(10) {
        0 | 1 => (Formula::And(a, b), Formula::and(x, y)),
        2 | 3 => (Formula::Or(a, b), Formula::or(x, y)),
        4 => (Formula::Next(a), Formula::next(x)),
        5 => (Formula::Until(a, b), Formula::until(x, y)),
        6 => (Formula::Release(a, b), Formula::release(x, y)),
        7 | 8 => (Formula::Until(Formula::True.into(), a), Formula::finally(x)),
        _ => (Formula::Release(Formula::False.into(), a), Formula::globally(x)),
    }
}

/// Constructors simplify, so what they make is held against what was written.
#[test]
fn constructors_keep_the_meaning() {
    let mut random = SplitMix::new(8);
    for _ in 0..20_000 {
        let size = 2 + random.below(9);
        let (written, made) = random_pair(&mut random, size);
        for _ in 0..4 {
            let length = 1 + random.below(5);
            let letters: Vec<Letter> = (0..length).map(|_| random.below(1 << PROPOSITIONS) as Letter).collect();
            let cycle = 1 + random.below(length);
            let both = [&written, &made].map(|formula| holds(formula, &letters, cycle));
            assert_eq!(both[0], both[1], "{written} became {made}: {letters:?}, cycle {cycle}");
        }
    }
}

/// What is presumed of an environment is long, and takes part in no tableau.
#[test]
fn much_fairness_is_translated_soon() {
    let join = |how: &str, what: &dyn Fn(usize) -> String| (0..20).map(what).collect::<Vec<_>>().join(how);
    let again = |i: usize| format!("G F p{i}");
    let at_last = |i: usize| format!("F G p{i}");
    let formulas = [
        (join(" || ", &again), 2),
        (join(" && ", &again), 21),
        (join(" || ", &at_last), 1),
        (join(" && ", &at_last), 1),
        (format!("({}) -> G F q", join(" && ", &again)), 2),
        (format!("({}) -> G(r -> F s)", join(" && ", &again)), 2),
        (format!("({}) -> G F q", join(" && ", &|i| format!("G F (p{i} || r{})", i % 3))), 2),
        (format!("({}) -> F G q", join(" && ", &at_last)), 2),
        (format!("G F (a && F (b && F ({})))", join(" || ", &|i| format!("p{i}"))), 4),
    ];
    for (text, states) in formulas {
        let automaton = Automaton::of(&parse(&text).unwrap().formula.negated()).unwrap();
        assert!(automaton.states() <= states, "{text}: {} states", automaton.states());
    }
}

/// An automaton that was found to ignore how long letters stay does; and those of formulas without X mostly are.
#[test]
fn stuttering_is_ignored_or_not() {
    let mut random = SplitMix::new(9);
    let (mut ignored, mut all) = (0, 0);
    for _ in 0..3000 {
        let size = 1 + random.below(5);
        let formula = random_formula(&mut random, size);
        let automaton = Automaton::of(&formula).unwrap();
        if !automaton.of_letters.is_empty() {
            continue;
        }
        all += usize::from(!formula.has_next());
        if !automaton.ignores_stuttering() {
            continue;
        }
        ignored += usize::from(!formula.has_next());
        for _ in 0..8 {
            let length = 1 + random.below(5);
            let letters: Vec<Letter> = (0..length).map(|_| random.below(1 << PROPOSITIONS) as Letter).collect();
            let cycle = 1 + random.below(length);
            let again = |letter: &Letter| vec![*letter; 1 + random.below(3)];
            let begin = letters[..length - cycle].iter().flat_map(again).collect::<Vec<_>>();
            let again = |letter: &Letter| vec![*letter; 1 + random.below(3)];
            let round = letters[length - cycle..].iter().flat_map(again).collect::<Vec<_>>();
            let longer = [begin, round.clone()].concat();
            let both = [holds(&formula, &letters, cycle), holds(&formula, &longer, round.len())];
            assert_eq!(both[0], both[1], "{formula} on {letters:?} and {longer:?}");
        }
    }
    assert!(ignored * 10 > all * 8, "{ignored} of {all}");
}

fn random_graph(random: &mut SplitMix) -> Explicit {
    let states = 1 + random.below(4);
    let mut graph = Explicit::default();
    for _ in 0..states {
        graph.add_state();
    }
    for state in 0..states {
        let letter = random.below(1 << PROPOSITIONS) as Letter;
        let moves: Vec<Move> = (0..random.below(4))
            .map(|choice| Move {
                thread: Some(random.below(3) as u8),
                choice: choice as u32,
                to: random.below(states) as u32,
            })
            .collect();
        // Who acts can act; others may be able to and be given up in the attempt.
        let acting = moves.iter().fold(0, |set: Threads, by| set | 1 << by.thread.unwrap());
        let more = if random.below(4) == 0 { 1 << random.below(3) } else { 0 };
        graph.expand(state as u32, letter, acting | more, moves.into_iter());
    }
    graph
}

fn is_fair(graph: &Explicit, cycle: &[(u32, usize)], fairness: Fairness) -> bool {
    (0..3).all(|thread: u8| {
        let acts = cycle.iter().any(|(state, nth)| graph.nth_move(*state, *nth).thread == Some(thread));
        let able = |(state, _): &(u32, usize)| graph.runnable(*state) >> thread & 1 != 0;
        match fairness {
            Fairness::None => true,
            Fairness::Weak => acts || !cycle.iter().all(able),
            Fairness::Strong => acts || !cycle.iter().any(able),
        }
    })
}

fn letters(graph: &Explicit, lasso: &Lasso) -> Vec<Letter> {
    lasso.prefix.iter().chain(&lasso.cycle).map(|(state, _)| graph.letter(*state)).collect()
}

/// Every way of up to so many moves that comes back to a state it has been in.
fn lassos(graph: &Explicit, way: &mut Vec<(u32, usize)>, here: u32, left: usize, visit: &mut dyn FnMut(Lasso)) {
    for from in 0..way.len() {
        if way[from].0 == here {
            visit(Lasso { prefix: way[..from].to_vec(), cycle: way[from..].to_vec() });
        }
    }
    if left == 0 {
        return;
    }
    for nth in 0..graph.move_count(here) {
        way.push((here, nth));
        lassos(graph, way, graph.nth_move(here, nth).to, left - 1, visit);
        way.pop();
    }
}

#[test]
fn a_search_agrees_with_brute_force() {
    let mut random = SplitMix::new(3);
    let (mut found_some, mut found_none) = (0, 0);
    for round in 0..1500 {
        let graph = random_graph(&mut random);
        let size = 1 + random.below(5);
        let formula = random_formula(&mut random, size);
        let automaton = Automaton::of(&formula).unwrap();
        for fairness in [Fairness::None, Fairness::Weak, Fairness::Strong] {
            let found = find(&graph, &automaton, fairness);
            let what = || format!("round {round}: {formula}, {fairness:?}, {graph:?}");
            match &found {
                Some(lasso) => {
                    found_some += 1;
                    let steps: Vec<_> = lasso.prefix.iter().chain(&lasso.cycle).copied().collect();
                    assert_eq!(steps[0].0, 0, "{}", what());
                    let next = |i: usize| steps.get(i + 1).unwrap_or(&lasso.cycle[0]).0;
                    let joined = (0..steps.len()).all(|i| graph.nth_move(steps[i].0, steps[i].1).to == next(i));
                    assert!(joined, "{} gives a way with gaps: {lasso:?}", what());
                    assert!(is_fair(&graph, &lasso.cycle, fairness), "{} is not fair: {lasso:?}", what());
                    let letters = letters(&graph, lasso);
                    assert!(holds(&formula, &letters, lasso.cycle.len()), "{}: {lasso:?}", what());
                }
                None => {
                    found_none += 1;
                    lassos(&graph, &mut Vec::new(), 0, 6, &mut |lasso| {
                        let fair = is_fair(&graph, &lasso.cycle, fairness);
                        let accepted = fair && holds(&formula, &letters(&graph, &lasso), lasso.cycle.len());
                        assert!(!accepted, "{} was not found: {lasso:?}", what());
                    });
                }
            }
        }
    }
    assert!(found_some > 500 && found_none > 500, "{found_some} and {found_none}");
}

/// What each algorithm says, with one worker and perhaps with two.
fn verdicts(graph: &Explicit, automaton: &Automaton, fairness: Fairness, two: bool) -> Vec<(&'static str, bool)> {
    let mut verdicts = vec![("components", find(graph, automaton, fairness).is_some())];
    if fairness == Fairness::Strong {
        return verdicts;
    }
    for (name, workers) in [("ndfs", 1), ("cndfs", 2)].into_iter().filter(|(_, workers)| two || *workers == 1) {
        let nested = Nested::new(automaton, fairness);
        std::thread::scope(|scope| {
            for number in 1..workers {
                let nested = &nested;
                scope.spawn(move || nested.work(&mut { graph }, number));
            }
            nested.work(&mut { graph }, 0);
        });
        verdicts.push((name, nested.has_found()));
    }
    for (name, workers) in [("owcty", 1), ("owcty of two", 2)].into_iter().filter(|(_, workers)| two || *workers == 1) {
        let crew = Crew { workers, share_min: 1 };
        verdicts.push((name, owcty::is_accepted(graph, automaton, fairness, crew)));
    }
    verdicts
}

#[test]
fn all_algorithms_agree() {
    let mut random = SplitMix::new(6);
    let mut found = 0;
    for round in 0..2000 {
        let graph = random_graph(&mut random);
        let size = 1 + random.below(5);
        let formula = random_formula(&mut random, size);
        let automaton = Automaton::of(&formula).unwrap();
        for fairness in [Fairness::None, Fairness::Weak] {
            // Threads cost far more than the graph.
            let verdicts = verdicts(&graph, &automaton, fairness, round % 4 == 0);
            found += usize::from(verdicts[0].1);
            let agree = verdicts.iter().all(|(_, verdict)| *verdict == verdicts[0].1);
            assert!(agree, "round {round}: {formula}, {fairness:?}: {verdicts:?} on {graph:?}\n{automaton:?}");
        }
    }
    assert!(found > 1000 && found < 3500, "{found}");
}

/// A larger graph, where workers meet.
#[test]
fn all_algorithms_agree_on_larger_graphs() {
    let mut random = SplitMix::new(7);
    let formulas = ["G F a && G F b", "F G !a", "F(a && G !b)", "G F a", "(a U b) || G F c", "X X a && G F !a", "F c"];
    for round in 0..20 {
        let states = 50 + random.below(200);
        let mut graph = Explicit::default();
        (0..states).for_each(|_| _ = graph.add_state());
        // Mostly onwards, so that cycles are rare.
        for state in 0..states {
            let letter = Letter::from(random.below(8) < 4)
                | Letter::from(random.below(9) == 0) << 1
                | Letter::from(state + 5 > states) << 2;
            let moves = (0..1 + random.below(3)).map(|choice| {
                let onwards = state + 1 + random.below(6);
                let to = if random.below(12) == 0 { random.below(states) } else { onwards.min(states - 1) };
                Move { thread: Some(random.below(3) as u8), choice: choice as u32, to: to as u32 }
            });
            let moves: Vec<Move> = moves.filter(|by| by.to as usize != state).collect();
            let acting = moves.iter().fold(0, |set: Threads, by| set | 1 << by.thread.unwrap());
            graph.expand(state as u32, letter, acting, moves.into_iter());
        }
        for text in formulas {
            let automaton = Automaton::of(&parse(text).unwrap().formula).unwrap();
            for fairness in [Fairness::None, Fairness::Weak] {
                let verdicts = verdicts(&graph, &automaton, fairness, true);
                let agree = verdicts.iter().all(|(_, verdict)| *verdict == verdicts[0].1);
                assert!(agree, "round {round}: {text}, {fairness:?}: {verdicts:?}");
            }
        }
    }
}

#[test]
fn properties_have_classes() {
    use crate::algorithm::Class;
    let classes = [
        ("G a", Class::Terminal),
        ("G(a -> b W c)", Class::Terminal),
        ("F a", Class::Weak),
        ("G(a -> F b)", Class::Weak),
        ("F G a", Class::General),
        ("G F a -> G F b", Class::General),
    ];
    for (text, class) in classes {
        let automaton = Automaton::of(&parse(text).unwrap().formula.negated()).unwrap();
        assert_eq!(Class::of(&automaton), class, "{text}: {automaton:?}");
    }
}

#[test]
fn what_is_too_large_is_refused_soon() {
    let join =
        |how: &str, what: &dyn Fn(usize) -> String, count: usize| (0..count).map(what).collect::<Vec<_>>().join(how);
    let named = |i: usize| format!("p{i}");
    assert!(parse(&join(" xor ", &named, 40)).is_err());
    assert!(parse(&join(" <-> ", &|i| format!("(x U p{i})"), 30)).is_err());
}

#[test]
fn spellings_mean_the_same() {
    let same = [
        ("G(a -> F b)", "[](a -> <>b)"),
        ("G(a -> F b)", "always (a implies eventually b)"),
        ("a W b", "G a || (a U b)"),
        ("a R b", "!(!a U !b)"),
        ("a M b", "!(!a W !b)"),
        ("GF a", "[]<>a"),
        ("a <-> b", "(a -> b) && (b -> a)"),
        ("a xor b", "!(a <=> b)"),
        ("!a & b | c", "((!a) && b) || c"),
        ("a -> b -> c", "a -> (b -> c)"),
        ("a U b U c", "a U (b U c)"),
    ];
    for (one, other) in same {
        let (first, second) = (parse(one).unwrap(), parse(other).unwrap());
        let mut random = SplitMix::new(4);
        let names = |parsed: &crate::Parsed| parsed.atoms.iter().map(|atom| atom.text.clone()).collect::<Vec<_>>();
        assert_eq!(names(&first), names(&second), "{one} and {other}");
        for _ in 0..300 {
            let length = 1 + random.below(5);
            let letters: Vec<Letter> = (0..length).map(|_| random.below(8) as Letter).collect();
            let cycle = 1 + random.below(length);
            assert_eq!(
                holds(&first.formula, &letters, cycle),
                holds(&second.formula, &letters, cycle),
                "{one} and {other}"
            );
        }
    }
}

#[test]
fn mistakes_are_pointed_at() {
    let wrong = [
        ("G(a -> F b", 1, "not closed"),
        ("a b", 2, "an operator is missing"),
        ("a &&", 4, "should follow"),
        ("&& a", 0, "missing before this operator"),
        ("count == 2", 6, "in braces"),
        ("a)", 1, "nothing opens"),
        ("{a", 0, "not closed"),
        ("", 0, "should follow"),
    ];
    for (text, at, what) in wrong {
        let mistake = parse(text).unwrap_err();
        assert_eq!(mistake.at, at, "{text}: {mistake:?}");
        assert!(mistake.what.contains(what), "{text}: {mistake:?}");
    }
    assert_eq!(parse("a b").unwrap_err().shown("a b"), "an operator is missing before this\n  a b\n    ^");
    assert!(parse(&"(".repeat(100_000)).is_err());
    assert!(parse(&"!".repeat(390)).is_err());
}

#[test]
fn automata_are_read() {
    let text = "HOA: v1\nStates: 2\nStart: 0\nAP: 2 \"a\" \"b\"\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n--BODY--\n\
                State: 0\n[t] 0\n[0 & !(1 | f)] 1\nState: 1 {0}\n[!1] 1\n--END--\n";
    let read = crate::hoa::parse(text).unwrap();
    assert_eq!(read.propositions, ["a", "b"]);
    let formula = parse("F(a && G !b)").unwrap().formula;
    let mut random = SplitMix::new(5);
    for _ in 0..500 {
        let length = 1 + random.below(5);
        let letters: Vec<Letter> = (0..length).map(|_| random.below(4) as Letter).collect();
        let cycle = 1 + random.below(length);
        let accepted = find(&chain(&letters, cycle), &read.automaton, Fairness::None).is_some();
        assert_eq!(accepted, holds(&formula, &letters, cycle), "{letters:?} {cycle}");
    }
    for (from, to) in
        [("Inf(0)", "Fin(0)"), ("[t] 0", "[t] 7"), ("[t] 0", "[2] 0"), ("--END--", ""), ("State: 1", "State: x")]
    {
        assert!(crate::hoa::parse(&text.replace(from, to)).is_err(), "{from} -> {to}");
    }
    for deep in ["!", "("] {
        assert!(crate::hoa::parse(&text.replace("[t]", &format!("[{}t]", deep.repeat(1_000_000)))).is_err());
    }
}

#[test]
fn long_expressions_are_refused() {
    use crate::predicate::parse;
    assert!(parse(&format!("x{}", " + 1".repeat(400))).is_ok());
    for (before, after) in [("", " + 1"), ("", ".next"), ("", "[0]"), ("1 - ", ""), ("*", ""), ("(", ")")] {
        let text = format!("{}x{}", before.repeat(1_000_000), after.repeat(1_000_000));
        assert!(parse(&text).is_err(), "{before}x{after}");
    }
}

#[test]
fn expressions_are_atoms() {
    let parsed = parse("G {count(t in threads, t.in(f)) <= 1} && \"x == 2\" U done").unwrap();
    let atoms: Vec<_> = parsed.atoms.iter().map(|atom| (&*atom.text, atom.is_expression)).collect();
    assert_eq!(atoms, [("count(t in threads, t.in(f)) <= 1", true), ("x == 2", true), ("done", false)]);
}

/// Formulas as they are asked for, many of them from the patterns of Dwyer, Avrunin and Corbett; `docs/temporal.md`
/// shows how large the automata of their negations are.
const PUBLISHED: &[&str] = &[
    "G p",
    "F p",
    "G F p",
    "F G p",
    "p U q",
    "G(p -> F q)",
    "G(p -> (q W r))",
    "(G F p) -> (G F q)",
    "F p -> (!p U q)",
    "G(q -> G !p)",
    "G((q && !r && F r) -> (!p U r))",
    "G(q && !r -> (!p W r))",
    "F r -> (p U r)",
    "G((q && !r && F r) -> ((p -> (!r U (s && !r))) U r))",
    "!p W (q || G !p)",
    "G F p && G F q && G F r",
    "((G F p) && (G F q)) -> G(r -> F s)",
    "p U (q U (r U s))",
];

#[test]
fn automata_are_as_small_as_the_page_says() {
    let row = |text: &&str| {
        let automaton = Automaton::of(&parse(text).unwrap().formula.negated()).unwrap();
        let text = text.replace("||", "\\|\\|");
        format!("| `{text}` | {} | {} | {} |\n", automaton.states(), automaton.edge_count(), automaton.marks)
    };
    let table: String = PUBLISHED.iter().map(row).collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/temporal.md");
    let page = std::fs::read_to_string(path).unwrap();
    assert!(page.contains(&table), "docs/temporal.md should have\n{table}");
}
