//! Texts in the frame of a page.

#[allow(dead_code)]
#[path = "../../src/cli/page/frame.rs"]
mod frame;
use frame::Frame;

#[test]
fn texts_are_no_markup() {
    let page = Frame {
        title: "<A & \"B\">",
        rules: "<b>",
        style: String::new(),
        main: String::new(),
        scripts: None,
    };
    let page = page.html();
    assert!(
        page.contains("<h1>&lt;A &amp; &quot;B&quot;&gt;</h1>"),
        "{page}"
    );
    assert!(!page.contains("<A") && !page.contains("<b>"));
}
