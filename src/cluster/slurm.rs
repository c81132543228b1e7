//! The processes of a job of Slurm, from the variables that its tasks find.

use super::Hosts;

/// The first of the ports; which of them a job takes depends on its number, so that two jobs on
/// one node do not meet. Below those that systems give away by themselves (from 32,768 on).
const FIRST_PORT: u64 = 12_000;

/// Ports from the first one that jobs share.
const PORTS: u64 = 20_000;

/// More hosts than any list has: a mistyped range shall not fill the memory.
const MOST: u64 = 100_000;

impl Hosts {
    /// The processes of a job, one a task, and the number of this one. Tasks on one node take ports
    /// one after the other.
    ///
    /// # Errors
    /// If a variable is not there, or is not what Slurm writes.
    pub fn of_slurm(variable: impl Fn(&str) -> Option<String>) -> Result<(Hosts, usize), String> {
        let value = |name: &str| {
            variable(name).ok_or_else(|| format!("{name} is not set: expected a task of srun"))
        };
        let number = |name: &str| -> Result<u64, String> {
            let text = value(name)?;
            text.parse().map_err(|_| format!("{name} is {text:?}: expected a number"))
        };
        // A step of a job may have fewer nodes than the job.
        let of_step = variable("SLURM_STEP_NODELIST").is_some();
        let [list, tasks] = if of_step {
            ["SLURM_STEP_NODELIST", "SLURM_STEP_TASKS_PER_NODE"]
        } else {
            ["SLURM_JOB_NODELIST", "SLURM_TASKS_PER_NODE"]
        };
        let (text, per_node) = (value(list)?, value(tasks)?);
        let nodes = nodes(&text)
            .ok_or_else(|| format!("{list} is {text:?}: expected nodes such as n[01-04,7],m3"))?;
        let counts =
            counts(&per_node).filter(|counts| counts.len() == nodes.len()).ok_or_else(|| {
                let nodes = nodes.len();
                format!("{tasks} is {per_node:?}: expected {nodes} counts such as 2(x3),1")
            })?;
        let (job, process) = (number("SLURM_JOB_ID")?, number("SLURM_PROCID")?);
        let mut addresses = Vec::new();
        for (node, count) in nodes.iter().zip(counts) {
            for task in 0..count {
                let port = FIRST_PORT + (job.wrapping_mul(64) + task) % PORTS;
                addresses.push(format!("{node}:{port}"));
            }
        }
        let hosts = Hosts::read(&addresses.join("\n")).map_err(|e| format!("{list}: {e}"))?;
        Ok((hosts, usize::try_from(process).unwrap_or(usize::MAX)))
    }
}

/// The nodes of a list such as `n[01-04,7],m3`.
fn nodes(text: &str) -> Option<Vec<String>> {
    let mut all = Vec::new();
    for part in parts(text)? {
        let expanded = expanded(part)?;
        if expanded.is_empty() || (all.len() + expanded.len()) as u64 > MOST {
            return None;
        }
        all.extend(expanded);
    }
    Some(all)
}

/// The parts between commas outside of brackets.
fn parts(text: &str) -> Option<Vec<&str>> {
    let (mut parts, mut start, mut inside) = (Vec::new(), 0, false);
    for (place, sign) in text.char_indices() {
        match sign {
            '[' if !inside => inside = true,
            ']' if inside => inside = false,
            '[' | ']' => return None,
            ',' if !inside => {
                parts.push(&text[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    let whole = !inside && parts.iter().all(|part| !part.is_empty());
    whole.then_some(parts)
}

/// The names that a part stands for: of several brackets the first varies slowest.
fn expanded(part: &str) -> Option<Vec<String>> {
    let Some((before, rest)) = part.split_once('[') else {
        return Some(vec![part.to_owned()]);
    };
    let (ranges, after) = rest.split_once(']')?;
    let endings = expanded(after)?;
    let mut all = Vec::new();
    for range in ranges.split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (from, to): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
        if from > to || to - from > MOST {
            return None;
        }
        let width = first.len();
        for number in from..=to {
            let named = |ending: &String| format!("{before}{number:0width$}{ending}");
            all.extend(endings.iter().map(named));
        }
    }
    Some(all)
}

/// The tasks of each node, from a text such as `2(x3),1`.
fn counts(text: &str) -> Option<Vec<u64>> {
    let mut all = Vec::new();
    for part in text.split(',') {
        let (count, times) = match part.split_once("(x") {
            Some((count, times)) => (count, times.strip_suffix(')')?.parse().ok()?),
            None => (part, 1),
        };
        let count: u64 = count.parse().ok()?;
        if times > MOST || count > MOST {
            return None;
        }
        all.extend((0..times).map(|_| count));
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(list: &str, tasks: &str, process: &str) -> Result<(Hosts, usize), String> {
        Hosts::of_slurm(|name| {
            let value = match name {
                "SLURM_JOB_NODELIST" => list,
                "SLURM_TASKS_PER_NODE" => tasks,
                "SLURM_JOB_ID" => "7",
                "SLURM_PROCID" => process,
                _ => return None,
            };
            Some(value.to_owned())
        })
    }

    #[test]
    fn a_job_names_its_processes() {
        let (hosts, process) = job("n[08-10,3],m[1-2]-ib,x", "2,1(x6)", "4").unwrap();
        let names = [
            "n08:12448",
            "n08:12449",
            "n09:12448",
            "n10:12448",
            "n3:12448",
            "m1-ib:12448",
            "m2-ib:12448",
            "x:12448",
        ];
        assert_eq!((hosts.addresses(), process), (&names.map(str::to_owned)[..], 4));
    }

    #[test]
    fn what_slurm_does_not_write_is_refused() {
        let cases = [
            ("n[1-2", "1(x2)", "0", "NODELIST is \"n[1-2\""),
            ("n[2-1]", "1", "0", "expected nodes"),
            ("n,,m", "1(x3)", "0", "expected nodes"),
            ("", "1", "0", "expected nodes"),
            ("n[1-2]", "1", "0", "expected 2 counts"),
            ("n[1-2]", "1(y2)", "0", "expected 2 counts"),
            ("n[1-2]", "1(x2)", "one", "SLURM_PROCID is \"one\": expected a number"),
        ];
        for (list, tasks, process, told) in cases {
            let error = job(list, tasks, process).unwrap_err();
            assert!(error.contains(told), "{list} {tasks}: {error}");
        }
        let error = Hosts::of_slurm(|_| None).unwrap_err();
        assert_eq!(error, "SLURM_JOB_NODELIST is not set: expected a task of srun");
    }
}
