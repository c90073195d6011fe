/// Numbers for people.
enum Quantity {
    /// `812 B`, `4.2 kB`, `13 MB`: powers of 1000, as disks count.
    static func bytes(_ count: Int) -> String {
        guard count >= 1000 else { return "\(count) B" }
        var value = Double(count)
        var unit = 0
        while value >= 999.5, unit < 5 {
            value /= 1000
            unit += 1
        }
        let name = ["B", "kB", "MB", "GB", "TB", "PB"][unit]
        return value < 9.95 ? "\(decimals(value, 1)) \(name)" : "\(Int(value.rounded())) \(name)"
    }

    /// A number with `count` digits behind the point.
    static func decimals(_ value: Double, _ count: Int) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
        let factor = (0..<count).reduce(1) { result, _ in result * 10 }
        let scaled = Int((abs(value) * Double(factor)).rounded())
        let fraction = String(scaled % factor)
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard count > 0 else { return "\(sign)\(scaled)" }
        return "\(sign)\(scaled / factor)." + String(repeating: "0", count: count - fraction.count) + fraction
    }

    static func milliseconds(_ duration: Duration) -> String {
        let value = duration.inSeconds * 1000
        return value < 9.95 ? "\(decimals(value, 1)) ms" : "\(Int(value.rounded())) ms"
    }
}

extension Duration {
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
