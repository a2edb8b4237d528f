//! Floats of all widths, through the nearest double.

use crate::cells::{self, Cell};

/// `bits` is the width in memory; `name` tells the 16-byte formats apart.
pub(super) fn text(cells: &[Cell], bits: u32, name: &str) -> String {
    let used = if bits == 128 && is_x87(name) { 10 } else { cells.len() };
    if cells::is_undefined(&cells[..used.min(cells.len())]) {
        return "?".into();
    }
    let number = cells::number(cells);
    match bits {
        16 if name.contains("bf") => format!("{:?}", f32::from_bits((number as u32) << 16)),
        16 => format!("{:?}", binary(number, 5, 10)),
        32 => format!("{:?}", f32::from_bits(number as u32)),
        64 => format!("{:?}", f64::from_bits(number as u64)),
        80 | 96 | 128 if bits < 128 || is_x87(name) => format!("{:?}", x87(number)),
        128 => format!("{:?}", binary(number, 15, 112)),
        _ => "?".into(),
    }
}

fn is_x87(name: &str) -> bool {
    name == "long double" || name.is_empty()
}

/// An IEEE format with the given numbers of exponent and fraction bits.
fn binary(number: u128, exponent_bits: u32, fraction_bits: u32) -> f64 {
    let fraction = number & ((1 << fraction_bits) - 1);
    let exponent = (number >> fraction_bits) as i32 & ((1 << exponent_bits) - 1);
    let negative = number >> (exponent_bits + fraction_bits) & 1 != 0;
    let bias = (1 << (exponent_bits - 1)) - 1;
    let magnitude = if exponent == (1 << exponent_bits) - 1 {
        if fraction == 0 { f64::INFINITY } else { f64::NAN }
    } else if exponent == 0 {
        scale(fraction, 1 - bias - fraction_bits as i32)
    } else {
        scale(fraction | 1 << fraction_bits, exponent - bias - fraction_bits as i32)
    };
    if negative { -magnitude } else { magnitude }
}

/// The 80-bit format, whose leading bit is written out.
fn x87(number: u128) -> f64 {
    let fraction = number & u128::from(u64::MAX);
    let exponent = (number >> 64) as i32 & 0x7fff;
    let magnitude = match exponent {
        0x7fff if fraction << 65 == 0 => f64::INFINITY,
        0x7fff => f64::NAN,
        _ => scale(fraction, exponent.max(1) - 16383 - 63),
    };
    if number >> 79 & 1 != 0 { -magnitude } else { magnitude }
}

/// `fraction * 2^exponent`, in two steps so that neither power leaves the range.
fn scale(fraction: u128, exponent: i32) -> f64 {
    let half = exponent / 2;
    fraction as f64 * 2f64.powi(half) * 2f64.powi(exponent - half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(number: u128, bits: u32, name: &str, expected: &str) {
        let bytes = number.to_le_bytes();
        let cells: Vec<_> = bytes.iter().map(|b| Cell::int(*b)).collect();
        assert_eq!(text(&cells[..bits as usize / 8], bits, name), expected);
    }

    #[test]
    fn all_widths() {
        check(1.5f32.to_bits().into(), 32, "float", "1.5");
        check((-0.1f64).to_bits().into(), 64, "double", "-0.1");
        check(f64::NAN.to_bits().into(), 64, "double", "NaN");
        check(0x3c00, 16, "_Float16", "1.0");
        check(0x7c00, 16, "_Float16", "inf");
        check(0x3fc0, 16, "__bf16", "1.5");
        check(0x3fff_c000_0000_0000_0000, 128, "long double", "1.5");
        check(0xc000_8000_0000_0000_0000, 128, "long double", "-2.0");
        check(0x7fff_8000_0000_0000_0000, 128, "long double", "inf");
        check(0, 128, "long double", "0.0");
        check(0x0003_fff8 << 108, 128, "__float128", "1.5");
    }

    #[test]
    fn undefined_padding_does_not_matter() {
        let mut cells = vec![Cell::int(0); 10];
        cells.resize(16, Cell::UNDEF);
        assert_eq!(text(&cells, 128, "long double"), "0.0");
        assert_eq!(text(&cells, 128, "__float128"), "?");
    }
}
