/// How what the process holds has changed over the later half of a soak.
struct SoakReport: CustomStringConvertible {
    private let memorySlope: Double
    private let allocatedSlope: Double
    private let descriptorSlope: Double
    private let threadSlope: Double
    private let mostDiskBytes: Int
    private let limitBytes: Int
    private let growth: Double

    init(samples: [SoakSample], limitBytes: Int) {
        // The first half fills caches, pools and the allocator.
        let later = Array(samples.dropFirst(samples.count / 2))
        memorySlope = Self.slope(later) { Double($0.memory) }
        allocatedSlope = Self.slope(later) { Double($0.allocated) }
        descriptorSlope = Self.slope(later) { Double($0.descriptors) }
        threadSlope = Self.slope(later) { Double($0.threads) }
        growth = memorySlope * ((later.last?.seconds ?? 0) - (later.first?.seconds ?? 0)) / 60
        mostDiskBytes = later.map(\.diskBytes).max() ?? 0
        self.limitBytes = limitBytes
    }

    /// Less than 4 MiB over the later half, and no more descriptors, threads or bytes on the disk than at its beginning.
    var isFlat: Bool {
        growth < Double(4 << 20) && descriptorSlope < 4 && threadSlope < 4 && mostDiskBytes <= limitBytes * 2
    }

    var description: String {
        """
        Over the later half: memory \(Int(memorySlope / 1024)) KiB/min (\(Int(growth / 1024)) KiB in all), allocated \(Int(allocatedSlope / 1024)) KiB/min, \
        descriptors \(Self.rounded(descriptorSlope))/min, threads \(Self.rounded(threadSlope))/min, \
        at most \(mostDiskBytes) B on disk of \(limitBytes) allowed. \(isFlat ? "Flat." : "NOT flat.")
        """
    }

    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    /// The least-squares slope, per minute.
    private static func slope(_ samples: [SoakSample], _ value: (SoakSample) -> Double) -> Double {
        let count = Double(samples.count)
        let times = samples.map { $0.seconds / 60 }
        let values = samples.map(value)
        let (meanTime, meanValue) = (times.reduce(0, +) / count, values.reduce(0, +) / count)
        let above = zip(times, values).reduce(0) { $0 + ($1.0 - meanTime) * ($1.1 - meanValue) }
        let below = times.reduce(0) { $0 + ($1 - meanTime) * ($1 - meanTime) }
        return below > 0 ? above / below : 0
    }
}
