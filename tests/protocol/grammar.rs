//! What a line on stdout may look like.

/// Checks that a line is one of the protocol.
pub fn check(line: &str) -> Result<(), String> {
    if line.contains(|c: char| c.is_control()) {
        return Err("control character".to_owned());
    }
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let fine = match word {
        "ugiok" | "uciok" | "readyok" => rest.is_empty(),
        "id" => rest.starts_with("name tuzdik") || rest.starts_with("author "),
        "option" => rest.starts_with("name ") && rest.contains(" type "),
        "response" => !rest.is_empty(),
        "bestmove" => is_bestmove(rest),
        "info" => match rest.strip_prefix("string ") {
            Some(text) => !text.is_empty(),
            None => return check_info(rest),
        },
        _ => false,
    };
    if fine {
        Ok(())
    } else {
        Err("not a line of the protocol".to_owned())
    }
}

fn is_bestmove(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    match words[..] {
        ["(none)"] => true,
        [best] => is_move(best),
        [best, "ponder", reply] => is_move(best) && is_move(reply),
        _ => false,
    }
}

fn is_move(text: &str) -> bool {
    matches!(text, "pass" | "south" | "north")
        || (text.len() == 2 && text.bytes().all(|b| (b'1'..=b'9').contains(&b)))
}

fn check_info(text: &str) -> Result<(), String> {
    let mut words = text.split(' ').peekable();
    let number = |name: &str, words: &mut dyn Iterator<Item = &str>| {
        let found = words.next();
        if found != Some(name) {
            return Err(format!("{name} expected instead of {found:?}"));
        }
        words
            .next()
            .and_then(|word| word.parse::<i64>().ok())
            .filter(|value| *value >= 0)
            .ok_or_else(|| format!("{name} needs a number"))
    };
    for name in ["depth", "seldepth", "multipv"] {
        number(name, &mut words)?;
    }
    if words.next() != Some("score") {
        return Err("score expected".to_owned());
    }
    let kind = words.next();
    let score: i32 = words
        .next()
        .and_then(|word| word.parse().ok())
        .ok_or("the score is no number")?;
    match kind {
        Some("cp") if score.abs() <= 16_200 => {}
        Some("mate") if score != 0 => {}
        _ => return Err("the score is neither cp nor mate".to_owned()),
    }
    words.next_if(|word| matches!(*word, "lowerbound" | "upperbound"));
    for name in ["nodes", "nps", "hashfull", "tbhits", "time"] {
        number(name, &mut words)?;
    }
    if words.next_if(|word| *word == "wdl").is_some() {
        let sum: u32 = (0..3)
            .map(|_| words.next().and_then(|word| word.parse::<u32>().ok()))
            .sum::<Option<u32>>()
            .ok_or("wdl needs three numbers")?;
        if sum != 1000 {
            return Err(format!("wdl adds up to {sum}"));
        }
    }
    match words.next() {
        None => Ok(()),
        Some("pv") if words.peek().is_some() && words.all(is_move) => Ok(()),
        Some(_) => Err("the line of play is faulty".to_owned()),
    }
}
