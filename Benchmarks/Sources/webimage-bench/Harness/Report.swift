/// Prints what was measured: a table for people, or a JSON object a line with `name, value, unit, limit, ratio`.
struct Report: Sendable {
    let isJSON: Bool

    func heading(_ text: String) {
        if !isJSON { print("\n\(text)") }
    }

    /// - Parameter limit: What the bare library or the peer gave in the same run; nil where there is none.
    func row(_ name: String, _ value: Double, _ unit: String, limit: Double? = nil, of peer: String = "bare") {
        let ratio = limit.map { value / $0 }
        if isJSON {
            let limitText = limit.map { Self.number($0) } ?? "null"
            let ratioText = ratio.map { Self.number($0) } ?? "null"
            print(
                "{\"name\":\"\(name)\",\"value\":\(Self.number(value)),\"unit\":\"\(unit)\",\"limit\":\(limitText),"
                    + "\"ratio\":\(ratioText)}")
            return
        }
        var line = "  " + name + String(repeating: " ", count: max(1, 58 - name.count))
        line += Self.padded(Self.number(value), 12) + " " + unit
        if let limit, let ratio { line += "   \(peer) \(Self.number(limit))  ratio \(Self.number(ratio))" }
        print(line)
    }

    /// A row for each peer; one without a limit where there is none.
    func rows(_ name: String, _ value: Double, _ unit: String, limits: [String: Double]?) {
        guard let limits, !limits.isEmpty else { return row(name, value, unit) }
        for (peer, limit) in limits.sorted(by: { $0.key < $1.key }) {
            row(name, value, unit, limit: limit, of: peer)
        }
    }

    /// At most three decimals, no exponent.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        let digits = abs(value) >= 1000 ? 1.0 : abs(value) >= 10 ? 100.0 : 1000.0
        let rounded = (value * digits).rounded() / digits
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : "\(rounded)"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
