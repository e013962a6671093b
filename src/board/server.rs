//! Routes, headers, beginning and end.

use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::assets::{self, Asset};
use super::guard::{AccessToken, Names};
use super::limits::{MAX_MESSAGE, MOST_ENGINES, MOST_SOCKETS, Places};
use super::{BoardConfig, BoardEngine, connections, sockets};
use crate::arena::supervisor::SupervisorCommand;
use crate::core::{self, EngineName, GivenFile};

/// How long the sockets and engines that are open have to end with the server.
const END_TIME: Duration = Duration::from_secs(3);

/// Sent with every answer.
const HEADERS: [(header::HeaderName, &str); 8] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        header::HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        header::HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        header::HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=()",
    ),
    (header::CACHE_CONTROL, "no-cache"),
];

/// Why there is no server: the port cannot be listened at.
#[derive(Debug)]
pub struct ServerError {
    port: Option<u16>,
    error: io::Error,
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.port {
            Some(port) => write!(f, "port {port}: {}", self.error),
            None => write!(f, "no port: {}", self.error),
        }
    }
}

impl std::error::Error for ServerError {}

/// What every request may need.
#[derive(Clone)]
pub struct ServerState {
    /// The token of this start.
    pub token: AccessToken,
    /// The engines.
    pub engines: Arc<[BoardEngine]>,
    /// What starts their supervisors.
    pub supervisor: SupervisorCommand,
    /// What may still be opened.
    pub places: Places,
    /// Becomes true when the server ends.
    pub ending: watch::Receiver<bool>,
    names: Names,
    files: Arc<[GivenFile]>,
    assets: Arc<[Asset]>,
}

impl ServerState {
    /// What a core is told.
    pub fn core_config(&self) -> core::CoreConfig {
        core::CoreConfig {
            engines: self
                .engines
                .iter()
                .map(|engine| EngineName {
                    name: engine.name.clone(),
                    builtin: engine.builtin,
                })
                .collect(),
            files: self.files.to_vec(),
            seed: rand::random(),
        }
    }
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    port: u16,
    shared: ServerState,
    end: watch::Sender<bool>,
}

impl Server {
    /// Listens at a port of this machine.
    ///
    /// # Errors
    /// If that is not possible.
    pub async fn bind(config: BoardConfig) -> Result<Server, ServerError> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, config.port.unwrap_or(0)));
        let failed = |error| ServerError {
            port: config.port,
            error,
        };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let (end, ending) = watch::channel(false);
        Ok(Server {
            listener,
            port,
            shared: ServerState {
                token: AccessToken::new(),
                engines: config.engines.into(),
                supervisor: config.supervisor,
                places: Places::new(),
                ending,
                names: Names::new(port),
                files: config.files.into(),
                assets: assets::all().into(),
            },
            end,
        })
    }

    /// The port that it listens at.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address of the page, with the token.
    #[must_use]
    pub fn address(&self) -> String {
        format!(
            "http://127.0.0.1:{}/#token={}",
            self.port, self.shared.token
        )
    }

    /// Serves until `stop` comes, then ends what is open.
    pub async fn run(self, stop: impl Future<Output = ()> + Send) {
        let places = self.shared.places.clone();
        tokio::select! {
            () = connections::serve(self.listener, router(self.shared)) => {}
            () = stop => {}
        }
        let _ = self.end.send(true);
        // Every engine and every socket has its place back when it has ended.
        let ended = async {
            while places.engines.available_permits() < MOST_ENGINES
                || places.sockets.available_permits() < MOST_SOCKETS
            {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let _ = tokio::time::timeout(END_TIME, ended).await;
    }
}

fn router(shared: ServerState) -> Router {
    let mut router = Router::new()
        .route("/core", any(open_calls))
        .route("/engine", any(open_lines));
    for index in 0..shared.assets.len() {
        let Some(asset) = shared.assets.get(index) else {
            continue;
        };
        let answer = move |State(shared): State<ServerState>,
                           method: Method,
                           headers: HeaderMap| async move {
            match shared.assets.get(index) {
                Some(asset) => page(asset, &method, &headers),
                None => StatusCode::NOT_FOUND.into_response(),
            }
        };
        router = router.route(asset.path, any(answer));
    }
    router
        .fallback(|| async { StatusCode::NOT_FOUND })
        .layer(middleware::from_fn_with_state(shared.clone(), check))
        .with_state(shared)
}

/// Answers nobody who should not ask, and adds the headers that every answer has.
async fn check(State(shared): State<ServerState>, request: Request, next: Next) -> Response {
    let mut response = if !shared.names.allow_page(request.headers()) {
        (StatusCode::FORBIDDEN, "not the address of this board\n").into_response()
    } else {
        next.run(request).await
    };
    for (name, value) in HEADERS {
        let headers = response.headers_mut();
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// A file of the page.
fn page(asset: &Asset, method: &Method, headers: &HeaderMap) -> Response {
    if !matches!(*method, Method::GET | Method::HEAD) {
        return (
            StatusCode::METHOD_NOT_ALLOWED,
            [(header::ALLOW, "GET, HEAD")],
        )
            .into_response();
    }
    let says = |name, part: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.is_some_and(|value| value.split(',').any(|word| word.trim() == part))
    };
    let common = [
        (header::ETAG, asset.etag.clone()),
        (header::CONTENT_TYPE, asset.media_type.to_owned()),
        (header::VARY, "accept-encoding".to_owned()),
    ];
    if says(header::IF_NONE_MATCH, &asset.etag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    match &asset.gzip {
        Some(gzip) if says(header::ACCEPT_ENCODING, "gzip") => {
            let encoding = [(header::CONTENT_ENCODING, "gzip")];
            (common, encoding, gzip.clone()).into_response()
        }
        _ => (common, asset.plain).into_response(),
    }
}

async fn open_calls(
    State(shared): State<ServerState>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    open(shared, &headers, upgrade, sockets::serve_calls)
}

async fn open_lines(
    State(shared): State<ServerState>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    open(shared, &headers, upgrade, sockets::serve_lines)
}

/// Opens a socket for the page, and for nobody else.
fn open<F: Future<Output = ()> + Send + 'static>(
    shared: ServerState,
    headers: &HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    serve: fn(WebSocket, ServerState) -> F,
) -> Response {
    if !shared.names.allow_socket(headers) {
        return (
            StatusCode::FORBIDDEN,
            "only the page of this board may open sockets\n",
        )
            .into_response();
    }
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let Ok(place) = shared.places.sockets.clone().try_acquire_owned() else {
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            "too many sockets are open\n",
        )
            .into_response();
    };
    upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(move |socket| async move {
            serve(socket, shared).await;
            drop(place);
        })
}
