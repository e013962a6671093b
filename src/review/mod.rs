//! Reviews of played moves: what a move cost, its grade, and how well a side played. All of it follows
//! from lines that an engine found before and after the move, wherever they come from.
//!
//! ```
//! use tuzdik::game::{Game, Variant};
//! use tuzdik::review::MoveReview;
//! use tuzdik::search::{Engine, Limits, StopToken};
//! let mut engine = Engine::new(1)?;
//! let limits = Limits { nodes: Some(5_000), ..Limits::default() };
//! let mut game = Game::new(Variant::TogyzKumalak);
//! let mover = game.position().side();
//! let before = engine.search(&game, &limits, &StopToken::new(), &mut |_| {});
//! let played = game.legal_moves().first().expect("a move");
//! game.play(played)?;
//! let after = engine.search(&game, &limits, &StopToken::new(), &mut |_| {});
//! let end = game.outcome();
//! let review = MoveReview::new(played, mover, &before.lines[0], &after.lines[0], end.as_ref());
//! println!("lost {} of the expected result {}", review.loss, review.grade_symbol());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod choice;
mod grade;
mod played;
mod summary;

pub use choice::ChoiceReview;
pub use grade::Grade;
pub use played::MoveReview;
pub use summary::SideSummary;
