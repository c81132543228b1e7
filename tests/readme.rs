//! The examples of the README: each command prints what stands below it.

#[test]
fn examples_print_what_they_say() {
    trycmd::TestCases::new().case("README.md");
}
