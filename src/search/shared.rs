//! What all threads of one search share.

use std::sync::atomic::{AtomicBool, AtomicU64};

use crate::game::Position;

use super::exact::TableProbe;
use super::in_progress::InProgress;
use super::params::DEFER_DEPTH;
use super::stop::StopToken;
use super::time::Timer;
use super::transposition::TranspositionTable;

/// What all threads of one search share.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a TranspositionTable,
    /// Exact tables, if there are any.
    pub exact: Option<TableProbe<'a>>,
    /// Positions that they knew.
    pub table_hits: AtomicU64,
    /// Ends the search from outside.
    pub stop: &'a StopToken,
    /// Time and node limits.
    pub timer: &'a Timer,
    /// Set when the search must end.
    pub halt: AtomicBool,
    /// Positions being searched, where there is more than one thread.
    pub in_progress: Option<&'a InProgress>,
    /// Nodes of all threads, as last shared by each.
    pub nodes: AtomicU64,
}

impl Shared<'_> {
    /// Whether another thread is searching the child of a node of this depth.
    #[inline]
    pub fn is_in_progress(&self, child: &Position, depth: i32) -> bool {
        depth >= DEFER_DEPTH
            && self
                .in_progress
                .is_some_and(|positions| positions.contains(child.hash()))
    }

    /// Tells the other threads that this one searches the child of a node of this depth.
    #[inline]
    pub fn mark_in_progress(&self, child: &Position, depth: i32) {
        if depth >= DEFER_DEPTH
            && let Some(positions) = self.in_progress
        {
            positions.insert(child.hash());
        }
    }

    /// Tells them that it is done.
    #[inline]
    pub fn unmark_in_progress(&self, child: &Position, depth: i32) {
        if depth >= DEFER_DEPTH
            && let Some(positions) = self.in_progress
        {
            positions.remove(child.hash());
        }
    }
}
