//! All boards with the same number of balls.

use super::space::Layout;
use super::value::Code;

/// The values of all boards of a [`Space`](super::space::Space) with the same number of balls.
pub struct Layer {
    /// Where each board stands.
    pub layout: Layout,
    /// The codes.
    pub codes: Vec<u8>,
    /// For each board the sweep in which what the waiting side can force was found, 255 for later ones: it
    /// falls along the moves by which that side takes it.
    pub ranks: Vec<u8>,
}

impl Layer {
    /// The value of the board that stands there.
    #[inline]
    #[must_use]
    pub fn code(&self, index: usize) -> Code {
        Code(self.codes[index])
    }
}
