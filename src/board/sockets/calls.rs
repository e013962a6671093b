//! The channel of calls: one request a message, one reply a message.

use axum::extract::ws::{Message, WebSocket};
use tokio::task;

use super::{Close, close, greet, send};
use crate::board::server::ServerState;
use crate::core::Core;

/// Answers the calls of a page until it goes. Each page has a core of its own.
pub async fn serve(mut socket: WebSocket, shared: ServerState) {
    if greet(&mut socket, &shared.token).await.is_none()
        || !send(&mut socket, r#"{"ok":true}"#).await
    {
        return;
    }
    let mut core = Core::new(shared.core_config());
    let mut ending = shared.ending.clone();
    loop {
        let message = tokio::select! {
            message = socket.recv() => Some(message),
            _ = ending.wait_for(|ends| *ends) => None,
        };
        let Some(message) = message else {
            return close(&mut socket, Close::Away, "the server ends").await;
        };
        let request = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
            Some(Ok(Message::Binary(_))) => {
                return close(&mut socket, Close::NotText, "expected text").await;
            }
            Some(Ok(Message::Close(_)) | Err(_)) | None => return,
        };
        // A large file takes longer than a page should wait for anything else.
        let answering = task::spawn_blocking(move || {
            let reply = core.call(&request);
            (core, reply)
        });
        let Ok((kept, reply)) = answering.await else {
            return;
        };
        core = kept;
        if !send(&mut socket, reply).await {
            return;
        }
    }
}
