//! Numbers as people read them.

/// `1,234,567`
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1,234 states`, `1 state`
pub(crate) fn counted(value: u64, noun: &str) -> String {
    let plural = if value == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", count(value))
}

/// `3.4 MiB`
pub fn bytes(value: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    let mut amount = value as f64 / 1024.0;
    let mut unit = 0;
    while amount >= 1023.95 && unit + 1 < UNITS.len() {
        amount /= 1024.0;
        unit += 1;
    }
    format!("{amount:.1} {}", UNITS[unit])
}

/// `4 ms`, `1.25 s`, `3 min 5 s`
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 0.0995 => format!("{:.0} ms", s * 1e3),
        s if s < 9.995 => format!("{s:.2} s"),
        s if s < 59.95 => format!("{s:.1} s"),
        s => {
            let whole = s.round() as u64;
            format!("{} min {} s", count(whole / 60), whole % 60)
        }
    }
}

/// `999`, `12.3k`, `1.2M`
pub fn rate(value: f64) -> String {
    match value {
        v if v >= 999.95e6 => format!("{:.1}G", v / 1e9),
        v if v >= 999.95e3 => format!("{:.1}M", v / 1e6),
        v if v >= 999.5 => format!("{:.1}k", v / 1e3),
        v => format!("{v:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_separators() {
        for (value, expected) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(count(value), expected);
        }
        assert_eq!(counted(1, "state"), "1 state");
        assert_eq!(counted(2000, "state"), "2,000 states");
    }

    #[test]
    fn sizes() {
        for (value, expected) in
            [(0, "0.0 KiB"), (512, "0.5 KiB"), (1 << 20, "1.0 MiB"), (3 << 29, "1.5 GiB"), (5 << 50, "5120.0 TiB")]
        {
            assert_eq!(bytes(value), expected);
        }
    }

    #[test]
    fn times() {
        for (value, expected) in [
            (0.0, "0 ms"),
            (0.0042, "4 ms"),
            (0.099, "99 ms"),
            (0.25, "0.25 s"),
            (9.999, "10.0 s"),
            (59.99, "1 min 0 s"),
            (185.2, "3 min 5 s"),
        ] {
            assert_eq!(duration(value), expected);
        }
    }

    #[test]
    fn rates() {
        for (value, expected) in
            [(0.0, "0"), (999.0, "999"), (999.7, "1.0k"), (12_345.0, "12.3k"), (999_960.0, "1.0M"), (2.5e9, "2.5G")]
        {
            assert_eq!(rate(value), expected);
        }
    }
}
