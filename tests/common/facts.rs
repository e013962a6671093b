//! Facts from public records and other programs, in `tests/data/facts`. A line holds a case, fields are
//! divided by ` | `, lines that begin with `#` say what they mean.

/// The cases of a file, each as its fields.
///
/// # Panics
/// If there is none: a test that runs no case shows nothing.
pub fn cases(file: &'static str) -> Vec<Vec<&'static str>> {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    let cases: Vec<Vec<&str>> = lines
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert!(!cases.is_empty(), "a file of facts without cases");
    cases
}
