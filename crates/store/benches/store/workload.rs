//! The three workloads, deterministic by seed.

use std::collections::HashMap;

use splitmix::SplitMix;
use store::{Session, VecId};

pub(crate) trait Workload: Sync {
    fn describe(&self) -> String;
    /// How many insertions there are.
    fn len(&self) -> usize;
    /// The words of state `i`, nothing shared.
    fn flat(&self, i: usize, into: &mut Vec<u32>);
    /// Whether states keep their length, so that `flat` words can be changed
    /// in place.
    fn is_flat(&self) -> bool {
        true
    }
    /// The earlier state that `i` comes from, and the words that differ.
    fn step(&self, i: usize, changes: &mut Vec<(u32, u32)>) -> usize;
    /// For states that consist of pieces.
    fn inserter(&self) -> Option<Box<dyn Inserter + '_>>;
}

/// How states are put into the store piece by piece: each is a vector, and a
/// state names its pieces.
pub(crate) trait Inserter {
    /// The names of state `i`'s pieces.
    fn full(&mut self, session: &mut Session<'_>, i: usize, names: &mut Vec<u32>);
    /// The same, given the names of the pieces of the state it comes from.
    fn delta(&mut self, session: &mut Session<'_>, i: usize, names: &mut Vec<u32>);
}

type Make = fn(f64, u64) -> Box<dyn Workload>;

pub(crate) const ALL: [(&str, Make); 3] = [
    ("w1", |scale, seed| Box::new(Walk::new(scale, seed))),
    ("w2", |scale, seed| Box::new(Product::new(scale, seed))),
    ("w3", |scale, seed| Box::new(Pieces::new(scale, seed))),
];

/// The numbers of a workload.
pub(crate) fn random(seed: u64) -> SplitMix {
    SplitMix::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d))
}

/// W1: each state is a random earlier one with one word replaced; the first
/// is random. 64 words of 0..=255.
struct Walk {
    states: Vec<[u8; 64]>,
    steps: Vec<(u32, u8, u8)>,
}

impl Walk {
    fn new(scale: f64, seed: u64) -> Walk {
        let mut random = self::random(seed);
        let len = (5e6 * scale) as usize;
        let first: [u8; 64] = std::array::from_fn(|_| random.next_u64() as u8);
        let mut states = vec![first];
        let mut steps = vec![(0, 0, first[0])];
        while states.len() < len {
            let parent = random.below(states.len());
            let (position, word) = (random.below(64), random.next_u64() as u8);
            let mut state = states[parent];
            state[position] = word;
            states.push(state);
            steps.push((parent as u32, position as u8, word));
        }
        Walk { states, steps }
    }
}

impl Workload for Walk {
    fn describe(&self) -> String {
        format!("{} times a random earlier state of 64 words with one replaced", self.len())
    }

    fn len(&self) -> usize {
        self.states.len()
    }

    fn flat(&self, i: usize, into: &mut Vec<u32>) {
        into.extend(self.states[i].iter().map(|&word| u32::from(word)));
    }

    fn step(&self, i: usize, changes: &mut Vec<(u32, u32)>) -> usize {
        let (parent, position, word) = self.steps[i];
        changes.push((u32::from(position), u32::from(word)));
        parent as usize
    }

    fn inserter(&self) -> Option<Box<dyn Inserter + '_>> {
        None
    }
}

/// W2: all combinations of 8 components of 8 words with 7 values each.
struct Product {
    values: Vec<[[u32; 8]; 7]>,
    len: usize,
}

impl Product {
    fn new(scale: f64, seed: u64) -> Product {
        let mut random = self::random(seed);
        let value = |_| std::array::from_fn(|_| (random.next_u64() >> 40) as u32);
        let values: Vec<[u32; 8]> = (0..56).map(value).collect();
        let values = values.chunks(7).map(|chunk| std::array::from_fn(|i| chunk[i])).collect();
        let len = (7f64.powi(8) * scale) as usize;
        Product { values, len }
    }

    /// The component in which `i` differs from an earlier combination, and
    /// that combination: as in a search, one from long before.
    fn parent(i: usize) -> (usize, usize) {
        let component = i.max(1).ilog(7);
        (component as usize, i - 7usize.pow(component))
    }

    fn digit(i: usize, component: usize) -> usize {
        i / 7usize.pow(component as u32) % 7
    }
}

impl Workload for Product {
    fn describe(&self) -> String {
        format!("{} combinations of 8 components of 8 words with 7 values", self.len)
    }

    fn len(&self) -> usize {
        self.len
    }

    fn flat(&self, i: usize, into: &mut Vec<u32>) {
        let mut rest = i;
        for component in &self.values {
            into.extend_from_slice(&component[rest % 7]);
            rest /= 7;
        }
    }

    fn step(&self, i: usize, changes: &mut Vec<(u32, u32)>) -> usize {
        let (component, parent) = Product::parent(i);
        let words = &self.values[component][Product::digit(i, component)];
        changes.extend((component as u32 * 8..).zip(words.iter().copied()));
        parent
    }

    fn inserter(&self) -> Option<Box<dyn Inserter + '_>> {
        Some(Box::new(ProductInserter { product: self }))
    }
}

struct ProductInserter<'a> {
    product: &'a Product,
}

impl Inserter for ProductInserter<'_> {
    fn full(&mut self, session: &mut Session<'_>, i: usize, names: &mut Vec<u32>) {
        let mut rest = i;
        for component in &self.product.values {
            names.push(session.vector(&component[rest % 7]).expect("memory").0);
            rest /= 7;
        }
    }

    fn delta(&mut self, session: &mut Session<'_>, i: usize, names: &mut Vec<u32>) {
        let (component, _) = Product::parent(i);
        let words = &self.product.values[component][Product::digit(i, component)];
        names[component] = session.vector(words).expect("memory").0;
    }
}

/// W3: states of 4 to 30 pieces of 2 to 16 words, 20 to 300 words in all.
/// Each is a random earlier state after one small change: in 8 of 10 cases a
/// word of one piece moves by at most 4, in 1 of 10 a piece gains or loses a
/// word at its end, in 1 of 10 the state gains or loses a piece at its end.
struct Pieces {
    pieces: Interner,
    states: Vec<Box<[u32]>>,
    /// The earlier state, and the piece that differs.
    parents: Vec<(u32, u32)>,
}

/// Numbers for contents of pieces.
#[derive(Default)]
struct Interner {
    numbers: HashMap<Vec<u32>, u32>,
    contents: Vec<Vec<u32>>,
}

impl Interner {
    fn number(&mut self, piece: Vec<u32>) -> u32 {
        *self.numbers.entry(piece).or_insert_with_key(|piece| {
            self.contents.push(piece.clone());
            self.contents.len() as u32 - 1
        })
    }
}

impl Pieces {
    fn new(scale: f64, seed: u64) -> Pieces {
        let mut random = self::random(seed);
        let len = (3e6 * scale) as usize;
        let mut pieces = Interner::default();
        let mut first = Vec::new();
        for _ in 0..12 {
            first.push(pieces.number((0..8).map(|_| random.below(256) as u32).collect()));
        }
        let mut states = vec![first.into_boxed_slice()];
        let mut parents = vec![(0, 0)];
        while states.len() < len {
            let parent = random.below(states.len());
            let mut state = states[parent].to_vec();
            if let Some(place) = change(&mut state, &mut pieces, &mut random) {
                states.push(state.into());
                parents.push((parent as u32, place as u32));
            }
        }
        Pieces { pieces, states, parents }
    }
}

/// One small change; answers where, or nothing if it would leave the bounds.
fn change(state: &mut Vec<u32>, pieces: &mut Interner, random: &mut SplitMix) -> Option<usize> {
    let which = random.below(state.len());
    let mut piece = pieces.contents[state[which] as usize].clone();
    let kind = random.below(20);
    match kind {
        0 if piece.len() < 16 => piece.push(random.below(256) as u32),
        1 if piece.len() > 2 => {
            piece.pop();
        }
        2 if state.len() < 30 => {
            // A new piece looks like one that is there.
            state.push(state[which]);
            return words_fit(state, pieces).then_some(state.len() - 1);
        }
        3 if state.len() > 4 => {
            state.pop();
            return words_fit(state, pieces).then_some(state.len());
        }
        0..=3 => return None,
        _ => {
            let position = random.below(piece.len());
            let step = [1, 2, 3, 4, 255, 254, 253, 252][random.below(8)];
            piece[position] = (piece[position] + step) % 256;
        }
    }
    state[which] = pieces.number(piece);
    words_fit(state, pieces).then_some(which)
}

fn words_fit(state: &[u32], pieces: &Interner) -> bool {
    let words: usize = state.iter().map(|&piece| pieces.contents[piece as usize].len()).sum();
    (20..=300).contains(&words)
}

impl Workload for Pieces {
    fn describe(&self) -> String {
        let pieces: usize = self.states.iter().map(|state| state.len()).sum();
        format!(
            "{} times a random earlier state with a small change; \
             {:.1} pieces on average, {} different",
            self.len(),
            pieces as f64 / self.len() as f64,
            self.pieces.contents.len()
        )
    }

    fn len(&self) -> usize {
        self.states.len()
    }

    fn flat(&self, i: usize, into: &mut Vec<u32>) {
        for &piece in &self.states[i] {
            let words = &self.pieces.contents[piece as usize];
            // Cuts are part of the state.
            into.push(words.len() as u32);
            into.extend_from_slice(words);
        }
    }

    fn is_flat(&self) -> bool {
        false
    }

    fn step(&self, i: usize, _changes: &mut Vec<(u32, u32)>) -> usize {
        self.parents[i].0 as usize
    }

    fn inserter(&self) -> Option<Box<dyn Inserter + '_>> {
        Some(Box::new(PiecesInserter { pieces: self }))
    }
}

struct PiecesInserter<'a> {
    pieces: &'a Pieces,
}

impl Inserter for PiecesInserter<'_> {
    fn full(&mut self, session: &mut Session<'_>, i: usize, names: &mut Vec<u32>) {
        for &piece in &self.pieces.states[i] {
            let words = &self.pieces.pieces.contents[piece as usize];
            names.push(session.vector(words).expect("memory").0);
        }
    }

    fn delta(&mut self, session: &mut Session<'_>, i: usize, names: &mut Vec<u32>) {
        let place = self.pieces.parents[i].1 as usize;
        let Some(&piece) = self.pieces.states[i].get(place) else {
            names.truncate(place);
            return;
        };
        let words = &self.pieces.pieces.contents[piece as usize];
        match names.get_mut(place) {
            None => names.push(session.vector(words).expect("memory").0),
            Some(name) => *name = session.vector_from(VecId(*name), words).expect("memory").0,
        }
    }
}
