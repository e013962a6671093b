//! The page: its files, embedded and compressed.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// A file of the page.
pub struct Asset {
    /// Its path on the server.
    pub path: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// What it holds.
    pub plain: &'static [u8],
    /// The same compressed by gzip, where that is shorter.
    pub gzip: Option<Vec<u8>>,
    /// Changes with what it holds.
    pub etag: String,
}

macro_rules! assets {
    ($($path:literal = $file:literal: $media_type:literal;)+) => {
        /// Path, media type and contents of every file.
        const FILES: &[(&str, &str, &[u8])] = &[
            $(($path, $media_type, include_bytes!(concat!("../../web/dist/", $file)))),+
        ];
    };
}

assets! {
    "/" = "index.html": "text/html; charset=utf-8";
    "/app.js" = "app.js": "text/javascript; charset=utf-8";
    "/app.css" = "app.css": "text/css; charset=utf-8";
    "/icon.svg" = "icon.svg": "image/svg+xml";
}

/// The files of the page.
pub fn all() -> Vec<Asset> {
    let make = |&(path, media_type, plain): &(&'static str, &'static str, &'static [u8])| {
        let mut etag = String::from("\"");
        for byte in Sha256::digest(plain).iter().take(8) {
            etag += &format!("{byte:02x}");
        }
        etag.push('"');
        Asset {
            path,
            media_type,
            plain,
            gzip: compressed(plain).filter(|gzip| gzip.len() < plain.len()),
            etag,
        }
    };
    FILES.iter().map(make).collect()
}

fn compressed(plain: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain).ok()?;
    encoder.finish().ok()
}
