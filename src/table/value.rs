//! The two numbers of a board in one byte.

/// What both sides can force, in units of a table: balls, or pairs of balls where no other numbers occur.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TableValue {
    /// What the mover can force.
    pub mover: u8,
    /// What the waiting side can force.
    pub waiting: u8,
}

/// Most units of a board whose values fit into a byte: there are 231 pairs of numbers whose sum is at most
/// 20.
pub const MAX_UNITS: u8 = 20;

/// One byte for a [`TableValue`]. The codes of smaller sums come first, so that 0 is what iteration starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Code(pub u8);

/// The value of each code.
const VALUES: [TableValue; 256] = {
    let mut values = [TableValue {
        mover: 0,
        waiting: 0,
    }; 256];
    let mut sum = 0;
    let mut code = 0;
    while sum <= MAX_UNITS {
        let mut mover = 0;
        while mover <= sum {
            values[code] = TableValue {
                mover,
                waiting: sum - mover,
            };
            code += 1;
            mover += 1;
        }
        sum += 1;
    }
    values
};

impl Code {
    /// The code of a value with a sum of at most [`MAX_UNITS`].
    #[inline]
    #[must_use]
    pub const fn of(value: TableValue) -> Code {
        let sum = value.mover as u16 + value.waiting as u16;
        debug_assert!(sum <= MAX_UNITS as u16);
        Code((sum * (sum + 1) / 2 + value.mover as u16) as u8)
    }

    /// The value.
    #[inline]
    #[must_use]
    pub const fn value(self) -> TableValue {
        VALUES[self.0 as usize]
    }

    /// The least code of a board of so many units at which nothing is left open.
    #[inline]
    #[must_use]
    pub const fn settled(units: u8) -> u8 {
        (units as u16 * (units as u16 + 1) / 2) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_code_of_its_own() {
        let mut codes = std::collections::BTreeSet::new();
        for sum in 0..=MAX_UNITS {
            for mover in 0..=sum {
                let value = TableValue {
                    mover,
                    waiting: sum - mover,
                };
                assert_eq!(Code::of(value).value(), value);
                assert!(codes.insert(Code::of(value).0));
                assert!(Code::of(value).0 >= Code::settled(sum));
            }
        }
        assert_eq!(codes.len(), 231);
        assert_eq!(Code::default().value(), TableValue::default());
    }
}
