//! Prefetching of memory.

/// Prefetches the cache line in which a value begins, without waiting for it. Does nothing on
/// machines without such an instruction.
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
