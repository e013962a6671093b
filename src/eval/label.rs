//! What files record of the evaluation that judged their positions.

use std::fmt;

/// Tells evaluations of one game apart, in the four bytes that files have for it: the checksum of the
/// network, or a small number where there is none. A network whose checksum is that small would be taken
/// for one of those; of two thousand million networks one is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalLabel(pub u32);

impl EvalLabel {
    /// The hand-crafted evaluation.
    pub const HANDCRAFTED: EvalLabel = EvalLabel(0);
    /// The difference of the kazans.
    pub const KAZANS: EvalLabel = EvalLabel(1);
}

impl fmt::Display for EvalLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            EvalLabel::HANDCRAFTED => f.write_str("hand-crafted"),
            EvalLabel::KAZANS => f.write_str("kazans"),
            EvalLabel(checksum) => write!(f, "network {checksum:08x}"),
        }
    }
}
