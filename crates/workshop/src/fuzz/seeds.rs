//! Which of the random programs.

/// Seeds `first..first + count`, or as many programs from that number on.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct Seeds {
    /// How many
    #[arg(long, default_value_t = 1000)]
    pub count: u64,
    /// The first seed
    #[arg(long = "seed", value_name = "SEED", default_value_t = 0)]
    pub first: u64,
}

impl Seeds {
    /// The first so many.
    pub(crate) fn up_to(count: u64) -> Seeds {
        Seeds { count, first: 0 }
    }
}
