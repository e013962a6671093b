//! The two channels: origin, token, sizes and numbers.

use serde_json::json;
use tungstenite::Message;

use super::util::{Server, wait_until};

const BOTH: [&str; 2] = ["/core", "/engine"];

#[test]
fn a_socket_needs_the_exact_origin() {
    let server = Server::start(&[]);
    let port = server.port;
    for path in BOTH {
        for origin in [
            "http://evil.example",
            "null",
            "",
            "file://",
            &format!("https://127.0.0.1:{port}"),
            &format!("http://127.0.0.1.evil.example:{port}"),
            &format!("http://localhost:{port}"),
            &format!("http://127.0.0.1:{port}/"),
            &format!("http://127.0.0.1:{}", port - 1),
            "http://127.0.0.1",
        ] {
            let refused = server.socket_from(path, origin).err();
            assert_eq!(refused, Some(403), "{path} from '{origin}'");
        }
        let host = format!("Host: {}", server.host());
        let headers = [
            host.as_str(),
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ];
        assert_eq!(
            server.status(path, &headers),
            403,
            "{path} without an origin"
        );
        let foreign = [
            &["Host: evil.example"],
            &headers[1..],
            &["Origin: http://evil.example"],
        ];
        assert_eq!(
            server.status(path, &foreign.concat()),
            403,
            "{path} by another name"
        );
        assert!(
            server
                .socket_from(path, &format!("http://127.0.0.1:{port}"))
                .is_ok()
        );
    }
}

#[test]
fn a_socket_needs_the_token() {
    let server = Server::start(&[]);
    let token = &server.token;
    let other = format!("{}{}", &token[1..], &token[..1]);
    for path in BOTH {
        for first in [
            json!({"token": ""}),
            json!({"token": other}),
            json!({"token": &token[..31]}),
            json!({"token": format!("{token}0")}),
            json!({"token": [token]}),
            json!({"engine": "tuzdik"}),
            json!(token),
            json!(null),
        ] {
            let mut socket = server.socket(path);
            socket.send(&first.to_string());
            let (code, _) = socket.closing();
            assert_eq!(code, 4401, "{path} with {first}");
        }
        let mut socket = server.socket(path);
        socket.send(r#"{"id": 1, "call": "hello"}"#);
        assert_eq!(socket.closing().0, 4401, "{path}: a call before the token");
        let mut socket = server.socket(path);
        socket
            .0
            .send(Message::binary(token.as_bytes().to_vec()))
            .unwrap();
        assert_eq!(socket.closing().0, 4401, "{path}: no text");
    }
    // Two starts have different ones.
    assert_ne!(&Server::start(&[]).token, token);
}

#[test]
fn calls_are_answered() {
    let server = Server::start(&["tests/data/master.tgk"]);
    let mut calls = server.calls();
    let hello = calls.call("hello", json!({}));
    assert_eq!(
        hello["engines"],
        json!([{"name": "tuzdik", "builtin": true}])
    );
    assert_eq!(hello["files"], json!(["master.tgk"]));
    let shown = calls.call("position", json!({"ref": {"variant": "bestemshe"}}));
    assert_eq!(shown["legal"].as_array().unwrap().len(), 5);
    calls.send("nonsense");
    assert!(calls.text().starts_with(r#"{"id":null,"error":"#));
}

#[test]
fn messages_have_a_largest_size() {
    let server = Server::start(&[]);
    let mut calls = server.calls();
    calls.send(&" ".repeat(2 << 20));
    assert!(
        calls.text().contains("error"),
        "2 MiB are no more than allowed"
    );
    // The server may close before it has read what is too much.
    let _ = calls.0.send(Message::text(" ".repeat((2 << 20) + 1)));
    assert!(calls.next().is_err());
    let mut pieces = server.calls();
    let frame = vec![b' '; 1 << 20];
    for n in 0..3 {
        use tungstenite::protocol::frame::Frame;
        use tungstenite::protocol::frame::coding::{Data, OpCode};
        let code = OpCode::Data(if n == 0 { Data::Text } else { Data::Continue });
        let _ = pieces
            .0
            .send(Message::Frame(Frame::message(frame.clone(), code, false)));
    }
    assert!(pieces.next().is_err(), "nor in pieces");
    server.calls();
}

#[test]
fn there_is_a_largest_number_of_sockets() {
    let server = Server::start(&[]);
    let open: Vec<_> = (0..32).map(|_| server.calls()).collect();
    let origin = format!("http://{}", server.host());
    assert_eq!(server.socket_from("/core", &origin).err(), Some(503));
    drop(open);
    wait_until("sockets become free", || {
        server.socket_from("/core", &origin).is_ok()
    });
}
