//! The available memory.

/// The free memory in MiB without swapping; `None` if the system does not report it.
/// Linux only, from `/proc/meminfo` (man 5 proc).
pub fn available_mib() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024)
}
