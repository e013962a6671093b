//! Records of self-play data: what is read is written back to the same bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tuzdik::game::Variant;
use tuzdik::selfplay::record::{RECORD_BYTES, TrainingRecord};

fuzz_target!(|bytes: [u8; RECORD_BYTES]| {
    if let Ok(record) = TrainingRecord::from_bytes(&bytes, Variant::default().rules()) {
        assert_eq!(record.to_bytes(), bytes);
    }
});
