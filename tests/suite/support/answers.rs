//! The line protocol without a transport: the library answers in this process.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::Instant;

use chongkak::control::Budget;
use chongkak::protocol::envelope::{Call, Id, Message, Refused, answer, progress, read};
use chongkak::protocol::{Engine, EngineConfig, Listener, Params, RpcError, Search, quick};
use chongkak::rules::{Preset, RuleSet};
use chongkak::tables::OpenTables;

/// An engine with its answers, in order.
pub struct Answers {
    engine: Engine,
    told: Mutex<Vec<String>>,
    /// The number of answers that were read.
    read: usize,
}

impl Answers {
    /// Creates an engine with this many threads, like that of `serve`, without installed tables and
    /// with the default rules.
    pub fn new(threads: usize) -> Answers {
        let config = EngineConfig {
            threads: NonZeroUsize::new(threads).unwrap(),
            memory: Budget::new(None),
            at_once: None,
            time: None,
            open_tables: OpenTables::empty(),
            rule_set: RuleSet::Shipped(Preset::named("overbeck").unwrap()),
        };
        Answers { engine: Engine::new(config), told: Mutex::default(), read: 0 }
    }

    /// Answers a request.
    pub fn receive(&self, text: &[u8]) {
        match read(text) {
            Message::One(call) => self.answered(call).into_iter().for_each(|a| self.tell(a)),
            Message::Batch(calls) => {
                let answers = calls.into_iter().filter_map(|call| self.answered(call));
                let answers: Vec<String> = answers.collect();
                if !answers.is_empty() {
                    self.tell(format!("[{}]", answers.join(",")));
                }
            }
        }
    }

    /// Returns the next unread text.
    pub fn next(&mut self) -> Option<String> {
        let next = self.told.get_mut().unwrap().get(self.read)?.clone();
        self.read += 1;
        Some(next)
    }

    fn tell(&self, text: String) {
        self.told.lock().unwrap().push(text);
    }

    fn answered(&self, call: Result<Call, Refused>) -> Option<String> {
        let Call { id, method, params } = match call {
            Ok(call) => call,
            Err(Refused { id, problem }) => return Some(answer(id.as_ref(), &Err(problem))),
        };
        let id = id?;
        let params = Params::new(params, &self.engine);
        Some(answer(Some(&id), &self.found(&id, &method, params)))
    }

    fn found(&self, id: &Id, method: &str, mut params: Params) -> Result<String, RpcError> {
        match Search::read(method, &mut params, &self.engine)? {
            None => quick(method, params, &self.engine),
            Some(search) => {
                params.end()?;
                let notifier = Notifier(self, id, Instant::now());
                search.run(&self.engine, &notifier)
            }
        }
    }
}

/// Receives the progress of a search.
struct Notifier<'a>(&'a Answers, &'a Id, Instant);

impl Listener for Notifier<'_> {
    fn on_progress(&self, found: &str, nodes: u64) {
        let Notifier(answers, id, began) = self;
        answers.tell(progress(id, found, nodes, began.elapsed()));
    }

    fn beside(&self, _: &(dyn Fn() + Sync), work: &mut dyn FnMut()) {
        work();
    }
}
