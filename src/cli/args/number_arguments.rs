//! Parsers of numbers, sizes, times and addresses, shared so that every option accepts the same
//! forms. An error says what was expected.

use std::net::{Ipv4Addr, SocketAddr};
use std::ops::{Bound, RangeBounds};
use std::time::Duration;

use chongkak::ask::SEEDS_AHEAD;
use chongkak::control::{time_span, whole_number};
use clap::Arg;
use clap::builder::TypedValueParser;

/// Parses a whole number in a range. An open end of the range is the limit of the type.
pub fn number<T>(range: impl RangeBounds<u64>) -> impl TypedValueParser<Value = T>
where
    T: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    let most = u64::MAX >> (64 - 8 * size_of::<T>());
    let least = match range.start_bound() {
        Bound::Included(least) => *least,
        Bound::Excluded(below) => below + 1,
        Bound::Unbounded => 0,
    };
    let most = match range.end_bound() {
        Bound::Included(most) => *most,
        Bound::Excluded(above) => above - 1,
        Bound::Unbounded => most,
    };
    move |text: &str| {
        let number = whole_number(text).filter(|number| (least..=most).contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| expected(least, most))
    }
}

fn expected(least: u64, most: u64) -> String {
    let range = match most {
        u64::MAX => format!("of at least {least}"),
        _ => format!("from {least} to {most}"),
    };
    // The short forms matter only where a million is allowed.
    let forms = match most {
        ..1_000_000 => "",
        _ => "; a million may be written 1000000, 1,000,000, 1M or 1e6",
    };
    format!("expected a whole number {range}{forms}")
}

/// Parses a number of bytes, with or without a unit, of at least `least`.
pub fn bytes(text: &str, least: u64) -> Result<u64, String> {
    let bytes = whole_number(text).or_else(|| size(text));
    bytes.filter(|bytes| *bytes >= least).ok_or_else(|| {
        format!("expected a number of bytes of at least {least}, such as 20000000, 20M or 20MB")
    })
}

/// Parses a number of mebibytes, or a size with a unit, which is rounded down.
pub fn mebibytes(text: &str) -> Result<usize, String> {
    let number = whole_number(text).or_else(|| size(text).map(|bytes| bytes >> 20));
    let number = number.filter(|number| (1..=1 << 20).contains(number));
    let number = number.and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| {
        "expected a whole number of mebibytes from 1 to 1048576, or a size such as 20MB, 1 GB or \
         1GiB"
            .to_owned()
    })
}

/// Parses a size with a unit, such as `20MB`, `20 MB` or `1GiB`, into bytes.
fn size(text: &str) -> Option<u64> {
    let text = text.strip_suffix(['B', 'b'])?;
    for (unit, power) in [("Ki", 10), ("Mi", 20), ("Gi", 30)] {
        if let Some(number) = text.strip_suffix(unit) {
            return whole_number(number.trim_end())?.checked_mul(1 << power);
        }
    }
    let unit = text.find(['k', 'K', 'm', 'M', 'g', 'G']);
    let (number, unit) = text.split_at(unit.unwrap_or(text.len()));
    whole_number(&format!("{}{}", number.trim_end(), unit.to_uppercase()))
}

/// Parses a time above 0.
pub fn time(text: &str) -> Result<Duration, String> {
    let time = time_span(text);
    time.ok_or_else(|| "expected a time above 0, such as 5, 0.5, 5s, 2m or 500ms".to_owned())
}

/// Parses A's seeds minus B's.
pub fn seeds_ahead(text: &str) -> Result<i32, String> {
    let most = SEEDS_AHEAD.end();
    let number = text.trim().replace('−', "-").parse();
    let number = number.ok().filter(|seeds| SEEDS_AHEAD.contains(seeds));
    number.ok_or_else(|| format!("expected a whole number of seeds from -{most} to {most}"))
}

/// Parses an address of this machine with a port.
pub fn address(text: &str) -> Result<SocketAddr, String> {
    let named = text.strip_prefix("localhost:");
    let read = named.map_or_else(
        || text.parse().ok(),
        |port| Some((Ipv4Addr::LOCALHOST, port.parse().ok()?).into()),
    );
    let expected = "expected an address and a port, such as 127.0.0.1:8080, [::1]:0 or localhost:0";
    read.ok_or_else(|| expected.to_owned())
}

/// Lets an option take negative numbers, so that its parser, not clap, reports what was expected.
pub fn with_any_number(arg: Arg) -> Arg {
    let takes = arg.get_action().takes_values() && !arg.is_positional();
    if takes { arg.allow_negative_numbers(true) } else { arg }
}
