internal import Glibc

/// The clock of transfers: steady, read often.
enum TransferClock {
    static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

extension Duration {
    /// Whole milliseconds, rounded up, at least 1: libcurl takes 0 for "no limit".
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 1 << 31 else { return Int(Int32.max) }
        guard seconds >= 0, attoseconds >= 0 else { return 1 }
        return min(
            Int(Int32.max),
            max(1, Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)))
    }
}
