//! What is asked of executions as a whole, and what its propositions mean in a state.
//!
//! A proposition is a mark of the program (`AUGUR_AP`), an expression, or a variable that is not zero.
//! Expressions are `ltl`'s; here is the state they look at, a [`Vm`] with the names and types of the
//! program's debug information.

mod again;

use std::sync::Arc;

use ahash::AHashMap;
use ir::contract::OWNER;
use ir::{DebugType, LocId, Program, TypeId, VarPlace, source_name};
use ltl::predicate::{self, Expression, Place, Read, View};
use ltl::{Algorithm, Automaton, Fairness, Letter};
use machine::{Kind, Life, ObjectId, ThreadId, Vm};

/// A property and everything that it takes to look for an execution that violates it.
#[derive(Debug)]
pub struct Property {
    /// `ltl` or `non-termination`.
    pub kind: Kind,
    /// As it was written.
    pub text: String,
    /// Accepts executions that violate it.
    pub automaton: Automaton,
    pub fairness: Fairness,
    /// How such executions are looked for.
    pub algorithm: Algorithm,
    pub propositions: Vec<Proposition>,
    /// What the propositions are called.
    pub names: Vec<String>,
    /// These must hold in every state.
    pub invariants: Vec<(String, Proposition)>,
    /// What has to be looked at to tell which propositions hold.
    pub looks: Looks,
}

/// What somebody means who asks about a state: a proposition of the property, an expression in braces, or a mark
/// of the program. None if it is nothing of these.
pub fn proposition(text: &str, property: Option<&Property>, program: &Program) -> Option<Result<Proposition, String>> {
    let named = property.and_then(|property| {
        let at = property.names.iter().position(|name| name == text)?;
        property.propositions.get(at).cloned()
    });
    if let Some(named) = named {
        return Some(Ok(named));
    }
    if let Some(inside) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
        let parsed = predicate::parse(inside).map_err(|mistake| mistake.shown(inside));
        return Some(parsed.map(|expression| Proposition::Expression(Arc::new(expression))));
    }
    let marks = marks(program, text);
    (!marks.is_empty()).then_some(Ok(Proposition::Mark(marks)))
}

/// How much of a state decides about propositions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Looks {
    #[default]
    Globals,
    /// And what these lead to.
    Memory,
    /// And where threads are.
    Threads,
}

#[derive(Clone, Debug)]
pub enum Proposition {
    /// Some thread is where these counters of global memory say so: objects and offsets.
    Mark(Vec<(u32, u32)>),
    Expression(Arc<Expression>),
    /// The program has ended.
    Ended,
}

impl Proposition {
    pub fn holds(&self, vm: &Vm<'_>) -> bool {
        let view = StateView { vm };
        match self {
            Proposition::Ended => vm.exit_status().is_some(),
            Proposition::Mark(counters) => counters.iter().any(|(object, offset)| {
                let place = Place { object: *object, offset: *offset, ty: 0 };
                matches!(view.number(place, 4, false), Some(number) if number != 0)
            }),
            Proposition::Expression(expression) => predicate::holds(expression, &view),
        }
    }

    /// How much of a state it looks at, and which globals.
    pub fn looks(&self, program: &Program) -> (Looks, Vec<u32>) {
        match self {
            Proposition::Ended => (Looks::Globals, Vec::new()),
            Proposition::Mark(counters) => (Looks::Globals, counters.iter().map(|(object, _)| *object).collect()),
            Proposition::Expression(expression) => {
                let mut globals = Vec::new();
                let looks = looks(expression, program, &mut Vec::new(), &mut globals).1;
                (looks, globals)
            }
        }
    }
}

impl Property {
    /// The invariants that do not hold.
    pub fn broken<'p>(&'p self, vm: &Vm<'_>) -> impl Iterator<Item = &'p str> {
        self.invariants.iter().filter(|(_, invariant)| !invariant.holds(vm)).map(|(text, _)| text.as_str())
    }

    /// Which propositions hold.
    pub(crate) fn letter(&self, vm: &Vm<'_>) -> Letter {
        let bits = self.propositions.iter().enumerate().map(|(i, one)| Letter::from(one.holds(vm)) << i);
        bits.fold(0, |letter, bit| letter | bit)
    }
}

/// The counters of `__divine_ap`, as the library calls them, and how many there are.
const NUMBERED: &str = "__augur_ap_numbers";
const NUMBERED_MAX: u32 = 64;

/// The marks that the program has under this name.
pub fn marks(program: &Program, name: &str) -> Vec<(u32, u32)> {
    let all = (Program::FIRST_GLOBAL..).zip(&program.globals);
    let number =
        name.strip_prefix("ap").and_then(|number| number.parse::<u32>().ok()).filter(|number| *number < NUMBERED_MAX);
    if let Some(number) = number
        && let Some((object, _)) = all.clone().find(|(_, global)| global.name == NUMBERED)
    {
        return vec![(object, 4 * number)];
    }
    let wanted = format!("augur_ap_{name}");
    let is_it = |global: &ir::Global| {
        let symbol = global.name.trim_end_matches(|c: char| c.is_ascii_digit());
        let symbol = symbol.strip_suffix(['.', '_']).filter(|symbol| symbol.len() + 1 < global.name.len());
        [Some(&*global.name), symbol].into_iter().flatten().any(|symbol| {
            let before = symbol.strip_suffix(&wanted);
            before.is_some_and(|before| !before.ends_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
        })
    };
    all.filter(|(_, global)| is_it(global)).map(|(object, _)| (object, 0)).collect()
}

/// The names of all marks and variables of the user's, for suggestions.
pub fn known_names(program: &Program) -> Vec<String> {
    let users = program.globals.iter().filter(|global| !global.library && !global.constant);
    let names = users.map(|global| match global.name.rsplit_once("augur_ap_") {
        Some((_, mark)) => mark.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').to_owned(),
        None => source_name(&global.name),
    });
    let mut names: Vec<String> = names.chain(program.unused.iter().cloned()).collect();
    names.sort();
    names.dedup();
    names
}

/// The number of a global variable.
pub fn global(program: &Program, name: &str) -> Option<u32> {
    let is_called = |global: &ir::Global| {
        let full = source_name(&global.name);
        global.name == name || full == name || full.strip_suffix(name).is_some_and(|before| before.ends_with("::"))
    };
    let all = || (Program::FIRST_GLOBAL..).zip(&program.globals);
    let users = all().find(|(_, global)| !global.library && is_called(global));
    users.or_else(|| all().find(|(_, global)| is_called(global))).map(|(object, _)| object)
}

/// Is there an enumerator with this name, and what is its value?
pub fn enumerator(program: &Program, name: &str) -> Option<i64> {
    program.debug_types.iter().find_map(|ty| match ty {
        DebugType::Enum { values, .. } => values.iter().find(|(other, _)| other == name).map(|(_, value)| *value),
        _ => None,
    })
}

pub fn has_function(program: &Program, name: &str) -> bool {
    let by_symbol = program.functions.iter().any(|function| function.name == name || function.display_name == name);
    by_symbol
        || program
            .locations
            .iter()
            .any(|location| program.texts.get(location.function as usize).is_some_and(|text| text == name))
}

/// The type that an expression has, as far as that is known without a state, and how much of one it looks at.
fn looks(
    expression: &Expression,
    program: &Program,
    bound: &mut Vec<String>,
    globals: &mut Vec<u32>,
) -> (Option<TypeId>, Looks) {
    let mut of = |expression: &Expression| looks(expression, program, bound, globals);
    match expression {
        Expression::Number(_) | Expression::Text(_) => (None, Looks::Globals),
        Expression::Name(name, _) => match global(program, name).filter(|_| !bound.contains(name)) {
            Some(object) => {
                globals.push(object);
                let index = (object - Program::FIRST_GLOBAL) as usize;
                (program.globals.get(index).map(|global| global.ty), Looks::Globals)
            }
            None if bound.contains(name) => (None, Looks::Threads),
            None => (None, Looks::Globals),
        },
        Expression::Member(inner, name, _) => {
            let (ty, looks) = of(inner);
            let behind = ty.is_some_and(|ty| matches!(resolved(program, ty), DebugType::Pointer { .. }));
            let ty = ty.and_then(|ty| field(program, ty, name)).map(|(_, ty, _)| ty);
            (ty, if behind { looks.max(Looks::Memory) } else { looks })
        }
        Expression::Index(a, b) => {
            let ((ty, first), (_, second)) = (of(a), of(b));
            let behind = ty.is_some_and(|ty| matches!(resolved(program, ty), DebugType::Pointer { .. }));
            let ty = ty.and_then(|ty| inner(program, ty));
            let looks = first.max(second);
            (ty, if behind { looks.max(Looks::Memory) } else { looks })
        }
        Expression::Unary("*", inner_of) => {
            let (ty, looks) = of(inner_of);
            (ty.and_then(|ty| inner(program, ty)), looks.max(Looks::Memory))
        }
        Expression::Unary(_, inner) | Expression::Defined(inner) => (None, of(inner).1),
        Expression::Binary(_, a, b) => (None, of(a).1.max(of(b).1)),
        Expression::Over(_, variable, body) => {
            bound.push(variable.clone());
            let _ = looks(body, program, bound, globals);
            bound.pop();
            (None, Looks::Threads)
        }
        Expression::In(..) => (None, Looks::Threads),
        Expression::Holds(thread, lock) => {
            let looks = of(lock).1;
            (None, if thread.is_some() { Looks::Threads } else { looks })
        }
    }
}

/// A member that its struct does not have: its name, where it stands, and the names that the struct has.
pub fn unknown_member(expression: &Expression, program: &Program) -> Option<(String, usize, Vec<String>)> {
    let mut all = vec![expression];
    while let Some(expression) = all.pop() {
        match expression {
            Expression::Number(_) | Expression::Text(_) | Expression::Name(..) => {}
            Expression::Member(of, name, at) => {
                let (ty, _) = looks(of, program, &mut Vec::new(), &mut Vec::new());
                let missing = ty.filter(|ty| field(program, *ty, name).is_none());
                if let Some(ty) = missing {
                    return Some((name.clone(), *at, members(program, ty)));
                }
                all.push(of);
            }
            Expression::Unary(_, a) | Expression::Defined(a) | Expression::Over(_, _, a) | Expression::In(a, ..) => {
                all.push(a);
            }
            Expression::Index(a, b) | Expression::Binary(_, a, b) => all.extend([&**a, &**b]),
            Expression::Holds(thread, lock) => {
                all.extend(thread.as_deref());
                all.push(lock);
            }
        }
    }
    None
}

fn members(program: &Program, ty: TypeId) -> Vec<String> {
    let fields = match resolved(program, ty) {
        DebugType::Struct { fields, .. } => fields,
        DebugType::Pointer { to } => match resolved(program, *to) {
            DebugType::Struct { fields, .. } => fields,
            _ => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    fields.iter().map(|field| field.name.clone()).filter(|name| !name.is_empty()).collect()
}

const NESTING_MAX: u32 = 32;

fn resolved(program: &Program, ty: TypeId) -> &DebugType {
    let mut ty = ty;
    for _ in 0..NESTING_MAX {
        match program.debug_types.get(ty.0 as usize) {
            Some(DebugType::Alias { of, .. }) => ty = *of,
            Some(found) => return found,
            None => break,
        }
    }
    &DebugType::Unknown
}

/// What an array consists of or a pointer leads to.
fn inner(program: &Program, ty: TypeId) -> Option<TypeId> {
    match resolved(program, ty) {
        DebugType::Array { of, .. } => Some(*of),
        DebugType::Pointer { to } => Some(*to),
        _ => None,
    }
}

/// Where a member is, in bits, its type, and its width if it is a bit-field.
fn field(program: &Program, ty: TypeId, name: &str) -> Option<(u64, TypeId, Option<u32>)> {
    field_within(program, ty, name, NESTING_MAX)
}

fn field_within(program: &Program, ty: TypeId, name: &str, nesting: u32) -> Option<(u64, TypeId, Option<u32>)> {
    let fields = match resolved(program, ty) {
        DebugType::Struct { fields, .. } => fields,
        DebugType::Pointer { to } if nesting == NESTING_MAX => return field_within(program, *to, name, nesting - 1),
        _ => return None,
    };
    let own = fields.iter().find(|field| field.name == name).map(|field| (field.at_bit, field.ty, field.bits));
    own.or_else(|| {
        let parents =
            fields.iter().filter(|field| nesting > 0 && (field.name.is_empty() || field.name.starts_with('<')));
        parents.into_iter().find_map(|parent| {
            let (at, ty, bits) = field_within(program, parent.ty, name, nesting.checked_sub(2)?)?;
            Some((parent.at_bit + at, ty, bits))
        })
    })
}

fn bytes(program: &Program, ty: TypeId) -> u64 {
    match resolved(program, ty) {
        DebugType::Integer { bits, .. }
        | DebugType::Boolean { bits }
        | DebugType::Character { bits, .. }
        | DebugType::Float { bits, .. }
        | DebugType::Enum { bits, .. } => u64::from(bits.div_ceil(8)),
        DebugType::Pointer { .. } => 8,
        DebugType::Array { of, count } => bytes(program, *of).saturating_mul(*count),
        DebugType::Struct { bytes, .. } => *bytes,
        _ => 0,
    }
}

/// Where `__owner` of a `pthread_mutex_t` is.
const OWNER_OFFSET: u32 = 8;

struct StateView<'v, 'a> {
    vm: &'v Vm<'a>,
}

impl StateView<'_, '_> {
    /// So many bytes, if they are all there and defined.
    fn bits(&self, place: Place, bytes: u32) -> Option<(u64, Option<u32>)> {
        let facts = self.vm.object_facts(ObjectId(place.object))?;
        let end = place.offset.checked_add(bytes)?;
        if facts.life != Life::Alive || end > facts.size || bytes > 8 {
            return None;
        }
        let (first, last) = ((place.offset / 8) as usize, (end.div_ceil(8)) as usize);
        let words = self.vm.object_words(ObjectId(place.object), first..last);
        let mut value = 0;
        let mut pointer = None;
        for i in 0..bytes {
            let at = place.offset + i;
            let word = words.get((at / 8) as usize - first)?;
            let shift = at % 8 * 8;
            if word.undef >> shift & 0xff != 0 {
                return None;
            }
            value |= (word.bits >> shift & 0xff) << (8 * i);
            let (object, _) = word.pointer_bytes[(at % 8) as usize];
            pointer = pointer.or((object != 0).then_some(object));
        }
        Some((value, pointer))
    }

    fn number(&self, place: Place, bytes: u32, signed: bool) -> Option<i128> {
        let (value, pointer) = self.bits(place, bytes)?;
        let unused = 64 - 8 * bytes.clamp(1, 8);
        pointer.is_none().then_some(match signed {
            true => i128::from((value << unused).cast_signed() >> unused),
            false => value.into(),
        })
    }

    /// The registers that hold a variable of the innermost frame that has it.
    fn local(&self, name: &str, thread: u32) -> Option<(usize, VarPlace, TypeId)> {
        let program = self.vm.program();
        let frames = &self.vm.thread(ThreadId(thread)).frames;
        frames.iter().enumerate().rev().find_map(|(nth, frame)| {
            let function = program.function(frame.func);
            let variables = (0..).zip(&function.variables).filter(|(_, variable)| variable.name == name);
            let found: Vec<_> = variables
                .filter_map(|(index, variable)| {
                    let mut places =
                        function.var_events.iter().filter(|event| event.variable == index).map(|event| event.place);
                    let first = places.next()?;
                    places.all(|place| place == first).then_some((nth, first, variable.ty))
                })
                .collect();
            // Of several that are called so nobody can tell which is meant.
            (found.len() == 1).then(|| found[0])
        })
    }

    fn is_live(&self, thread: u32, nth: usize, slot: u32) -> bool {
        let frames = &self.vm.thread(ThreadId(thread)).frames;
        let function = self.vm.program().function(frames[nth].func);
        let sets = if nth + 1 == frames.len() { &function.live_in } else { &function.live_across };
        let set = sets.get(frames[nth].pc.0 as usize).and_then(|set| function.live_sets.get(*set as usize));
        set.is_some_and(|set| set.contains(&slot))
    }

    /// The functions that a thread is in, those that were inlined included, the innermost first.
    fn functions(&self, thread: u32, visit: &mut dyn FnMut(&str, u32, bool) -> bool) -> bool {
        let program = self.vm.program();
        self.vm.thread(ThreadId(thread)).frames.iter().rev().any(|frame| {
            let function = program.function(frame.func);
            let mut loc = function.locs.get(frame.pc.0 as usize).copied().unwrap_or(LocId(0));
            for _ in 0..NESTING_MAX {
                let Some(location) = program.location(loc) else { break };
                let name = program.texts.get(location.function as usize).map_or("", |name| name);
                if visit(name, location.line, function.library) {
                    return true;
                }
                loc = location.inlined_at;
            }
            visit(&function.display_name, 0, function.library) || visit(&function.name, 0, function.library)
        })
    }
}

impl View for StateView<'_, '_> {
    fn variable(&self, name: &str, thread: Option<u32>) -> Option<Place> {
        let program = self.vm.program();
        if let Some(thread) = thread {
            let (nth, place, ty) = self.local(name, thread)?;
            let VarPlace::Memory { pointer, offset } = place else { return None };
            if !pointer.is_constant() && !self.is_live(thread, nth, u32::try_from(pointer.index()).ok()?) {
                return None;
            }
            let word = self.vm.operand(ThreadId(thread), nth, pointer);
            let offset = word.offset().checked_add_signed(offset)?;
            return Some(Place { object: word.object(), offset, ty: ty.0 });
        }
        let object = global(program, name)?;
        let ty = program.globals.get((object - Program::FIRST_GLOBAL) as usize)?.ty;
        Some(Place { object, offset: 0, ty: ty.0 })
    }

    fn constant(&self, name: &str, thread: Option<u32>) -> Option<i128> {
        let program = self.vm.program();
        let Some(thread) = thread else { return enumerator(program, name).map(i128::from) };
        let (nth, place, ty) = self.local(name, thread)?;
        let VarPlace::Value(src) = place else { return None };
        if !src.is_constant() && !self.is_live(thread, nth, u32::try_from(src.index()).ok()?) {
            return None;
        }
        let word = self.vm.spell(self.vm.operand(ThreadId(thread), nth, src));
        let bits = u32::try_from(bytes(program, ty).clamp(1, 8) * 8).ok()?;
        let mask = u64::MAX >> (64 - bits);
        let clean = word.undef & mask == 0 && word.pointer_bytes.iter().all(|(object, _)| *object == 0);
        let signed = matches!(resolved(program, ty), DebugType::Integer { signed: true, .. });
        let value = word.bits & mask;
        clean.then(|| match signed {
            true => i128::from((value << (64 - bits)).cast_signed() >> (64 - bits)),
            false => value.into(),
        })
    }

    fn member(&self, of: Place, name: &str) -> Option<Place> {
        let program = self.vm.program();
        let of = match resolved(program, TypeId(of.ty)) {
            DebugType::Pointer { .. } => self.target(of)?,
            _ => of,
        };
        let (at_bit, ty, bits) = field(program, TypeId(of.ty), name)?;
        // A bit-field has no place of its own.
        let offset = of.offset.checked_add(u32::try_from(at_bit / 8).ok()?)?;
        bits.is_none().then_some(Place { object: of.object, offset, ty: ty.0 })
    }

    fn element(&self, of: Place, index: i128) -> Option<Place> {
        let program = self.vm.program();
        let element = inner(program, TypeId(of.ty))?;
        let from = match resolved(program, TypeId(of.ty)) {
            DebugType::Pointer { .. } => self.target(of)?,
            _ => of,
        };
        let by = index.checked_mul(bytes(program, element).into())?;
        let offset = u32::try_from(i128::from(from.offset).checked_add(by)?).ok()?;
        Some(Place { object: from.object, offset, ty: element.0 })
    }

    fn target(&self, pointer: Place) -> Option<Place> {
        let ty = inner(self.vm.program(), TypeId(pointer.ty))?;
        match self.bits(pointer, 8)? {
            (bits, Some(object)) => Some(Place { object, offset: u32::try_from(bits & 0xffff_ffff).ok()?, ty: ty.0 }),
            _ => None,
        }
    }

    fn read(&self, place: Place) -> Option<Read> {
        let program = self.vm.program();
        let mut place = place;
        // `std::atomic<int>` and the like hold one number.
        for _ in 0..NESTING_MAX {
            match resolved(program, TypeId(place.ty)) {
                DebugType::Struct { fields, .. } if fields.len() == 1 => {
                    let at = u32::try_from(fields[0].at_bit / 8).ok()?;
                    place = Place { offset: place.offset.checked_add(at)?, ty: fields[0].ty.0, ..place };
                }
                _ => break,
            }
        }
        let size = u32::try_from(bytes(program, TypeId(place.ty))).ok().filter(|size| (1..=8).contains(size))?;
        match resolved(program, TypeId(place.ty)) {
            DebugType::Pointer { .. } => match self.bits(place, 8)? {
                (bits, Some(object)) => Some(Read::Pointer(object, u32::try_from(bits & 0xffff_ffff).ok()?)),
                (bits, None) => Some(Read::Number(bits.into())),
            },
            DebugType::Integer { signed, .. } | DebugType::Character { signed, .. } => {
                self.number(place, size, *signed).map(Read::Number)
            }
            DebugType::Boolean { .. } => self.number(place, size, false).map(Read::Number),
            DebugType::Enum { .. } => self.number(place, size, true).map(Read::Number),
            _ => None,
        }
    }

    fn threads(&self) -> Vec<u32> {
        self.vm.thread_ids().map(|thread| thread.0).collect()
    }

    fn is_in(&self, thread: u32, function: &str) -> bool {
        self.functions(thread, &mut |name, _, _| name == function)
    }

    fn top(&self, thread: u32) -> Option<(String, u32)> {
        let mut found = None;
        self.functions(thread, &mut |name, line, library| {
            let is_it = !library && line > 0;
            if is_it {
                found = Some((name.to_owned(), line));
            }
            is_it
        });
        found
    }

    fn holder(&self, lock: Place) -> Option<Option<u32>> {
        let owner = Place { offset: lock.offset.checked_add(OWNER_OFFSET)?, ..lock };
        let word = u32::try_from(self.number(owner, 4, false)?).ok()? & OWNER;
        Some(word.checked_sub(1))
    }
}

/// Letters of states that agree in all that decides about them.
#[derive(Default)]
pub(crate) struct Letters(AHashMap<(u32, u32), (Letter, Option<usize>)>);

impl Letters {
    /// The letter of a state, and the first invariant that does not hold in it. `vm` yields the state.
    pub(crate) fn letter<'m, 'a: 'm>(
        &mut self,
        property: &Property,
        words: &[u32],
        vm: impl FnOnce() -> &'m Vm<'a>,
    ) -> (Letter, Option<usize>) {
        let look = |vm: &Vm<'_>| {
            let broken = property.invariants.iter().position(|(_, invariant)| !invariant.holds(vm));
            (property.letter(vm), broken)
        };
        let key = match property.looks {
            Looks::Globals => (words[0], 0),
            Looks::Memory => (words[0], words[1]),
            Looks::Threads => return look(vm()),
        };
        *self.0.entry(key).or_insert_with(|| look(vm()))
    }
}
