//! The one policy for locks that a thread held when it panicked.

use std::sync::LockResult;

/// Returns what a lock guards, whether or not a thread has panicked with it. A panic is a fault of
/// the program that ends the computation in which it happened. What else shares the lock goes on:
/// every lock here guards values that are whole between two statements, so that no thread finds
/// half of one.
pub fn unpoisoned<T>(locked: LockResult<T>) -> T {
    locked.unwrap_or_else(|poisoned| poisoned.into_inner())
}
