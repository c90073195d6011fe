internal import Glibc

/// Makes this thread's text UTF-8 for a while.
///
/// libcurl hands names of hosts to libidn2 in the locale's encoding, and a program that never called `setlocale` has
/// ASCII there: every name with an umlaut would be refused.
struct UTF8Locale {
    // Invariant behind `nonisolated(unsafe)`: made once, never freed, and a locale is only read.
    private nonisolated(unsafe) static let utf8 = newlocale(Int32(1 << LC_CTYPE), "C.UTF-8", nil)

    private let previous: locale_t

    /// Enters the locale; nil where the system has none with UTF-8.
    init?() {
        guard let utf8 = Self.utf8, let previous = uselocale(utf8) else { return nil }
        self.previous = previous
    }

    /// Goes back to the locale before.
    func leave() { uselocale(previous) }
}
