internal import FoundationEssentials
internal import Glibc

/// Moments as text: RFC 3339 in UTC, such as `2025-03-01T12:00:00Z`.
enum Timestamp {
    static func text(_ date: Date) -> String {
        // Years that four digits can't hold come from damaged clocks.
        let seconds = min(max(date.timeIntervalSince1970, 0), 253_402_300_799)
        var time = time_t(seconds.rounded(.down))
        var parts = tm()
        gmtime_r(&time, &parts)
        func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
            + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
    }
}

extension JSONValue {
    static func date(_ date: Date?) -> JSONValue { date.map { .string(Timestamp.text($0)) } ?? .null }

    /// Seconds: a whole number where it is one.
    static func number(seconds: Double) -> JSONValue {
        seconds == seconds.rounded() && abs(seconds) < 1e15 ? .integer(Int(seconds)) : .number(seconds)
    }
}
