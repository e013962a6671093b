//! Who may speak to the server.
//!
//! A page of another site can send requests here with the browser of the user. The `Host` header
//! tells those whose name was made to lead here (DNS rebinding), the `Origin` header those of another
//! page; a WebSocket is bound by no other rule. Both are compared whole. The token keeps out everything
//! else that can open a connection to this machine.

use std::fmt;

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use subtle::ConstantTimeEq;

/// 128 random bits that the page has to know, written as 32 hexadecimal digits.
#[derive(Clone)]
pub struct AccessToken(String);

impl AccessToken {
    /// A new one.
    #[must_use]
    pub fn new() -> AccessToken {
        AccessToken(format!("{:032x}", rand::random::<u128>()))
    }

    /// Whether a text is the token; how long this takes tells nothing of how much of it is right.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }
}

impl Default for AccessToken {
    fn default() -> AccessToken {
        AccessToken::new()
    }
}

impl fmt::Display for AccessToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Keeps the secret out of logs.
impl fmt::Debug for AccessToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccessToken")
    }
}

/// The names by which the server may be asked.
#[derive(Clone, Debug)]
pub struct Names(Vec<String>);

impl Names {
    /// The names of this machine for itself with a port.
    pub fn new(port: u16) -> Names {
        Names(vec![
            format!("127.0.0.1:{port}"),
            format!("localhost:{port}"),
        ])
    }

    /// The name in the `Host` header, if there is one such header and the server has that name.
    fn host<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        let mut hosts = headers.get_all(HOST).iter();
        let host = hosts.next()?.to_str().ok()?;
        (hosts.next().is_none() && self.0.iter().any(|name| name == host)).then_some(host)
    }

    /// Whether a request for a file of the page may be answered: from the address bar, or the page.
    pub fn allow_page(&self, headers: &HeaderMap) -> bool {
        match headers.contains_key(ORIGIN) {
            true => self.allow_socket(headers),
            false => self.host(headers).is_some(),
        }
    }

    /// Whether a socket may be opened: by the page alone.
    pub fn allow_socket(&self, headers: &HeaderMap) -> bool {
        let mut origins = headers.get_all(ORIGIN).iter();
        let origin = origins.next().and_then(|origin| origin.to_str().ok());
        match (self.host(headers), origin) {
            (Some(host), Some(origin)) => {
                origins.next().is_none() && origin.strip_prefix("http://") == Some(host)
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;

    use super::*;

    fn headers(all: &[(HeaderName, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in all {
            headers.append(name, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn tokens() {
        let (one, other) = (AccessToken::new(), AccessToken::new());
        let text = one.to_string();
        assert_eq!(text.len(), 32);
        assert!(one.is(&text) && !other.is(&text));
        for wrong in [
            "",
            "0",
            &text[1..],
            &format!("{text}0"),
            &text.to_uppercase(),
        ] {
            assert!(!one.is(wrong) || wrong == text, "{wrong}");
        }
        assert!(!format!("{one:?}").contains(&text));
    }

    #[test]
    fn names_are_compared_whole() {
        let names = Names::new(4000);
        let good = ["127.0.0.1:4000", "localhost:4000"];
        for host in good {
            assert!(names.allow_page(&headers(&[(HOST, host)])), "{host}");
            let origin = format!("http://{host}");
            let both = headers(&[(HOST, host), (ORIGIN, &origin)]);
            assert!(names.allow_page(&both) && names.allow_socket(&both));
        }
        for host in [
            "127.0.0.1",
            "127.0.0.1:4001",
            "127.0.0.1:40000",
            "127.0.0.1.evil.example:4000",
            "evil.example:4000",
            "localhost.evil.example:4000",
            "LOCALHOST:4000",
            "localhost:4000.",
            "[::1]:4000",
            "0.0.0.0:4000",
            "2130706433:4000",
            "",
        ] {
            assert!(!names.allow_page(&headers(&[(HOST, host)])), "{host}");
            let origin = format!("http://{host}");
            let own = headers(&[(HOST, host), (ORIGIN, &origin)]);
            assert!(!names.allow_socket(&own), "{host}");
            let foreign = headers(&[(HOST, good[0]), (ORIGIN, &origin)]);
            assert!(
                !names.allow_socket(&foreign) && !names.allow_page(&foreign),
                "{host}"
            );
        }
        for origin in [
            "null",
            "https://127.0.0.1:4000",
            "http://127.0.0.1:4000/",
            "127.0.0.1:4000",
        ] {
            let both = headers(&[(HOST, good[0]), (ORIGIN, origin)]);
            assert!(!names.allow_socket(&both), "{origin}");
        }
        assert!(!names.allow_page(&headers(&[])));
        assert!(!names.allow_socket(&headers(&[(HOST, good[0])])));
        let two = headers(&[(HOST, good[0]), (HOST, "evil.example")]);
        assert!(!names.allow_page(&two));
        // The page is at the other of the two names.
        let crossed = headers(&[(HOST, good[0]), (ORIGIN, "http://localhost:4000")]);
        assert!(!names.allow_socket(&crossed));
    }
}
