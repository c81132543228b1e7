//! Runs the examples of the README and of pages in docs: each command must print the output below
//! it.

#[test]
fn examples_print_what_they_say() {
    // No endgame tables are installed here. (An example may set the variable itself to name a
    // folder.)
    let nobody = concat!(env!("CARGO_TARGET_TMPDIR"), "/nobody");
    trycmd::TestCases::new()
        .env("HOME", nobody)
        .env("XDG_CACHE_HOME", nobody)
        .env("CHONGKAK_GAMES", "none")
        .env("CHONGKAK_RULES", "")
        .env("LC_ALL", "C")
        .case("README.md")
        .case("README.ms.md")
        .case("README.id.md")
        .case("docs/GUIDE.md")
        .case("docs/START.md")
        .case("docs/CHONG.md")
        .case("docs/CLUSTER.md");
}
