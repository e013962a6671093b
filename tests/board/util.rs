//! A server, and requests to it that no browser would send.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{fs, io};

use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::CloseFrame;
use tungstenite::{Message, WebSocket};

/// Long enough for a machine under load; nothing waits so long unless something is wrong.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running server.
pub struct Server {
    pub child: Child,
    pub port: u16,
    pub token: String,
}

impl Server {
    /// Starts a server with these arguments.
    pub fn start(args: &[&str]) -> Server {
        // Where no folder can be made, so that no port is left behind.
        Server::start_with(args, Path::new("/dev/null"))
    }

    /// Starts a server with these arguments and a folder for what it remembers.
    pub fn start_with(args: &[&str], state: &Path) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tuzdik"))
            .args(["board", "--no-open"])
            .args(args)
            .env("XDG_STATE_HOME", state)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("tuzdik");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("its stdout");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let (port, token) = line
            .trim_end()
            .strip_prefix("http://127.0.0.1:")
            .and_then(|rest| rest.split_once("/#token="))
            .unwrap_or_else(|| panic!("no address: {line}"));
        Server {
            port: port.parse().expect("a port"),
            token: token.to_owned(),
            child,
        }
    }

    /// The name of the server.
    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// The whole answer to a request given as its lines, as text.
    pub fn request(&self, lines: &[&str]) -> String {
        String::from_utf8_lossy(&self.bytes(lines)).into_owned()
    }

    /// The whole answer to a request given as its lines.
    pub fn bytes(&self, lines: &[&str]) -> Vec<u8> {
        let mut stream = self.connect();
        let text = format!("{}\r\nConnection: close\r\n\r\n", lines.join("\r\n"));
        stream.write_all(text.as_bytes()).expect("sent");
        let mut answer = Vec::new();
        // A server that refuses may close before it has read everything.
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// The status of a request for a path with these headers.
    pub fn status(&self, path: &str, headers: &[&str]) -> u16 {
        let first = format!("GET {path} HTTP/1.1");
        let mut lines = vec![first.as_str()];
        lines.extend(headers);
        status(&self.request(&lines))
    }

    /// Opens a socket as the page does.
    pub fn socket(&self, path: &str) -> Socket {
        let origin = format!("http://{}", self.host());
        self.socket_from(path, &origin).expect("a socket")
    }

    /// Opens a socket as a page of this origin does; the status if that is refused.
    pub fn socket_from(&self, path: &str, origin: &str) -> Result<Socket, u16> {
        let mut request = format!("ws://{}{path}", self.host())
            .into_client_request()
            .expect("a request");
        request
            .headers_mut()
            .insert("Origin", origin.parse().expect("a header"));
        match tungstenite::client(request, self.connect()) {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// A socket on which the token was accepted.
    pub fn calls(&self) -> Socket {
        let mut socket = self.socket("/core");
        socket.send(&json!({"token": self.token}).to_string());
        assert_eq!(socket.text(), r#"{"ok":true}"#);
        socket
    }

    /// The channel of an engine.
    pub fn engine(&self, name: &str) -> Socket {
        let mut socket = self.socket("/engine");
        socket.send(&json!({"token": self.token, "engine": name}).to_string());
        socket
    }

    /// The channel of an engine that has started.
    pub fn running(&self, name: &str) -> Socket {
        let mut socket = self.engine(name);
        assert_eq!(socket.text(), r#"{"ok":true}"#);
        socket
    }

    /// Ends the server as Ctrl-C does and waits for it.
    pub fn interrupt(mut self) -> std::process::ExitStatus {
        let id = self.child.id().to_string();
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .expect("kill");
        self.child.wait().expect("an end")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The status of an answer; 0 if there is none.
pub fn status(answer: &str) -> u16 {
    let word = answer.split(' ').nth(1);
    word.and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// A WebSocket.
pub struct Socket(pub WebSocket<TcpStream>);

impl Socket {
    pub fn send(&mut self, text: &str) {
        self.0.send(Message::text(text)).expect("sent");
    }

    /// The next text.
    pub fn text(&mut self) -> String {
        match self.next() {
            Ok(text) => text,
            Err(end) => panic!("closed: {end:?}"),
        }
    }

    /// The next text, or how the socket was closed.
    pub fn next(&mut self) -> Result<String, Option<CloseFrame>> {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return Ok(text.as_str().to_owned()),
                Ok(Message::Close(frame)) => return Err(frame),
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => {
                    panic!("nothing came in {PATIENCE:?}")
                }
                Err(_) => return Err(None),
            }
        }
    }

    /// The first text that begins so.
    pub fn until(&mut self, beginning: &str) -> String {
        loop {
            let text = self.text();
            if text.starts_with(beginning) {
                return text;
            }
        }
    }

    /// Code and reason of the closing, whatever comes before it.
    pub fn closing(&mut self) -> (u16, String) {
        loop {
            match self.next() {
                Ok(_) => {}
                Err(Some(frame)) => return (frame.code.into(), frame.reason.as_str().to_owned()),
                Err(None) => return (0, String::new()),
            }
        }
    }

    /// What a call answers.
    pub fn call(&mut self, call: &str, mut args: Value) -> Value {
        args["id"] = json!(1);
        args["call"] = json!(call);
        self.send(&args.to_string());
        let mut reply: Value = serde_json::from_str(&self.text()).expect("JSON");
        assert!(reply["error"].is_null(), "{reply}");
        reply["result"].take()
    }
}

/// An engine that is a shell script with this body.
pub fn script(folder: &TempDir, name: &str, body: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("executable");
    path
}

/// The argument that names an engine.
pub fn named(name: &str, path: &Path) -> String {
    format!("name={name},cmd={}", path.display())
}

/// Waits until something holds.
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begin = std::time::Instant::now();
    while !holds() {
        assert!(begin.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a process with this number runs, zombies not counted.
pub fn runs(id: &str) -> bool {
    match fs::read_to_string(format!("/proc/{id}/stat")) {
        Ok(stat) => !stat
            .rsplit(')')
            .next()
            .unwrap_or_default()
            .trim()
            .starts_with('Z'),
        Err(_) => Command::new("kill")
            .args(["-0", id])
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success() && cfg!(not(target_os = "linux"))),
    }
}
