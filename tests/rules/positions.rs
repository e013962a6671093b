//! Which contents make a position.

use super::*;

fn error(parts: Parts) -> Option<PositionError> {
    Position::from_parts(&TogyzKumalak::SET, &parts).err()
}

#[test]
fn positions_that_play_cannot_reach_are_accepted() {
    for parts in [
        board([162, 0, 0, 0, 0, 0, 0, 0, 0], EMPTY),
        board(EMPTY, [0, 0, 0, 0, 0, 0, 0, 0, 162]),
        Parts {
            kazans: [162, 0],
            ..board(EMPTY, EMPTY)
        },
        Parts {
            tuzdiks: tuzdiks(8, 1),
            side: North,
            ..board([0, 9, 9, 9, 9, 9, 9, 9, 9], [9, 9, 9, 9, 9, 9, 9, 0, 9])
        },
    ] {
        assert_eq!(error(parts), None);
        assert_eq!(position(parts).parts(), parts);
    }
}

#[test]
fn a_wrong_total_is_rejected() {
    let mut parts = board([9; 9], [9; 9]);
    parts.kazans[1] = 1;
    assert_eq!(
        error(parts),
        Some(PositionError::Total {
            found: 163,
            expected: 162
        })
    );
    parts.kazans = [0, 0];
    parts.pits[0][0] = 8;
    assert_eq!(
        error(parts),
        Some(PositionError::Total {
            found: 161,
            expected: 162
        })
    );
}

#[test]
fn a_total_that_is_right_in_eight_bits_is_rejected() {
    let mut parts = board([9; 9], [9; 9]);
    parts.kazans = [255, 1];
    assert_eq!(
        error(parts),
        Some(PositionError::Total {
            found: 418,
            expected: 162
        })
    );
}

#[test]
fn equal_tuzdiks_are_rejected() {
    let row = [9, 9, 9, 0, 9, 9, 9, 9, 9];
    let parts = Parts {
        tuzdiks: tuzdiks(4, 4),
        ..board(row, row)
    };
    assert_eq!(error(parts), Pit::new(4).map(PositionError::EqualTuzdiks));
}

#[test]
fn a_tuzdik_in_pit_9_is_rejected() {
    let parts = Parts {
        tuzdiks: tuzdiks(0, 9),
        ..board([9, 9, 9, 9, 9, 9, 9, 9, 0], [9; 9])
    };
    let pit = Pit::new(9).expect("a pit number");
    assert_eq!(
        error(parts),
        Some(PositionError::TuzdikNotAllowed(North, pit))
    );
}

#[test]
fn balls_in_a_tuzdik_are_rejected() {
    let parts = Parts {
        tuzdiks: tuzdiks(3, 0),
        ..board([9; 9], [9; 9])
    };
    let pit = Pit::new(3).expect("a pit number");
    assert_eq!(error(parts), Some(PositionError::BallsInTuzdik(South, pit)));
}

#[test]
fn the_reason_is_told() {
    let mut parts = board([9; 9], [9; 9]);
    parts.kazans[0] = 3;
    let text = error(parts).map(|e| e.to_string());
    assert_eq!(
        text.as_deref(),
        Some("the position holds 165 balls, the game has 162")
    );
}
