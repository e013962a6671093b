//! From the tokens of a file to its games. Knows no rules.

use super::lex::{Lexer, Token};
use super::result::GameResult;

/// A game in pieces.
#[derive(Default, Debug)]
pub(super) struct RawGame<'a> {
    /// Name and value with their line.
    pub tags: Vec<(usize, &'a str, String)>,
    /// Moves, variations, comments and marks with their line, and what cannot be read.
    pub items: Vec<(usize, Token<'a>)>,
    /// The result after the moves.
    pub results: Vec<(usize, GameResult)>,
    /// Whether there is a move of the main line or something that should be one.
    has_moves: bool,
    /// Variations that are open.
    depth: usize,
}

impl<'a> RawGame<'a> {
    /// The line and value of a tag, whose name may be written in any letter case.
    pub(super) fn tag(&self, name: &str) -> Option<(usize, &str)> {
        let mut tags = self.tags.iter();
        let tag = tags.find(|(_, known, _)| known.eq_ignore_ascii_case(name));
        tag.map(|(line, _, value)| (*line, value.as_str()))
    }

    /// Whether a token belongs to the next game.
    fn ends_before(&self, token: &Token<'_>) -> bool {
        let over = !self.results.is_empty();
        match token {
            Token::Tag { name, .. } => {
                over || self.has_moves || self.tags.first().is_some_and(|(_, n, _)| n == name)
            }
            Token::BadTag(_) => over || self.has_moves,
            Token::Number { first } => over || (*first && self.has_moves && self.depth == 0),
            Token::Word(_) => over,
            _ => false,
        }
    }

    fn push(&mut self, line: usize, token: Token<'a>) {
        match token {
            Token::Tag { name, value } => self.tags.push((line, name, value)),
            // That of a variation says nothing of the game.
            Token::Result(result) if self.depth == 0 => self.results.push((line, result)),
            Token::Result(_) | Token::Number { .. } => {}
            _ => {
                match token {
                    Token::Word(_) => self.has_moves |= self.depth == 0,
                    Token::Open => self.depth += 1,
                    Token::Close => self.depth = self.depth.saturating_sub(1),
                    _ => {}
                }
                self.items.push((line, token));
            }
        }
    }

    /// Comments and marks alone, at the head of a file for example, are no game.
    fn is_game(&self) -> bool {
        let says_nothing = |token: &Token<'_>| matches!(token, Token::Comment(_) | Token::Nag(_));
        self.has_moves
            || !self.tags.is_empty()
            || !self.results.is_empty()
            || !self.items.iter().all(|(_, token)| says_nothing(token))
    }
}

/// Splits a text into games: a game ends with its result, where tags or the move number 1 follow its
/// moves, or where its first tag comes again.
pub(super) fn split(text: &str) -> Vec<RawGame<'_>> {
    let mut games: Vec<RawGame<'_>> = Vec::new();
    for (line, token) in Lexer::new(text) {
        match games.last_mut() {
            Some(game) if !game.ends_before(&token) => game.push(line, token),
            _ => {
                let mut game = RawGame::default();
                game.push(line, token);
                games.push(game);
            }
        }
    }
    games.retain(RawGame::is_game);
    games
}
