//! The channel of an engine: its lines to the page, those of the page to it.

use std::io;
use std::time::Instant;

use axum::extract::ws::{Message, WebSocket};
use tokio::time::{Instant as Moment, sleep_until};

use super::{Close, close, greet, send};
use crate::board::BoardEngine;
use crate::board::commands::Options;
use crate::board::engine::BridgedEngine;
use crate::board::server::ServerState;
use crate::board::thinning::{Flood, PERIOD, Thinning};
use crate::notation::quote::quote;

/// Passes the lines of an engine and a page to each other until one of them goes.
pub async fn serve(mut socket: WebSocket, shared: ServerState) {
    let Some(name) = greet(&mut socket, &shared.token).await else {
        return;
    };
    let Some(spec) = shared.engines.iter().find(|engine| engine.name == name) else {
        let reason = format!("there is no engine {}", quote(&name));
        return close(&mut socket, Close::NoEngine, &reason).await;
    };
    let Ok(_place) = shared.places.engines.clone().try_acquire_owned() else {
        return close(&mut socket, Close::Full, "too many engines run").await;
    };
    let engine = match BridgedEngine::start(spec.command.clone(), shared.supervisor.clone()).await {
        Ok(engine) => engine,
        Err(error) => {
            let reason = format!("cannot be started: {error}");
            return close(&mut socket, Close::Engine, &reason).await;
        }
    };
    if !send(&mut socket, r#"{"ok":true}"#).await {
        return;
    }
    let mut bridge = Bridge::new(&mut socket, engine, spec);
    let mut ending = shared.ending.clone();
    let end = tokio::select! {
        end = bridge.run() => end,
        _ = ending.wait_for(|ends| *ends) => End::Away,
    };
    let engine = bridge.engine;
    let (code, reason) = match end {
        End::Closed => (Close::Engine, engine.end().await),
        other => {
            engine.kill().await;
            match other {
                End::Failed(reason) => (Close::Engine, reason),
                End::NotText => (Close::NotText, "expected text".to_owned()),
                End::Away => (Close::Away, "the server ends".to_owned()),
                End::Page | End::Closed => return,
            }
        }
    };
    close(&mut socket, code, &reason).await;
}

/// How a dialogue ended.
enum End {
    /// The page went.
    Page,
    /// The page sent what is no text.
    NotText,
    /// The server ends.
    Away,
    /// The engine closed its output.
    Closed,
    /// The engine misbehaves.
    Failed(String),
}

impl From<io::Error> for End {
    fn from(error: io::Error) -> End {
        match error.kind() {
            io::ErrorKind::BrokenPipe => End::Closed,
            _ => End::Failed(error.to_string()),
        }
    }
}

/// What an engine has not answered yet, with the time by which it should.
#[derive(Default)]
struct Awaited {
    handshake: Option<Moment>,
    ready: Option<Moment>,
    best: Option<Moment>,
    /// Searches that have begun and not ended.
    searches: usize,
}

impl Awaited {
    /// The first time at which an answer is overdue, and to what.
    fn first(&self) -> Option<(Moment, &'static str)> {
        let all = [
            (self.handshake, "does not answer the handshake"),
            (self.ready, "does not answer isready"),
            (self.best, "does not answer stop"),
        ];
        let due = all.into_iter().filter_map(|(due, what)| Some((due?, what)));
        due.min_by_key(|(due, _)| *due)
    }

    /// Takes note of a line to the engine.
    fn sent(&mut self, line: &str, due: Moment) {
        match line.split(' ').next() {
            Some("uci" | "ugi") => self.handshake = Some(due),
            Some("isready") => self.ready = Some(due),
            Some("go") => self.searches += 1,
            Some("stop") if self.searches > 0 => self.best = Some(due),
            _ => {}
        }
    }

    /// Takes note of a line of the engine.
    fn note_answer(&mut self, line: &str) {
        match line.split_whitespace().next() {
            Some("uciok" | "ugiok") => self.handshake = None,
            Some("readyok") => self.ready = None,
            Some("bestmove") => {
                self.searches = self.searches.saturating_sub(1);
                self.best = None;
            }
            _ => {}
        }
    }
}

struct Bridge<'a> {
    socket: &'a mut WebSocket,
    engine: BridgedEngine,
    spec: &'a BoardEngine,
    options: Options,
    /// Whether the options of the command line are still to be set.
    unset: bool,
    awaited: Awaited,
    thinning: Thinning,
}

impl<'a> Bridge<'a> {
    fn new(socket: &'a mut WebSocket, engine: BridgedEngine, spec: &'a BoardEngine) -> Bridge<'a> {
        Bridge {
            socket,
            engine,
            spec,
            options: Options::default(),
            unset: true,
            awaited: Awaited::default(),
            thinning: Thinning::new(Instant::now()),
        }
    }

    async fn run(&mut self) -> End {
        loop {
            let overdue = self.awaited.first();
            let never = Moment::now() + PERIOD;
            let step = tokio::select! {
                message = self.socket.recv() => match message {
                    Some(Ok(Message::Text(line))) => self.page_says(&line).await,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                    Some(Ok(Message::Binary(_))) => Err(End::NotText),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => Err(End::Page),
                },
                line = self.engine.line() => match line {
                    Ok(Some(line)) => self.engine_says(line).await,
                    Ok(None) => Err(End::Closed),
                    Err(error) => Err(error.into()),
                },
                () = sleep_until(overdue.map_or(never, |(due, _)| due)), if overdue.is_some() => {
                    Err(End::Failed(overdue.map_or("", |(_, what)| what).to_owned()))
                }
                () = sleep_until(never), if self.thinning.holds() => {
                    let held = self.thinning.take();
                    self.pass(held).await
                }
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    async fn page_says(&mut self, line: &str) -> Result<(), End> {
        match self.options.check(line) {
            Ok(line) => {
                let handshake = matches!(line.as_str(), "uci" | "ugi");
                if !handshake && std::mem::take(&mut self.unset) {
                    for (name, value) in &self.spec.options {
                        let line = format!("setoption name {name} value {value}");
                        self.engine.send(&line).await?;
                    }
                }
                self.awaited.sent(&line, Moment::now() + self.spec.patience);
                Ok(self.engine.send(&line).await?)
            }
            Err(refusal) => {
                let told = format!("info string refused: {refusal}");
                match send(self.socket, told).await {
                    true => Ok(()),
                    false => Err(End::Page),
                }
            }
        }
    }

    async fn engine_says(&mut self, line: String) -> Result<(), End> {
        self.awaited.note_answer(&line);
        self.options.note_announced(&line);
        match self.thinning.line(line, Instant::now()) {
            Ok(lines) => self.pass(lines).await,
            Err(Flood) => Err(End::Failed("says more than can be read".to_owned())),
        }
    }

    async fn pass(&mut self, lines: Vec<String>) -> Result<(), End> {
        for line in lines {
            if !send(self.socket, line).await {
                return Err(End::Page);
            }
        }
        Ok(())
    }
}
