//! Examples for the help texts of `chong`. The test in `args/examples.rs`
//! reads them all as arguments.

pub const SHOW: &str = "\
Examples:
  chongkak chong show
  chongkak chong show 'SSK|..k|sSs A opened:A'";

pub const MOVES: &str = "\
Examples:
  chongkak chong moves --holes 3 --throw 1,2,3,4
  chongkak chong moves 'SSK|..k|sSs A opened:A' --format json";

pub const PLAY: &str = "\
Examples:
  chongkak chong play --holes 3 --turn '1,2,3,4 1:K3<>2 3:S3-6 2:S6-8'";

pub const EVAL: &str = "\
Examples:
  chongkak chong eval --throw 1,3,3,6
  chongkak chong eval --holes 3 --dice 2 --exact";

pub const SOLVE: &str = "\
Examples:
  chongkak chong solve --holes 3 --dice 2
  chongkak chong solve 'SSK|..k|sSs A opened:A' --dice 2 --profile blocked";

pub const ROLLOUT: &str = "\
Examples:
  chongkak chong rollout --games 2000 --policy guess
  chongkak chong rollout --throw 1,3,3,6 --precision 0.02";

pub const MATCH: &str = "\
Examples:
  chongkak chong match --first guess --second greedy
  chongkak chong match --first search:24 --second guess --games 100";

pub const RULES: &str = "\
Examples:
  chongkak chong rules
  chongkak chong rules --profile dlp --format json";
