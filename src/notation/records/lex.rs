//! From the text of a file to games in pieces. Knows no rules.

use super::record::{GameResult, is_blank, is_tag_char};

/// A piece of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// A named value.
    Tag { name: &'a str, value: String },
    /// A line that begins like a tag and is none.
    BadTag(&'a str),
    /// A comment without its braces.
    Comment(&'a str),
    /// A comment that is never closed.
    OpenComment(&'a str),
    /// A move number; `first` if it is `1.`, with which a game begins.
    Number { first: bool },
    /// A result.
    Result(GameResult),
    /// Anything else, a move as a rule.
    Word(&'a str),
}

/// Splits a text into tokens with their lines, counted from 1.
pub(super) struct Lexer<'a> {
    rest: &'a str,
    line: usize,
    /// Whether a closing brace may still come; searched for in vain only once.
    closable: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            rest: text,
            line: 1,
            closable: true,
        }
    }

    /// Takes the first `length` bytes, which must end at a character.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        self.line += taken.bytes().filter(|&b| b == b'\n').count();
        taken
    }

    fn take_line(&mut self) -> &'a str {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        self.take(end).trim_end()
    }

    fn tag(&mut self) -> Token<'a> {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        match read_tag(&self.rest[..end]) {
            Some((name, value, length)) => {
                self.take(length);
                Token::Tag { name, value }
            }
            None => Token::BadTag(self.take_line()),
        }
    }

    fn brace_comment(&mut self) -> Token<'a> {
        if self.closable
            && let Some(end) = self.rest.find('}')
        {
            let taken = self.take(end + 1);
            return Token::Comment(&taken[1..end]);
        }
        self.closable = false;
        // Go on at the next game rather than lose the rest of the file.
        let end = self.rest.find("\n[").unwrap_or(self.rest.len());
        Token::OpenComment(&self.take(end)[1..])
    }

    fn word(&mut self) -> Token<'a> {
        let bytes = self.rest.as_bytes();
        let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
        let dots = bytes[digits..].iter().take_while(|&&b| b == b'.').count();
        if dots > 0 {
            let number = self.take(digits + dots);
            let first = dots == 1 && number.trim_start_matches('0') == "1.";
            return Token::Number { first };
        }
        let end = self
            .rest
            .find(|c| is_blank(c) || matches!(c, '{' | ';'))
            .unwrap_or(self.rest.len());
        let word = self.take(end);
        // Annotators mark good and bad moves.
        let unmarked = word.trim_end_matches(['!', '?']);
        if unmarked.is_empty() {
            return Token::Comment(word);
        }
        let word = unmarked;
        GameResult::parse(word).map_or(Token::Word(word), Token::Result)
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = (usize, Token<'a>);

    fn next(&mut self) -> Option<(usize, Token<'a>)> {
        let start = self.rest.find(|c| !is_blank(c))?;
        self.take(start);
        let line = self.line;
        let token = match self.rest.as_bytes().first()? {
            b'[' => self.tag(),
            b'{' => self.brace_comment(),
            b';' => Token::Comment(&self.take_line()[1..]),
            _ => self.word(),
        };
        Some((line, token))
    }
}

/// Reads `[Name "value"]` at the start of a line: name, value, length. The quotes may be missing, and
/// a quote inside the value need not be escaped.
fn read_tag(line: &str) -> Option<(&str, String, usize)> {
    let body = line.strip_prefix('[')?.trim_start();
    let name = &body[..body.find(|c| !is_tag_char(c))?];
    let after = body[name.len()..].trim_start();
    if name.is_empty() {
        return None;
    }
    let Some(quoted) = after.strip_prefix('"') else {
        let (value, rest) = after.split_once(']')?;
        return Some((name, value.trim().to_owned(), line.len() - rest.len()));
    };
    let mut value = String::new();
    let mut chars = quoted.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if chars.peek().is_some_and(|&(_, c)| c == '"' || c == '\\') => {
                value.extend(chars.next().map(|(_, c)| c));
            }
            '"' => {
                if let Some(rest) = quoted[at + 1..].trim_start().strip_prefix(']') {
                    return Some((name, value, line.len() - rest.len()));
                }
                value.push(c);
            }
            _ => value.push(c),
        }
    }
    None
}

/// A game in pieces.
#[derive(Default, Debug)]
pub(super) struct RawGame<'a> {
    /// Name and value with their line.
    pub tags: Vec<(usize, &'a str, String)>,
    /// Moves and comments with their line, and what cannot be read.
    pub items: Vec<(usize, Token<'a>)>,
    /// The result after the moves.
    pub results: Vec<(usize, GameResult)>,
    /// Whether there is a move or something that should be one.
    has_moves: bool,
}

impl<'a> RawGame<'a> {
    /// Whether a token belongs to the next game.
    fn ends_before(&self, token: &Token<'_>) -> bool {
        let over = !self.results.is_empty();
        match token {
            Token::Tag { name, .. } => {
                over || self.has_moves || self.tags.first().is_some_and(|(_, n, _)| n == name)
            }
            Token::BadTag(_) => over || self.has_moves,
            Token::Number { first } => over || (*first && self.has_moves),
            Token::Word(_) => over,
            Token::Comment(_) | Token::OpenComment(_) | Token::Result(_) => false,
        }
    }

    fn push(&mut self, line: usize, token: Token<'a>) {
        match token {
            Token::Tag { name, value } => self.tags.push((line, name, value)),
            Token::Result(result) => self.results.push((line, result)),
            Token::Number { .. } => {}
            Token::Word(_) => {
                self.has_moves = true;
                self.items.push((line, token));
            }
            Token::BadTag(_) | Token::Comment(_) | Token::OpenComment(_) => {
                self.items.push((line, token));
            }
        }
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
    // Comments alone, at the head of a file, are no game.
    games.retain(|game| {
        game.has_moves
            || !game.tags.is_empty()
            || !game.results.is_empty()
            || game
                .items
                .iter()
                .any(|(_, t)| !matches!(t, Token::Comment(_)))
    });
    games
}
