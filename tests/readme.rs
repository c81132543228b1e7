//! The examples of the README and of pages in docs: each command prints what stands below it.

#[test]
fn examples_print_what_they_say() {
    trycmd::TestCases::new()
        .env("CHONGKAK_TABLES", "none")
        .case("README.md")
        .case("docs/GUIDE.md")
        .case("docs/START.md")
        .case("docs/CHONG.md");
}
