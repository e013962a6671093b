//! Balls drawn as heaps.

/// Marks for one to eight balls in one character.
const MARKS: [char; 8] = ['●', '⠒', '⠖', '⠶', '⠷', '⠿', '⡿', '⣿'];

/// Lines of a heap in a place so many characters wide. A character stands for one ball while they
/// fit, and for up to eight in larger heaps.
pub fn lines(balls: u8, width: usize, height: usize) -> Vec<String> {
    let balls = usize::from(balls);
    let places = (width * height).max(1);
    let each = balls.div_ceil(places).clamp(1, MARKS.len());
    let mut left = balls;
    (0..height)
        .map(|_| {
            let mut line = String::new();
            for _ in 0..width {
                let here = left.min(each);
                left -= here;
                line.push(if here == 0 { ' ' } else { MARKS[here - 1] });
            }
            line
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ball_is_drawn_while_there_is_room() {
        for width in [3, 5, 11] {
            for balls in 0..=162_u8 {
                let lines = lines(balls, width, 2);
                assert!(lines.iter().all(|line| line.chars().count() == width));
                let drawn: usize = lines
                    .iter()
                    .flat_map(|line| line.chars())
                    .filter_map(|c| MARKS.iter().position(|&mark| mark == c))
                    .map(|at| at + 1)
                    .sum();
                assert_eq!(
                    drawn,
                    usize::from(balls).min(2 * 8 * width),
                    "{width} {balls}"
                );
            }
        }
    }
}
