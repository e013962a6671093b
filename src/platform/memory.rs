//! How much memory there is.

/// The size of the main memory in bytes; `None` where it is not known.
#[must_use]
pub fn total_memory() -> Option<u64> {
    memory().map(|(total, _)| total)
}

/// Bytes of the main memory that programs can still take without swapping; `None` where it is not known.
#[must_use]
pub fn available_memory() -> Option<u64> {
    memory().map(|(_, available)| available)
}

/// The size of the main memory, and what is available of it.
#[cfg(all(feature = "os-memory", not(target_family = "wasm")))]
fn memory() -> Option<(u64, u64)> {
    let system = sysinfo::System::new_with_specifics(
        sysinfo::RefreshKind::nothing()
            .with_memory(sysinfo::MemoryRefreshKind::nothing().with_ram()),
    );
    let system = system.ok()?;
    let (total, available) = (system.total_memory(), system.available_memory());
    (total > 0).then_some((total, available))
}

/// The size of the main memory, and what is available of it.
#[cfg(not(all(feature = "os-memory", not(target_family = "wasm"))))]
fn memory() -> Option<(u64, u64)> {
    None
}
