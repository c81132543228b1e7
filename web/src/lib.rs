//! The line protocol in a module of WebAssembly (`docs/PROTOCOL.md`).
//!
//! The host writes a value into the memory of [`room`], calls [`receive`], and is told every answer
//! and what searches find on the way by `tell`, before [`receive`] returns. There is one thread: a
//! search holds it until it is through, so the host ends the module to cancel it.
//!
//! The only unsafe code is the names by which host and module know each other.

use std::num::NonZeroUsize;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use chongkak::control::{self, Budget, Instant};
use chongkak::protocol::envelope::{Call, Id, Message, Refused, answer, progress, read};
use chongkak::protocol::{Engine, Listener, Means, Params, RpcError, Search, quick};
use chongkak::rules::{Preset, RuleSet};
use chongkak::tables::OpenTables;

mod host {
    // The host does with them what these words say, and nothing to the memory of the module.
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Milliseconds since some moment; never less than before.
        pub safe fn now() -> f64;
        /// Takes an answer, text of so many bytes.
        pub safe fn tell(text: *const u8, bytes: usize);
    }
}

/// Mebibytes for everything, of which the search has 149 and the tables that it leaves the rest: what is
/// granted once is never given back.
const MEMORY: usize = 170;

/// The rules of requests that name none.
const RULES: &str = "overbeck";

static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    control::set_clock(|| Duration::from_secs_f64(host::now() / 1000.0));
    let preset = Preset::named(RULES).expect("it ships");
    let means = Means {
        threads: NonZeroUsize::MIN,
        memory: Budget::exactly(MEMORY),
        // There is one thread.
        at_once: Some(NonZeroUsize::MIN),
        time: None,
        open_tables: OpenTables::empty(),
        rule_set: RuleSet::Shipped(preset),
    };
    Engine::new(means).without_files()
});

static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Memory for a request of so many bytes, which the host fills.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    let mut request = REQUEST.lock().unwrap_or_else(PoisonError::into_inner);
    request.clear();
    request.resize(bytes, 0);
    request.as_mut_ptr()
}

/// Answers the request that was written there.
#[unsafe(no_mangle)]
pub extern "C" fn receive() {
    let request = std::mem::take(&mut *REQUEST.lock().unwrap_or_else(PoisonError::into_inner));
    match read(&request) {
        Message::One(call) => answered(call).iter().for_each(|text| tell(text)),
        Message::Batch(calls) => {
            let answers: Vec<_> = calls.into_iter().filter_map(answered).collect();
            if !answers.is_empty() {
                tell(&format!("[{}]", answers.join(",")));
            }
        }
    }
}

fn tell(text: &str) {
    host::tell(text.as_ptr(), text.len());
}

/// The answer to a request; none to a notification.
fn answered(call: Result<Call, Refused>) -> Option<String> {
    let Call { id, method, params } = match call {
        Ok(call) => call,
        Err(Refused { id, problem }) => return Some(answer(id.as_ref(), &Err(problem))),
    };
    let id = id?;
    Some(answer(Some(&id), &found(&id, &method, Params::new(params, &ENGINE))))
}

/// Returns what a method finds.
fn found(id: &Id, method: &str, mut params: Params) -> Result<String, RpcError> {
    match Search::read(method, &mut params, &ENGINE)? {
        None => quick(method, params, &ENGINE),
        Some(search) => {
            params.end()?;
            let began = Instant::now();
            search.run(&ENGINE, &Notifier { id, began })
        }
    }
}

/// Tells the host what a search has found so far.
struct Notifier<'a> {
    id: &'a Id,
    began: Instant,
}

impl Listener for Notifier<'_> {
    fn hear(&self, found: &str, nodes: u64) {
        tell(&progress(self.id, found, nodes, self.began.elapsed()));
    }

    fn beside(&self, _: &(dyn Fn() + Sync), work: &mut dyn FnMut()) {
        work();
    }
}
