//! The page and its headers.

use super::util::{Server, status};

#[test]
fn the_page_is_served_with_its_headers() {
    let server = Server::start(&[]);
    let host = format!("Host: {}", server.host());
    let answer = server.request(&["GET / HTTP/1.1", &host]);
    let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
    assert_eq!(status(head), 200);
    assert!(body.contains("<!doctype html>") || body.contains("<!DOCTYPE html>"));
    let head = head.to_lowercase();
    for header in [
        "content-type: text/html; charset=utf-8",
        "content-security-policy: default-src 'none'; script-src 'self'",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-opener-policy: same-origin",
        "cross-origin-resource-policy: same-origin",
        "x-frame-options: deny",
        "etag: \"",
    ] {
        assert!(head.contains(header), "{header} is not in {head}");
    }
    assert!(!answer.contains(&server.token));
    // No address of another machine.
    assert!(
        !body.contains("http://") && !body.contains("https://"),
        "{body}"
    );
}

#[test]
fn what_is_known_is_not_sent_again_and_what_can_be_is_compressed() {
    let server = Server::start(&[]);
    let host = format!("Host: {}", server.host());
    for path in ["/", "/app.js", "/app.css", "/icon.svg"] {
        let first = format!("GET {path} HTTP/1.1");
        let plain = server.request(&[&first, &host]);
        assert_eq!(status(&plain), 200, "{path}");
        let lower = plain.to_lowercase();
        let etag = lower
            .split("etag: ")
            .nth(1)
            .and_then(|rest| rest.split("\r\n").next());
        let known = format!("If-None-Match: {}", etag.expect("a tag"));
        assert_eq!(
            status(&server.request(&[&first, &host, &known])),
            304,
            "{path}"
        );
        let compressed = server.bytes(&[&first, &host, "Accept-Encoding: br, gzip"]);
        let text = String::from_utf8_lossy(&compressed).to_lowercase();
        if text.contains("content-encoding: gzip") {
            assert!(compressed.len() < plain.len());
        }
    }
}

#[test]
fn an_interrupt_ends_the_server_cleanly() {
    let server = Server::start(&[]);
    let mut calls = server.calls();
    assert!(server.interrupt().success());
    assert_eq!(calls.closing().0, 1001);
}

/// A port from here on that is free; the system gives those below 32,768 to no connection meanwhile.
fn free_port(from: u16) -> u16 {
    let is_free = |port: &u16| std::net::TcpListener::bind(("127.0.0.1", *port)).is_ok();
    (from..from + 5000).find(is_free).expect("a free port")
}

#[test]
fn the_next_start_has_the_same_port_if_it_is_free() {
    let state = tempfile::tempdir().unwrap();
    let file = state.path().join("tuzdik/board-port");
    let start = || Server::start_with(&[], state.path());
    let first = start();
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        format!("{}\n", first.port)
    );
    assert!(first.interrupt().success());
    let port = free_port(20_000);
    std::fs::write(&file, format!("{port}\n")).unwrap();
    let second = start();
    assert_eq!(second.port, port);
    let other = start();
    assert_ne!(other.port, port);
    assert!(second.interrupt().success());
    assert_eq!(start().port, port);
    // What is no port is passed over.
    for damaged in ["", "seven", "80", "70000"] {
        std::fs::write(&file, damaged).unwrap();
        assert_ne!(start().port, 80);
    }
}

#[test]
fn the_port_is_the_one_asked_for() {
    let port = free_port(25_000).to_string();
    let server = Server::start(&["--port", &port]);
    assert_eq!(server.port.to_string(), port);
    let second = std::process::Command::new(env!("CARGO_BIN_EXE_tuzdik"))
        .args(["board", "--no-open", "--port", &port])
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(1));
    let error = String::from_utf8_lossy(&second.stderr);
    assert!(
        error.starts_with(&format!("error: port {port}: ")),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1);
}
