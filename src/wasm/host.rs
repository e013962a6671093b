//! What the host supplies: the imports of the module `tuzdik`.

use std::time::Duration;

use crate::search::SearchPhase;

mod imports {
    #[link(wasm_import_module = "tuzdik")]
    unsafe extern "C" {
        /// Milliseconds since some moment.
        pub safe fn now() -> f64;
        /// 32 random bits.
        pub safe fn random() -> u32;
        /// The place to suspend while a search runs; `waiting` is 1 while it only waits to be stopped.
        pub safe fn pause(waiting: u32);
        /// Takes lines of the protocol.
        pub fn print(at: *const u8, length: usize);
        /// Takes the reply to a call of the core.
        pub fn reply(at: *const u8, length: usize);
        /// Takes the words of a fault, after which the instance is of no use.
        pub fn fault(at: *const u8, length: usize);
    }
}

pub fn now() -> Duration {
    Duration::try_from_secs_f64(imports::now() / 1000.0).unwrap_or_default()
}

pub fn random() -> u64 {
    u64::from(imports::random()) << 32 | u64::from(imports::random())
}

pub fn pause(phase: SearchPhase) {
    imports::pause(u32::from(phase == SearchPhase::Waiting));
}

pub fn print(text: &str) {
    // SAFETY: the host only reads the text, before it returns.
    unsafe { imports::print(text.as_ptr(), text.len()) }
}

pub fn reply(text: &str) {
    // SAFETY: as above.
    unsafe { imports::reply(text.as_ptr(), text.len()) }
}

pub fn fault(text: &str) {
    // SAFETY: as above.
    unsafe { imports::fault(text.as_ptr(), text.len()) }
}
