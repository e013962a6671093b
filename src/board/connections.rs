//! Connections: how many there are, and how long one may say nothing.

use std::sync::Arc;

use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::limits::{HEADER_TIME, MOST_CONNECTIONS};

/// Serves what connects, for ever. A socket of the page is no longer counted here once it is open; sockets have
/// their own number.
pub async fn serve(mut listener: TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    while let Ok(place) = places.clone().acquire_owned().await {
        // The trait's, which waits where the system has no handle left.
        let (stream, _) = Listener::accept(&mut listener).await;
        // A line of an engine is a message of its own and should not wait for the next.
        let _ = stream.set_nodelay(true);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIME)
            .serve_connection(
                TokioIo::new(stream),
                TowerToHyperService::new(router.clone()),
            )
            .with_upgrades();
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                log::debug!("a connection: {error}");
            }
            drop(place);
        });
    }
}
