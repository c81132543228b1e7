//! The files of the pages.

use std::borrow::Cow;

use chongkak::language::{self, Language};

use super::ServerState;
use super::http::{RequestHead, Response};

/// The files of the pages, with their names below the token; `build.rs` lists them.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The pages, by the names in their addresses.
const PAGES: [(&str, &str); 2] = [("", "index.html"), ("chong", "chong.html")];

/// Serves a file. Pages refer to other files below the token: `/{token}/main.js`.
pub fn answer(name: &str, server: &ServerState, head: &RequestHead) -> Response {
    let page = PAGES.iter().find(|page| page.0 == name);
    let name = page.map_or(name, |page| page.1);
    let Some(text) = text_of(name) else {
        return Response::new(404);
    };
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let kind = match ending {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    };
    let text = match ending {
        // The address for links, and the text for browsers without scripts.
        "html" => text
            .replace("{token}", &server.token)
            .replace("{site}", &server.site)
            .replace("{scripts}", &in_all_languages("page.frame.scripts")),
        _ => text.into_owned(),
    };
    let answer = Response::new(200).text(kind, text);
    // The token, and with it the addresses of all files, is new whenever the program starts.
    let answer = if ending == "html" { answer } else { answer.kept() };
    answer.with("Content-Security-Policy", &policy(head.only("host").unwrap_or_default()))
}

/// Answers a request without a valid token: for a page, that its address changed when the program
/// was restarted.
pub fn old_address(name: &str) -> Response {
    if PAGES.iter().all(|page| page.0 != name) {
        return Response::new(403);
    }
    let words = in_all_languages("page.frame.former");
    let page = format!("<!doctype html><meta charset=\"utf-8\"><title>chongkak</title>{words}");
    let answer = Response::new(403).text("text/html; charset=utf-8", page);
    answer.with("Content-Security-Policy", "default-src 'none'")
}

/// Returns the text of a file: one of `FILES`, or a language.
fn text_of(name: &str) -> Option<Cow<'static, str>> {
    if let Some((_, text)) = FILES.iter().find(|file| file.0 == name) {
        return Some((*text).into());
    }
    if name == "languages.json" {
        return Some(language::list_of_page().into());
    }
    let code = name.strip_prefix("language/")?.strip_suffix(".json")?;
    let known = Language::all().iter().find(|one| one.code() == code)?;
    Some(known.of_page().into())
}

/// Returns a text in all languages, because the reader's language is unknown.
fn in_all_languages(key: &str) -> String {
    let one = |language: &Language| {
        let (code, text) = (language.code(), language.text(key, &[]));
        format!("<p class=\"fault\" lang=\"{code}\">{text}</p>")
    };
    Language::all().iter().map(one).collect()
}

/// Returns the content security policy: scripts, styles and texts of this server, and its
/// WebSocket. Policies do not support IPv6 addresses.
fn policy(host: &str) -> String {
    let own = match host.starts_with('[') {
        true => "'self'".to_owned(),
        false => format!("'self' ws://{host}"),
    };
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src {own}; \
         img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}
