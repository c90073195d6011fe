/// A group of measurements that belong together.
protocol Suite: Sendable {
    var name: String { get }
    func run(_ report: Report) async throws
}
