//! Requests that are not the page's.

use std::io::Write;
use std::net::TcpStream;

use super::util::{Server, status};

#[test]
fn only_the_exact_name_of_the_server_is_answered() {
    let server = Server::start(&[]);
    let port = server.port;
    let page = |host: &str| server.status("/", &[&format!("Host: {host}")]);
    assert_eq!(page(&format!("127.0.0.1:{port}")), 200);
    assert_eq!(page(&format!("localhost:{port}")), 200);
    // A name that was made to lead here (DNS rebinding), and what a test of prefixes would let in.
    for host in [
        format!("evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        format!("localhost.evil.example:{port}"),
        format!("127.0.0.1:{port}.evil.example"),
        format!("127.0.0.1:{port}0"),
        format!("127.0.0.1@evil.example:{port}"),
        format!("[::1]:{port}"),
        format!("0.0.0.0:{port}"),
        "127.0.0.1".to_owned(),
        "localhost".to_owned(),
        String::new(),
    ] {
        let answer = page(&host);
        assert!(matches!(answer, 400 | 403), "{host}: {answer}");
    }
    assert_eq!(status(&server.request(&["GET / HTTP/1.0"])), 403);
    let two = [
        &format!("Host: 127.0.0.1:{port}") as &str,
        "Host: evil.example",
    ];
    assert!(matches!(server.status("/", &two), 400 | 403));
    // The name in the request line is no way around the header.
    let absolute = format!("http://127.0.0.1:{port}/");
    assert_eq!(server.status(&absolute, &["Host: evil.example"]), 403);
}

#[test]
fn no_path_leaves_what_was_given() {
    let server = Server::start(&[]);
    let host = format!("Host: {}", server.host());
    for path in [
        "/..%2f..%2f..%2fetc/passwd",
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%5c..%5cetc%5cpasswd",
        "/app.js/../../../../etc/passwd",
        "/app.js%00.html",
        "//etc/passwd",
        "/etc/passwd",
        "/web/dist/app.js",
        "/APP.JS",
        "/app.js/",
        "/index.html/..",
        "/.git/config",
        "/Cargo.toml",
    ] {
        let answer = server.request(&[&format!("GET {path} HTTP/1.1"), &host]);
        assert!(matches!(status(&answer), 400 | 404), "{path}: {answer}");
        assert!(!answer.contains("root:"), "{path}");
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"] {
        let answer = server.request(&[&format!("{method} / HTTP/1.1"), &host]);
        assert!(matches!(status(&answer), 400 | 405), "{method}: {answer}");
    }
}

#[test]
fn a_page_of_another_origin_is_refused_even_the_files() {
    let server = Server::start(&[]);
    let host = format!("Host: {}", server.host());
    for origin in [
        "http://evil.example",
        "null",
        "https://127.0.0.1",
        "http://127.0.0.1",
    ] {
        let origin = format!("Origin: {origin}");
        assert_eq!(server.status("/app.js", &[&host, &origin]), 403, "{origin}");
    }
    let own = format!("Origin: http://{}", server.host());
    assert_eq!(server.status("/app.js", &[&host, &own]), 200);
}

#[test]
fn other_machines_cannot_connect() {
    let server = Server::start(&[]);
    // Another address of this machine is as far away as another machine.
    let elsewhere = TcpStream::connect(("127.0.0.2", server.port));
    assert!(elsewhere.is_err());
}

#[test]
fn connections_that_say_nothing_do_not_keep_the_page_out() {
    let server = Server::start(&[]);
    let mut silent: Vec<TcpStream> = (0..200).map(|_| server.connect()).collect();
    for (index, stream) in silent.iter_mut().enumerate() {
        // Some begin and do not go on.
        if index % 2 == 0 {
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: ");
        }
    }
    let host = format!("Host: {}", server.host());
    assert_eq!(server.status("/", &[&host]), 200);
}
