//! Lines of info of foreign engines, as the referee reads them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tuzdik::arena::info::EngineInfo;

fuzz_target!(|lines: &str| {
    let mut info = EngineInfo::default();
    for line in lines.lines() {
        info.update(line);
    }
    let _ = info.centiballs();
});
