//! The thread pool of parallel searches: rayon's, or none.

pub use pool::{MAX_THREADS, ThreadPool, for_each, sum, thread_pool};

#[cfg(all(feature = "threads", not(target_family = "wasm")))]
mod pool {
    use rayon::prelude::*;

    pub use rayon::ThreadPool;

    /// Most threads of a search.
    pub const MAX_THREADS: usize = 256;

    /// A pool of so many threads, or `None` if they cannot be started.
    #[must_use]
    pub fn thread_pool(threads: usize) -> Option<ThreadPool> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|i| format!("search-{i}"))
            .build()
            .ok()
    }

    /// Does something with each of many small items, on all threads of the pool in which it is called.
    pub fn for_each<T: Sync>(items: &[T], each: impl Fn(&T) + Sync + Send) {
        items.par_iter().with_min_len(1 << 14).for_each(each);
    }

    /// The sum of what each item counts, on all threads of the pool in which it is called.
    pub fn sum<T: Send>(items: Vec<T>, count: impl Fn(T) -> u64 + Sync + Send) -> u64 {
        items.into_par_iter().map(count).sum()
    }
}

#[cfg(not(all(feature = "threads", not(target_family = "wasm"))))]
mod pool {
    use std::marker::PhantomData;

    /// Most threads of a search.
    pub const MAX_THREADS: usize = 1;

    /// A pool of threads, which this build never has.
    #[derive(Debug)]
    pub enum ThreadPool {}

    /// What a pool gives to the work that it runs.
    #[derive(Debug)]
    pub struct Scope<'scope>(PhantomData<&'scope ()>);

    impl ThreadPool {
        /// Runs something in the pool.
        pub fn install<T>(&self, _: impl FnOnce() -> T) -> T {
            match *self {}
        }

        /// Runs something in the pool that starts more.
        pub fn scope<'scope, T>(&self, _: impl FnOnce(&Scope<'scope>) -> T) -> T {
            match *self {}
        }
    }

    impl<'scope> Scope<'scope> {
        /// Runs something beside.
        pub fn spawn(&self, _: impl FnOnce(&Scope<'scope>) + Send + 'scope) {}
    }

    /// A pool of so many threads, or `None` if they cannot be started.
    #[must_use]
    pub fn thread_pool(_: usize) -> Option<ThreadPool> {
        None
    }

    /// Does something with each of many small items.
    pub fn for_each<T>(items: &[T], each: impl Fn(&T)) {
        items.iter().for_each(each);
    }

    /// The sum of what each item counts.
    pub fn sum<T>(items: Vec<T>, count: impl Fn(T) -> u64) -> u64 {
        items.into_iter().map(count).sum()
    }
}
