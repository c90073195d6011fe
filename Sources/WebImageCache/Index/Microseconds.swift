internal import FoundationEssentials

/// Points in time as the index keeps them: microseconds since 1970.
enum Microseconds {
    static func of(_ date: Date) -> Int64 { of(seconds: date.timeIntervalSince1970) }

    /// Values beyond what fits are cut to the ends of the range; NaN is zero.
    static func of(seconds: Double) -> Int64 {
        guard !seconds.isNaN else { return 0 }
        // 2⁵² microseconds are 142 years: far enough, and sums of two never overflow.
        return Int64(min(max(seconds * 1e6, -0x1p52), 0x1p52).rounded())
    }

    static func of(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return of(seconds: Double(seconds) + Double(attoseconds) * 1e-18)
    }

    static func date(_ microseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(microseconds) / 1e6) }
}
