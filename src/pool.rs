//! Workers that do many units of work at once, each with a state of its own, such as an engine.

use std::any::Any;
use std::fmt;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::search::StopToken;

/// How often the caller is called while no unit ends.
const TICK: Duration = Duration::from_millis(200);

/// What keeps workers from new units and may break off those in work.
pub trait Halt: Sync {
    /// No more units are to be begun.
    fn halt(&self);

    /// Whether no more units are to be begun.
    fn is_halted(&self) -> bool;
}

impl Halt for StopToken {
    fn halt(&self) {
        self.stop();
    }

    fn is_halted(&self) -> bool {
        self.is_stopped()
    }
}

/// A worker that broke down, with what it said last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkerPanic(pub String);

impl fmt::Display for WorkerPanic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a worker broke down: {}", self.0)
    }
}

impl std::error::Error for WorkerPanic {}

impl WorkerPanic {
    fn of(payload: &(dyn Any + Send)) -> WorkerPanic {
        let text = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
        WorkerPanic(text.unwrap_or_else(|| "no reason given".to_owned()))
    }
}

/// Does `work` with each unit, on a thread for each worker; a worker is dropped when it has nothing more to do.
///
/// Units are taken in their order. `work` answers `None` if it was stopped. What it finds is given to `each`, in
/// the order in which units end; without a result `each` is called a few times a second. It may break the work
/// off, as does an error of `work` or of `each` and a worker that panics: then `halt` is halted, which `work` may
/// look at, and what still ends is dropped. When others halt it no more units are taken, and what ends is given
/// to `each`.
///
/// # Errors
/// The first error of `work` or `each`, or a panic of a worker.
pub fn run<W, U, R, E>(
    workers: impl IntoIterator<Item = W>,
    units: impl Iterator<Item = U> + Send,
    work: impl Fn(&mut W, U) -> Result<Option<R>, E> + Sync,
    halt: &impl Halt,
    mut each: impl FnMut(Option<R>) -> Result<ControlFlow<()>, E>,
) -> Result<(), E>
where
    W: Send,
    R: Send,
    E: From<WorkerPanic> + Send,
{
    let workers: Vec<W> = workers.into_iter().collect();
    let units = Mutex::new(units.fuse());
    let next = || {
        let mut units = units.lock().unwrap_or_else(PoisonError::into_inner);
        if halt.is_halted() { None } else { units.next() }
    };
    let attempt = |worker: &mut W, unit: U| {
        // A worker that panicked is not used again.
        catch_unwind(AssertUnwindSafe(|| work(worker, unit)))
            .unwrap_or_else(|payload| Err(WorkerPanic::of(&*payload).into()))
            .transpose()
    };
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(workers.len());
        for mut worker in workers {
            let (sender, next, attempt) = (sender.clone(), &next, &attempt);
            scope.spawn(move || {
                while let Some(unit) = next()
                    && let Some(found) = attempt(&mut worker, unit)
                {
                    let failed = found.is_err();
                    if sender.send(found).is_err() || failed {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut end = None;
        loop {
            let told = match receiver.recv_timeout(TICK) {
                // Workers may be waiting for room to deliver what is not wanted any more.
                Ok(_) if end.is_some() => continue,
                Ok(found) => found.and_then(|found| each(Some(found))),
                Err(RecvTimeoutError::Timeout) if end.is_some() => continue,
                Err(RecvTimeoutError::Timeout) => each(None),
                Err(RecvTimeoutError::Disconnected) => return end.unwrap_or(Ok(())),
            };
            match told {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => end = Some(Ok(())),
                Err(error) => end = Some(Err(error)),
            }
            if end.is_some() {
                halt.halt();
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    type Found = Result<Option<u32>, WorkerPanic>;

    fn squares(
        count: u32,
        work: impl Fn(&mut u32, u32) -> Found + Sync,
    ) -> (Result<(), WorkerPanic>, Vec<u32>) {
        let mut found = Vec::new();
        let halt = StopToken::new();
        let result = run([0; 3], 0..count, work, &halt, |one| {
            found.extend(one);
            Ok(ControlFlow::Continue(()))
        });
        found.sort_unstable();
        (result, found)
    }

    #[test]
    fn every_unit_is_done_once() {
        let (result, found) = squares(1000, |done, unit| {
            *done += 1;
            Ok(Some(unit * unit))
        });
        assert_eq!(result, Ok(()));
        assert_eq!(
            found,
            (0..1000).map(|unit| unit * unit).collect::<Vec<u32>>()
        );
    }

    #[test]
    fn a_panic_of_a_worker_is_an_error() {
        let (result, found) = squares(u32::MAX, |_, unit| {
            assert!(unit < 50, "unit {unit}");
            Ok(Some(unit))
        });
        let WorkerPanic(said) = result.expect_err("it panics");
        assert!(said.starts_with("unit "), "{said}");
        assert!(found.len() <= 50 && found.iter().all(|&unit| unit < 50));
    }

    #[test]
    fn errors_and_breaks_end_the_work() {
        let failed = || WorkerPanic("mine".to_owned());
        let (result, _) = squares(u32::MAX, |_, unit| match unit {
            20 => Err(failed()),
            _ => Ok(Some(unit)),
        });
        assert_eq!(result, Err(failed()));
        for expected in [Ok(()), Err(failed())] {
            let halt = StopToken::new();
            let mut calls = 0;
            let result = run(
                [(), ()],
                0..u32::MAX,
                |(), unit| Ok(Some(unit)),
                &halt,
                |one| {
                    calls += u32::from(one.is_some());
                    match calls {
                        30 => expected.clone().map(ControlFlow::Break),
                        _ => Ok(ControlFlow::Continue(())),
                    }
                },
            );
            assert_eq!((result, calls), (expected, 30));
            assert!(halt.is_stopped());
        }
    }

    #[test]
    fn nothing_is_taken_after_a_stop() {
        let halt = StopToken::new();
        let stopped = halt.clone();
        let work = |(): &mut (), unit: u32| {
            if unit == 5 {
                stopped.stop();
                return Ok(None);
            }
            Ok::<_, WorkerPanic>(Some(unit))
        };
        let mut found = Vec::new();
        let result = run([()], 0..u32::MAX, work, &halt, |one| {
            found.extend(one);
            Ok(ControlFlow::Continue(()))
        });
        assert_eq!((result, found), (Ok(()), vec![0, 1, 2, 3, 4]));
    }
}
