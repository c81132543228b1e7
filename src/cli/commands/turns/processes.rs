//! The processes of `turns --hosts`.

use chongkak::cluster::{Cluster, Hosts};

use crate::cli::{CliError, args, position_input};

/// The word in the place of a file that means the tasks of a job of Slurm.
const SLURM: &str = "slurm";

/// The processes that were asked for, if any were.
pub fn cluster(args: &args::Turns) -> Result<Option<Cluster>, CliError> {
    let together = &args.together;
    let Some(path) = together.hosts.as_deref() else {
        return Ok(None);
    };
    position_input::expect_one(&args.from.place, "--hosts", Some(path), "the work")?;
    let (hosts, process) = if path.as_os_str() == SLURM {
        if let Some(process) = together.process {
            let message = format!(
                "--process {process}: with --hosts {SLURM} the job says which process this is: \
                 expected no --process"
            );
            return Err(CliError::input(message));
        }
        let variable = |name: &str| std::env::var(name).ok();
        Hosts::of_slurm(variable).map_err(|e| CliError::input(format!("--hosts {SLURM}: {e}")))?
    } else {
        let at = path.display();
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| CliError::input(format!("--hosts {at}: {error}")))?;
        let hosts = Hosts::read(&text).map_err(|error| {
            let line = text.lines().nth(error.line - 1).unwrap_or_default();
            CliError::input_at(format!("--hosts {at}: {error}"), line, &error.span)
        })?;
        let Some(process) = together.process else {
            let last = hosts.addresses().len() - 1;
            let message =
                format!("--hosts {at}: no --process: expected the number of this one, 0 to {last}");
            return Err(CliError::input(message));
        };
        (hosts, process)
    };
    let count = hosts.addresses().len();
    if process >= count {
        let lines = if count == 1 { "1 process" } else { &format!("{count} processes") };
        let message = format!(
            "--process {process}: the list has {lines}: expected a number from 0 to {}",
            count - 1
        );
        return Err(CliError::input(message));
    }
    let patience = together.patience;
    Ok(Some(Cluster { hosts, process, timeout: patience }))
}
