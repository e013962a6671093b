//! From the text of a file to tokens. Knows no rules.

use super::nag::Nag;
use super::result::GameResult;
use super::text::{ends_words, is_blank, is_tag_char};

/// A piece of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// A named value.
    Tag { name: &'a str, value: String },
    /// A line that begins like a tag and is none.
    BadTag(&'a str),
    /// A comment without its braces.
    Comment(&'a str),
    /// A comment in which another brace opens that is not closed, so that the first one may not be either.
    DoubtfulComment(&'a str),
    /// A comment that is never closed.
    OpenComment(&'a str),
    /// The mark of an annotator.
    Nag(Nag),
    /// A `$` without a number that a mark can have.
    BadNag(&'a str),
    /// The beginning of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// A closing brace outside of comments.
    StrayBrace,
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
    /// Whether `rest` begins a line.
    at_line_start: bool,
    /// Where each brace closes that opens, both counted in bytes from the end of the text; in the order of
    /// the text, from the last.
    closings: Vec<(usize, Option<usize>)>,
    /// Where the tags of the next game stand, counted in bytes from the end of the text.
    next_tags: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            rest: text,
            line: 1,
            at_line_start: true,
            closings: closings(text),
            next_tags: text.len(),
        }
    }

    /// Takes the first `length` bytes, which must end at a character.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        self.line += taken.bytes().filter(|&b| b == b'\n').count();
        if let Some(last) = taken.bytes().last() {
            self.at_line_start = last == b'\n';
        }
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
        // Braces before this one were in comments that end in a line, or in tags.
        while self
            .closings
            .last()
            .is_some_and(|&(at, _)| at > self.rest.len())
        {
            self.closings.pop();
        }
        let balanced = self.closings.last().and_then(|&(_, close)| close);
        if let Some(close) = balanced {
            let end = self.rest.len() - close;
            let taken = self.take(end + 1);
            return Token::Comment(&taken[1..end]);
        }
        // Go on at the next game rather than lose the rest of the file.
        if self.rest.len() <= self.next_tags {
            self.next_tags = self.rest.len() - next_tags(self.rest);
        }
        let limit = self.rest.len() - self.next_tags;
        match self.rest[..limit].find('}') {
            Some(end) => {
                let taken = self.take(end + 1);
                Token::DoubtfulComment(&taken[1..end])
            }
            None => Token::OpenComment(&self.take(limit)[1..]),
        }
    }

    fn nag(&mut self) -> Token<'a> {
        let digits = self.rest[1..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let taken = self.take(1 + digits);
        match taken[1..].parse() {
            // "No mark".
            Ok(0) => Token::Comment(""),
            Ok(number) => Nag::new(number).map_or(Token::BadNag(taken), Token::Nag),
            Err(_) => Token::BadNag(taken),
        }
    }

    fn word(&mut self) -> Token<'a> {
        if let Some((result, length)) = GameResult::at_start(self.rest) {
            self.take(length);
            return Token::Result(result);
        }
        let bytes = self.rest.as_bytes();
        let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
        let dots = bytes[digits..].iter().take_while(|&&b| b == b'.').count();
        if dots > 0 {
            let number = self.take(digits + dots);
            let first = dots == 1 && number.trim_start_matches('0') == "1.";
            return Token::Number { first };
        }
        if let Some((nag, length)) = Nag::at_start(self.rest, ends_words) {
            self.take(length);
            return Token::Nag(nag);
        }
        Token::Word(self.take(word_length(self.rest)))
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
            // A line for other programs.
            b'%' if self.at_line_start => {
                self.take_line();
                Token::Comment("")
            }
            b'$' => self.nag(),
            b'(' => {
                self.take(1);
                Token::Open
            }
            b')' => {
                self.take(1);
                Token::Close
            }
            b'}' => {
                self.take(1);
                Token::StrayBrace
            }
            _ => self.word(),
        };
        Some((line, token))
    }
}

/// The length of the word that a text begins with, at least one character. A kazan count in round
/// brackets belongs to it; any other bracket ends it, as a mark does.
fn word_length(text: &str) -> usize {
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        if at == 0 {
            continue;
        }
        if c == '(' && !text[..at].ends_with(')') {
            let inner = &text[at + 1..];
            let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
            if inner[digits..].starts_with(')') {
                chars.nth(digits);
                continue;
            }
        }
        if ends_words(c) || Nag::at_start(&text[at..], ends_words).is_some() {
            return at;
        }
    }
    text.len()
}

/// Where each opening brace of a text is closed, if a brace that opens inside is closed before it. All places
/// are counted in bytes from the end of the text. No comment goes on in the next game.
fn closings(text: &str) -> Vec<(usize, Option<usize>)> {
    let mut found: Vec<(usize, Option<usize>)> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let limit = start + next_tags(&text[start..]);
        for (at, byte) in text[start..limit].bytes().enumerate() {
            let from_end = text.len() - start - at;
            match byte {
                b'{' => {
                    open.push(found.len());
                    found.push((from_end, None));
                }
                b'}' => {
                    if let Some(index) = open.pop() {
                        found[index].1 = Some(from_end);
                    }
                }
                _ => {}
            }
        }
        open.clear();
        start = limit;
    }
    found.reverse();
    found
}

/// The length of a text before the next line that begins with a tag, which is not its first line.
fn next_tags(text: &str) -> usize {
    let mut lines = text.match_indices("\n[");
    let tag = lines.find(|&(at, _)| {
        let line = text[at + 1..].lines().next().unwrap_or("");
        line.contains('"') && read_tag(line).is_some()
    });
    tag.map_or(text.len(), |(at, _)| at + 1)
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
