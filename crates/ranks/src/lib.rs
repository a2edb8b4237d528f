//! The processes that `mpirun` has started together, and messages between them.
//!
//! [`launched`] tells from the environment which of them this is, without MPI. [`World`] talks to the others; it
//! needs the feature `mpi`, and cannot be had without. Only one thread may use it, the one that has joined.
//!
//! `mpi` (rsmpi) brings the bindings. Its own types tie each message that is being sent to a scope, but how long a
//! message takes is up to whoever gets it, so messages and their requests are kept here, beside each other.
//!
//! This crate knows bytes and ranks and nothing about what they are for.

#[cfg(not(feature = "mpi"))]
mod nobody;
#[cfg(feature = "mpi")]
mod world;

#[cfg(not(feature = "mpi"))]
pub use nobody::World;
#[cfg(feature = "mpi")]
pub use world::World;

/// Which of several processes this is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Launch {
    pub rank: usize,
    pub count: usize,
    /// How many of them are on this machine.
    pub here: usize,
}

/// How launchers tell: the rank, how many there are, how many on this machine.
const LAUNCHERS: [[&str; 3]; 4] = [
    ["OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE"],
    ["PMI_RANK", "PMI_SIZE", "MPI_LOCALNRANKS"],
    ["MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_LOCAL_SIZE"],
    ["PMIX_RANK", "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS_PER_NODE"],
];

/// Which process this is, if somebody has started several.
pub fn launched() -> Option<Launch> {
    told(|name| std::env::var(name).ok())
}

fn told(tell: impl Fn(&str) -> Option<String>) -> Option<Launch> {
    let number = |name: &str| tell(name)?.trim().parse::<usize>().ok();
    let launch = |[rank, count, here]: [&str; 3]| {
        let (rank, count) = (number(rank)?, number(count)?);
        Some(Launch { rank, count, here: number(here).unwrap_or(count).clamp(1, count.max(1)) })
    };
    LAUNCHERS.into_iter().find_map(launch).filter(|launch| launch.count > 1 && launch.rank < launch.count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(told: &[(&str, &str)], expected: Option<(usize, usize, usize)>) {
        let tell = |name: &str| told.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_owned());
        let launch = super::told(tell).map(|Launch { rank, count, here }| (rank, count, here));
        assert_eq!(launch, expected);
    }

    #[test]
    fn launchers_are_understood() {
        let (rank, size, here) = ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE");
        check(&[(rank, "2"), (size, "8"), (here, "4")], Some((2, 8, 4)));
        check(&[(rank, "2"), (size, "8")], Some((2, 8, 8)));
        check(&[("PMI_RANK", "0"), ("PMI_SIZE", "3")], Some((0, 3, 3)));
        check(&[(rank, "0"), (size, "1")], None);
        check(&[(rank, "x"), (size, "8")], None);
        check(&[(rank, "8"), (size, "8")], None);
        check(&[], None);
    }
}
