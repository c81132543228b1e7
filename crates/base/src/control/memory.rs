//! Memory for randomly accessed tables.

use std::ops::{Deref, DerefMut};

use super::ResourceError;

#[cfg(not(target_family = "wasm"))]
type Bytes = memmap2::MmapMut;
// There is only the module's own memory.
#[cfg(target_family = "wasm")]
type Bytes = Box<[u64]>;

/// Zeroed memory, which costs nothing until it is touched, aligned to words and in huge pages where
/// the system has them. (With small pages, translating the address takes longer than reading the
/// word.)
#[derive(Debug)]
pub struct Zeros(Bytes);

impl Zeros {
    /// Allocates this many bytes; more only as padding at the end.
    ///
    /// # Errors
    /// If the system doesn't grant them.
    #[cfg(not(target_family = "wasm"))]
    pub fn of(bytes: usize) -> Result<Zeros, ResourceError> {
        let memory = Bytes::map_anon(bytes).map_err(|error| shortage(bytes, error))?;
        #[cfg(target_os = "linux")]
        // Only advice: without huge pages the table is slower, nothing else.
        let _ = memory.advise(memmap2::Advice::HugePage);
        Ok(Zeros(memory))
    }

    /// Allocates this many bytes; more only as padding at the end.
    ///
    /// # Errors
    /// If the system doesn't grant them.
    #[cfg(target_family = "wasm")]
    pub fn of(bytes: usize) -> Result<Zeros, ResourceError> {
        let words = bytes.div_ceil(size_of::<u64>());
        let mut memory = Vec::new();
        let room = memory.try_reserve_exact(words);
        room.map_err(|error| shortage(bytes, error))?;
        memory.resize(words, 0);
        Ok(Zeros(memory.into()))
    }
}

fn shortage(bytes: usize, reason: impl ToString) -> ResourceError {
    ResourceError::memory(bytes.div_ceil(1 << 20), reason)
}

impl Deref for Zeros {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        #[cfg(target_family = "wasm")]
        return zerocopy::IntoBytes::as_bytes(&*self.0);
        #[cfg(not(target_family = "wasm"))]
        &self.0
    }
}

impl DerefMut for Zeros {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        #[cfg(target_family = "wasm")]
        return zerocopy::IntoBytes::as_mut_bytes(&mut *self.0);
        #[cfg(not(target_family = "wasm"))]
        &mut self.0
    }
}
