//! What a node is asked for.

use super::window::Window;

/// What a node is asked for by its parent.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The scores to tell apart.
    pub window: Window,
    /// Plies to search; with none left quiescence follows.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
}

impl Goal {
    /// What the node asks its child for, in a window that the child sees from the other side.
    #[inline]
    #[must_use]
    pub fn of_child(self, window: Window, depth: i32) -> Goal {
        Goal {
            window: -window,
            depth,
            ply: self.ply + 1,
        }
    }
}
