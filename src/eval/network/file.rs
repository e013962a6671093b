//! The network file, as `scripts/train/export_net.py` writes it. All numbers are little endian.
//!
//! | byte | content |
//! |---|---|
//! | 0..8 | `TUZNET` and two zero bytes |
//! | 8..12 | format version, u32 |
//! | 12..16 | bytes of this header, u32: 160 |
//! | 16..40 | name of the game, padded with zero bytes |
//! | 40..44 | features of the first layer, u32: 680 |
//! | 44..48 | width of the first layer, u32 |
//! | 48..52 | hidden units, u32 |
//! | 52..56 | buckets, u32 |
//! | 56..60 | views, u32: 1 or 2 |
//! | 60..64 | balls of the game, u32 |
//! | 64..68 | four shifts, u8 each |
//! | 68..72 | hundredths of a ball for an output of 1, i32 |
//! | 72..136 | note, text padded with zero bytes |
//! | 136..160 | 0 |
//!
//! Then the arrays of [`Arrays`] in their order, and last the CRC-32 of all bytes before, u32.

use crate::container::{Checksum, Fault, FileFormat, FormatError};
use crate::game::{UnknownVariant, Variant};

use super::input::FEATURES;
use super::layers::{Arrays, Layers, Shape, Shifts};

/// The format described here.
const FORMAT: FileFormat = FileFormat {
    name: "network",
    magic: *b"TUZNET\0\0",
    version: 1,
    checksum: Checksum::End,
};
const HEADER_BYTES: usize = 160;

/// What a file says.
pub struct NetworkFile {
    /// The game.
    pub variant: Variant,
    /// Hundredths of a ball for an output of 1.
    pub scale: i32,
    /// What its maker noted.
    pub note: String,
    /// CRC-32 of the file before its last four bytes, which tells networks apart.
    pub checksum: u32,
    /// The weights.
    pub layers: Layers,
}

/// The shape or the scale is one that the forward pass is not made for.
const OTHER_SHAPE: &str = "of a shape that this program does not support";

fn short() -> FormatError {
    FORMAT.contents("bytes are missing")
}

/// Reads a file's bytes.
///
/// # Errors
/// If they are no network that this program can use.
pub fn parse(bytes: &[u8]) -> Result<NetworkFile, FormatError> {
    FORMAT.check(bytes)?;
    let (content, crc) = bytes.split_last_chunk().ok_or_else(short)?;
    // Behind the magic and the version.
    let mut header = Reader(content.get(12..HEADER_BYTES).ok_or_else(short)?);
    if header.u32()? != HEADER_BYTES as u32 {
        return Err(FORMAT.contents("its header has another length"));
    }
    let name = header.text(24)?;
    let variant: Variant = name
        .parse()
        .map_err(|UnknownVariant { .. }| FORMAT.error(Fault::Game(name.clone())))?;
    let features = header.u32()?;
    let mut size = || header.u32().map(|n| n as usize);
    let shape = Shape {
        width: size()?,
        hidden: size()?,
        buckets: size()?,
        views: size()?,
    };
    let balls = header.u32()?;
    let mut shift = || header.array().map(|[byte]| u32::from(byte));
    let shifts = Shifts {
        first: shift()?,
        second: shift()?,
        hidden: shift()?,
        output: shift()?,
    };
    let scale = i32::from_le_bytes(header.array()?);
    let note = header.text(64)?;
    if balls != u32::from(variant.rules().balls()) {
        let game = format!("{name} with {balls} balls");
        return Err(FORMAT.error(Fault::Game(game)));
    }
    let sound =
        features == FEATURES as u32 && shape.is_supported() && shifts.is_supported() && scale > 0;
    if !sound {
        return Err(FORMAT.error(Fault::Unsupported(OTHER_SHAPE.to_owned())));
    }
    let mut body = Reader(content.get(HEADER_BYTES..).ok_or_else(short)?);
    let units = shape.buckets * shape.hidden;
    let arrays = Arrays {
        w1: body.shorts(FEATURES * shape.width)?,
        b1: body.shorts(shape.width)?,
        w2: body.shorts(units * shape.inner())?,
        b2: body.wides(units)?,
        w3: body.shorts(units)?,
        b3: body.wides(shape.buckets)?,
    };
    if !body.0.is_empty() {
        return Err(FORMAT.contents("bytes are left over"));
    }
    Ok(NetworkFile {
        variant,
        scale,
        note,
        checksum: u32::from_le_bytes(*crc),
        layers: Layers::new(shape, shifts, arrays),
    })
}

/// Bytes not yet read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize) -> Result<&'a [u8], FormatError> {
        let (taken, rest) = self.0.split_at_checked(n).ok_or_else(short)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], FormatError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or_else(short)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn u32(&mut self) -> Result<u32, FormatError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn text(&mut self, n: usize) -> Result<String, FormatError> {
        let field = self.take(n)?;
        let end = field.iter().position(|&b| b == 0).unwrap_or(n);
        Ok(String::from_utf8_lossy(&field[..end]).into_owned())
    }

    fn shorts(&mut self, n: usize) -> Result<Vec<i16>, FormatError> {
        let words = self.take(2 * n)?.as_chunks().0;
        Ok(words.iter().map(|&word| i16::from_le_bytes(word)).collect())
    }

    fn wides(&mut self, n: usize) -> Result<Vec<i32>, FormatError> {
        let words = self.take(4 * n)?.as_chunks().0;
        Ok(words.iter().map(|&word| i32::from_le_bytes(word)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::u32_at;

    /// A file with all weights zero.
    fn file(
        variant: &str,
        [width, hidden, buckets, views]: [u32; 4],
        balls: u32,
        scale: i32,
    ) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend([0; 12]);
        FORMAT.begin(&mut bytes);
        bytes.extend((HEADER_BYTES as u32).to_le_bytes());
        bytes.extend(variant.bytes().chain(std::iter::repeat(0)).take(24));
        let numbers = [FEATURES as u32, width, hidden, buckets, views, balls];
        bytes.extend(numbers.map(u32::to_le_bytes).concat());
        bytes.extend([10, 10, 10, 10]);
        bytes.extend(scale.to_le_bytes());
        bytes.extend(b"a note".iter().chain(std::iter::repeat(&0)).take(88));
        assert_eq!(bytes.len(), HEADER_BYTES);
        let units = buckets * hidden;
        let shorts = (FEATURES as u32 + 1) * width + units * width * views + units;
        bytes.extend(vec![
            0;
            2 * shorts as usize + 4 * (units + buckets) as usize
        ]);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    fn fault(bytes: &[u8]) -> Option<Fault> {
        parse(bytes).err().map(|error| error.fault)
    }

    #[test]
    fn a_sound_file() {
        let bytes = file("togyzkumalak", [32, 16, 2, 1], 162, 800);
        let contents = parse(&bytes).unwrap();
        assert_eq!(contents.variant, Variant::TogyzKumalak);
        assert_eq!((contents.scale, contents.note.as_str()), (800, "a note"));
        assert_eq!(contents.layers.shape().buckets, 2);
    }

    #[test]
    fn damage_is_seen_wherever_it_is() {
        let bytes = file("togyzkumalak", [32, 16, 1, 1], 162, 800);
        for at in (0..bytes.len()).step_by(7).chain(0..HEADER_BYTES) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 16;
            let expected = match at {
                0..8 => Fault::Kind,
                8..12 => Fault::Version(u32_at(&damaged, 8), 1),
                _ => Fault::Checksum,
            };
            assert_eq!(fault(&damaged), Some(expected), "byte {at}");
        }
        for len in (0..bytes.len()).step_by(31).chain(0..HEADER_BYTES + 8) {
            assert!(parse(&bytes[..len]).is_err(), "{len} bytes");
        }
        // Cut within the header, after the last number in it, and with the sum of what is left.
        for len in HEADER_BYTES - 24..=HEADER_BYTES {
            let mut cut = bytes[..len].to_vec();
            cut.extend(crc32fast::hash(&cut).to_le_bytes());
            assert!(
                matches!(fault(&cut), Some(Fault::Contents(_))),
                "{len} bytes and a sum"
            );
        }
    }

    #[test]
    fn files_of_other_games_and_shapes() {
        let [good, wide] = [[32, 16, 1, 1], [48, 16, 1, 1]];
        for (bytes, expected) in [
            (
                file("chess", good, 162, 800),
                Fault::Game("chess".to_owned()),
            ),
            (
                file("bestemshe", good, 162, 800),
                Fault::Game("bestemshe with 162 balls".to_owned()),
            ),
            (
                file("togyzkumalak", wide, 162, 800),
                Fault::Unsupported(OTHER_SHAPE.to_owned()),
            ),
            (
                file("togyzkumalak", good, 162, 0),
                Fault::Unsupported(OTHER_SHAPE.to_owned()),
            ),
            (
                file("togyzkumalak", good, 162, -5),
                Fault::Unsupported(OTHER_SHAPE.to_owned()),
            ),
        ] {
            assert_eq!(fault(&bytes), Some(expected));
        }
        let mut long = file("togyzkumalak", good, 162, 800);
        long.truncate(long.len() - 4);
        long.extend([0; 2]);
        long.extend(crc32fast::hash(&long).to_le_bytes());
        assert!(matches!(fault(&long), Some(Fault::Contents(_))));
    }
}
