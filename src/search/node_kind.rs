//! The kinds of nodes, known when they are compiled, so that none has to ask what it is.

/// A kind of node.
pub trait NodeKind {
    /// Whether it is part of a principal variation, and so searched with more than a zero window.
    const PV: bool;
    /// Whether it is the root.
    const ROOT: bool;
}

/// The root.
pub struct Root;
/// A node of a principal variation.
pub struct Pv;
/// A node searched with a zero window.
pub struct NonPv;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}
impl NodeKind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}
impl NodeKind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}
