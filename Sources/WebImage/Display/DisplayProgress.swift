/// How far a display's load is; for progress bars. Starts again from zero with each load.
@MainActor
public final class DisplayProgress {
    /// Bytes received.
    public private(set) var received = 0
    /// Bytes of the whole, once they are known.
    public private(set) var total: Int?
    /// 0…1; 0 while the whole is not known, 1 once the picture is there.
    public private(set) var fraction = 0.0
    /// Hears of every change.
    public var onChange: (@MainActor (DisplayProgress) -> Void)?

    nonisolated init() {}

    func reset() { set(received: 0, total: nil, fraction: 0) }

    func update(_ progress: LoadProgress) {
        set(received: progress.received, total: progress.total, fraction: progress.fraction ?? 0)
    }

    func finish() { set(received: max(received, total ?? 0), total: total ?? received, fraction: 1) }

    private func set(received: Int, total: Int?, fraction: Double) {
        self.received = received
        self.total = total
        self.fraction = fraction
        onChange?(self)
    }
}
