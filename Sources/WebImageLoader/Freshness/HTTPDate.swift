internal import FoundationEssentials
internal import Glibc

/// Dates of header fields (RFC 9110, 5.6.7): the form in use, and the two old ones.
enum HTTPDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// The moment that `text` names, or nil where it is no date.
    static func date(_ text: String) -> Date? {
        let words = text.lowercased().split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
        switch words.count {
        case 6:  // Sun, 06 Nov 1994 08:49:37 GMT and Sunday, 06-Nov-94 08:49:37 GMT
            guard words[5] == "gmt" || words[5] == "utc" else { return nil }
            return date(day: words[1], month: words[2], year: words[3], time: words[4])
        case 5:  // Sun Nov  6 08:49:37 1994
            return date(day: words[2], month: words[1], year: words[4], time: words[3])
        default: return nil
        }
    }

    /// The moment in the form in use.
    static func text(_ date: Date) -> String {
        var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let month = months[Int(parts.tm_mon)]
        return "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(month.prefix(1).uppercased())\(month.dropFirst()) "
            + "\(parts.tm_year + 1900) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }

    private static func date(day: String, month: String, year: String, time: String) -> Date? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { Int32($0) }
        guard let day = Int32(day), (1...31).contains(day), let month = months.firstIndex(of: month),
            var year = Int32(year), (0...9999).contains(year), clock.count == 3, let hour = clock[0],
            let minute = clock[1], let second = clock[2], (0...23).contains(hour), (0...59).contains(minute),
            (0...60).contains(second)
        else { return nil }
        // Two digits: the year in the past with these digits, where it would be more than 50 years ahead.
        if year < 100 { year += year < 70 ? 2000 : 1900 }
        var parts = tm()
        parts.tm_year = year - 1900
        parts.tm_mon = Int32(month)
        parts.tm_mday = day
        parts.tm_hour = hour
        parts.tm_min = minute
        parts.tm_sec = second
        return Date(timeIntervalSince1970: Double(timegm(&parts)))
    }
}
