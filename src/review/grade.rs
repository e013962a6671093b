//! Grades of moves.

/// What a move is called that cost much of the expected result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// `?!`: it cost 0.05 or more.
    Inaccuracy,
    /// `?`: it cost 0.10 or more.
    Mistake,
    /// `??`: it cost 0.20 or more.
    Blunder,
}

impl Grade {
    /// All grades, the mildest first.
    pub const ALL: [Grade; 3] = [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];

    /// The grade of a move that cost so much of the expected result, 0 to 1; `None` for a good move.
    ///
    /// ```
    /// use tuzdik::review::Grade;
    /// assert_eq!(Grade::of_loss(0.049), None);
    /// assert_eq!(Grade::of_loss(0.05), Some(Grade::Inaccuracy));
    /// assert_eq!(Grade::of_loss(1.0), Some(Grade::Blunder));
    /// ```
    #[must_use]
    pub fn of_loss(loss: f64) -> Option<Grade> {
        let reached = |grade: &&Grade| loss >= grade.least_loss();
        Grade::ALL.iter().rev().find(reached).copied()
    }

    /// The least loss of the expected result that has this grade.
    #[must_use]
    pub const fn least_loss(self) -> f64 {
        match self {
            Grade::Inaccuracy => 0.05,
            Grade::Mistake => 0.10,
            Grade::Blunder => 0.20,
        }
    }

    /// The mark behind a move: `?!`, `?` or `??`.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Grade::Inaccuracy => "?!",
            Grade::Mistake => "?",
            Grade::Blunder => "??",
        }
    }
}
