//! Reading lines of any bytes and any length in bounded memory.

use std::io::{self, BufRead, ErrorKind};

/// Longest line that is read, in bytes without its end; 2 MiB.
pub const MAX_LINE: usize = 2 << 20;

/// How much of a line that is too long is kept to tell what it was.
const PREFIX: usize = 64;

/// One line of input, without its line end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A whole line; bytes that are not UTF-8 are replaced by U+FFFD.
    Whole(String),
    /// The first bytes of a line longer than the limit; the rest was dropped while reading.
    TooLong(String),
}

/// Splits a byte stream into lines.
pub struct LineReader<R> {
    input: R,
    limit: usize,
    buffer: Vec<u8>,
}

impl<R: BufRead> LineReader<R> {
    /// A reader of lines of at most `limit` bytes.
    pub fn new(input: R, limit: usize) -> LineReader<R> {
        LineReader {
            input,
            limit,
            buffer: Vec::new(),
        }
    }

    /// The next line, or `None` at the end of input. A last line needs no line end.
    ///
    /// # Errors
    /// If reading fails.
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        self.buffer.clear();
        // A long line must not hold its memory for the rest of the session.
        self.buffer.shrink_to(1 << 16);
        let mut too_long = false;
        let mut any = false;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                break;
            }
            any = true;
            let newline = chunk.iter().position(|&byte| byte == b'\n');
            let (text, _) = chunk.split_at(newline.unwrap_or(chunk.len()));
            if !too_long {
                if self.buffer.len() + text.len() > self.limit {
                    too_long = true;
                    let room = PREFIX.saturating_sub(self.buffer.len());
                    self.buffer.extend(text.iter().take(room));
                    self.buffer.truncate(PREFIX);
                } else {
                    self.buffer.extend_from_slice(text);
                }
            }
            let used = text.len() + usize::from(newline.is_some());
            self.input.consume(used);
            if newline.is_some() {
                break;
            }
        }
        if !any {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&self.buffer);
        let text = text.trim_start_matches('\u{feff}').to_owned();
        Ok(Some(if too_long {
            Line::TooLong(text)
        } else {
            Line::Whole(text)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8], limit: usize, chunk: usize) -> Vec<Line> {
        let mut reader = LineReader::new(io::BufReader::with_capacity(chunk, bytes), limit);
        let mut all = Vec::new();
        while let Ok(Some(line)) = reader.next_line() {
            all.push(line);
        }
        all
    }

    fn whole(text: &str) -> Line {
        Line::Whole(text.to_owned())
    }

    #[test]
    fn lines_end_at_newlines_and_at_the_end_of_input() {
        for chunk in [1, 2, 3, 100] {
            assert_eq!(
                lines(b"ugi\r\n\n go\tdepth 3\nquit", 100, chunk),
                [
                    whole("ugi\r"),
                    whole(""),
                    whole(" go\tdepth 3"),
                    whole("quit")
                ]
            );
            assert_eq!(lines(b"", 100, chunk), []);
            assert_eq!(lines(b"\n", 100, chunk), [whole("")]);
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_are_replaced() {
        assert_eq!(lines(b"a\xff\x00b\n", 100, 10), [whole("a\u{fffd}\0b")]);
    }

    #[test]
    fn a_line_over_the_limit_is_dropped_but_for_its_beginning() {
        for chunk in [1, 7, 4096] {
            let mut input = b"position startpos ".to_vec();
            input.extend(std::iter::repeat_n(b'x', 300));
            input.extend(b"\nstop\n");
            let got = lines(&input, 100, chunk);
            assert_eq!(got.len(), 2);
            let expected = String::from_utf8_lossy(&input).chars().take(64).collect();
            assert_eq!(got.first(), Some(&Line::TooLong(expected)));
            assert_eq!(got.last(), Some(&whole("stop")));
        }
    }

    #[test]
    fn a_line_of_exactly_the_limit_is_whole() {
        let input = [vec![b'y'; 100], b"\n".to_vec()].concat();
        assert_eq!(lines(&input, 100, 16), [whole(&"y".repeat(100))]);
    }
}
