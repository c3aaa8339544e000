//! Checks that an x86-64 processor has the instruction set extensions that the build uses.
//!
//! A build for a newer processor would be ended by a signal, without a message, at the
//! first unknown instruction. So the program checks first. This code is also
//! compiled for the newer processor. It is therefore straight-line code on constants, which the
//! compiler cannot turn into newer instructions. `is_x86_feature_detected` of the
//! standard library is no help: it assumes the extensions of the build.

use std::arch::x86_64::__cpuid_count;

/// Passes each extension that compilers use on their own to a macro, newest first, as the
/// first missing one best describes the processor needed. Each has a name, the CPUID leaf
/// and subleaf, the register, and the bit in it.
macro_rules! each_extension {
    ($visit:ident) => {
        $visit! { "avx512fp16" 7 0 edx 23 }
        $visit! { "avx512vp2intersect" 7 0 edx 8 }
        $visit! { "avx512bf16" 7 1 eax 5 }
        $visit! { "avxvnni" 7 1 eax 4 }
        $visit! { "avx512vpopcntdq" 7 0 ecx 14 }
        $visit! { "avx512bitalg" 7 0 ecx 12 }
        $visit! { "avx512vnni" 7 0 ecx 11 }
        $visit! { "avx512vbmi2" 7 0 ecx 6 }
        $visit! { "gfni" 7 0 ecx 8 }
        $visit! { "avx512vbmi" 7 0 ecx 1 }
        $visit! { "avx512ifma" 7 0 ebx 21 }
        $visit! { "avx512vl" 7 0 ebx 31 }
        $visit! { "avx512bw" 7 0 ebx 30 }
        $visit! { "avx512dq" 7 0 ebx 17 }
        $visit! { "avx512cd" 7 0 ebx 28 }
        $visit! { "avx512f" 7 0 ebx 16 }
        $visit! { "avx2" 7 0 ebx 5 }
        $visit! { "bmi2" 7 0 ebx 8 }
        $visit! { "bmi1" 7 0 ebx 3 }
        $visit! { "fma" 1 0 ecx 12 }
        $visit! { "f16c" 1 0 ecx 29 }
        $visit! { "movbe" 1 0 ecx 22 }
        $visit! { "lzcnt" 0x8000_0001 0 ecx 5 }
        $visit! { "tbm" 0x8000_0001 0 ecx 21 }
        $visit! { "sse4a" 0x8000_0001 0 ecx 6 }
        $visit! { "avx" 1 0 ecx 28 }
        $visit! { "popcnt" 1 0 ecx 23 }
        $visit! { "sse4.2" 1 0 ecx 20 }
        $visit! { "sse4.1" 1 0 ecx 19 }
        $visit! { "ssse3" 1 0 ecx 9 }
        $visit! { "sse3" 1 0 ecx 0 }
        $visit! { "cmpxchg16b" 1 0 ecx 13 }
    };
}

macro_rules! has {
    ($leaf:literal $subleaf:literal $register:ident $bit:literal) => {
        // The first leaf of each range returns its last leaf. Unsupported subleaves are
        // zero.
        __cpuid_count($leaf & 0x8000_0000, 0).eax >= $leaf
            && __cpuid_count($leaf, $subleaf).$register & (1 << $bit) != 0
    };
}

/// Prints a part of the complaint on stderr. On Linux this is a system call, as the standard
/// library is compiled for the newer processor.
fn say(part: &str) {
    #[cfg(target_os = "linux")]
    let _ = rustix::io::write(rustix::stdio::stderr(), part.as_bytes());
    #[cfg(not(target_os = "linux"))]
    eprint!("{part}");
}

/// Ends the program. On Linux without the exit code of the standard library, for the same
/// reason.
fn end() -> ! {
    #[cfg(target_os = "linux")]
    {
        // SAFETY: `_exit` of POSIX takes any number and does nothing but end the process.
        unsafe extern "C" {
            safe fn _exit(status: std::ffi::c_int) -> !;
        }
        _exit(1)
    }
    #[cfg(not(target_os = "linux"))]
    std::process::exit(1)
}

/// Ends the program with a message and status 1 if it was built for a newer processor
/// than this one. The message names all that is missing. On Linux this runs automatically;
/// elsewhere a `main` should call it first.
#[inline(never)]
pub extern "C" fn check_processor() {
    let mut is_missing = false;
    macro_rules! name_if_missing {
        ($name:literal $($bit:tt)*) => {
            if cfg!(target_feature = $name) && !has!($($bit)*) {
                say(if is_missing { ", " } else { "plyglot: this build is for processors with " });
                say($name);
                is_missing = true;
            }
        };
    }
    each_extension!(name_if_missing);
    if is_missing {
        say(", which this one does not have; build it here, or for all with \
             RUSTFLAGS=\"-C target-cpu=x86-64\"\n");
        end();
    }
}

/// A pointer in this section is called before `main`. The standard library is compiled
/// with the program, so its own startup could be the first code to fail.
// SAFETY: the C library calls what this section points to once, with arguments that a
// function of C may leave alone. This one needs nothing of what is set up later.
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = check_processor;

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares each with the standard library, which assumes the extensions of the
    /// build; they must be present where this runs.
    #[test]
    fn the_processor_is_read_as_the_standard_library_reads_it() {
        let mut count = 0;
        macro_rules! compare {
            ($name:tt $($bit:tt)*) => {
                assert_eq!(has!($($bit)*), std::is_x86_feature_detected!($name), $name);
                count += 1;
            };
        }
        each_extension!(compare);
        assert_eq!(count, 32);
    }
}
