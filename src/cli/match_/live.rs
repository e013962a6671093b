//! Progress of a match on stderr: one line that changes on a terminal, a plain log elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use tuzdik::arena::report;
use tuzdik::arena::standings::Standings;
use tuzdik::arena::stats::elo::{Estimate, expected_score, least_variance};
use tuzdik::arena::tournament::{GameReport, Tournament};

/// Games between two lines of the plain log.
const LOG_INTERVAL: u64 = 10;
/// Shortest time between two drawings of the line.
const REDRAW: Duration = Duration::from_millis(200);

/// How much room the line takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Full,
    /// For narrow terminals.
    Compact,
}

/// Shows progress.
pub struct ProgressDisplay<'a> {
    tournament: &'a Tournament,
    names: Vec<&'a str>,
    /// Games counted before this run.
    before: u64,
    start: Instant,
    drawn: Instant,
    terminal: bool,
    interval: Option<u64>,
}

impl<'a> ProgressDisplay<'a> {
    pub fn new(
        tournament: &'a Tournament,
        before: u64,
        interval: Option<u64>,
    ) -> ProgressDisplay<'a> {
        let now = Instant::now();
        ProgressDisplay {
            tournament,
            names: tournament.engines.iter().map(|e| e.name.as_str()).collect(),
            before,
            start: now,
            drawn: now,
            terminal: io::stderr().is_terminal(),
            interval,
        }
    }

    /// Takes the changing line away.
    pub fn clear(&self) {
        if self.terminal {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }

    fn draw(&mut self, standings: &Standings) {
        self.drawn = Instant::now();
        let width = terminal_width();
        let mut line = self.line(standings, Style::Full);
        if line.chars().count() > width {
            line = self.line(standings, Style::Compact);
        }
        // A line that wraps could not be taken away again.
        let line: String = line.chars().take(width).collect();
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
    }

    /// Prints a line of its own.
    pub fn say(&self, text: &str) {
        self.clear();
        let _ = writeln!(io::stderr(), "{text}");
    }

    /// Games, score, Elo, LLR, games a minute, time left.
    fn line(&self, standings: &Standings, style: Style) -> String {
        let compact = style == Style::Compact;
        let played = standings.games() + standings.dropped();
        let total = self.tournament.schedule.len();
        let mut parts = vec![match self.tournament.sprt {
            Some(_) => format!("{played} games"),
            None if compact => format!("{played}/{total}"),
            None => format!("{played}/{total} games"),
        }];
        let tally = standings.tally((0, 1));
        if self.names.len() == 2 {
            parts.push(format!(
                "+{} ={} -{}",
                tally.wins, tally.draws, tally.losses
            ));
            if let Some(estimate) = Estimate::new(&tally.sample()) {
                parts.push(format!("Elo {}", report::elo(&estimate)));
            }
            match &self.tournament.sprt {
                Some(sprt) if compact => {
                    let llr = report::rounded(sprt.llr(&tally.sample()), 2);
                    parts.push(format!("LLR {llr:.2}"));
                }
                Some(sprt) => parts.push(report::llr(sprt, &tally)),
                None => {}
            }
        }
        let minutes = self.start.elapsed().as_secs_f64() / 60.0;
        let speed = (played - self.before.min(played)) as f64 / minutes.max(1e-6);
        if played > self.before {
            parts.push(if compact {
                format!("{speed:.0}/min")
            } else {
                format!("{speed:.1} games/min")
            });
            if let Some(left) = self.games_left(standings, total.saturating_sub(played)) {
                parts.push(format!("{} left", human_time(left / speed * 60.0)));
            }
        }
        parts.join(if compact { " " } else { "  " })
    }

    /// Games still to play: all of them, or as many as the test will need if the results go on as
    /// they are.
    fn games_left(&self, standings: &Standings, most: u64) -> Option<f64> {
        let Some(sprt) = &self.tournament.sprt else {
            return Some(most as f64);
        };
        let sample = standings.tally((0, 1)).sample();
        let (mean, variance) = sample.mean_and_variance();
        if sample.size() < 10.0 {
            return None;
        }
        let variance = variance.max(least_variance(mean, sample.size()));
        // Early on the mean is far off; the hypotheses bound what is worth assuming.
        let [low, high] = [sprt.elo0, sprt.elo1].map(expected_score);
        let reach = high - low;
        let mean = mean.clamp(low - reach, high + reach);
        let forecast = sprt.forecast(sprt.llr(&sample), mean, variance, sample.games_each());
        Some(forecast.games.min(most as f64))
    }

    /// Shows that a game ended.
    pub fn game(&mut self, finished: &GameReport, standings: &Standings) {
        let end = &finished.played.end;
        if end.offender.is_some() {
            self.say(&format!(
                "game {}: {}",
                finished.scheduled.number + 1,
                end.reason
            ));
        }
        let played = standings.games() + standings.dropped();
        if self.interval.is_some_and(|n| played.is_multiple_of(n)) {
            self.say(&report::standings(
                &self.names,
                standings,
                self.tournament.sprt.as_ref(),
            ));
        }
        if self.terminal {
            if self.drawn.elapsed() >= REDRAW {
                self.draw(standings);
            }
        } else if played.is_multiple_of(LOG_INTERVAL) {
            self.say(&self.line(standings, Style::Full));
        }
    }

    /// Shows that time passed.
    pub fn tick(&mut self, standings: &Standings) {
        if self.terminal {
            self.draw(standings);
        }
    }
}

fn terminal_width() -> usize {
    rustix::termios::tcgetwinsize(io::stderr())
        .map_or(80, |size| usize::from(size.ws_col))
        .max(20)
        - 1
}

/// `2 d 3 h`, `1 h 05 min`, `3 min 20 s`, `15 s`.
fn human_time(seconds: f64) -> String {
    let seconds = seconds.clamp(0.0, 1e9) as u64;
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86400);
    if days > 0 {
        format!("{days} d {} h", hours % 24)
    } else if hours > 0 {
        format!("{hours} h {:02} min", minutes % 60)
    } else if minutes > 0 {
        format!("{minutes} min {:02} s", seconds % 60)
    } else {
        format!("{seconds} s")
    }
}
