//! How much memory there is.

/// The size of the main memory in bytes; `None` where it is not known.
#[cfg(all(feature = "os-memory", not(target_family = "wasm")))]
#[must_use]
pub fn total_memory() -> Option<u64> {
    let system = sysinfo::System::new_with_specifics(
        sysinfo::RefreshKind::nothing()
            .with_memory(sysinfo::MemoryRefreshKind::nothing().with_ram()),
    );
    let total = system.ok()?.total_memory();
    (total > 0).then_some(total)
}

/// The size of the main memory in bytes; `None` where it is not known.
#[cfg(not(all(feature = "os-memory", not(target_family = "wasm"))))]
#[must_use]
pub fn total_memory() -> Option<u64> {
    None
}
