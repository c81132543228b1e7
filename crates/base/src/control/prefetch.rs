//! A hint to the processor that memory will soon be read.

/// Fetches the line of the cache that a value begins in, without waiting for it. Where there is no
/// such instruction it does nothing.
#[inline(always)]
#[allow(unsafe_code)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: The instruction belongs to SSE, which every x86_64 has. It is a hint: it reads
    // nothing into the program, writes nothing, and faults for no address (this one is valid
    // besides).
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
