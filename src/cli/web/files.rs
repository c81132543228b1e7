//! The files of the pages.

use std::borrow::Cow;

use chongkak::language::{self, Language};

use super::access::Access;
use super::request_head::RequestHead;
use super::response::Response;

/// All files with their names below the token.
const FILES: &[(&str, &str)] = &[
    ("index.html", include_str!("page/index.html")),
    ("chong.html", include_str!("page/chong.html")),
    ("icon.svg", include_str!("page/icon.svg")),
    ("app.css", include_str!("page/app.css")),
    ("modes.css", include_str!("page/modes.css")),
    ("panels.css", include_str!("page/panels.css")),
    ("main.js", include_str!("page/main.js")),
    ("bounds.js", include_str!("page/bounds.js")),
    ("claims.js", include_str!("page/claims.js")),
    ("connection.js", include_str!("page/connection.js")),
    ("curve.js", include_str!("page/curve.js")),
    ("curve-panel.js", include_str!("page/curve-panel.js")),
    ("curve-plot.js", include_str!("page/curve-plot.js")),
    ("engine.js", include_str!("page/engine.js")),
    ("engine-panel.js", include_str!("page/engine-panel.js")),
    ("files.js", include_str!("page/files.js")),
    ("games.js", include_str!("page/games.js")),
    ("holes.js", include_str!("page/holes.js")),
    ("in-sight.js", include_str!("page/in-sight.js")),
    ("keys.js", include_str!("page/keys.js")),
    ("known.js", include_str!("page/known.js")),
    ("language.js", include_str!("page/language.js")),
    ("lessons.js", include_str!("page/lessons.js")),
    ("link.js", include_str!("page/link.js")),
    ("marks.js", include_str!("page/marks.js")),
    ("mistakes.js", include_str!("page/mistakes.js")),
    ("modes.js", include_str!("page/modes.js")),
    ("moves.js", include_str!("page/moves.js")),
    ("opponent.js", include_str!("page/opponent.js")),
    ("options.js", include_str!("page/options.js")),
    ("pages.js", include_str!("page/pages.js")),
    ("panels.js", include_str!("page/panels.js")),
    ("play.js", include_str!("page/play.js")),
    ("recent.js", include_str!("page/recent.js")),
    ("record.js", include_str!("page/record.js")),
    ("rounds.js", include_str!("page/rounds.js")),
    ("rule-sets.js", include_str!("page/rule-sets.js")),
    ("rules.js", include_str!("page/rules.js")),
    ("server.js", include_str!("page/server.js")),
    ("setup.js", include_str!("page/setup.js")),
    ("setup-panel.js", include_str!("page/setup-panel.js")),
    ("settings.js", include_str!("page/settings.js")),
    ("share.js", include_str!("page/share.js")),
    ("sides.js", include_str!("page/sides.js")),
    ("spoken.js", include_str!("page/spoken.js")),
    ("stage.js", include_str!("page/stage.js")),
    ("study.js", include_str!("page/study.js")),
    ("together.js", include_str!("page/together.js")),
    ("tree.js", include_str!("page/tree.js")),
    ("turns.js", include_str!("page/turns.js")),
    ("which-rules.js", include_str!("page/which-rules.js")),
    ("words.js", include_str!("page/words.js")),
    // The page of chong.
    ("chong/chong.css", include_str!("page/chong/chong.css")),
    ("chong/board.js", include_str!("page/chong/board.js")),
    ("chong/chances.js", include_str!("page/chong/chances.js")),
    ("chong/dice.js", include_str!("page/chong/dice.js")),
    ("chong/game.js", include_str!("page/chong/game.js")),
    ("chong/judge.js", include_str!("page/chong/judge.js")),
    ("chong/keys.js", include_str!("page/chong/keys.js")),
    ("chong/link.js", include_str!("page/chong/link.js")),
    ("chong/main.js", include_str!("page/chong/main.js")),
    ("chong/pieces.js", include_str!("page/chong/pieces.js")),
    ("chong/players.js", include_str!("page/chong/players.js")),
    ("chong/position.js", include_str!("page/chong/position.js")),
    ("chong/rules.js", include_str!("page/chong/rules.js")),
    ("chong/setup.js", include_str!("page/chong/setup.js")),
    ("chong/turns.js", include_str!("page/chong/turns.js")),
    ("chong/ways.js", include_str!("page/chong/ways.js")),
    // What the static pages have too.
    ("frame.css", include_str!("../../show/page/frame.css")),
    ("moving.css", include_str!("../../show/page/moving.css")),
    ("board.css", include_str!("../../show/drawing/board.css")),
    ("plot.css", include_str!("../plot/plot.css")),
    ("elements.js", include_str!("../../show/page/elements.js")),
    ("board.js", include_str!("../../show/page/board.js")),
    ("boards.js", include_str!("../../show/page/boards.js")),
    ("player.js", include_str!("../../show/page/player.js")),
    ("screen.js", include_str!("../../show/page/screen.js")),
];

/// The pages, by the names that people see.
const PAGES: [(&str, &str); 2] = [("", "index.html"), ("chong", "chong.html")];

/// The text that stands for the token in a page.
const TOKEN: &str = "{token}";

/// The words that stand for the address to which links lead.
const SITE: &str = "{site}";

/// The words that stand for what is said to who has no scripts.
const SCRIPTS: &str = "{scripts}";

/// A file. Pages name the others below the token: `/{token}/main.js`.
pub fn answer(name: &str, access: &Access, site: &str, head: &RequestHead) -> Response {
    let page = PAGES.iter().find(|page| page.0 == name);
    let name = page.map_or(name, |page| page.1);
    let Some(text) = text_of(name) else {
        return Response::empty(404);
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
        "html" => text
            .replace(TOKEN, access.token())
            .replace(SITE, site)
            .replace(SCRIPTS, &scripts()),
        _ => text.into_owned(),
    };
    let answer = Response::file(kind, text);
    answer.with(
        "Content-Security-Policy",
        policy(head.only("host").unwrap_or_default()),
    )
}

/// The text of a file: one of those above, or of a language.
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

/// The words for who has no scripts, in all languages: nobody knows which one is his.
fn scripts() -> String {
    let one = |language: &Language| {
        let (code, text) = (language.code(), language.text("page.frame.scripts", &[]));
        format!("<p class=\"fault\" lang=\"{code}\">{text}</p>")
    };
    Language::all().iter().map(one).collect()
}

/// Says what a page may load: scripts, styles and texts of this server, and its WebSocket. The
/// newer addresses, in brackets, are no part of the language of policies.
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
