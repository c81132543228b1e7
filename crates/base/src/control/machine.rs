//! The memory and processors available to this process.
//!
//! The available memory is the minimum of three: the machine's free memory, the limits of the
//! control groups of the process (versions 1 and 2), and its address space (`ulimit -v`). It is
//! known on Linux only.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::OnceLock;

/// Returns the bytes of memory that this process may still allocate, if known.
pub(super) fn free_memory() -> Option<u64> {
    free_memory_of(root())
}

/// Returns the bytes of address space left to this process, if they are limited. A limit that is
/// missing at first is not set later, so most processes check once.
pub fn free_addresses() -> Option<u64> {
    static LIMITED: OnceLock<bool> = OnceLock::new();
    let free = || free_addresses_of(root());
    let limited = LIMITED.get_or_init(|| free().is_some());
    limited.then(free).flatten()
}

/// Whether the address space of this process is limited.
#[must_use]
pub fn has_limited_addresses() -> bool {
    free_addresses().is_some()
}

/// Returns the number of threads that this process can run at once: its processors, limited by the
/// CPU quota of its control group.
#[must_use]
pub fn processors() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Explains why this process has fewer processors than the machine, if it has.
#[must_use]
pub fn fewer_processors() -> Option<String> {
    fewer_processors_of(root(), processors().get())
}

/// The root of the file system, where Linux describes the system. (Tests use a copy of some files.)
fn root() -> &'static Path {
    Path::new(if cfg!(target_os = "linux") { "/" } else { "" })
}

fn text(root: &Path, path: impl AsRef<Path>) -> Option<String> {
    if root.as_os_str().is_empty() {
        return None;
    }
    fs::read_to_string(root.join(path)).ok()
}

fn free_memory_of(root: &Path) -> Option<u64> {
    let machine = text(root, "proc/meminfo");
    let machine = machine.and_then(|text| kibibytes(&text, "MemAvailable:"));
    let groups = free_in_groups(root);
    let bounds = [machine, groups, free_addresses_of(root)];
    bounds.into_iter().flatten().min()
}

fn free_addresses_of(root: &Path) -> Option<u64> {
    let limits = text(root, "proc/self/limits")?;
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    // "unlimited" does not parse.
    let limit: u64 = limit.split_whitespace().next()?.parse().ok()?;
    let taken = kibibytes(&text(root, "proc/self/status")?, "VmSize:")?;
    Some(limit.saturating_sub(taken))
}

/// Returns the least that the control group of the process, or one around it, leaves.
fn free_in_groups(root: &Path) -> Option<u64> {
    let groups = text(root, "proc/self/cgroup")?;
    let free = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, group) = (parts.next()?, parts.next()?);
        if controllers.is_empty() {
            let mounts = ["sys/fs/cgroup", "sys/fs/cgroup/unified"];
            // Above memory.high the kernel slows the process down almost to a halt.
            let limits = ["memory.max", "memory.high"];
            return free_in(root, &mounts, group, &limits, "memory.current", "inactive_file ");
        }
        if !controllers.split(',').any(|name| name == "memory") {
            return None;
        }
        let (mounts, limits) = (["sys/fs/cgroup/memory"], ["memory.limit_in_bytes"]);
        free_in(root, &mounts, group, &limits, "memory.usage_in_bytes", "total_inactive_file ")
    });
    free.min()
}

/// Does the same for one version, given the names of the files with the limits and the usage; a
/// missing file or `max` means no limit. Inactive file pages are a line of `memory.stat`. In a
/// container the path of the group may be that of the host, of which only the end exists there, so
/// every group that exists counts, from the whole path down to none of it.
fn free_in(
    root: &Path,
    mounts: &[&str],
    group: &str,
    limits: &[&str],
    taken: &str,
    unused: &str,
) -> Option<u64> {
    let groups = Path::new(group.trim_start_matches('/')).ancestors();
    let folders =
        groups.flat_map(|group| mounts.iter().map(move |mount| root.join(mount).join(group)));
    let free = folders.filter_map(|folder| {
        let limit = limits.iter().filter_map(|file| number(&folder.join(file))).min()?;
        let taken = number(&folder.join(taken))?;
        // The kernel reclaims these file pages first.
        let stat = text(&folder, "memory.stat").unwrap_or_default();
        let pages = stat.lines().find_map(|line| line.strip_prefix(unused));
        let pages: u64 = pages.and_then(|pages| pages.trim().parse().ok()).unwrap_or(0);
        Some(limit.saturating_sub(taken.saturating_sub(pages)))
    });
    free.min()
}

fn number(path: &Path) -> Option<u64> {
    fs::read_to_string(path).ok()?.trim().parse().ok()
}

fn fewer_processors_of(root: &Path, ours: usize) -> Option<String> {
    let all = list_length(&text(root, "sys/devices/system/cpu/online")?)?;
    let status = text(root, "proc/self/status")?;
    let allowed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let allowed = allowed.and_then(list_length).unwrap_or(all).min(all);
    let why = match ours {
        ours if ours < allowed => "its control group gives it the time of no more",
        ours if ours < all => "it is bound to them (its affinity)",
        _ => return None,
    };
    Some(format!("this process has {ours} of the machine's {all} processors: {why}"))
}

/// Parses the bytes of a line such as `VmSize:  1234 kB`.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let found = text.lines().find_map(|line| line.strip_prefix(name))?;
    let number: u64 = found.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(number << 10)
}

/// Returns the length of a list such as `0-3,8`.
fn list_length(list: &str) -> Option<usize> {
    let lengths = list.trim().split(',').map(|part| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        (last + 1).checked_sub(first)
    });
    lengths.sum()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::path::PathBuf;

    use super::*;

    const MIB: u64 = 1 << 20;

    /// A copy of the system's files in its own folder.
    struct Copy(PathBuf);

    impl Copy {
        fn of(name: &str, files: &[(&str, &str)]) -> Copy {
            let name = format!("chongkak-machine-{}-{name}", std::process::id());
            let root = std::env::temp_dir().join(name);
            for (path, text) in files {
                let path = root.join(path);
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder is made");
                fs::write(path, text).expect("a file is written");
            }
            Copy(root)
        }
    }

    impl Drop for Copy {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    const MEMINFO: (&str, &str) =
        ("proc/meminfo", "MemTotal:       8388608 kB\nMemAvailable:   4194304 kB\n");

    #[test]
    fn without_limits_the_free_memory_of_the_machine_is_free() {
        let limits = "Max address space         unlimited            unlimited            bytes\n";
        let files = [MEMINFO, ("proc/self/limits", limits)];
        let copy = Copy::of("none", &files);
        assert_eq!(free_memory_of(&copy.0), Some(4096 * MIB));
        assert_eq!(free_addresses_of(&copy.0), None);
    }

    #[test]
    fn the_address_space_that_is_taken_is_not_free() {
        let limits = "Max address space         1073741824           unlimited            bytes\n";
        let status = "Name:\tchongkak\nVmSize:\t   24576 kB\n";
        let files = [MEMINFO, ("proc/self/limits", limits), ("proc/self/status", status)];
        let copy = Copy::of("addresses", &files);
        assert_eq!(free_memory_of(&copy.0), Some(1000 * MIB));
    }

    /// The limit of an enclosing group counts too.
    #[test]
    fn the_narrowest_group_of_version_2_counts() {
        let files = [
            MEMINFO,
            ("proc/self/cgroup", "0::/jobs/one\n"),
            ("sys/fs/cgroup/jobs/memory.max", "524288000\n"),
            ("sys/fs/cgroup/jobs/memory.current", "209715200\n"),
            ("sys/fs/cgroup/jobs/memory.stat", "anon 0\ninactive_file 104857600\n"),
            ("sys/fs/cgroup/jobs/one/memory.max", "max\n"),
            ("sys/fs/cgroup/jobs/one/memory.current", "104857600\n"),
        ];
        let copy = Copy::of("two", &files);
        assert_eq!(free_memory_of(&copy.0), Some(400 * MIB));
    }

    /// In a container the path is that of the host, and the limit is at the root.
    #[test]
    fn a_group_of_version_1_is_found_from_within_a_container() {
        let files = [
            MEMINFO,
            ("proc/self/cgroup", "5:cpu:/\n4:memory:/docker/0123\n0::/\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "314572800\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "10485760\n"),
        ];
        let copy = Copy::of("one", &files);
        assert_eq!(free_memory_of(&copy.0), Some(290 * MIB));
    }

    #[test]
    fn the_reason_for_fewer_processors_is_told() {
        let files = [
            ("sys/devices/system/cpu/online", "0-15\n"),
            ("proc/self/status", "Cpus_allowed_list:\t0-1,4,6-10\n"),
        ];
        let copy = Copy::of("processors", &files);
        assert_eq!(fewer_processors_of(&copy.0, 16), None);
        let bound = fewer_processors_of(&copy.0, 8).expect("a reason");
        assert!(bound.contains("8 of the machine's 16") && bound.contains("affinity"));
        let quota = fewer_processors_of(&copy.0, 2).expect("a reason");
        assert!(quota.contains("2 of the machine's 16") && quota.contains("control group"));
    }
}
