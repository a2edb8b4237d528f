//! `cargo xtask bench scaling`: a search over 1, 2 and 4 ranks on this machine, and from what that shows a
//! simulation of up to 1,024.
//!
//! What is measured: how long a rank works on a state, how many successors cross, how many bytes they take, and how
//! many states each layer has. What is supposed: the speed of the network and what a message costs. Layer by layer
//! the simulation deals the states to ranks as a hash would, lets each rank work and send at the same time, and
//! goes on when the slowest is done.

use crate::build;
use crate::mpi;
use crate::process;
use crate::project::Project;
use splitmix::SplitMix;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(3600);

/// Ranks that are simulated.
const SIMULATED: [u32; 8] = [2, 4, 16, 64, 128, 256, 512, 1024];

/// Bytes of a message that is sent because it is full.
const MESSAGE_BYTES: f64 = 16384.0;

/// Times that all wait for all in a layer: its end, what was found, the order, its sums, the places.
const MEETINGS: f64 = 5.0;

#[derive(clap::Args, Debug)]
pub(super) struct Options {
    /// The program that is searched
    #[arg(default_value = "benches/programs/anderson6.c")]
    program: PathBuf,
    /// Microseconds that a message is on its way
    #[arg(long, default_value_t = 2.0)]
    latency: f64,
    /// Microseconds of a rank's time for each message that it sends or gets
    #[arg(long, default_value_t = 0.5)]
    overhead: f64,
    /// Megabytes that a rank can send in a second
    #[arg(long, default_value_t = 1000.0)]
    bandwidth: f64,
    /// How much larger the space is that is simulated, layer by layer
    #[arg(long, default_value_t = 1.0)]
    larger: f64,
}

/// What one search has shown.
struct Measured {
    ranks: u32,
    cpu_seconds: f64,
    states: f64,
    crossed: f64,
    stayed: f64,
    bytes: f64,
    order_bytes: f64,
    /// Shares of the ranks' time.
    packing: f64,
    unpacking: f64,
    ordering: f64,
    waiting: f64,
    /// States of each layer, and the most that one rank had of it.
    layers: Vec<(f64, f64)>,
}

impl Measured {
    fn each_crossing(&self) -> f64 {
        self.bytes / self.crossed.max(1.0)
    }

    /// How much more the rank with the most states has than its share, over all layers.
    fn imbalance(&self) -> f64 {
        let most: f64 = self.layers.iter().map(|(_, most)| most).sum();
        let all: f64 = self.layers.iter().map(|(len, _)| len).sum();
        most * f64::from(self.ranks) / all.max(1.0)
    }
}

pub(super) fn run(project: &Project, options: &Options) -> Result<ExitCode, String> {
    if !mpi::can_run() {
        return Err("no MPI is installed (`cargo xtask setup --mpi`)".to_owned());
    }
    build::verify(project)?;
    let program = project.root.join(&options.program);
    let mut alone = Command::new(project.verify_binary());
    alone.arg(&program).args(["--workers", "1", "--format", "json"]);
    let (finished, alone_seconds) = process::run_timed(&alone, TIMEOUT)?;
    let alone_states = crate::verdict::Verdict::read(&finished)?.figure("states")?;
    println!("one process: {alone_states} states, {alone_seconds:.1} s of CPU time");
    println!("ranks  CPU s  crossing  bytes each  order  imbalance  packing  unpacking  ordering  waiting");
    let mut all = Vec::new();
    for ranks in [2, 4] {
        let measured = measure(project, &program, ranks)?;
        if (measured.states - alone_states).abs() > 0.5 {
            return Err(format!("{} states over {ranks} ranks, {alone_states} in one process", measured.states));
        }
        let successors = measured.crossed + measured.stayed;
        println!(
            "{ranks:>5} {:>6.1} {:>8.0}% {:>11.1} {:>6.1} {:>10.2} {:>7.0}% {:>9.0}% {:>8.0}% {:>7.0}%",
            measured.cpu_seconds,
            100.0 * measured.crossed / successors,
            measured.each_crossing(),
            measured.order_bytes / measured.states,
            measured.imbalance(),
            100.0 * measured.packing,
            100.0 * measured.unpacking,
            100.0 * measured.ordering,
            100.0 * measured.waiting,
        );
        all.push(measured);
    }
    let [two, four] = &all[..] else { return Err("two searches were made".to_owned()) };
    let model = Model::new(alone_seconds, two, four, options);
    println!("\nranks   speed-up  efficiency  bytes each  waiting for the slowest  sending  meetings and messages");
    for ranks in SIMULATED {
        let simulated = model.simulate(ranks, options);
        println!(
            "{ranks:>5} {:>10.1} {:>10.0}% {:>11.1} {:>23.0}% {:>7.0}% {:>21.0}%",
            simulated.speed_up,
            100.0 * simulated.speed_up / f64::from(ranks),
            simulated.bytes_each,
            100.0 * simulated.slowest,
            100.0 * simulated.sending,
            100.0 * simulated.meeting,
        );
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(project: &Project, program: &Path, ranks: u32) -> Result<Measured, String> {
    let mut command = mpi::mpirun(ranks, &project.verify_binary());
    command.arg(program).args(["--format", "json", "-vv", "--color", "never"]);
    let (finished, cpu_seconds) = process::run_timed(&command, TIMEOUT)?;
    let states = crate::verdict::Verdict::read(&finished)?.figure("states")?;
    let mut layers = Vec::new();
    let mut spread = None;
    for line in finished.stderr.lines() {
        if line.contains("expanded layer=") {
            let (layer, len, most) = (field(line, "layer"), field(line, "len"), field(line, "most"));
            // Another round begins.
            if layer == Some(0.0) {
                layers.clear();
            }
            layers.extend(len.zip(most));
        } else if line.contains("spread ranks=") {
            spread = Some(line);
        }
    }
    let spread = spread.ok_or_else(|| format!("no figures in\n{}", finished.tail(10)))?;
    let figure = |name: &str| field(spread, name).ok_or_else(|| format!("no {name} in {spread}"));
    Ok(Measured {
        ranks,
        cpu_seconds,
        states,
        crossed: figure("crossed")?,
        stayed: figure("stayed")?,
        bytes: figure("sent_bytes")?,
        order_bytes: figure("order_bytes")?,
        packing: figure("packing")?,
        unpacking: figure("unpacking")?,
        ordering: figure("ordering")?,
        waiting: figure("waiting")?,
        layers,
    })
}

/// The number behind a name in a line of figures.
fn field(line: &str, name: &str) -> Option<f64> {
    let start = line.find(&format!(" {name}="))? + name.len() + 2;
    line[start..].split_whitespace().next()?.parse().ok()
}

/// What the simulation knows.
struct Model {
    layers: Vec<f64>,
    /// Seconds of one process.
    alone: f64,
    /// Seconds of work for each state in one process, and more for each successor that crosses, on both sides.
    state_seconds: f64,
    crossing_seconds: f64,
    /// Successors of a state that are not the state itself or another one of its rank for sure.
    successors: f64,
    /// Bytes of a crossing state that has nothing new, of what is new in it when a pair of ranks has met so many
    /// states, and of its part in putting the layer in order.
    plain_bytes: f64,
    new_bytes: f64,
    new_after: f64,
    order_bytes: f64,
}

struct Simulated {
    speed_up: f64,
    bytes_each: f64,
    slowest: f64,
    sending: f64,
    meeting: f64,
}

impl Model {
    fn new(alone: f64, two: &Measured, four: &Measured, options: &Options) -> Model {
        let states = two.states;
        // Of successors that a hash deals to R ranks, 1 in R stays; loops that lead nowhere stay as well.
        let successors = 2.0 * two.crossed / states;
        // The dictionary of a pair grows with the logarithm of what has crossed, as far as two measurements tell:
        // each halving of what a pair exchanges makes the mean state larger by so many bytes.
        let pairs = |measured: &Measured| measured.crossed / f64::from(measured.ranks * (measured.ranks - 1));
        let halvings = (pairs(two) / pairs(four)).log2().max(0.1);
        let new_bytes = ((four.each_crossing() - two.each_crossing()) / halvings).max(0.0);
        // Waiting is no work: what ranks do besides waiting, less what one process does, is the cost of crossing.
        let busy = |measured: &Measured| measured.cpu_seconds * (1.0 - measured.waiting);
        let more = (busy(two) - alone).max(busy(four) - alone).max(0.1 * alone);
        Model {
            layers: two.layers.iter().map(|(len, _)| len * options.larger).collect(),
            alone: alone * options.larger,
            state_seconds: alone / states,
            crossing_seconds: more / four.crossed.max(1.0),
            successors,
            plain_bytes: two.each_crossing(),
            new_bytes,
            new_after: pairs(two),
            order_bytes: 2.0 * two.order_bytes / states,
        }
    }

    fn simulate(&self, ranks: u32, options: &Options) -> Simulated {
        let count = f64::from(ranks);
        let crossing = self.successors * (count - 1.0) / count;
        let states: f64 = self.layers.iter().sum();
        let pair = (states * crossing / (count * (count - 1.0))).max(1.0);
        let bytes_each = self.plain_bytes + self.new_bytes * (self.new_after * options.larger / pair).log2().max(0.0);
        let (latency, overhead) = (options.latency * 1e-6, options.overhead * 1e-6);
        let mut random = SplitMix::new(u64::from(ranks));
        let (mut all, mut mean, mut sending, mut meeting) = (0.0, 0.0, 0.0, 0.0);
        for len in &self.layers {
            let share = len / count;
            let most = most(&mut random, *len, ranks);
            let work = |states: f64| states * (self.state_seconds + crossing * self.crossing_seconds);
            let bytes = most * (crossing * bytes_each + self.order_bytes);
            let send = bytes / (options.bandwidth * 1e6);
            // Full messages, one for each other rank that is not full, and those that end and order the layer.
            let messages = bytes / MESSAGE_BYTES + (count - 1.0).min(most * crossing) + 3.0 * (count - 1.0);
            let meet = MEETINGS * latency * count.log2() + 2.0 * messages * overhead;
            all += work(most).max(send) + meet;
            mean += work(share);
            sending += (send - work(most)).max(0.0);
            meeting += meet;
        }
        Simulated {
            speed_up: self.alone / all,
            bytes_each,
            slowest: (all - mean - sending - meeting).max(0.0) / all,
            sending: sending / all,
            meeting: meeting / all,
        }
    }
}

/// How many of so many states the rank has that has most, if a hash deals them.
fn most(random: &mut SplitMix, len: f64, ranks: u32) -> f64 {
    let share = len / f64::from(ranks);
    // The sum of twelve numbers is nearly normal; its variance is one.
    let mut uniform =
        || u32::try_from(random.below(1 << 20)).map_or(0.5, |drawn| f64::from(drawn) / f64::from(1 << 20));
    let mut normal = || (0..12).map(|_| uniform()).sum::<f64>() - 6.0;
    let most = (0..ranks).map(|_| share + share.sqrt() * normal()).fold(0.0, f64::max);
    most.max(1.0).min(len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_found_in_a_line() {
        let line = "INFO x: spread ranks=2 crossed=14 sent_bytes=100 packing=0.25";
        assert_eq!(field(line, "crossed"), Some(14.0));
        assert_eq!(field(line, "packing"), Some(0.25));
        assert_eq!(field(line, "bytes"), None);
    }

    #[test]
    fn the_slowest_has_more_than_its_share() {
        let mut random = SplitMix::new(7);
        let large = most(&mut random, 1e6, 10);
        assert!((1e5..1.02e5).contains(&large), "{large}");
        assert!(most(&mut random, 5.0, 100) <= 5.0);
    }
}
