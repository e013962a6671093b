//! Network files: any bytes are read or refused, also where their checksum is right.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tuzdik::eval::Evaluator;
use tuzdik::eval::network::Network;
use tuzdik::game::sets::TogyzKumalak;
use tuzdik::game::{Position, Variant};

fuzz_target!(|bytes: &[u8]| {
    let _ = Network::from_bytes(bytes);
    let mut sealed = bytes.to_vec();
    sealed.extend(crc32fast::hash(bytes).to_le_bytes());
    if let Ok(network) = Network::from_bytes(&sealed)
        && network.variant() == Variant::TogyzKumalak
    {
        let start = Position::start::<TogyzKumalak>();
        let _ = Evaluator::of(network.into()).evaluate::<TogyzKumalak>(&start);
    }
});
