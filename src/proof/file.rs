//! Certificates in files: one, or the two that make a draw.
//!
//! All numbers are little endian.
//!
//! | byte | content |
//! |---|---|
//! | 0..8 | `TUZPROOF` |
//! | 8..12 | version of the format, u32: 1 |
//! | 12..16 | checksum, CRC-32 of all bytes from 16 on |
//! | 16..40 | name of the game, padded with zero bytes |
//! | 40 | certificates |
//! | 41 | bytes of the position |
//! | 42.. | the position as FEN |
//! | then | for each certificate: the side, 0 for South; the least that it reaches, 1 for a win, 0 for a draw; the steps, u64; and the steps, two a byte, the low half first |

use std::path::Path;

use crate::bytes::u64_at;
use crate::container::{Checksum, FileFormat, FormatError, OpenError};
use crate::files;
use crate::game::{Board, Side, Variant};
use crate::notation::fen;

use super::certificate::{Certificate, ProofStep};
use super::goal::{AtLeast, ProofGoal};

const FORMAT: FileFormat = FileFormat {
    name: "proof",
    magic: *b"TUZPROOF",
    version: 1,
    checksum: Checksum::Front,
};
const NAME: usize = 24;
const HEADER: usize = 42;

/// The bytes of a file with these certificates, which are about one position.
#[must_use]
pub fn to_bytes(root: &Board, certificates: &[Certificate]) -> Vec<u8> {
    let mut bytes = vec![0; HEADER];
    FORMAT.begin(&mut bytes);
    let name = root.rules().name.as_bytes();
    bytes[16..16 + name.len()].copy_from_slice(name);
    let position = fen::format(root, 1);
    bytes[40] = certificates.len() as u8;
    bytes[41] = position.len() as u8;
    bytes.extend(position.as_bytes());
    for Certificate { goal, steps, .. } in certificates {
        bytes.push(goal.side.index() as u8);
        bytes.push(u8::from(goal.at_least == AtLeast::Win));
        bytes.extend((steps.len() as u64).to_le_bytes());
        bytes.extend(steps.chunks(2).map(|pair| {
            let code = |index: usize| pair.get(index).map_or(0, |step: &ProofStep| step.code());
            code(0) | code(1) << 4
        }));
    }
    FORMAT.seal(&mut bytes);
    bytes
}

/// The certificates in the bytes of a file. They are still to be checked.
///
/// # Errors
/// If they are something else or damaged.
pub fn from_bytes(bytes: &[u8]) -> Result<Vec<Certificate>, FormatError> {
    FORMAT.check(bytes)?;
    let parsed = bytes.get(HEADER..).and_then(|_| parse(bytes));
    parsed.ok_or_else(|| FORMAT.contents("its certificates are not as they are written"))
}

fn parse(bytes: &[u8]) -> Option<Vec<Certificate>> {
    let name = &bytes[16..16 + NAME];
    let end = name.iter().position(|&byte| byte == 0)?;
    let variant: Variant = std::str::from_utf8(&name[..end]).ok()?.parse().ok()?;
    let (position, mut rest) = bytes[HEADER..].split_at_checked(usize::from(bytes[41]))?;
    let position = std::str::from_utf8(position).ok()?;
    let (root, _) = fen::parse(position, variant).ok()?;
    let mut certificates = Vec::new();
    for _ in 0..bytes[40] {
        let (head, tail) = rest.split_at_checked(10)?;
        let side = *Side::BOTH.get(usize::from(head[0]))?;
        let at_least = match head[1] {
            0 => AtLeast::Draw,
            1 => AtLeast::Win,
            _ => return None,
        };
        let count = usize::try_from(u64_at(head, 2)).ok()?;
        let (packed, tail) = tail.split_at_checked(count.div_ceil(2))?;
        let codes = packed.iter().flat_map(|byte| [byte & 15, byte >> 4]);
        let steps: Option<Vec<ProofStep>> = codes.take(count).map(ProofStep::from_code).collect();
        certificates.push(Certificate {
            root,
            goal: ProofGoal { side, at_least },
            steps: steps?,
        });
        rest = tail;
    }
    // There is one way to write certificates down.
    let is_exact = !certificates.is_empty() && to_bytes(&root, &certificates) == bytes;
    is_exact.then_some(certificates)
}

/// The certificates in a file. They are still to be checked.
///
/// # Errors
/// If it cannot be read, is no proof or is damaged.
pub fn read(path: &Path) -> Result<Vec<Certificate>, OpenError> {
    let bytes = files::read(path).map_err(|error| OpenError::new(path, error))?;
    from_bytes(&bytes).map_err(|error| OpenError::new(path, error))
}
