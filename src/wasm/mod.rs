//! The engine and the core for WebAssembly: what a page or a node program calls, and what it supplies.
//!
//! An instance serves one client. The embedder supplies the functions of `host` and calls the exports here:
//! `tuzdik_start` once; `tuzdik_hear` with lines of the protocol; `tuzdik_work` after it, which does what was
//! asked for; `tuzdik_core` with a call of the core. Text goes in through memory from `tuzdik_alloc` and comes
//! out through the functions of `host`, as UTF-8.
//!
//! While `tuzdik_work` searches it calls the host's `pause`. A host that can suspend WebAssembly does so there,
//! and may call `tuzdik_hear` and `tuzdik_core` meanwhile. One that cannot gives `tuzdik_work` a slice of time
//! and calls it again as long as it says that there is more to do.
//!
//! This is the only part of the program besides vectors and memory with `unsafe` in it: WebAssembly has no other
//! way to pass text.

mod host;
mod memory;

use std::cell::RefCell;
use std::time::Duration;

use crate::core::{Core, CoreConfig, EngineName};
use crate::platform;
use crate::protocol::{Dialogue, SingleThread};

thread_local! {
    /// The engine; not here while it works.
    static ENGINE: RefCell<Option<SingleThread>> = const { RefCell::new(None) };
    static DIALOGUE: RefCell<Option<Dialogue>> = const { RefCell::new(None) };
    static CORE: RefCell<Option<Core>> = const { RefCell::new(None) };
}

/// Connects the instance with its host; once, before anything else.
#[unsafe(no_mangle)]
extern "C" fn tuzdik_start() {
    std::panic::set_hook(Box::new(|panic| host::fault(&panic.to_string())));
    platform::set_host(platform::Host {
        now: host::now,
        random: host::random,
    });
}

/// Takes in lines of the protocol; frees the memory that they are in.
#[unsafe(no_mangle)]
extern "C" fn tuzdik_hear(at: *mut u8, length: usize) {
    let lines = memory::take(at, length);
    if let Some(dialogue) = dialogue() {
        dialogue.feed(&lines);
    }
}

/// Does what the lines ask for. With a slice of milliseconds above 0 it stops after about that time, and says by
/// 1 that there is more to do; else it comes back when all is done, with 0.
#[unsafe(no_mangle)]
extern "C" fn tuzdik_work(slice: f64) -> u32 {
    // While the engine works its place is empty, so that a second call, which a host should not make, does
    // nothing.
    let Some(mut engine) = ENGINE.take() else {
        return 0;
    };
    let slice = (slice > 0.0).then(|| Duration::from_secs_f64(slice.min(1e6) / 1000.0));
    let more = engine.work(slice);
    ENGINE.set(Some(engine));
    u32::from(more)
}

/// Answers a call of the core by the host's `reply`; frees the memory that it is in.
#[unsafe(no_mangle)]
extern "C" fn tuzdik_core(at: *mut u8, length: usize) {
    let request = memory::take(at, length);
    let request = String::from_utf8_lossy(&request);
    let reply = CORE.with_borrow_mut(|core| core.get_or_insert_with(new_core).call(&request));
    host::reply(&reply);
}

/// The client's side of the engine, which begins with the first line.
fn dialogue() -> Option<Dialogue> {
    if let Some(dialogue) = DIALOGUE.with_borrow(Clone::clone) {
        return Some(dialogue);
    }
    let print = |event: crate::protocol::Event<'_>| host::print(&event.to_string());
    match SingleThread::new(print, |_, pace| host::pause(pace)) {
        Ok(engine) => {
            let dialogue = engine.dialogue();
            DIALOGUE.set(Some(dialogue.clone()));
            ENGINE.set(Some(engine));
            Some(dialogue)
        }
        Err(error) => {
            host::fault(&error.to_string());
            None
        }
    }
}

fn new_core() -> Core {
    let mut seed = [0; 32];
    for part in seed.chunks_mut(8) {
        part.copy_from_slice(&platform::random_seed().to_le_bytes());
    }
    Core::new(CoreConfig {
        engines: vec![EngineName {
            name: "tuzdik".to_owned(),
            builtin: true,
        }],
        files: Vec::new(),
        seed,
    })
}
