import Glibc

/// Whether the tests run under a sanitizer, by the options that `scripts/sanitize` sets.
enum Sanitizer {
    static var isOff: Bool { getenv("ASAN_OPTIONS") == nil && getenv("TSAN_OPTIONS") == nil }
}
