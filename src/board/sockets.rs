//! The two channels of the page: calls, and the lines of engines.

mod calls;
mod lines;

use std::borrow::Cow;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use serde::Deserialize;
use tokio::time::timeout;

use super::guard::AccessToken;
use super::limits::{TOKEN_TIME, WRITE_TIME};

pub use calls::serve as serve_calls;
pub use lines::serve as serve_lines;

/// Why a socket is closed, as the page sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub enum Close {
    /// The engine failed; the reason says how. It can be asked for again.
    Engine = 4001,
    /// The first message had not the token.
    Token = 4401,
    /// There is no such engine.
    NoEngine = 4404,
    /// As many sockets or engines are open as there may be.
    Full = 4429,
    /// The server ends.
    Away = 1001,
    /// What was sent is no text.
    NotText = 1003,
}

/// The first message on either channel.
#[derive(Deserialize)]
struct Greeting {
    token: String,
    /// The engine, on the channel of lines.
    #[serde(default)]
    engine: String,
}

/// Waits for the token; the name of the engine that was sent with it. `None` if the socket was closed.
async fn greet(socket: &mut WebSocket, token: &AccessToken) -> Option<String> {
    let hello = match timeout(TOKEN_TIME, socket.recv()).await {
        Ok(Some(Ok(Message::Text(text)))) => serde_json::from_str::<Greeting>(&text).ok(),
        _ => None,
    };
    match hello.filter(|hello| token.is(&hello.token)) {
        Some(hello) => Some(hello.engine),
        None => {
            close(socket, Close::Token, "the token is wrong or missing").await;
            None
        }
    }
}

/// Sends a text; false if the page does not take it.
async fn send(socket: &mut WebSocket, text: impl Into<Utf8Bytes>) -> bool {
    let sent = timeout(WRITE_TIME, socket.send(Message::Text(text.into()))).await;
    matches!(sent, Ok(Ok(())))
}

/// Most bytes of the reason of a close frame.
const MAX_REASON: usize = 120;

/// Closes a socket.
async fn close(socket: &mut WebSocket, code: Close, reason: &str) {
    let end = reason.floor_char_boundary(MAX_REASON);
    let frame = CloseFrame {
        code: code as u16,
        reason: Cow::from(reason.get(..end).unwrap_or_default().to_owned())
            .into_owned()
            .into(),
    };
    let _ = timeout(
        Duration::from_secs(1),
        socket.send(Message::Close(Some(frame))),
    )
    .await;
}
