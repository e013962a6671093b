//! The weights in memory, and the forward pass.
//!
//! The first layer is summed anew for every position. A move changes about as many of the 22 active
//! features as it leaves alone, and turns the view, so that keeping sums from the parent would cost
//! more than it saves.

use std::mem::MaybeUninit;

use super::input::{ActiveFeatures, FEATURES};
use super::simd::{self, Simd};

/// Numbers of the second layer that are computed side by side; its size is a multiple.
pub const HIDDEN_STEP: usize = 16;
/// The first layer's size is a multiple of this.
pub const WIDTH_STEP: usize = 32;
/// Largest first layer, of all views together.
pub const MAX_INNER: usize = 1024;
/// Largest second layer.
pub const MAX_HIDDEN: usize = 64;
/// Most sets of output weights.
pub const MAX_BUCKETS: usize = 32;

/// How many numbers each layer has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Units of the first layer for each view, a multiple of [`WIDTH_STEP`].
    pub width: usize,
    /// Units of the second layer, a multiple of [`HIDDEN_STEP`].
    pub hidden: usize,
    /// Sets of output weights.
    pub buckets: usize,
    /// Views: 1, the mover's; or 2, the mover's and the other side's.
    pub views: usize,
}

impl Shape {
    /// Numbers that enter the second layer.
    #[must_use]
    pub fn inner(self) -> usize {
        self.width * self.views
    }

    /// Whether the forward pass is made for this shape.
    #[must_use]
    pub fn is_supported(self) -> bool {
        let whole =
            |n: usize, step: usize, most: usize| n > 0 && n.is_multiple_of(step) && n <= most;
        (1..=2).contains(&self.views)
            && whole(self.width, WIDTH_STEP, MAX_INNER / self.views)
            && whole(self.hidden, HIDDEN_STEP, MAX_HIDDEN)
            && (1..=MAX_BUCKETS).contains(&self.buckets)
    }
}

/// Powers of two by which each layer's numbers are larger than the trained ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shifts {
    /// First layer.
    pub first: u32,
    /// Weights of the second layer.
    pub second: u32,
    /// What leaves the second layer.
    pub hidden: u32,
    /// Weights of the output.
    pub output: u32,
}

impl Shifts {
    /// Whether the numbers can be represented.
    #[must_use]
    pub fn is_supported(self) -> bool {
        let all = [self.first, self.second, self.hidden, self.output];
        all.iter().all(|shift| (1..=14).contains(shift)) && self.first + self.second > self.hidden
    }
}

/// The weights as the file holds them, with the dimensions of [`Shape`].
#[derive(Clone)]
pub struct Arrays {
    /// `[feature][width]`
    pub w1: Vec<i16>,
    /// `[width]`
    pub b1: Vec<i16>,
    /// `[bucket][hidden][inner]`
    pub w2: Vec<i16>,
    /// `[bucket][hidden]`
    pub b2: Vec<i32>,
    /// `[bucket][hidden]`
    pub w3: Vec<i16>,
    /// `[bucket]`
    pub b3: Vec<i32>,
}

/// The weights as the forward pass wants them.
pub struct Layers {
    shape: Shape,
    shifts: Shifts,
    w1: Aligned,
    b1: Aligned,
    /// `[bucket][group of HIDDEN_STEP units][pair of inputs][unit of the group][input of the pair]`
    w2: Aligned,
    b2: Vec<i32>,
    w3: Vec<i16>,
    b3: Vec<i32>,
    forward: Forward,
}

/// Computes the output from each view's active features, with a set of output weights.
///
/// # Safety
/// The processor must have the instructions that the function was compiled for.
type Forward = unsafe fn(&Layers, &[ActiveFeatures], usize) -> i32;

impl Layers {
    /// The weights of a network, for the best instructions that this processor has.
    ///
    /// # Panics
    /// If shape or shifts are not [supported](Shape::is_supported) or an array has another length
    /// than the shape says.
    #[must_use]
    pub fn new(shape: Shape, shifts: Shifts, arrays: Arrays) -> Layers {
        // The forward pass reads without checks what these say is there.
        assert!(shape.is_supported() && shifts.is_supported());
        assert_eq!(arrays.w1.len(), FEATURES * shape.width);
        assert_eq!(arrays.b1.len(), shape.width);
        assert_eq!(
            arrays.w2.len(),
            shape.buckets * shape.hidden * shape.inner()
        );
        assert_eq!(arrays.b2.len(), shape.buckets * shape.hidden);
        assert_eq!(arrays.w3.len(), shape.buckets * shape.hidden);
        assert_eq!(arrays.b3.len(), shape.buckets);
        let mut w2 = Vec::with_capacity(arrays.w2.len());
        for group in arrays.w2.chunks(HIDDEN_STEP * shape.inner()) {
            for pair in 0..shape.inner() / 2 {
                for unit in group.chunks(shape.inner()) {
                    w2.extend(&unit[2 * pair..2 * pair + 2]);
                }
            }
        }
        Layers {
            shape,
            shifts,
            w1: Aligned::new(&arrays.w1),
            b1: Aligned::new(&arrays.b1),
            w2: Aligned::new(&w2),
            b2: arrays.b2,
            w3: arrays.w3,
            b3: arrays.b3,
            forward: chosen().1,
        }
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The shifts.
    #[must_use]
    pub fn shifts(&self) -> Shifts {
        self.shifts
    }

    /// The output, in units of 2^-(hidden + output shift), for the active features of each view and
    /// a set of output weights.
    ///
    /// # Panics
    /// If there are not as many views as in the shape, or no such set.
    #[inline]
    #[must_use]
    pub fn output(&self, views: &[ActiveFeatures], bucket: usize) -> i32 {
        assert!(views.len() == self.shape.views && bucket < self.shape.buckets);
        // SAFETY: `chosen` gave a function that this processor can run.
        unsafe { (self.forward)(self, views, bucket) }
    }
}

/// The forward pass for this processor: the fastest, or the one that the environment variable
/// `TUZDIK_SIMD` names, so that a test can compare them. All give the same numbers.
fn chosen() -> (&'static str, Forward) {
    let all = available();
    let wanted = std::env::var("TUZDIK_SIMD").ok();
    let named = wanted.and_then(|name| all.iter().find(|(known, _)| *known == name));
    *named.unwrap_or(&all[0])
}

/// The name of the instructions by which networks are computed here: `avx2`, `sse2`, `neon`, `simd128` or `plain`.
#[must_use]
pub fn processor_level() -> &'static str {
    chosen().0
}

/// The forward passes that this processor can run, the fastest first, with their names.
fn available() -> Vec<(&'static str, Forward)> {
    let mut all: Vec<(&'static str, Forward)> = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx2") {
            all.push(("avx2", forward_avx2));
        }
        all.push(("sse2", forward::<simd::sse2::Sse2>));
    }
    #[cfg(target_arch = "aarch64")]
    all.push(("neon", forward::<simd::neon::Neon>));
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    all.push(("simd128", forward::<simd::wasm::Simd128>));
    all.push(("plain", forward::<simd::plain::Plain>));
    all
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn forward_avx2(layers: &Layers, views: &[ActiveFeatures], bucket: usize) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { forward::<simd::avx2::Avx2>(layers, views, bucket) }
}

/// The forward pass.
///
/// # Safety
/// The processor must have the instructions of `S`. What is read lies within the arrays because
/// [`Layers::new`] checked their lengths, the features of [`ActiveFeatures`] are below [`FEATURES`] and the
/// bucket exists.
#[inline(always)]
unsafe fn forward<S: Simd>(layers: &Layers, views: &[ActiveFeatures], bucket: usize) -> i32 {
    const {
        assert!(WIDTH_STEP.is_multiple_of(2 * S::LANES) && HIDDEN_STEP.is_multiple_of(S::LANES));
    }
    let Shape { width, hidden, .. } = layers.shape;
    let mut inner = Inner::uninit();
    for (view, active) in views.iter().enumerate() {
        // SAFETY: see above; `Inner` has room for MAX_INNER numbers.
        unsafe {
            let to = inner.as_mut_ptr().cast::<i16>().add(view * width);
            first_layer::<S>(layers, active, to);
        }
    }
    let mut sum = layers.b3[bucket];
    let round = layers.shifts.first + layers.shifts.second - layers.shifts.hidden;
    let top = 1 << layers.shifts.hidden;
    for group in 0..hidden / HIDDEN_STEP {
        // SAFETY: see above; `inner` was filled.
        let units = unsafe { second_layer::<S>(layers, inner.as_ptr().cast(), bucket, group) };
        let at = bucket * hidden + group * HIDDEN_STEP;
        for (unit, &weight) in units.iter().zip(&layers.w3[at..at + HIDDEN_STEP]) {
            let active = (unit.wrapping_add(1 << (round - 1)) >> round).clamp(0, top);
            sum = sum.wrapping_add(active.wrapping_mul(i32::from(weight)));
        }
    }
    sum
}

/// Sums and clips the first layer's units of one view.
///
/// # Safety
/// See [`forward`]; `to` must have room for the width.
#[inline(always)]
unsafe fn first_layer<S: Simd>(layers: &Layers, active: &ActiveFeatures, to: *mut i16) {
    /// Vectors summed side by side, in registers.
    const STEP: usize = 4;
    let width = layers.shape.width;
    let mut at = 0;
    // SAFETY: see above.
    unsafe {
        let top = S::splat(1 << layers.shifts.first);
        let (w1, b1) = (layers.w1.as_ptr(), layers.b1.as_ptr());
        while at < width {
            if width - at >= STEP * S::LANES {
                let mut sums: [S::Short; STEP] =
                    std::array::from_fn(|i| S::load(b1.add(at + i * S::LANES)));
                for &feature in active.features() {
                    let row = w1.add(usize::from(feature) * width + at);
                    for (i, sum) in sums.iter_mut().enumerate() {
                        *sum = S::add(*sum, S::load(row.add(i * S::LANES)));
                    }
                }
                for (i, &sum) in sums.iter().enumerate() {
                    S::store(to.add(at + i * S::LANES), S::clamp(sum, top));
                }
                at += STEP * S::LANES;
            } else {
                let mut sum = S::load(b1.add(at));
                for &feature in active.features() {
                    sum = S::add(sum, S::load(w1.add(usize::from(feature) * width + at)));
                }
                S::store(to.add(at), S::clamp(sum, top));
                at += S::LANES;
            }
        }
    }
}

/// The sums of [`HIDDEN_STEP`] units of the second layer.
///
/// # Safety
/// See [`forward`]; behind `inner` there must be as many numbers as enter the layer.
#[inline(always)]
unsafe fn second_layer<S: Simd>(
    layers: &Layers,
    inner: *const i16,
    bucket: usize,
    group: usize,
) -> [i32; HIDDEN_STEP] {
    let Shape { hidden, .. } = layers.shape;
    let pairs = layers.shape.inner() / 2;
    let first = bucket * hidden + group * HIDDEN_STEP;
    let lanes = S::LANES / 2;
    let vectors = HIDDEN_STEP / lanes;
    let mut result = [0; HIDDEN_STEP];
    // SAFETY: see above; `first` counts units, each of which has `pairs` pairs of weights.
    unsafe {
        let bias = layers.b2.as_ptr().add(first);
        let weights = layers.w2.as_ptr().add(first * 2 * pairs);
        let mut sums: [S::Wide; HIDDEN_STEP] =
            std::array::from_fn(|i| S::load_wide(bias.add(i % vectors * lanes)));
        for pair in 0..pairs {
            let input = S::splat_pair(inner.add(2 * pair));
            let row = weights.add(2 * HIDDEN_STEP * pair);
            for (i, sum) in sums.iter_mut().enumerate().take(vectors) {
                let product = S::multiply_add(input, S::load(row.add(i * S::LANES)));
                *sum = S::add_wide(*sum, product);
            }
        }
        for (i, &sum) in sums.iter().enumerate().take(vectors) {
            S::store_wide(result.as_mut_ptr().add(i * lanes), sum);
        }
    }
    result
}

/// Room for the numbers that enter the second layer.
type Inner = MaybeUninit<Line<MAX_INNER>>;

/// Numbers that begin on a cache line.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Line<const N: usize>([i16; N]);

/// A copy of many numbers that begins on a cache line.
struct Aligned(Vec<Line<32>>);

impl Aligned {
    fn new(numbers: &[i16]) -> Aligned {
        let line = |part: &[i16]| {
            let mut line = Line([0; 32]);
            line.0[..part.len()].copy_from_slice(part);
            line
        };
        Aligned(numbers.chunks(32).map(line).collect())
    }

    #[inline(always)]
    fn as_ptr(&self) -> *const i16 {
        self.0.as_ptr().cast()
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng, rngs::SmallRng};

    use super::*;

    fn random(shape: Shape, rng: &mut SmallRng) -> (Arrays, Shifts) {
        let units = shape.buckets * shape.hidden;
        let mut shorts = |n: usize, limit: i16| -> Vec<i16> {
            (0..n).map(|_| rng.random_range(-limit..=limit)).collect()
        };
        let (w1, b1) = (
            shorts(FEATURES * shape.width, 1400),
            shorts(shape.width, 1400),
        );
        let (w2, w3) = (shorts(units * shape.inner(), 4000), shorts(units, 8000));
        let mut wides = |n: usize| {
            (0..n)
                .map(|_| rng.random_range(-900_000..=900_000))
                .collect()
        };
        let (b2, b3) = (wides(units), wides(shape.buckets));
        let shifts = Shifts {
            first: 10,
            second: 11,
            hidden: 9,
            output: 10,
        };
        (
            Arrays {
                w1,
                b1,
                w2,
                b2,
                w3,
                b3,
            },
            shifts,
        )
    }

    /// The forward pass by the book.
    fn standard(
        arrays: &Arrays,
        shape: Shape,
        shifts: Shifts,
        views: &[ActiveFeatures],
        bucket: usize,
    ) -> i32 {
        let mut inner = Vec::new();
        for active in views {
            for unit in 0..shape.width {
                let sum: i32 = i32::from(arrays.b1[unit])
                    + active
                        .features()
                        .iter()
                        .map(|&feature| {
                            i32::from(arrays.w1[usize::from(feature) * shape.width + unit])
                        })
                        .sum::<i32>();
                inner.push(sum.clamp(0, 1 << shifts.first));
            }
        }
        let mut output = arrays.b3[bucket];
        for unit in 0..shape.hidden {
            let at = bucket * shape.hidden + unit;
            let weights = &arrays.w2[at * shape.inner()..(at + 1) * shape.inner()];
            let sum = arrays.b2[at]
                + inner
                    .iter()
                    .zip(weights)
                    .map(|(&a, &w)| a * i32::from(w))
                    .sum::<i32>();
            let round = shifts.first + shifts.second - shifts.hidden;
            let active = ((sum + (1 << (round - 1))) >> round).clamp(0, 1 << shifts.hidden);
            output += active * i32::from(arrays.w3[at]);
        }
        output
    }

    #[test]
    fn every_forward_pass_gives_the_same_numbers() {
        let mut rng = SmallRng::seed_from_u64(3);
        let mut names = Vec::new();
        for (width, hidden, buckets, views) in [
            (32, 16, 1, 1),
            (64, 16, 1, 1),
            (96, 32, 3, 2),
            (256, 16, 8, 1),
        ] {
            let shape = Shape {
                width,
                hidden,
                buckets,
                views,
            };
            let (arrays, shifts) = random(shape, &mut rng);
            let layers = Layers::new(shape, shifts, arrays.clone());
            for case in 0..200 {
                let views: Vec<ActiveFeatures> = (0..views)
                    .map(|_| {
                        ActiveFeatures::of(std::array::from_fn(|_| {
                            rng.random_range(0..FEATURES as u16)
                        }))
                    })
                    .collect();
                let bucket = case % buckets;
                let expected = standard(&arrays, shape, shifts, &views, bucket);
                assert_eq!(layers.output(&views, bucket), expected);
                for (name, forward) in available() {
                    // SAFETY: available on this processor.
                    let output = unsafe { forward(&layers, &views, bucket) };
                    assert_eq!(output, expected, "{name} {shape:?}");
                    names.push(name);
                }
            }
        }
        assert!(names.contains(&"plain"));
    }

    #[test]
    fn shapes_that_the_forward_pass_is_not_made_for() {
        let good = Shape {
            width: 64,
            hidden: 16,
            buckets: 1,
            views: 1,
        };
        assert!(good.is_supported());
        for bad in [
            Shape { width: 0, ..good },
            Shape { width: 48, ..good },
            Shape {
                width: 1056,
                ..good
            },
            Shape {
                width: 1024,
                views: 2,
                ..good
            },
            Shape {
                width: usize::MAX - 31,
                ..good
            },
            Shape { hidden: 8, ..good },
            Shape { hidden: 80, ..good },
            Shape { buckets: 0, ..good },
            Shape {
                buckets: 33,
                ..good
            },
            Shape { views: 0, ..good },
            Shape { views: 3, ..good },
        ] {
            assert!(!bad.is_supported(), "{bad:?}");
        }
    }
}
