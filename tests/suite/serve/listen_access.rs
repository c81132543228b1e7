//! `serve --listen`: access control, and what the pages may load.

use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use serde_json::json;

use crate::support::{Folder, Host, Terminal, home, refused, words};

const PAGE: &str = "src/cli/web/page";

/// The requests that a server at `name` must refuse, each with the path and the headers.
fn foreign(host: &Host) -> Vec<(String, String)> {
    let (name, token, port) = (&host.name, &host.token, host.port());
    let own = format!("Host: {name}\r\n");
    let page = format!("/?token={token}");
    let (short, long) = (&token[1..], format!("{token}0"));
    let last = if token.ends_with('0') { "1" } else { "0" };
    let other = format!("{}{last}", &token[..31]);
    let paths = [
        "/".to_owned(),
        "/chong".to_owned(),
        "/socket".to_owned(),
        "/main.js".to_owned(),
        "/favicon.ico".to_owned(),
        "/?token=".to_owned(),
        format!("/?token={short}"),
        format!("/?token={long}"),
        format!("/?token={other}"),
        format!("/?tokens={token}"),
        format!("/?token={}", token.to_uppercase() + "G"),
        format!("/{short}/main.js"),
        format!("/{other}/main.js"),
        format!("//{token}/main.js"),
        format!("http://{name}/?token={other}"),
        format!("http://{name}"),
        format!("http://example.org/?token={token}"),
        format!("https://{name}/?token={token}"),
        "*".to_owned(),
    ];
    let mut all: Vec<_> = paths.into_iter().map(|path| (path, own.clone())).collect();
    let hosts = [
        "example.org".to_owned(),
        format!("example.org:{port}"),
        "127.0.0.1".to_owned(),
        format!("127.0.0.1:{}", port ^ 1),
        format!("127.0.0.2:{port}"),
        format!("127.1:{port}"),
        format!("localhost.example.org:{port}"),
        format!("[::1]:{port}"),
        String::new(),
    ];
    all.extend(hosts.map(|host| (page.clone(), format!("Host: {host}\r\n"))));
    all.push((page.clone(), String::new()));
    all.push((page.clone(), format!("{own}{own}")));
    let origins = [
        "http://example.org".to_owned(),
        format!("http://example.org:{port}"),
        "null".to_owned(),
        format!("https://{name}"),
        format!("http://{name}/"),
        format!("http://{name}.example.org"),
        format!("http://localhost:{port}"),
        String::new(),
        format!("http://{name}\r\nOrigin: http://{name}"),
    ];
    all.extend(origins.map(|origin| (page.clone(), format!("{own}Origin: {origin}\r\n"))));
    all
}

#[test]
fn whoever_does_not_belong_gets_nothing() {
    let host = Host::start(&[]);
    let own = format!("Host: {}\r\n", host.name);
    for (path, fields) in foreign(&host) {
        for upgrade in [String::new(), Host::upgrade()] {
            for method in ["GET", "HEAD", "POST"] {
                let reply = host.asked(method, &path, &format!("{fields}{upgrade}"));
                assert_eq!(reply.code, 403, "{method} {path} {fields}");
                // The text is for people who open an outdated address.
                let target = path.strip_prefix(&format!("http://{}", host.name));
                let name = target.unwrap_or(&path).split('?').next().unwrap();
                let old = ["/", "/chong"].contains(&name) && fields == own && upgrade.is_empty();
                let words = old && method == "GET";
                assert_eq!(!reply.body.is_empty(), words, "{method} {path} {fields}");
                assert!(!reply.body.contains(&host.token), "{path}");
                assert_eq!(words, reply.body.contains("chongkak board"), "{path}");
                let kinds: Vec<_> = reply.fields.iter().map(|field| field.0.as_str()).collect();
                assert_eq!(
                    kinds.contains(&"content-security-policy"),
                    old && method != "POST",
                    "{method} {path} {fields}"
                );
            }
        }
    }
}

#[test]
fn whoever_belongs_gets_in_by_every_name_of_the_server() {
    let host = Host::start(&[]);
    let (token, port) = (&host.token, host.port());
    for name in [host.name.clone(), format!("localhost:{port}"), format!("LOCALHOST:{port}")] {
        for origin in [String::new(), format!("Origin: http://{name}\r\n")] {
            let fields = format!("Host: {name}\r\n{origin}");
            for path in ["/?token=", "/chong?a=b&token="] {
                let reply = host.asked("GET", &format!("{path}{token}"), &fields);
                assert_eq!(reply.code, 200, "{path} {fields}");
                assert!(
                    reply.body.contains(&format!("\"/{token}/main.js\"")) || path != "/?token="
                );
                let policy = reply.field("content-security-policy").unwrap();
                assert!(policy.contains(&format!("connect-src 'self' ws://{name};")), "{policy}");
            }
            for path in [format!("/?token={token}"), format!("/{token}/socket")] {
                let reply = host.asked_to_upgrade(&path, &fields);
                assert!(reply.starts_with("HTTP/1.1 101 "), "{path} {fields} {reply}");
            }
        }
    }
}

#[test]
fn what_is_asked_for_in_a_wrong_way_is_told_apart() {
    let host = Host::start(&[]);
    let (token, own) = (&host.token, format!("Host: {}\r\n", host.name));
    let page = format!("/?token={token}");
    for path in ["nothing", "../main.js", "Main.js", "%6dain.js", "main.js/", "page/main.js"] {
        assert_eq!(host.get(&format!("/{token}/{path}")).code, 404, "{path}");
    }
    let (get, head) = (host.get(&page), host.asked("HEAD", &page, &own));
    assert_eq!((head.code, head.body.as_str()), (200, ""));
    assert_eq!(head.fields, get.fields);
    assert_eq!(get.field("content-length"), Some(get.body.len().to_string().as_str()));
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "get", "X"] {
        let reply = host.asked(method, &page, &own);
        assert_eq!((reply.code, reply.field("allow")), (405, Some("GET, HEAD")), "{method}");
    }
    let upgrade = Host::upgrade();
    let wrong = [
        ("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 12", 426),
        ("Sec-WebSocket-Version: 13\r\n", "", 426),
        ("Sec-WebSocket-Key: d", "Sec-WebSocket-Key: ", 400),
        ("Sec-WebSocket-Key", "Sec-WebSocket-Kex", 400),
        // The length of a key, but not 16 bytes in Base64.
        ("HNhbXBsZ", "HNhbXB!Z", 400),
        ("jZQ==", "jZR==", 400),
        ("jZQ==", "jZQAA", 400),
        ("Connection: keep-alive, Upgrade", "Connection: keep-alive", 400),
    ];
    for (found, instead, code) in wrong {
        let fields = format!("{own}{}", upgrade.replace(found, instead));
        assert_ne!(fields, format!("{own}{upgrade}"), "{found}");
        assert_eq!(host.asked("GET", &page, &fields).code, code, "{instead}");
    }
    assert_eq!(host.asked("HEAD", &page, &format!("{own}{upgrade}")).code, 405);
}

#[test]
fn files_are_packed_for_whoever_can_unpack_them() {
    let host = Host::start(&[]);
    let path = format!("/{}/app.css", host.token);
    let plain = host.get(&path).body;
    for (accepted, packed) in [
        ("gzip, deflate, br", true),
        ("br;q=1.0, GZIP ; q=0.5", true),
        ("*", true),
        ("identity", false),
        ("deflate, br", false),
        ("gzip;q=0", false),
        ("gzip;q=0.0, *", false),
        ("*;q=0", false),
        ("gzip;q=much", false),
        ("", false),
    ] {
        let name = &host.name;
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {name}\r\nAccept-Encoding: {accepted}\r\n\r\n");
        let answer = host.exchange(request.as_bytes());
        let end = answer.windows(4).position(|part| part == b"\r\n\r\n");
        let (head, body) = answer.split_at(end.unwrap() + 4);
        let head = String::from_utf8(head.to_vec()).unwrap();
        assert!(head.contains("\r\nVary: Accept-Encoding\r\n"), "{head}");
        let named = head.contains("\r\nContent-Encoding: gzip\r\n");
        assert_eq!(named, packed, "{accepted}: {head}");
        let length = format!("\r\nContent-Length: {}\r\n", body.len());
        assert!(head.contains(&length), "{head}");
        let mut text = String::new();
        match packed {
            true => GzDecoder::new(body).read_to_string(&mut text).unwrap(),
            false => (&mut &*body).read_to_string(&mut text).unwrap(),
        };
        assert_eq!(text, plain, "{accepted}");
        assert!(!packed || 2 * body.len() < plain.len(), "{}", body.len());
    }
    // Small answers, which fit in a packet, are not compressed.
    let small = host.asked(
        "GET",
        &format!("/{}/icon.svg", host.token),
        &format!("Host: {}\r\nAccept-Encoding: gzip\r\n", host.name),
    );
    assert_eq!(small.field("content-encoding"), None);
}

#[test]
fn the_whole_address_and_older_requests_are_understood() {
    let host = Host::start(&[]);
    let (token, own) = (&host.token, format!("Host: {}\r\n", host.name));
    let page = format!("http://{}/?token={token}", host.name);
    assert_eq!(host.get(&page).code, 200);
    let script = format!("http://{}/{token}/main.js", host.name);
    assert_eq!(host.get(&script).code, 200);
    let head = host.asked_to_upgrade(&page, &own);
    assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
    // Before HTTP/1.1 there was no upgrade.
    let request = format!("GET {page} HTTP/1.0\r\n{own}{}\r\n", Host::upgrade());
    let answer = String::from_utf8(host.exchange(request.as_bytes())).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
}

#[test]
fn servers_for_other_machines_take_addresses_and_read_no_rule_files() {
    let host = Host::told(&["serve", "--allow-remote", "--listen", "0.0.0.0:0"]);
    assert!(host.name.starts_with("127.0.0.1:"));
    let (page, port) = (format!("/?token={}", host.token), host.port());
    let hosts = [
        (format!("192.0.2.7:{port}"), 200),
        (format!("[2001:db8::1]:{port}"), 200),
        (format!("localhost:{port}"), 200),
        (format!("example.org:{port}"), 403),
        ("192.0.2.7".to_owned(), 403),
        (format!("2001:db8::1:{port}"), 403),
        (format!("[192.0.2.7]:{port}"), 403),
    ];
    for (name, code) in hosts {
        let reply = host.asked("GET", &page, &format!("Host: {name}\r\n"));
        assert_eq!(reply.code, code, "{name}");
    }
    let folder = Folder::made("serve-remote");
    let file = folder.0.join("ours.toml");
    std::fs::write(&file, "name = 'ours'\nbase = 'kalah'\n").unwrap();
    let mut window = host.window();
    for rules in [file.to_str().unwrap(), "none/there.toml", "/etc/passwd"] {
        window.request(1, "position", json!({"rules": rules}));
        let error = &window.answer(1)["error"];
        assert_eq!(error["code"], -32602);
        let data = &error["data"];
        assert_eq!((data["param"].as_str(), data["text"].as_str()), (Some("rules"), Some(rules)));
        assert_eq!(data["expected"], "the name of a shipped rule set");
    }
    // Nor are they read where a text names them.
    let text = format!(
        "title = 't'\nsource = 's'\n[[claim]]\nid = 'c'\nquote = 'q'\nrules = '{}'\n\
         position = '0,0,8/0 1,1,1/0 A'\nline = [{{ play = 'A3' }}]\n",
        file.display()
    );
    window.request(1, "claims", json!({"text": text}));
    let answer = window.answer(1);
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.contains("no rule files are read here"), "{answer}");
}

/// The owner of a server decides whether its clients may name files of the machine.
#[test]
fn sockets_name_files_where_they_are_allowed_to() {
    let folder = Folder::made("serve-files");
    let file = folder.file("ours.toml", "name = 'ours'\nbase = 'kalah'\n");
    let asked = json!({"rules": file});
    let strict = Host::start(&[]);
    let mut window = strict.window();
    window.request(1, "position", asked.clone());
    let data = &window.answer(1)["error"]["data"];
    assert_eq!(data["expected"], "the name of a shipped rule set");
    let host = Host::start(&["--allow-files"]);
    assert_eq!(host.window().result("position", asked.clone())["mover"], "A");
    let board = Host::told(&["board", "--no-open"]);
    assert_eq!(board.window().result("position", asked)["mover"], "A");
    let both = "serve --listen 127.0.0.1:0 --allow-remote --allow-files";
    let error = refused(&words(both));
    assert!(error.contains("cannot be used with"), "{error}");
}

#[test]
fn pages_load_nothing_from_elsewhere_and_have_no_scripts_within() {
    let host = Host::start(&[]);
    let reply = host.get(&format!("/?token={}", host.token));
    let policy = reply.field("content-security-policy").unwrap();
    let expected = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ws://{}; img-src \
         'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        host.name
    );
    assert_eq!(policy, expected);
    for (name, value) in [
        ("referrer-policy", "no-referrer"),
        ("x-content-type-options", "nosniff"),
        ("cache-control", "no-store"),
        ("content-type", "text/html; charset=utf-8"),
    ] {
        assert_eq!(reply.field(name), Some(value));
    }
    for entry in std::fs::read_dir(home().join(PAGE)).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            check_file(&host, &path);
        }
    }
}

/// A file is served unchanged, and a page contains nothing that its policy forbids.
fn check_file(host: &Host, path: &Path) {
    let name = path.file_name().unwrap().to_str().unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let reply = host.get(&format!("/{}/{name}", host.token));
    // No site was named for its links.
    let expected = text.replace("{token}", &host.token).replace("{site}", "");
    let scripts = reply.body.split("<noscript>").nth(1).unwrap_or_default();
    let scripts = scripts.split("</noscript>").next().unwrap_or_default();
    if text.contains("{scripts}") {
        // Without scripts the page says so in every language.
        assert_eq!(scripts.matches("<p class=\"fault\" lang=").count(), 3, "{name}");
    }
    let expected = expected.replace("{scripts}", scripts);
    assert_eq!((reply.code, &reply.body), (200, &expected), "{name}");
    let kind = match name.rsplit_once('.').unwrap().1 {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        other => panic!("{name}: which kind is {other}?"),
    };
    assert_eq!(reply.field("content-type"), Some(kind));
    // A page is loaded anew; a file never changes while the program runs.
    let caches = if kind.starts_with("text/html") {
        "no-store"
    } else {
        "private, max-age=86400, immutable"
    };
    assert_eq!(reply.field("cache-control"), Some(caches), "{name}");
    let elsewhere = text.replace("http://www.w3.org/2000/svg", "");
    for host in ["http://", "https://", "url(", "@import"] {
        assert!(!elsewhere.contains(host), "{name}: {host}");
    }
    if !name.ends_with(".html") {
        return;
    }
    for tag in text.split('<').skip(1).map(|tag| tag.split('>').next().unwrap()) {
        let mut words = tag.split_whitespace();
        let element = words.next().unwrap_or_default();
        assert_ne!(element, "style", "{name}: <{tag}>");
        assert!(element != "script" || tag.contains(" src=\"/{token}/"), "{name}: <{tag}>");
        for attribute in words {
            let handler = attribute.starts_with("on") && attribute.contains('=');
            assert!(!handler && !attribute.starts_with("style="), "{name}: <{tag}>");
        }
    }
}

#[test]
fn on_a_terminal_the_page_is_opened_in_a_browser() {
    let folder = Folder::made("serve-open");
    let (opener, opened) = (folder.0.join("xdg-open"), folder.0.join("opened"));
    let script = "#!/bin/sh\nprintf %s \"$1\" > \"$0.part\"\nmv \"$0.part\" \"${0%/*}/opened\"\n";
    std::fs::write(&opener, script).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let all = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&opener, all).unwrap();
    }
    let path = format!("{}:/usr/bin:/bin", folder.text());
    let terminal = Terminal::new().columns(200).variable("PATH", &path);
    let ended = terminal.clone().signals("opens in", "SIGINT").run(&["board"]);
    assert_eq!(ended.code, 130);
    let url = ended.screen();
    let url = url.lines().find(|line| line.starts_with("http://"));
    let url = url.unwrap().trim().to_owned();
    // It is another program, which ends when it ends.
    while !opened.exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert_eq!(std::fs::read_to_string(&opened).unwrap(), url);
    // Nor does it matter if there is no browser.
    let empty = Folder::made("serve-no-open");
    let bare = terminal.clone().variable("PATH", empty.text());
    let shown = bare.signals("note: no browser", "SIGINT").run(&["board"]);
    assert_eq!(shown.code, 130);
    std::fs::remove_file(&opened).unwrap();
    assert_eq!(
        terminal.signals("Open this address", "SIGINT").run(&["board", "--no-open"]).code,
        130
    );
    assert!(!opened.exists());
}
