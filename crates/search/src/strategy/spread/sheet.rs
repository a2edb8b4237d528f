//! What workers find out about the graph of states in a layer, on its way to the first rank, and there.
//!
//! ```text
//! sheets: rows …  · moves
//! row:    place further · letter · [broken invariant] · who can run · threads, by choice · ends: choice, letter,
//!         [broken invariant]
//! move:   place further · choice · number of its state
//! ```

use ltl::Letter;
use ltl::graph::Threads;
use machine::Choice;

use crate::checkpoint::numbers::{In, Out};
use crate::strategy::temporal::known::{About, Breach, Known, STATES_FIRST, Step, To, small, thread_of};

/// What a move takes on its way, mostly.
const MOVE_BYTES: u64 = 6;

/// How a choice ends the program: its number, the propositions there, and a broken invariant.
pub(super) type Exit = (usize, Letter, Option<usize>);

/// What one worker has found out in a layer.
#[derive(Default)]
pub(super) struct Sheet {
    rows: Out,
    last: u64,
    /// The successors that were put in: the place of the state, the number of the choice, and their own number.
    moves: Vec<(u32, u32, u32)>,
}

/// What the first rank knows.
pub(super) struct Chart {
    pub known: Known,
    /// It is looked at when it has so many states.
    pub look_at: usize,
    /// All ranks know that it is looked at now.
    pub looks: bool,
    /// Of what was found: how much goes round.
    pub cycle: Option<usize>,
}

impl Default for Chart {
    fn default() -> Chart {
        Chart { known: Known::default(), look_at: STATES_FIRST, looks: true, cycle: None }
    }
}

impl Sheet {
    /// A state was expanded.
    pub(super) fn push(&mut self, place: u64, about: &About, (choices, exits): (&[Choice], &[Exit])) {
        let out = &mut self.rows;
        out.number(place - self.last);
        self.last = place;
        out.number(about.letter);
        put_broken(out, about.broken);
        let bytes = about.runnable.to_le_bytes();
        out.bytes(&bytes[..bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1)]);
        let threads: Vec<u8> = choices.iter().map(thread_of).collect();
        out.bytes(&threads);
        out.list(exits.iter(), |out, (choice, letter, broken)| {
            out.number(*choice as u64);
            out.number(*letter);
            put_broken(out, *broken);
        });
    }

    /// A successor was put in, or was there.
    pub(super) fn meet(&mut self, (place, choice): (u64, usize), state: u64) {
        self.moves.push((small(place), small(choice), small(state)));
    }

    /// About so many bytes are to be sent.
    pub(super) fn bytes(&self) -> u64 {
        self.rows.0.len() as u64 + self.moves.len() as u64 * MOVE_BYTES
    }
}

/// The sheets of a rank's workers.
pub(super) fn pack(sheets: Vec<Sheet>) -> Vec<u8> {
    let mut out = Out::default();
    out.list(sheets.iter(), |out, sheet| out.bytes(&sheet.rows.0));
    let mut moves: Vec<_> = sheets.into_iter().flat_map(|sheet| sheet.moves).collect();
    moves.sort_unstable();
    let mut last = 0;
    for (place, choice, stored) in moves {
        [place - last, choice, stored].into_iter().for_each(|number| out.number(number));
        last = place;
    }
    out.0
}

fn put_broken(out: &mut Out, broken: Option<usize>) {
    out.option(broken, |out, which| out.number(which as u64));
}

/// Somewhere in a list whose entries begin with how much further their place is.
struct Cursor<'a> {
    from: In<'a>,
    last: u64,
    /// The place of the next entry.
    place: Option<u64>,
}

impl<'a> Cursor<'a> {
    fn new(bytes: &'a [u8]) -> Option<Cursor<'a>> {
        let mut cursor = Cursor { from: In(bytes), last: 0, place: None };
        cursor.advance()?;
        Some(cursor)
    }

    /// The entry was read. None: what comes makes no sense.
    fn advance(&mut self) -> Option<()> {
        self.place = None;
        if !self.from.0.is_empty() {
            self.last = self.last.checked_add(self.from.number()?)?;
            self.place = Some(self.last);
        }
        Some(())
    }
}

/// The threads of a state by choice, and how executions end there.
type Exits<'a> = (&'a [u8], Vec<(u32, Letter, Option<usize>)>);

fn take_row<'a>(from: &mut In<'a>) -> Option<(About, Exits<'a>)> {
    let (letter, broken) = (from.number()?, from.option(In::small)?);
    let mut runnable = Threads::default().to_le_bytes();
    let bytes = from.bytes()?;
    runnable.get_mut(..bytes.len())?.copy_from_slice(bytes);
    let about = About { letter, broken, runnable: Threads::from_le_bytes(runnable) };
    let threads = from.bytes()?;
    let ends = from.list(|from| Some((from.small()?, from.number()?, from.option(In::small)?)))?;
    Some((about, (threads, ends)))
}

/// Adds what all ranks have found out about a layer; the next one is what is new. Tells of a broken invariant. None: it
/// makes no sense.
pub(super) fn add(known: &mut Known, all: &[Vec<u8>]) -> Option<Option<Breach>> {
    let (mut rows, mut moves) = (Vec::new(), Vec::new());
    for bytes in all {
        let mut from = In(bytes);
        for bytes in from.list(In::bytes)? {
            rows.push(Cursor::new(bytes)?);
        }
        moves.push(Cursor::new(from.0)?);
    }
    let (mut broken, mut steps) = (None, Vec::new());
    for (place, state) in (0..).zip(std::mem::take(&mut known.layer)) {
        let row = rows.iter_mut().find(|row| row.place == Some(place))?;
        let (about, (threads, ends)) = take_row(&mut row.from)?;
        row.advance()?;
        for (rank, moves) in moves.iter_mut().enumerate() {
            while moves.place == Some(place) {
                let (choice, stored) = (moves.from.small()?, moves.from.small()?);
                moves.advance()?;
                steps.push((choice, To::State { rank, stored }));
            }
        }
        steps.extend(ends.into_iter().map(|(choice, letter, broken)| (choice, To::End { letter, broken })));
        steps.sort_unstable_by_key(|(choice, _): &(u32, To)| *choice);
        if steps.iter().any(|(choice, _)| *choice as usize >= threads.len()) {
            return None;
        }
        let steps = steps.drain(..).map(|(choice, to)| Step { choice, thread: threads[choice as usize], to });
        let found = known.note(state, &about, steps);
        broken = broken.or(found);
    }
    known.layer = std::mem::take(&mut known.fresh);
    rows.iter().chain(&moves).all(|cursor| cursor.place.is_none()).then_some(broken)
}
