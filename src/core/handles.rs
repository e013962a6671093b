//! What is kept between calls, under numbers.

use std::collections::BTreeMap;

use super::error::CallError;

/// Values under numbers that are never used twice.
#[derive(Debug)]
pub struct Handles<T> {
    values: BTreeMap<u32, T>,
    last: u32,
    most: usize,
}

impl<T> Handles<T> {
    /// Keeps at most so many values; the oldest is dropped for one more.
    pub fn new(most: usize) -> Handles<T> {
        Handles {
            values: BTreeMap::new(),
            last: 0,
            most,
        }
    }

    /// Keeps a value; the number that it is kept under.
    pub fn keep(&mut self, value: T) -> u32 {
        while self.values.len() >= self.most.max(1) {
            self.values.pop_first();
        }
        self.last = self.last.wrapping_add(1);
        self.values.insert(self.last, value);
        self.last
    }

    /// The value under a number.
    pub fn get(&self, handle: u32) -> Result<&T, CallError> {
        self.values.get(&handle).ok_or_else(|| gone(handle))
    }

    /// The value under a number, to be changed.
    pub fn get_mut(&mut self, handle: u32) -> Result<&mut T, CallError> {
        self.values.get_mut(&handle).ok_or_else(|| gone(handle))
    }

    /// Hands out the value under a number, which is no longer kept.
    pub fn take(&mut self, handle: u32) -> Result<T, CallError> {
        self.values.remove(&handle).ok_or_else(|| gone(handle))
    }
}

fn gone(handle: u32) -> CallError {
    CallError::new(format_args!("nothing is kept under the handle {handle}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_goes_first_and_no_number_comes_twice() {
        let mut handles = Handles::new(2);
        let kept: Vec<u32> = ["a", "b", "c"].map(|v| handles.keep(v)).to_vec();
        assert_eq!(kept, [1, 2, 3]);
        assert!(handles.take(1).is_err());
        assert_eq!(handles.take(3), Ok("c"));
        assert!(handles.take(3).is_err());
        assert_eq!(handles.keep("d"), 4);
        assert_eq!(handles.take(2), Ok("b"));
    }
}
