//! The arguments of `campaign`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::number_arguments::number;
use super::shared::{PositionArgs, ProofTarget, WithTables};

#[derive(Debug, Subcommand)]
pub enum Campaign {
    /// Creates a campaign in a folder
    #[command(after_help = "Examples:
  chongkak campaign new first-proof --rules conglak --winner --job-nodes 1M
  chongkak campaign new big-win '9,9,9,9,9,9,9,9,9/18 x,x,9,9,9,9,9,9,9/0 A' --at-least 1")]
    New(CampaignNew),
    /// Prints the most useful jobs as JSON lines, which `batch` reads
    #[command(after_help = "Examples:
  chongkak campaign tasks first-proof --count 100 > tasks.jsonl
  chongkak campaign tasks first-proof --count 2 | chongkak batch - --format jsonl > results.jsonl")]
    Tasks(CampaignTasks),
    /// Adds results: stores or JSON lines of `batch`, or JSON lines of a campaign
    #[command(after_help = "Examples:
  chongkak campaign add first-proof results.jsonl tasks.jsonl.sqlite")]
    Add(CampaignAdd),
    /// Shows what is proven and how much is still open
    #[command(after_help = "Examples:
  chongkak campaign status first-proof
  chongkak campaign status first-proof --format json")]
    Status(CampaignFolder),
    /// Runs the jobs of a campaign on this machine; run again, it continues
    ///
    /// At a limit of --time or --jobs the results so far are kept and printed, and the exit code is
    /// 3. The jobs share --memory.
    #[command(after_help = "Examples:
  chongkak campaign run first-proof --jobs 100
  chongkak campaign run first-proof --parallel 2
  chongkak campaign run first-proof --time 1h")]
    Run(CampaignRun),
    /// Writes a proof of the answer, for the independent checker `scripts/check-proof`
    ///
    /// The jobs that the answer depends on are searched again, each for the bound that it needs. A
    /// wrong result is reported. The jobs share --memory.
    #[command(after_help = "Examples:
  chongkak campaign proof first-proof
  chongkak campaign proof first-proof first.proof --parallel 2")]
    Proof(CampaignProof),
}

#[derive(Debug, Args)]
pub struct CampaignNew {
    /// The folder, which is created if it does not exist
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    #[command(flatten)]
    pub place: PositionArgs,
    #[command(flatten)]
    pub asked: ProofTarget,
    /// Maximum positions that a job visits; a job without an answer is repeated with twice and four
    /// times as many
    #[arg(long, value_name = "N", default_value_t = 10_000_000,
          value_parser = number::<u64>(1..=i64::MAX as u64))]
    pub job_nodes: u64,
}

/// The folder of a campaign.
#[derive(Debug, Args)]
pub struct CampaignFolder {
    /// The folder of the campaign
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

#[derive(Debug, Args)]
pub struct CampaignTasks {
    #[command(flatten)]
    pub of: CampaignFolder,
    /// Maximum jobs to print
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=1_000_000))]
    pub count: u64,
}

#[derive(Debug, Args)]
pub struct CampaignAdd {
    #[command(flatten)]
    pub of: CampaignFolder,
    /// Stores, or files with JSON lines
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub struct CampaignRun {
    #[command(flatten)]
    pub of: CampaignFolder,
    /// Jobs to run at once, each on one thread [default: as many as --threads]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=1024))]
    pub parallel: Option<u16>,
    /// Ends the run after N jobs
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    pub jobs: Option<u64>,
    #[command(flatten)]
    pub with: WithTables,
}

#[derive(Debug, Args)]
pub struct CampaignProof {
    #[command(flatten)]
    pub of: CampaignFolder,
    /// The proof file [default: campaign.proof in the folder]
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Overwrites an existing file
    #[arg(long)]
    pub force: bool,
    /// Jobs to run at once, each on one thread [default: as many as --threads]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=1024))]
    pub parallel: Option<u16>,
    /// The former name of --parallel, kept for its error message.
    #[arg(long, value_name = "N", hide = true)]
    pub jobs: Option<String>,
    /// Maximum positions in the proof; each takes about 300 bytes of memory
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = 4_000_000, value_parser = number::<u32>(1..))]
    pub proof_positions: u32,
    #[command(flatten)]
    pub with: WithTables,
}
