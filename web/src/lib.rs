//! The line protocol as a WebAssembly module (`docs/PROTOCOL.md`).
//!
//! The host writes a request into the memory returned by [`room`] and calls [`receive`]. Before
//! [`receive`] returns, the host gets every answer and every progress report through `tell`. The
//! module is single-threaded: a search blocks it, so the host cancels a search by terminating the
//! module.
//!
//! The only unsafe code is the linkage between host and module.

use std::num::NonZeroUsize;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use chongkak::control::{self, Budget, Instant};
use chongkak::protocol::envelope::{Call, Id, Message, Refused, answer, progress, read};
use chongkak::protocol::{Engine, EngineConfig, Listener, Params, RpcError, Search, quick};
use chongkak::rules::{Preset, RuleSet};
use chongkak::tables::OpenTables;

mod host {
    // Both only do what their comments say, and never write to the module's memory.
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Returns a monotonic time in milliseconds.
        pub safe fn now() -> f64;
        /// Receives an answer: a text of this many bytes.
        pub safe fn tell(text: *const u8, bytes: usize);
    }
}

/// Memory for everything, in MiB: 149 for the search, and the rest for its tables. Granted memory
/// is never returned.
const MEMORY: usize = 170;

/// The default rules of requests.
const RULES: &str = "overbeck";

static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    control::set_clock(|| Duration::from_secs_f64(host::now() / 1000.0));
    let preset = Preset::named(RULES).expect("it ships");
    let config = EngineConfig {
        threads: NonZeroUsize::MIN,
        memory: Budget::exactly(MEMORY),
        // The module is single-threaded.
        at_once: Some(NonZeroUsize::MIN),
        time: None,
        open_tables: OpenTables::empty(),
        rule_set: RuleSet::Shipped(preset),
    };
    Engine::new(config).without_files()
});

static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Allocates memory for a request of this many bytes, which the host fills.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    let mut request = REQUEST.lock().unwrap_or_else(PoisonError::into_inner);
    request.clear();
    request.resize(bytes, 0);
    request.as_mut_ptr()
}

/// Answers the request in that memory.
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

/// Answers a request; returns `None` for a notification.
fn answered(call: Result<Call, Refused>) -> Option<String> {
    let Call { id, method, params } = match call {
        Ok(call) => call,
        Err(Refused { id, problem }) => return Some(answer(id.as_ref(), &Err(problem))),
    };
    let id = id?;
    Some(answer(Some(&id), &found(&id, &method, Params::new(params, &ENGINE))))
}

/// Runs a method.
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

/// Sends the progress of a search to the host.
struct Notifier<'a> {
    id: &'a Id,
    began: Instant,
}

impl Listener for Notifier<'_> {
    fn on_progress(&self, found: &str, nodes: u64) {
        tell(&progress(self.id, found, nodes, self.began.elapsed()));
    }

    fn beside(&self, _: &(dyn Fn() + Sync), work: &mut dyn FnMut()) {
        work();
    }
}
