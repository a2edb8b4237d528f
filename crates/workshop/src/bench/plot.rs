//! Small plots as SVG: the number of states to the right, in powers of ten.

use std::fmt::Write;

/// Which values one would like to see.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Better {
    Lower,
    Higher,
}

/// A line of a plot. Points are (states, value).
pub(super) struct Series {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 52.0;
/// Readable on white and on black.
const INK: &str = "#7a828c";
const COLORS: [&str; 4] = ["#2f7ed8", "#d9822b", "#2e9e6b", "#b0508f"];
/// Lines go on to here, as the last decade suggests.
const STATES_MAX: f64 = 1e8;

/// The whole picture. `unit` says what is upward.
pub(super) fn svg(title: &str, unit: &str, better: Better, series: &[Series]) -> String {
    let points = || series.iter().flat_map(|series| series.points.iter());
    let first = points().map(|point| point.0).fold(STATES_MAX, f64::min).log10().floor();
    let ends = series.iter().filter_map(|series| trend(series, better));
    let highest = points().map(|point| point.1).chain(ends.map(|end| end.1)).fold(0.0, f64::max);
    let step = round_step(highest / 4.0);
    let top = (highest / step).ceil().max(1.0) * step;
    let x = |states: f64| LEFT + (states.log10() - first) / (STATES_MAX.log10() - first) * (WIDTH - LEFT - RIGHT);
    let y = |value: f64| HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\" fill=\"{INK}\">\n<text x=\"{LEFT}\" y=\"20\" font-size=\"14\">{title}</text>\n"
    );
    let mut value = 0.0;
    while value <= top * 1.001 {
        let at = y(value);
        let _ = writeln!(
            out,
            "<path d=\"M{LEFT} {at:.1}H{:.1}\" stroke=\"{INK}\" stroke-opacity=\".3\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            at + 4.0,
            tick(value, step)
        );
        value += step;
    }
    for power in first as i32..=STATES_MAX.log10() as i32 {
        let at = x(10f64.powi(power));
        let _ = writeln!(
            out,
            "<path d=\"M{at:.1} {:.1}v6\" stroke=\"{INK}\"/><text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">\
             10<tspan dy=\"-4\" font-size=\"9\">{power}</tspan></text>",
            HEIGHT - BOTTOM,
            HEIGHT - BOTTOM + 20.0
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">states</text><text x=\"{LEFT}\" y=\"{:.1}\">{unit}</text>",
        WIDTH - RIGHT,
        HEIGHT - 12.0,
        TOP - 14.0
    );
    for (number, (series, color)) in series.iter().zip(COLORS.iter().cycle()).enumerate() {
        let path: Vec<String> = series.points.iter().map(|(a, b)| format!("{:.1} {:.1}", x(*a), y(*b))).collect();
        let _ = writeln!(out, "<path d=\"M{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>", path.join("L"));
        for (a, b) in &series.points {
            let _ = writeln!(out, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{color}\"/>", x(*a), y(*b));
        }
        if let (Some((a, b)), Some((c, d))) = (series.points.last(), trend(series, better)) {
            let _ = writeln!(
                out,
                "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"3 5\"/>",
                x(*a),
                y(*b),
                x(c),
                y(d)
            );
        }
        let _ = writeln!(
            out,
            "<circle cx=\"{:.1}\" cy=\"36\" r=\"4\" fill=\"{color}\"/><text x=\"{:.1}\" y=\"40\">{}</text>",
            LEFT + 120.0 + 150.0 * number as f64,
            LEFT + 130.0 + 150.0 * number as f64,
            series.name
        );
    }
    out + "</svg>\n"
}

/// Where a line ends if it goes on as in its last decade, or stays as it is if that would be better
/// than anything seen. None if it is there already.
pub(super) fn trend(series: &Series, better: Better) -> Option<(f64, f64)> {
    let (states, value) = *series.points.last()?;
    let (before, old) = series.points.iter().rev().find(|point| point.0 <= states / 9.0)?;
    let slope = (value - old) / (states / before).log10();
    let slope = if better == Better::Lower { slope.max(0.0) } else { slope.min(0.0) };
    (states < STATES_MAX).then(|| (STATES_MAX, (value + slope * (STATES_MAX / states).log10()).max(0.0)))
}

/// 1, 2 or 5 times a power of ten, not less than this.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power).find(|round| *round >= step).unwrap_or(power)
}

fn tick(value: f64, step: f64) -> String {
    match step {
        step if step >= 1e5 => format!("{:.1} M", value / 1e6),
        step if step >= 1e3 => format!("{:.0} k", value / 1e3),
        step if step >= 1.0 => format!("{value:.0}"),
        _ => format!("{value:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        assert_eq!(round_step(3.2), 5.0);
        assert_eq!(round_step(0.9), 1.0);
        assert_eq!(round_step(70_000.0), 100_000.0);
        assert_eq!(tick(200_000.0, 100_000.0), "0.2 M");
    }

    #[test]
    fn a_flat_line_stays_flat() {
        let flat = Series { name: "p".to_owned(), points: vec![(1e5, 12.0), (1e6, 12.0), (1e7, 12.0)] };
        assert_eq!(trend(&flat, Better::Lower), Some((1e8, 12.0)));
        let falls = Series { name: "q".to_owned(), points: vec![(1e6, 14.0), (1e7, 12.0)] };
        assert_eq!(trend(&falls, Better::Lower), Some((1e8, 12.0)));
        assert_eq!(trend(&falls, Better::Higher), Some((1e8, 10.0)));
        let text = svg("t", "bytes/state", Better::Lower, &[flat]);
        assert!(text.starts_with("<svg") && text.contains("bytes/state") && text.matches("<circle").count() == 4);
    }
}
