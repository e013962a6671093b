//! The command line.
use tuzdik::game::{Variant, perft};
fn main() {
    let d: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let v = Variant::TogyzKumalak;
    let t = std::time::Instant::now();
    let n = perft::count::<tuzdik::game::rules::sets::TogyzKumalak>(&v.start(), d);
    let e = t.elapsed().as_secs_f64();
    println!("{n} {e:.3}s {:.1}M/s", n as f64 / e / 1e6);
}
