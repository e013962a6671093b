//! All boards with the same number of balls.

use std::ops::{Deref, Range};
use std::sync::Arc;

use crate::platform::FileBytes;

use super::space::Layout;
use super::value::Code;

/// A byte for each board: in memory, or in a file that is mapped.
pub enum Column {
    /// In memory.
    Owned(Vec<u8>),
    /// A part of a file.
    Mapped(Arc<FileBytes>, Range<usize>),
}

impl Deref for Column {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Column::Owned(bytes) => bytes,
            Column::Mapped(file, range) => &file[range.clone()],
        }
    }
}

/// The values of all boards of a [`Space`](super::space::Space) with the same number of balls.
pub struct Layer {
    /// Where each board stands.
    pub layout: Layout,
    /// The codes.
    pub codes: Column,
    /// For each board the sweep in which what the waiting side can force was found, 255 for later ones: it
    /// falls along the moves by which that side takes it.
    pub ranks: Column,
}

impl Layer {
    /// The value of the board that stands there.
    #[inline]
    #[must_use]
    pub fn code(&self, index: usize) -> Code {
        Code(self.codes[index])
    }
}
