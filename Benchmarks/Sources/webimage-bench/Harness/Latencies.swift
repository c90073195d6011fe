/// Single times, for percentiles.
struct Latencies {
    private var seconds: [Double] = []

    mutating func add(_ value: Double) { seconds.append(value) }

    /// The time below which `share` of all lie, in microseconds.
    func percentile(_ share: Double) -> Double {
        guard !seconds.isEmpty else { return .nan }
        let sorted = seconds.sorted()
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))] * 1e6
    }

    var total: Double { seconds.reduce(0, +) }
    var count: Int { seconds.count }
    /// How many a second, one after the other.
    var rate: Double { Double(count) / total }
}
