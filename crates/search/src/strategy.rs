//! In which order states are expanded, and by whom.
//!
//! Strategies differ in where new states go and in when they are done; what it means to expand a
//! state they have in common ([`Worker`]), and so whether a state is new ([`VisitedSet`]). Each is a
//! file of its own, and a line in the list below.

mod depth_first;
mod layers;
pub(crate) mod spread;
pub(crate) mod temporal;

use machine::Run;

use crate::gathered::{Gathered, Origin};
use crate::search::Search;
use crate::visited::VisitedSet;
use crate::worker::Worker;
use layers::Layered;

/// A way to visit every state that can be reached.
pub(crate) trait Strategy: Sync {
    /// Visits every state that the first one leads to; the other workers `help`. True if no state is
    /// left. It need not be if something was found or the search was halted.
    fn lead(&self, worker: &mut Worker<'_>, start: &[u32], gathered: &mut Gathered) -> Run<bool>;

    /// The life of every worker but the first. They have nothing to do unless the strategy says so.
    fn help(&self, _: &mut Worker<'_>) {}

    /// Lets those who help go home, whatever they wait for. Called once, when `lead` has come back or
    /// has panicked.
    fn dismiss(&self, _: &Search<'_>) {}

    /// The numbers of the choices that lead from the start to a state in which something was found.
    /// A strategy that reports places in layers must know the way to them.
    fn choices_to(&self, origin: &Origin) -> Vec<usize> {
        match origin {
            Origin::Choices(choices) | Origin::Walked(choices) => choices.clone(),
            Origin::Layer { .. } => Vec::new(),
        }
    }

    /// The same for several of them: who has to ask others for it asks once for all.
    fn choices_to_each(&self, origins: &[Origin]) -> Vec<Vec<usize>> {
        origins.iter().map(|origin| self.choices_to(origin)).collect()
    }

    /// A few of the states that are farthest from the start, how many wait, and how many there were at the
    /// last distances from the start.
    fn outskirts(&self) -> Outskirts {
        Outskirts::default()
    }

    /// Of what was found: how many of its last transitions go round, if it is an execution that never ends; 0
    /// if the execution ends and stays as it is.
    fn cycle(&self) -> Option<usize> {
        None
    }

    /// Bytes that it takes to know how states were reached.
    fn ways_bytes(&self) -> u64 {
        0
    }

    /// Bytes of what is kept for the states that wait, if that is much.
    fn waiting_bytes(&self) -> u64 {
        0
    }
}

/// Where a search has come to.
#[derive(Default)]
pub(crate) struct Outskirts {
    pub samples: Vec<Origin>,
    pub waiting: u64,
    pub layers: Vec<u64>,
}

/// What to know of a strategy before choosing it.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is, in a word or two.
    pub title: &'static str,
    /// No shorter path leads to the same.
    pub shortest: bool,
    /// Several workers find the same as one, each time.
    pub repeatable: bool,
}

/// Makes of a list of strategies the type that names them, and whatever depends on which it is.
macro_rules! strategies {
    ($($(#[$default:meta])? $order:ident => $file:ident,)*) => {
        /// Which state comes next.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub enum Order {
            $($(#[$default])? $order,)*
        }

        impl Order {
            pub const ALL: &[Order] = &[$(Order::$order,)*];

            pub fn about(self) -> About {
                match self {
                    $(Order::$order => $file::ABOUT,)*
                }
            }

            pub(crate) fn strategy<'a, V: VisitedSet + Layered>(self, visited: &'a V) -> Box<dyn Strategy + 'a> {
                match self {
                    $(Order::$order => Box::new($file::new(visited)),)*
                }
            }
        }
    };
}

strategies! {
    #[default]
    BreadthFirst => layers,
    DepthFirst => depth_first,
}
