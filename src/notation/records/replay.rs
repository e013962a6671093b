//! Replaying a game by the rules, with its variations.

use crate::game::{Game, Variant};
use crate::notation::quote::quote;
use crate::notation::{fen, moves};

use super::error::{RecordError, RecordErrorKind};
use super::lex::Token;
use super::nag::Nag;
use super::names::variant_named;
use super::read::{ParsedRecord, is_zero};
use super::record::{FEN_TAG, RESULT_TAG, Record, VARIANT_TAG};
use super::result::GameResult;
use super::split::RawGame;
use super::tree::{GameTree, NodeId};

/// A game while it is replayed.
pub(super) struct Replay<'a> {
    number: usize,
    tree: GameTree,
    errors: Vec<RecordError>,
    /// The game up to the last move that was read, in a variation or not.
    game: Game,
    /// The place of that move in the tree.
    at: NodeId,
    /// Moves of the line that is read, which may be a variation.
    plies: usize,
    /// Whether moves of this line are still played: not after the first that cannot be.
    sound: bool,
    /// The lines to go on with when this one is over.
    outer: Vec<Line>,
    /// Comments since the last move.
    comments: Vec<&'a str>,
    /// Marks before the first move of a variation.
    nags: Vec<Nag>,
}

/// A line while one of its variations is read.
#[derive(Clone, Copy)]
struct Line {
    at: NodeId,
    plies: usize,
    sound: bool,
    /// The line of the file in which the variation begins.
    from: usize,
}

impl<'a> Replay<'a> {
    /// Sets up the start position that the tags name.
    pub(super) fn new(number: usize, default_variant: Variant, raw: &RawGame<'_>) -> Replay<'a> {
        let game = Game::new(default_variant);
        let mut replay = Replay {
            number,
            tree: GameTree::new(game.clone(), 1),
            errors: Vec::new(),
            game,
            at: GameTree::ROOT,
            plies: 0,
            sound: true,
            outer: Vec::new(),
            comments: Vec::new(),
            nags: Vec::new(),
        };
        let mut variant = default_variant;
        if let Some((line, value)) = raw.tag(VARIANT_TAG) {
            match variant_named(value) {
                Ok(named) => variant = named.unwrap_or(default_variant),
                Err(error) => replay.fail(line, RecordErrorKind::Variant(error)),
            }
        }
        replay.start(Game::new(variant), 1);
        if let Some((line, value)) = raw.tag(FEN_TAG)
            && replay.sound
            && !is_start(value)
        {
            match fen::parse(value, variant) {
                Ok((start, first)) => replay.start(Game::from_board(start), first),
                Err(error) => replay.fail(line, RecordErrorKind::Fen(error)),
            }
        }
        replay
    }

    fn start(&mut self, game: Game, first_move: u32) {
        self.tree = GameTree::new(game.clone(), first_move);
        self.game = game;
    }

    pub(super) fn finish(mut self, raw: &RawGame<'a>) -> ParsedRecord {
        for (line, token) in &raw.items {
            self.token(*line, token);
        }
        self.keep_comments();
        if let Some(unclosed) = self.outer.first() {
            let line = unclosed.from;
            let error = RecordError::new(self.number, line, RecordErrorKind::Variation);
            self.errors.push(error);
        }
        self.tree.merge_duplicates();
        let mut record = Record::from_tree(self.tree);
        for (_, name, value) in &raw.tags {
            record.set_tag(name, value);
        }
        for (own, other) in [("White", "P1"), ("Black", "P2")] {
            if record.tag(own).is_none()
                && let Some(name) = record.tag(other).map(str::to_owned)
            {
                record.set_tag(own, &name);
            }
        }
        set_result(&mut record, raw, self.number, &mut self.errors);
        ParsedRecord {
            number: self.number,
            record,
            errors: self.errors,
        }
    }

    fn token(&mut self, line: usize, token: &Token<'a>) {
        match token {
            Token::Word(word) if self.sound => self.play(line, word),
            Token::Comment(text) if self.sound => self.comment(line, text),
            Token::DoubtfulComment(text) => {
                self.report(line, RecordErrorKind::BraceInComment);
                if self.sound {
                    self.comment(line, text);
                }
            }
            Token::OpenComment(text) => {
                self.report(line, RecordErrorKind::Comment);
                if self.sound {
                    self.comment(line, text);
                }
            }
            Token::Nag(nag) if self.sound => self.mark(*nag),
            Token::BadNag(text) => self.report(line, RecordErrorKind::Mark(quote(text))),
            Token::Open => self.open(line),
            Token::Close => self.close(line),
            Token::StrayBrace => self.report(line, RecordErrorKind::StrayBrace),
            Token::BadTag(text) => self.report(line, RecordErrorKind::Tag(quote(text))),
            _ => {}
        }
    }

    fn report(&mut self, line: usize, kind: RecordErrorKind) {
        let error = RecordError {
            in_variation: !self.outer.is_empty(),
            ..RecordError::new(self.number, line, kind)
        };
        self.errors.push(error);
    }

    /// Reports an error after which no moves of the line can be played.
    fn fail(&mut self, line: usize, kind: RecordErrorKind) {
        self.report(line, kind);
        self.sound = false;
    }

    fn play(&mut self, line: usize, word: &str) {
        let number = self.tree.move_number(self.game.moves().len());
        let played = match self.game.outcome() {
            Some(outcome) => Err(RecordErrorKind::AfterEnd {
                token: quote(word),
                outcome,
            }),
            None => moves::parse(word, &self.game.board())
                .map_err(RecordErrorKind::Move)
                .and_then(|mv| match self.game.play(mv) {
                    Ok(_) => Ok(mv),
                    Err(error) => Err(RecordErrorKind::Illegal(error)),
                }),
        };
        match played {
            Ok(mv) => {
                let node = self.tree.push(self.at, mv);
                if self.plies > 0 || self.outer.is_empty() {
                    self.keep_comments();
                } else {
                    self.tree.set_comment_before(node, &self.comments.join(" "));
                    self.comments.clear();
                    self.tree.set_nags(node, &std::mem::take(&mut self.nags));
                }
                self.at = node;
                self.plies += 1;
            }
            Err(kind) => {
                self.fail(line, kind);
                if let Some(error) = self.errors.last_mut() {
                    error.at = Some(number);
                }
            }
        }
    }

    fn comment(&mut self, line: usize, text: &'a str) {
        let position = self.game.position();
        if is_zero(text) {
            let side = position.side();
            let balls = position.row_total(side);
            if balls > 0 {
                self.report(line, RecordErrorKind::Zero { side, balls });
            }
            return;
        }
        self.comments.push(text);
    }

    /// Gives the comments since the last move to that move. Those of a variation without moves go to the
    /// move that it should have been an alternative to.
    fn keep_comments(&mut self) {
        let node = match self.outer.last() {
            Some(outer) if self.plies == 0 => outer.at,
            _ => self.at,
        };
        self.tree.add_comment(node, &self.comments.join(" "));
        self.comments.clear();
    }

    fn mark(&mut self, nag: Nag) {
        if self.plies == 0 && !self.outer.is_empty() {
            self.nags.push(nag);
            return;
        }
        let mut nags = self.tree.nags(self.at).to_vec();
        nags.push(nag);
        self.tree.set_nags(self.at, &nags);
    }

    /// Begins a variation: an alternative to the last move of the line.
    fn open(&mut self, line: usize) {
        self.keep_comments();
        let lone = self.sound && self.plies == 0;
        if lone {
            self.report(line, RecordErrorKind::EarlyVariation);
        }
        self.outer.push(Line {
            at: self.at,
            plies: self.plies,
            sound: self.sound,
            from: line,
        });
        self.sound &= !lone;
        if self.sound {
            self.game.undo();
            self.at = self.tree.parent(self.at).unwrap_or(GameTree::ROOT);
        }
        self.plies = 0;
    }

    /// Ends a variation and goes back to the line that it belongs to.
    fn close(&mut self, line: usize) {
        self.keep_comments();
        self.nags.clear();
        let Some(outer) = self.outer.pop() else {
            self.report(line, RecordErrorKind::StrayBracket);
            return;
        };
        if outer.sound && outer.plies > 0 {
            for _ in 0..self.plies {
                self.game.undo();
            }
            if let Some(mv) = self.tree.mv(outer.at) {
                // It was played before.
                let _ = self.game.play(mv);
            }
        }
        self.at = outer.at;
        self.plies = outer.plies;
        self.sound = outer.sound;
    }
}

/// Whether the value of a `FEN` tag means the start position.
fn is_start(value: &str) -> bool {
    let value = value.trim();
    matches!(value, "" | "?" | "-") || value.eq_ignore_ascii_case("startpos")
}

/// Compares the results that the file states with each other and with the rules, and keeps the first.
fn set_result(
    record: &mut Record,
    raw: &RawGame<'_>,
    number: usize,
    errors: &mut Vec<RecordError>,
) {
    let mut found = Vec::new();
    let mut report = |line, kind| found.push(RecordError::new(number, line, kind));
    let mut stated = raw.results.clone();
    if let Some((line, value)) = raw.tag(RESULT_TAG) {
        match GameResult::parse(value.trim()) {
            Some(result) => stated.insert(0, (line, result)),
            None if matches!(value.trim(), "" | "?") => {}
            None => report(line, RecordErrorKind::UnknownResult(quote(value))),
        }
    }
    stated.retain(|&(_, result)| result != GameResult::Unknown);
    if let Some(&(first_line, first)) = stated.first() {
        if let Some(&(line, second)) = stated.iter().find(|&&(_, result)| result != first) {
            report(line, RecordErrorKind::TwoResults { first, second });
        }
        record.set_result(first);
        if let Some(outcome) = record.game().outcome()
            && !errors.iter().any(RecordError::costs_moves)
            && first != outcome.into()
        {
            let stated = first;
            report(first_line, RecordErrorKind::Result { stated, outcome });
        }
    }
    errors.append(&mut found);
}
